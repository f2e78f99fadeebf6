// SPDX-License-Identifier: Apache-2.0
// Graphviz: text of a graph in, a layout of it out.
#pragma once

#include <string>
#include <string_view>

namespace petriloom {

/// Lays the graph `dot` out and gives it back as `kind` ("svg", "pdf", "png", "plain"); empty if
/// this installation cannot do that.
std::string laid_out(std::string_view dot, const char* kind);

}  // namespace petriloom
