// SPDX-License-Identifier: Apache-2.0
// Which variables of a transition it puts somewhere as they are.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/net/net.h"

namespace petriloom {

/// The number of the variable of the binding that component `k` of the tuple is; nothing if it is
/// none.
inline std::optional<std::size_t> variable_in_tuple(const Net& net, const Transition& transition, ExprId tuple, std::size_t k) {
  const auto children = net.exprs.children(tuple);
  if (net.exprs[tuple].op != Op::tuple || k >= children.size()) return std::nullopt;
  const Expr& part = net.exprs[children[k]];
  if (part.op != Op::variable || part.payload >= static_cast<Word>(transition.binding_size)) return std::nullopt;
  return static_cast<std::size_t>(part.payload);
}

}  // namespace petriloom
