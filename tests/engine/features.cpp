// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace petriloom::test {

namespace {

struct Feature {
  std::string name;  // with the rule of docs/semantics.md
  std::function<bool(const Net&)> has;
};

Feature of_transition(const std::string& name, const std::function<bool(const Net&, const Transition&)>& has) {
  return {name, [has](const Net& net) {
            return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& t) { return has(net, t); });
          }};
}

Feature of_arc(const std::string& name, const std::function<bool(const Net&, const Arc&)>& has) {
  return of_transition(name, [has](const Net& net, const Transition& t) {
    return std::any_of(t.arcs.begin(), t.arcs.end(), [&](const Arc& arc) { return has(net, arc); });
  });
}

bool has_op(const Net& net, ExprId root, Op op) {
  bool found = false;
  for_each_expr(net.exprs, root, [&](ExprId id) {
    found = found || net.exprs[id].op == op;
    return !found;
  });
  return found;
}

bool takes(const Transition& t) {
  return std::any_of(t.arcs.begin(), t.arcs.end(), [](const Arc& arc) { return arc.kind == ArcKind::input; });
}

std::function<bool(const Net&, const Transition&)> timing(Timing wanted) {
  return [wanted](const Net&, const Transition& t) { return t.timing == wanted; };
}

std::function<bool(const Net&, const Arc&)> kind(ArcKind wanted) {
  return [wanted](const Net&, const Arc& arc) { return arc.kind == wanted; };
}

std::function<bool(const Net&, const Transition&)> memory(Memory wanted) {
  return [wanted](const Net&, const Transition& t) { return t.timing != Timing::immediate && t.memory == wanted; };
}

std::function<bool(const Net&)> colour(ColourKind wanted) {
  return [wanted](const Net& net) {
    return std::any_of(net.places.begin(), net.places.end(), [&](const Place& p) { return net.colours[p.colour].kind == wanted; });
  };
}

std::vector<Feature> of_enabling_and_choice() {
  return {
      {"2: initial tokens available later",
       [](const Net& net) {
         return std::any_of(net.places.begin(), net.places.end(), [](const Place& p) {
           return std::any_of(p.initial.begin(), p.initial.end(), [](const InitialTokens& t) { return t.available > 0; });
         });
       }},
      of_transition("3: bindings", [](const Net&, const Transition& t) { return t.binding_size > 0; }),
      of_arc("4: conditions of terms", [](const Net&, const Arc& arc) { return arc.condition.valid(); }),
      of_arc("5: read arcs", kind(ArcKind::read)),
      of_arc("5: inhibitor arcs", kind(ArcKind::inhibitor)),
      of_arc("5: equal arcs", kind(ArcKind::equal)),
      of_arc("5: wildcards", [](const Net& net, const Arc& arc) { return net.exprs[arc.value].wildcards; }),
      of_transition("5: guards", [](const Net&, const Transition& t) { return !t.guards.empty(); }),
      of_arc("6: a term for each element", [](const Net&, const Arc& arc) { return arc.each; }),
      of_arc("7: reset arcs", kind(ArcKind::reset)),
      of_transition("7: delays of transitions", [](const Net&, const Transition& t) { return t.delay.valid(); }),
      of_arc("7: delays of terms", [](const Net&, const Arc& arc) { return arc.delay.valid(); }),
      of_transition("9: priorities", [](const Net&, const Transition& t) { return t.priority.valid(); }),
      of_transition("9: immediate, first come, first served",
                    [](const Net&, const Transition& t) { return t.timing == Timing::immediate && !t.weight.valid() && takes(t); }),
      of_transition("10: weights", [](const Net&, const Transition& t) { return t.weight.valid(); }),
  };
}

