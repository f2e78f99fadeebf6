// SPDX-License-Identifier: Apache-2.0
// Graphviz: text of a graph in, a layout of it out.
#pragma once

#include <string>
#include <string_view>

namespace petriloom {

/// Lays the graph `dot` out and gives it back as `kind` ("svg", "pdf", "png", "plain"); empty if
/// this installation cannot do that. `engine` is one of Graphviz: "nop2" takes all positions from
/// the graph.
std::string laid_out(std::string_view dot, const char* kind, const char* engine = "dot");

}  // namespace petriloom
