// SPDX-License-Identifier: Apache-2.0
// When transitions fire: distributions by name, and set times; what stands for random values.
#include <fmt/format.h>

#include <algorithm>

#include "engine/text/wording.h"
#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
std::optional<Timing> timing_named(Context& context, const Node& node) {
  const auto& all = all_timings();
  const auto* const found = std::find_if(
      all.begin(), all.end(), [&node](const TimingFacts& facts) { return facts.distribution && facts.name == node.text; });
  if (found == all.end()) {
    std::vector<std::string> names;
    for (const TimingFacts& facts : all) {
      if (facts.distribution) names.emplace_back(facts.name);
    }
    context.diagnostics().error(node.where, fmt::format("there is no distribution `{}`", node.text), suggest(node.text, names));
    return std::nullopt;
  }
  if (node.children.size() != found->parameters) {
    context.diagnostics().error(
        node.where, fmt::format("`{}` takes {}, not {}", node.text, counted(found->parameters, "parameter"), node.children.size()));
    return std::nullopt;
  }
  return found->timing;
}

std::vector<ExprId> abstract_values(Context& context, Scope& scope, const Node& draw, ColourSetId type) {
  std::vector<ExprId> values;
  const Node* const list = draw.child(Kind::abstract_);
  if (list == nullptr) return values;
  for (const Node& node : list->children) {
    const std::optional<Word> word = constant_value(context, scope, node, type, "a value to explore");
    if (word) values.push_back(context.expr().literal(type, *word, node.where));
  }
  return values;
}

void add_schedule(Context& context, Env& env, const Node& node, Transition& made) {
  const auto time = [&](const Node& expression) { return elaborate_as(context, env, expression, ColourTable::kReal); };
  made.timing = node.text == "at" ? Timing::at : Timing::every;
  if (made.timing == Timing::at) {
    for (const Node& child : node.children) made.times.push_back(time(child));
    return;
  }
  const ExprId period = time(node.children[0]);
  const Node* const from = node.child(Kind::from);
  const Node* const until = node.child(Kind::until);
  made.times = {from != nullptr ? time(from->children[0]) : period, period};
  if (until != nullptr) made.times.push_back(time(until->children[0]));
}

}  // namespace petriloom::loom
