// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/build/validate.h"
#include "engine/expr/drawn.h"
#include "engine/expr/match.h"
#include "engine/questions/schedule.h"
#include "engine/text/wording.h"

namespace petriloom {

namespace {

bool of_type(const Net& net, ExprId id, ColourSetId type) {
  const ColourSetId is = net.exprs[id].type;
  return net.colours.same_words(is, type) && net.colours.same_words(type, is);
}

void need_type(const Net& net, ExprId id, ColourSetId type, std::string_view what, Diagnostics& diagnostics) {
  if (!id.valid() || of_type(net, id, type)) return;
  diagnostics.error(net.exprs[id].where,
                    fmt::format("{} must be {}, but this is {}", what, with_article(net.colours.describe(type)),
                                with_article(net.colours.describe(net.exprs[id].type))));
}

void need_value(const Net& net, const Arc& arc, Diagnostics& diagnostics) {
  const ColourSetId colour = net[arc.place].colour;
  if (!arc.each) return need_type(net, arc.value, colour, "the token", diagnostics);
  const ColourSet& type = net.colours[net.exprs[arc.value].type];
  const bool list = type.kind == ColourKind::list;
  if (list && net.colours.same_words(type.components[0], colour) && net.colours.same_words(colour, type.components[0])) return;
  diagnostics.error(arc.where, fmt::format("'each' needs a list of {}, but this is {}", net.colours.describe(colour),
                                           with_article(net.colours.describe(net.exprs[arc.value].type))));
}

// Slots of the variables that matching a pattern for colours of `type` binds.
void bound_by_pattern(const Net& net, ExprId pattern, ColourSetId type, std::vector<char>& bound) {
  for (const ColourPart& part : colour_pattern(net, pattern, type, static_cast<std::uint32_t>(bound.size())).parts) {
    if (part.kind == ColourPart::Kind::variable) bound[part.slot] = 1;
  }
}

// Whether the term is there in every binding, so that its pattern always binds.
bool always_there(const Net& net, const Arc& arc) {
  const auto constant_and = [&net](ExprId id, Word least) {
    return !id.valid() || (net.exprs[id].op == Op::literal && net.exprs[id].payload >= least);
  };
  return constant_and(arc.condition, 1) && constant_and(arc.count, 1);
}

void check_collect(const Net& net, const Transition& transition, const Arc& arc, Diagnostics& diagnostics) {
  const Collect& collect = *arc.collect;
  if (arc.kind != ArcKind::input || !arc.each || arc.count.valid()) {
    diagnostics.error(arc.where, "only an input arc for each element of a list can collect tokens");
    return;
  }
  need_type(net, collect.pattern, net[arc.place].colour, "what is collected", diagnostics);
  need_type(net, collect.count, ColourTable::kInt, "the number of tokens to collect", diagnostics);
  const auto lists = [&](std::uint32_t slot, ColourSetId of) {
    if (slot >= transition.variables.size()) return false;
    const ColourSet& set = net.colours[transition.variables[slot].colour];
    return set.kind == ColourKind::list && (!of.valid() || net.colours.same_words(set.components[0], of));
  };
  const bool as_held = !collect.seen.valid();
  if (collect.list >= transition.binding_size || !lists(collect.list, as_held ? net[arc.place].colour : ColourSetId{}) ||
      (!as_held && (collect.tokens < transition.binding_size || !lists(collect.tokens, net[arc.place].colour)))) {
    diagnostics.error(arc.where, "what an arc collects has no variable for its list");
    return;
  }
  need_type(net, collect.seen, transition.variables[collect.list].colour, "the list of what is collected", diagnostics);
}

bool all_bound(const Net& net, ExprId expr, const std::vector<char>& bound) {
  const std::vector<std::uint32_t> slots = free_variables(net, expr, bound.size());
  return std::all_of(slots.begin(), slots.end(), [&bound](std::uint32_t slot) { return bound[slot] != 0; });
}

// Binds x of guards `x = e` until nothing more is bound.
void bound_by_guards(const Net& net, const Transition& transition, std::vector<char>& bound) {
  bool more = true;
  while (more) {
    more = false;
    for (const ExprId guard : transition.guards) {
      if (net.exprs[guard].op != Op::equal) continue;
      const std::span<const ExprId> sides = net.exprs.children(guard);
      for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        std::vector<char> with = bound;
        bound_by_pattern(net, sides[side], net.exprs[sides[1 - side]].type, with);
        if (with == bound || !all_bound(net, sides[1 - side], bound)) continue;
        bound = std::move(with);
        more = true;
      }
    }
  }
}

void check_times(const Net& net, const Transition& t, Diagnostics& diagnostics) {
  if (scheduled(t.timing) != !t.times.empty()) {
    diagnostics.error(t.where, fmt::format("transition '{}': times are for what fires at or every so often", t.name));
    return;
  }
  if (t.times.empty()) return;
  if (t.memory != Memory::enabling) {
    diagnostics.error(t.where, fmt::format("transition '{}' fires at set times: there is no duration to remember", t.name),
                      "leave out `memory`");
  }
  std::vector<double> constant;
  for (const ExprId time : t.times) {
    need_type(net, time, ColourTable::kReal, "a time", diagnostics);
    if (net.exprs[time].op == Op::literal) constant.push_back(real_of_word(net.exprs[time].payload));
  }
  if (constant.size() < t.times.size()) return;
  if (const auto fault = check_schedule(t.timing, constant)) diagnostics.error(net.exprs[t.times[fault->time]].where, fault->what);
}

void check_distribution(const Net& net, const Transition& t, Diagnostics& diagnostics) {
  const TimingFacts& facts = facts_of(t.timing);
  const std::string_view name = t.timing == Timing::continuous ? "a flow" : facts.name;
  if (t.a.valid() != (facts.parameters > 0) || t.b.valid() != (facts.parameters > 1)) {
    diagnostics.error(t.where, fmt::format("transition '{}': {} takes {} parameters", t.name, name, facts.parameters));
    return;
  }
  need_type(net, t.a, ColourTable::kReal, "a parameter of a distribution", diagnostics);
  need_type(net, t.b, ColourTable::kReal, "a parameter of a distribution", diagnostics);
  if (!t.a.valid() || net.exprs[t.a].op != Op::literal) return;
  const double a = real_of_word(net.exprs[t.a].payload);
  const bool good = std::isfinite(a) && (facts.may_be_least ? a >= facts.least : a > facts.least);
  if (!good) {
    diagnostics.error(net.exprs[t.a].where, fmt::format("{} with a first parameter of {}", name, a),
                      std::isfinite(facts.least)
                          ? fmt::format("a finite number {} {}", facts.may_be_least ? "of at least" : "above", facts.least)
                          : "a finite number");
  }
}

}  // namespace

