// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/abstract_values.h"

#include <algorithm>

#include "engine/build/expr_builder.h"

namespace petriloom {
namespace {

bool any_abstract(const Net& net) {
  return std::any_of(net.transitions.begin(), net.transitions.end(), [](const Transition& transition) {
    return std::any_of(transition.draws.begin(), transition.draws.end(), [](const Draw& draw) { return !draw.abstract.empty(); });
  });
}

// nth([values], discrete(0, n - 1)): each is an outcome.
ExprId one_of(ExprBuilder& build, const std::vector<ExprId>& values, Location where) {
  const ExprId last = build.integer(static_cast<std::int64_t>(values.size()) - 1, where);
  const ExprId which = build.random(Distribution::discrete, std::vector{build.integer(0, where), last}, where);
  return build.list_op(Op::element, std::vector{build.list(build.type(values[0]), values, where), which}, where);
}

}  // namespace

std::optional<Net> with_abstract_values(const Net& net) {
  if (!any_abstract(net)) return std::nullopt;
  Net result = net;
  Diagnostics none;
  ExprBuilder build(result, none);
  for (Transition& transition : result.transitions) {
    for (Draw& draw : transition.draws) {
      if (!draw.abstract.empty()) draw.value = one_of(build, draw.abstract, draw.where);
    }
  }
  return result;
}

}  // namespace petriloom
