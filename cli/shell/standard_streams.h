// SPDX-License-Identifier: Apache-2.0
// The three streams that a program starts with: that they are there, and that results on stdout
// arrive.
#pragma once

#include <string>
#include <string_view>

namespace petriloom::cli {

/// To be called first of all. Descriptors 0 to 2 that are closed are opened to where every use
/// fails, so that no file that is opened later gets their numbers, and results into its bytes. A
/// pipe whose reader has gone is an error of writing from now on, not the end of the program.
void open_standard_streams();

/// Writes results to stdout.
void print(std::string_view text);
/// Hands over what was printed so far.
void flush_results();
/// Hands over the rest and closes stdout. Says what was lost, and why; nothing if all arrived, or
/// if a pipe's reader wanted no more (`| head`).
std::string close_results();

}  // namespace petriloom::cli
