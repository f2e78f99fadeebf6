// SPDX-License-Identifier: Apache-2.0
// Values that are drawn once for several uses, as code regions.
#include <fmt/format.h>

#include "engine/expr/drawn.h"
#include "formats/cpn_writing/write_inscriptions.h"

namespace petriloom::cpn {
namespace {

// The variables of the binding that an expression uses; code sees no others.
void find_inputs(const Net& net, const Transition& transition, ExprId expr, std::vector<bool>& used) {
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    if (node.op == Op::variable && static_cast<std::uint64_t>(node.payload) < transition.binding_size)
      used[static_cast<std::size_t>(node.payload)] = true;
    return true;
  });
}

}  // namespace

std::vector<std::vector<std::size_t>> kept_draws(const Net& net, const WriteOptions& options) {
  std::vector<std::vector<std::size_t>> kept(net.transitions.size());
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    if (transition.draws.empty()) continue;
    const std::vector<char> for_tokens = drawn_for_tokens(net, transition);
    for (std::size_t k = 0; k < transition.draws.size(); ++k) {
      if (!options.untimed || for_tokens[k] != 0) kept[t].push_back(k);
    }
  }
  return kept;
}

std::string code_text(const Net& net, const Transition& transition, const std::vector<std::size_t>& draws,
                      MlExpressions& expressions) {
  if (draws.empty()) return {};
  std::vector<bool> used(transition.binding_size, false);
  std::string outputs, values;
  for (const std::size_t k : draws) {
    const Draw& draw = transition.draws[k];
    find_inputs(net, transition, draw.value, used);
    const std::string name = expressions.slot(static_cast<Word>(draw.slot));
    outputs += (outputs.empty() ? "" : ", ") + name;
    values += fmt::format("val {} = {}\n", name, expressions.text(draw.value));
  }
  std::string inputs;
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (used[k]) inputs += (inputs.empty() ? "" : ", ") + expressions.slot(static_cast<Word>(k));
  }
  const std::string input = inputs.empty() ? std::string() : fmt::format("input ({});\n", inputs);
  if (draws.size() == 1)
    return fmt::format("{}output ({});\naction\n{};", input, outputs, expressions.text(transition.draws[draws[0]].value));
  return fmt::format("{}output ({});\naction\nlet\n{}in\n({})\nend;", input, outputs, values, outputs);
}

}  // namespace petriloom::cpn