std::vector<Feature> of_time() {
  return {
      of_transition("11: exponential", timing(Timing::exponential)),
      of_transition("11: deterministic", timing(Timing::deterministic)),
      of_transition("11: uniform", timing(Timing::uniform)),
      of_transition("11: normal", timing(Timing::normal)),
      of_transition("11: erlang", timing(Timing::erlang)),
      of_transition("11: gamma", timing(Timing::gamma)),
      of_transition("11: weibull", timing(Timing::weibull)),
      of_transition("11: lognormal", timing(Timing::lognormal)),
      of_transition("11: memory enabling", memory(Memory::enabling)),
      of_transition("11: memory age", memory(Memory::age)),
      of_transition("11: memory resampling", memory(Memory::resampling)),
      of_transition("11: rates of colours",
                    [](const Net& net, const Transition& t) { return t.a.valid() && has_op(net, t.a, Op::variable); }),
      of_transition("12: infinite servers",
                    [](const Net&, const Transition& t) {
                      return t.timing != Timing::immediate && t.servers == 0 && t.binding_size > 0 && takes(t);
                    }),
      of_transition("12: servers of a transition",
                    [](const Net&, const Transition& t) { return t.servers > 0 && t.binding_size > t.folded && takes(t); }),
      of_transition("12: servers of each index",
                    [](const Net&, const Transition& t) { return t.servers > 0 && t.folded > 0 && takes(t); }),
  };
}

std::vector<Feature> of_marking_and_chance() {
  return {
      of_arc("19: counts that look at the marking",
             [](const Net& net, const Arc& arc) { return arc.count.valid() && has_op(net, arc.count, Op::tokens); }),
      of_transition("19: guards that look at the marking",
                    [](const Net& net, const Transition& t) {
                      return std::any_of(t.guards.begin(), t.guards.end(), [&](ExprId g) { return has_op(net, g, Op::tokens); });
                    }),
      of_transition("28: guards that look at the values of tokens",
                    [](const Net& net, const Transition& t) {
                      return std::any_of(t.guards.begin(), t.guards.end(),
                                         [&](ExprId g) { return has_op(net, g, Op::token_list); });
                    }),
      of_arc("31: arcs that collect", [](const Net&, const Arc& arc) { return arc.collect && arc.collect->count.valid(); }),
      of_arc("31: arcs that collect all", [](const Net&, const Arc& arc) { return arc.collect && !arc.collect->count.valid(); }),
      of_arc("7: resets of tokens that meet a condition", [](const Net&, const Arc& arc) { return arc.such.valid(); }),
      of_transition("20: weights that look at the marking",
                    [](const Net& net, const Transition& t) { return t.weight.valid() && has_op(net, t.weight, Op::tokens); }),
      of_transition("21: rates that look at the marking",
                    [](const Net& net, const Transition& t) { return t.a.valid() && has_op(net, t.a, Op::tokens); }),
      of_arc("22: random values that are put",
             [](const Net& net, const Arc& arc) { return arc.kind == ArcKind::output && has_op(net, arc.value, Op::random); }),
      of_transition("22: values drawn by name", [](const Net&, const Transition& t) { return !t.draws.empty(); }),
      of_transition("24: at set times", timing(Timing::at)),
      of_transition("24: every so often", timing(Timing::every)),
      of_transition("25: times of each binding",
                    [](const Net& net, const Transition& t) {
                      return std::any_of(t.times.begin(), t.times.end(),
                                         [&](ExprId time) { return has_op(net, time, Op::variable); });
                    }),
      of_transition("30: work that is done of what is shared", [](const Net&, const Transition& t) { return !t.uses.empty(); }),
      of_transition("30: limits of speed", [](const Net&, const Transition& t) { return t.at_most.valid(); }),
      of_transition("30: all of a list is used",
                    [](const Net&, const Transition& t) {
                      return std::any_of(t.uses.begin(), t.uses.end(), [](const Arc& use) { return use.each; });
                    }),
      {"colours: products", colour(ColourKind::product)},
      {"colours: lists", colour(ColourKind::list)},
      {"colours: unions", colour(ColourKind::union_)},
  };
}

std::vector<Feature> features() {
  std::vector<Feature> all = of_enabling_and_choice();
  for (const auto& more : {of_time(), of_marking_and_chance()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

void FeatureCount::add(const Net& net) {
  ++nets_;
  for (const Feature& feature : features()) counts_[feature.name] += feature.has(net) ? 1U : 0U;
}

std::string FeatureCount::missing(std::size_t least) const {
  std::string text;
  for (const Feature& feature : features()) {
    const auto found = counts_.find(feature.name);
    const std::size_t count = found == counts_.end() ? 0 : found->second;
    if (count < least) text += fmt::format("{}: {} of {} nets\n", feature.name, count, nets_);
  }
  return text;
}

}  // namespace petriloom::test
