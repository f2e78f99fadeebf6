// SPDX-License-Identifier: Apache-2.0
#include "formats/dot/inscription.h"

#include <fmt/format.h>

#include <initializer_list>

#include "formats/dot/brief_text.h"

namespace petriloom {

namespace {

std::string shortened(std::string text, std::size_t longest = kLongest) {
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  // Not inside a character of several bytes.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + std::string(kMore);
}

/// A parameter of a duration, which is a time, a rate or a number, or of work.
std::string parameter_text(const Net& net, const Transition& transition, std::size_t k) {
  const ExprId parameter = k == 0 ? transition.a : transition.b;
  return facts_of(transition.timing).seconds[k] && !shares(transition) ? brief_time(net, transition.variables, parameter)
                                                                       : brief_text(net, transition.variables, parameter);
}

}  // namespace

std::string inscription(const Net& net, const Transition& transition, const Arc& arc, std::size_t longest) {
  const bool unit = net.colours[net[arc.place].colour].kind == ColourKind::unit;
  std::string text = arc.kind == ArcKind::equal ? (unit && !arc.count.valid() ? "= 1" : "= ") : "";
  if (arc.count.valid())
    text += (unit ? brief_text(net, transition.variables, arc.count) : brief_count(net, transition.variables, arc.count) + "`");
  if (arc.collect) {
    const Collect& collect = *arc.collect;
    const std::string count = collect.count.valid() ? brief_count(net, transition.variables, collect.count) : "all";
    text += fmt::format("collect {}`{} as {}", count, brief_text(net, transition.variables, collect.pattern),
                        transition.variables[collect.list].name);
  } else if (arc.each) {
    text += "each ";
  }
  if ((!unit || arc.each) && !arc.collect) text += brief_text(net, transition.variables, arc.value);
  if (arc.such.valid()) text += " where " + brief_text(net, transition.variables, arc.such);
  if (arc.condition.valid()) text += " when " + brief_text(net, transition.variables, arc.condition);
  const bool at_once =
      arc.delay.valid() && net.exprs[arc.delay].op == Op::literal && real_of_word(net.exprs[arc.delay].payload) == 0;
  if (arc.delay.valid() && !at_once) text += " @+" + brief_time(net, transition.variables, arc.delay);
  return shortened(text, longest);
}

std::string marking_text(const Net& net, const Place& place) {
  if (place.fluid) return fmt::format("{:.6g}", place.level);
  if (place.initial.empty()) return {};
  std::int64_t total = 0;
  for (const InitialTokens& tokens : place.initial) total += tokens.count;
  if (net.colours[place.colour].kind == ColourKind::unit) return total == 1 ? "●" : std::to_string(total);
  if (place.initial.size() > 2) return fmt::format("{} tokens", total);
  std::string text;
  for (const InitialTokens& tokens : place.initial) {
    if (!text.empty()) text += " ++ ";
    if (tokens.count != 1) text += fmt::format("{}`", tokens.count);
    text += net.colours.format(place.colour, tokens.colour, net.pool);
  }
  return text.size() <= kLongest ? text : fmt::format("{} tokens", total);
}

std::string timing_text(const Net& net, const Transition& transition) {
  std::string text(facts_of(transition.timing).brief);
  const auto time = [&](std::size_t k) { return brief_time(net, transition.variables, transition.times[k]); };
  if (transition.timing == Timing::at) {
    for (std::size_t k = 0; k < transition.times.size(); ++k) text += (k == 0 ? " " : ", ") + time(k);
  }
  if (transition.timing == Timing::every) {
    text += " " + time(1);
    if (time(0) != time(1)) text += " from " + time(0);
    if (transition.times.size() > 2) text += " until " + time(2);
  }
  if (transition.timing == Timing::immediate && transition.delay.valid())
    return shortened("@+" + brief_time(net, transition.variables, transition.delay));
  if (transition.a.valid()) text += "(" + parameter_text(net, transition, 0);
  if (transition.b.valid()) text += ", " + parameter_text(net, transition, 1);
  if (transition.a.valid()) text += ")";
  return shortened(text);
}

std::string module_title(const Net& net, ModuleId id) {
  const Module& module = net[id];
  std::string text = module.name;
  const std::size_t outer = module.parent.valid() ? net[module.parent].indices.size() : 0;
  for (std::size_t k = outer; k < module.indices.size(); ++k) {
    const ColourSet& set = net.colours[module.indices[k]];
    const std::string low = set.labels.empty() ? std::to_string(set.low) : set.labels.front();
    const std::string high = set.labels.empty() ? std::to_string(set.high) : set.labels.back();
    text += low == high ? fmt::format("[{}]", low) : fmt::format("[{}..{}]", low, high);
  }
  if (!module.kind.empty() && module.kind != text) text += " : " + module.kind;
  return text;
}

}  // namespace petriloom
