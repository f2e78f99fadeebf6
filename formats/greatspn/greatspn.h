// SPDX-License-Identifier: Apache-2.0
// Nets of GreatSPN: two files, `.net` with the nodes and `.def` with colours and markings.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Whether a text looks like the first of the two files: a first line `|0|`.
bool recognise_greatspn(std::string_view text);

/// Reads a net from `path` and, if it is there, the file of the same name with `.def`. Refused at
/// their places: rates as functions of the marking, deterministic transitions (no document says
/// what their number means), colour functions other than sums of tuples of variables, successors,
/// colours, S and S minus a variable.
ReadResult read_greatspn(const std::string& path, std::string text, const ReadOptions& options);

/// Writes a net with its `.def` as companion: coloured if its colours have a form (colour_texts.h),
/// else unfolded. Exponential and immediate transitions, priorities, weights and servers as they
/// are; a net without time gets the rate 1 throughout, which a comment says.
WriteResult write_greatspn(const Net& net, const WriteOptions& options);

}  // namespace petriloom
