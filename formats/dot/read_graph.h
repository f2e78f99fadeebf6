// SPDX-License-Identifier: Apache-2.0
// Reads DOT text into a graph of libcgraph whose objects are numbered in the order in which they
// appear. The library's own numbers are addresses of strings, which changes the order of frames in
// a picture from run to run.
#pragma once

#include <string_view>

struct Agraph_s;

namespace petriloom {

/// The graph, to be closed with agclose; null if the text is not DOT.
Agraph_s* read_graph(std::string_view dot);

}  // namespace petriloom
