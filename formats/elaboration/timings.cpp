// SPDX-License-Identifier: Apache-2.0
// When transitions fire: distributions by name, and set times.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/text/wording.h"
#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

struct TimingWord {
  std::string_view word;
  Timing timing;
  std::size_t parameters;
  bool first_is_int = false;
};
constexpr std::array kTimingWords = {
    TimingWord{"exponential", Timing::exponential, 1}, TimingWord{"deterministic", Timing::deterministic, 1},
    TimingWord{"uniform", Timing::uniform, 2},         TimingWord{"normal", Timing::normal, 2},
    TimingWord{"erlang", Timing::erlang, 2, true},     TimingWord{"gamma", Timing::gamma, 2},
    TimingWord{"weibull", Timing::weibull, 2},         TimingWord{"lognormal", Timing::lognormal, 2},
};

}  // namespace

std::optional<Timing> timing_named(Context& context, const Node& node) {
  const auto* const found =
      std::find_if(kTimingWords.begin(), kTimingWords.end(), [&node](const TimingWord& each) { return each.word == node.text; });
  if (found == kTimingWords.end()) {
    std::vector<std::string> names;
    for (const TimingWord& each : kTimingWords) names.emplace_back(each.word);
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