void check_arcs(const Net& net, Diagnostics& diagnostics) {
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      need_value(net, arc, diagnostics);
      need_type(net, arc.condition, ColourTable::kBool, "the condition of a term", diagnostics);
      need_type(net, arc.delay, ColourTable::kReal, "a delay", diagnostics);
      if (net[arc.place].fluid) {
        need_type(net, arc.count, ColourTable::kReal, "an amount", diagnostics);
      } else if (arc.count.valid() && !net.colours.same_words(net.exprs[arc.count].type, ColourTable::kInt)) {
        diagnostics.error(arc.where, fmt::format("the number of tokens must be an int, but this is {}",
                                                 with_article(net.colours.describe(net.exprs[arc.count].type))));
      }
      need_type(net, arc.such, ColourTable::kBool, "a condition on tokens", diagnostics);
      const bool any = !arc.indices.empty() || net.exprs[arc.value].op == Op::wildcard;
      if (arc.such.valid() && (arc.kind != ArcKind::reset || arc.each || !any))
        diagnostics.error(arc.where, "only a reset of any tokens can have a condition on them");
      if (arc.collect) check_collect(net, transition, arc, diagnostics);
      if (arc.delay.valid() && arc.kind != ArcKind::output) {
        diagnostics.error(arc.where, "only tokens that are put can have a delay", "write '@+' on an 'out' arc");
      }
    }
  }
}

void check_bindings(const Net& net, Diagnostics& diagnostics) {
  for (const Transition& transition : net.transitions) {
    std::vector<char> always(transition.binding_size, 0);
    std::vector<char> sometimes(transition.binding_size, 0);
    for (std::size_t v = 0; v < always.size(); ++v) always[v] = net.colours[transition.variables[v].colour].finite ? 1 : 0;
    for (const Arc& arc : transition.arcs) {
      if (arc.collect) always[arc.collect->list] = 1;
      if (arc.each || (arc.kind != ArcKind::input && arc.kind != ArcKind::read)) continue;
      bound_by_pattern(net, arc.value, net[arc.place].colour, always_there(net, arc) ? always : sometimes);
    }
    bound_by_guards(net, transition, always);
    for (std::size_t v = 0; v < always.size(); ++v) {
      if (always[v] != 0) continue;
      const Variable& variable = transition.variables[v];
      diagnostics.error(transition.where,
                        sometimes[v] != 0
                            ? fmt::format("variable '{}' of transition '{}' is bound only by a term that can be absent",
                                          variable.name, transition.name)
                            : fmt::format("nothing binds variable '{}' of transition '{}'", variable.name, transition.name),
                        fmt::format("take or read a token with it, add a guard '{} = ...', or make {} finite", variable.name,
                                    net.colours.describe(variable.colour)));
    }
  }
}

void check_abstract(const Net& net, const Draw& draw, Diagnostics& diagnostics) {
  for (const ExprId value : draw.abstract) {
    need_type(net, value, net.exprs[draw.value].type, "a value to explore", diagnostics);
    if (net.exprs[value].op != Op::literal) diagnostics.error(net.exprs[value].where, "a value to explore must be constant");
  }
  if (!draw.abstract.empty() && !net.exprs.looks(draw.value, look::random | look::time)) {
    diagnostics.error(net.exprs[draw.value].where,
                      "this draws nothing at random and looks at no time, so that nothing can be explored in its place",
                      "`abstract` is for values that are random or hang on the time");
  }
}

