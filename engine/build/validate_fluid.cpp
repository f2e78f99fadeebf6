// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "engine/build/validate.h"
#include "engine/questions/measure_keys.h"

namespace petriloom {

namespace {

class FluidCheck {
 public:
  FluidCheck(const Net& net, Diagnostics& diagnostics) : net_(net), diagnostics_(diagnostics) {}

  void place(const Place& p) {
    if (!p.fluid) return;
    const std::string name = fmt::format("fluid place '{}'", p.name);
    if (p.colour != ColourTable::kUnit || p.folded != 0) complain(p.where, name + " has colours", "an element of an array each");
    if (!p.initial.empty()) complain(p.where, name + " has tokens", "a level, as in `place P : fluid = 2.5`");
    if (!std::isfinite(p.level) || p.level < 0)
      complain(p.where, fmt::format("{} begins with a level of {}", name, p.level), "a finite number that is not negative");
  }

  void transition(const Transition& t) {
    for (const Arc& arc : t.arcs) {
      net_[arc.place].fluid ? fluid_arc(t, arc) : token_arc(arc);
      if (t.timing == Timing::continuous) arc_of_flow(t, arc);
    }
    if (t.timing == Timing::continuous) flow(t);
  }

  void measure(const Measure& m) {
    for_each_measured(m, [&](const MeasuredFirings& of) {
      const Transition& transition = net_[of.transition];
      if (transition.timing == Timing::continuous)
        complain(m.where,
                 fmt::format("measure '{}' is of firings, and transition '{}' flows and does not fire", m.name, transition.name),
                 "an average, integral or peak of `level(P)`");
    });
  }

 private:
  void complain(const Location& where, std::string what, std::string help) {
    diagnostics_.error(where, std::move(what), std::move(help));
  }

  void fluid_arc(const Transition& t, const Arc& arc) {
    const std::string& name = net_[arc.place].name;
    const bool compared = arc.kind == ArcKind::read || arc.kind == ArcKind::inhibitor;
    if (arc.kind == ArcKind::equal)
      complain(arc.where, fmt::format("a level is hardly ever equal to a number: '{}' is fluid", name),
               "`read P : a` asks for a level of at least a, `inhibit P : a` for one below a");
    if (arc.each) complain(arc.where, fmt::format("'each' takes tokens, and '{}' is fluid", name), "an amount: `in P : 2.5`");
    if (arc.delay.valid() || (arc.kind == ArcKind::output && t.delay.valid()))
      complain(arc.where, fmt::format("what is put into fluid place '{}' cannot be delayed", name),
               "a token that is delayed, and a transition that takes it and puts the fluid");
    if (compared && !arc.count.valid())
      complain(arc.where, fmt::format("the level that this asks '{}' for is missing", name),
               fmt::format("`{} {} : 2.5;`", arc.kind == ArcKind::read ? "read" : "inhibit", name));
    if (arc.kind == ArcKind::reset && arc.count.valid())
      complain(arc.where, "a reset empties a fluid place",
               fmt::format("`reset {};`, and `out` for what is in it afterwards", name));
    if (arc.count.valid() && net_.exprs[arc.count].op == Op::literal) amount(arc);
  }

  // Levels change all the time; what is enabled by them changes only where guards and arcs of fluid
  // places compare them.
  void token_arc(const Arc& arc) {
    if (arc.kind == ArcKind::output || arc.kind == ArcKind::reset) return;
    for (const ExprId expr : {arc.count, arc.condition}) {
      for_each_expr(net_.exprs, expr, [&](ExprId id) {
        if (net_.exprs[id].op == Op::level)
          complain(net_.exprs[id].where, "how many tokens are taken or tested cannot depend on a level",
                   "a guard: `guard level(P) >= 3;`");
        return net_.exprs[id].stateful();
      });
    }
  }

  void amount(const Arc& arc) {
    const double value = real_of_word(net_.exprs[arc.count].payload);
    if (!std::isfinite(value) || value < 0)
      complain(net_.exprs[arc.count].where, fmt::format("an amount of {}", value), "a finite number that is not negative");
  }

  void arc_of_flow(const Transition& t, const Arc& arc) {
    const bool moves = arc.kind == ArcKind::input || arc.kind == ArcKind::output;
    const std::string& name = net_[arc.place].name;
    if (arc.kind == ArcKind::reset)
      complain(arc.where, fmt::format("continuous transition '{}' does not fire, so that it cannot reset", t.name),
               "a transition that fires");
    if (moves && !net_[arc.place].fluid)
      complain(arc.where, fmt::format("'{}' holds tokens, which continuous transition '{}' cannot move", name, t.name),
               fmt::format("`read {0}` or `inhibit {0}`, which let it flow or stop it; or `place {0} : fluid`", name));
  }

  // What belongs to firings has no meaning for a flow.
  void flow(const Transition& t) {
    const std::pair<bool, std::string_view> given[] = {{t.weight.valid(), "a weight"},
                                                       {t.delay.valid(), "a delay"},
                                                       {t.priority.valid(), "a priority"},
                                                       {t.order.valid(), "an order"},
                                                       {t.servers != 0, "servers"},
                                                       {t.memory != Memory::enabling, "a memory"},
                                                       {!t.draws.empty(), "values that are drawn"}};
    for (const auto& [there, what] : given) {
      if (there)
        complain(t.where, fmt::format("continuous transition '{}' has {}, which is for transitions that fire", t.name, what),
                 "guards, arcs and `flow RATE;`");
    }
  }

  const Net& net_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_fluid(const Net& net, Diagnostics& diagnostics) {
  FluidCheck check(net, diagnostics);
  for (const Place& place : net.places) check.place(place);
  for (const Transition& transition : net.transitions) check.transition(transition);
  for (const Measure& measure : net.measures) check.measure(measure);
}

}  // namespace petriloom