void check_draws(const Net& net, Diagnostics& diagnostics) {
  const auto refuse = [&](const Transition& t, ExprId expr) {
    if (!uses_drawn(net, t, expr)) return;
    diagnostics.error(net.exprs[expr].where, fmt::format("this uses a value that '{}' draws only when it fires", t.name),
                      "values that are drawn are for delays, for what is put and for what is drawn later");
  };
  for (const Transition& t : net.transitions) {
    if (t.draws.empty()) continue;
    std::uint32_t least = t.binding_size;
    Transition later = t;
    for (const Draw& draw : t.draws) {
      if (draw.slot < least || draw.slot >= t.variables.size()) {
        diagnostics.error(draw.where, fmt::format("a value that '{}' draws has no variable of its own", t.name));
        return;
      }
      least = draw.slot + 1;
      need_type(net, draw.value, t.variables[draw.slot].colour, "the value", diagnostics);
      refuse(later, draw.value);
      check_abstract(net, draw, diagnostics);
      later.draws.erase(later.draws.begin());
    }
    for (const ExprId guard : t.guards) refuse(t, guard);
    for (const ExprId id : {t.priority, t.order, t.weight, t.a, t.b, t.at_most}) refuse(t, id);
    for (const Arc& use : t.uses) {
      for (const ExprId id : {use.value, use.count, use.condition}) refuse(t, id);
    }
    for (const Arc& arc : t.arcs) {
      for (const ExprId id : {arc.value, arc.count, arc.condition}) {
        if (arc.kind != ArcKind::output) refuse(t, id);
      }
      if (arc.such.valid()) refuse(t, arc.such);
      if (arc.collect) refuse(t, arc.collect->pattern);
      if (arc.collect && arc.collect->count.valid()) refuse(t, arc.collect->count);
    }
  }
}

void check_sharing(const Net& net, Diagnostics& diagnostics) {
  for (const Transition& t : net.transitions) {
    if (!shares(t)) continue;
    const Location where = t.uses.empty() ? net.exprs[t.at_most].where : t.uses[0].where;
    if (!facts_of(t.timing).distribution) {
      diagnostics.error(where, fmt::format("transition '{}' has no work that could be done of what it uses", t.name),
                        "`time DISTRIBUTION;` beside `uses` and `at most`: how much work it is");
    }
    for (const ExprId id : {t.a, t.b}) {
      if (id.valid() && net.exprs.looks(id, look::levels))
        diagnostics.error(net.exprs[id].where, fmt::format("the work of transition '{}' cannot depend on a level", t.name),
                          "its binding, or numbers of tokens");
    }
    for (const Arc& use : t.uses) {
      if (net[use.place].fluid) {
        diagnostics.error(use.where, fmt::format("'{}' is fluid: what is used is tokens", net[use.place].name),
                          fmt::format("`place {} : unit`", net[use.place].name));
        continue;
      }
      need_value(net, use, diagnostics);
      need_type(net, use.condition, ColourTable::kBool, "the condition of a term", diagnostics);
      need_type(net, use.count, ColourTable::kInt, "what is used per unit of speed", diagnostics);
    }
    need_type(net, t.at_most, ColourTable::kReal, "a speed", diagnostics);
    if (!t.at_most.valid() || net.exprs[t.at_most].op != Op::literal) continue;
    const double speed = real_of_word(net.exprs[t.at_most].payload);
    if (!std::isfinite(speed) || speed <= 0)
      diagnostics.error(net.exprs[t.at_most].where, fmt::format("at most a speed of {}", speed), "a finite number above 0");
  }
}

void check_timing(const Net& net, Diagnostics& diagnostics) {
  for (const Transition& t : net.transitions) {
    for (const ExprId guard : t.guards) need_type(net, guard, ColourTable::kBool, "a guard", diagnostics);
    need_type(net, t.weight, ColourTable::kReal, "a weight", diagnostics);
    need_type(net, t.delay, ColourTable::kReal, "a delay", diagnostics);
    need_type(net, t.priority, ColourTable::kInt, "a priority", diagnostics);
    need_type(net, t.order, ColourTable::kReal, "an order", diagnostics);
    if (t.servers < 0) diagnostics.error(t.where, fmt::format("transition '{}' has {} servers", t.name, t.servers), "at least 1");
    if (t.weight.valid() && t.timing != Timing::immediate) {
      diagnostics.error(t.where, fmt::format("timed transition '{}' has a weight", t.name),
                        "weights choose among immediate transitions; timed ones race");
    }
    check_distribution(net, t, diagnostics);
    check_times(net, t, diagnostics);
  }
}

}  // namespace petriloom
