// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/build/validate.h"
#include "engine/questions/measure_keys.h"

namespace petriloom {

namespace {

class IdCheck {
 public:
  IdCheck(const Net& net, Diagnostics& diagnostics) : net_(net), diagnostics_(diagnostics) {}

  template <class Tag>
  void need(Id<Tag> id, std::size_t size, std::string_view what, const Location& where) {
    if (id.index() >= size) diagnostics_.error(where, fmt::format("{} does not exist", what));
  }
  template <class Tag>
  void allow(Id<Tag> id, std::size_t size, std::string_view what, const Location& where) {
    if (id.valid()) need(id, size, what, where);
  }
  void expr(ExprId id, const Location& where) { allow(id, net_.exprs.size(), "an expression", where); }

  void modules() {
    if (net_.modules.empty()) diagnostics_.error({}, "the net has no module for itself");
    for (std::size_t m = 0; m < net_.modules.size(); ++m) {
      const Module& module = net_.modules[m];
      if (m == 0 ? module.parent.valid() : module.parent.index() >= m) {
        diagnostics_.error(module.instance, fmt::format("module '{}' does not come after its parent", module.name));
      }
      for (const Reference& reference : module.references) {
        need(reference.place, net_.places.size(), "the place of a reference", reference.where);
      }
      for (const ColourSetId index : module.indices) need(index, net_.colours.size(), "an index set", module.instance);
    }
  }

  void transition(const Transition& t) {
    need(t.module, net_.modules.size(), "the module", t.where);
    fair_with(t);
    for (const Variable& variable : t.variables) need(variable.colour, net_.colours.size(), "a colour set", t.where);
    for (const ExprId guard : t.guards) need(guard, net_.exprs.size(), "a guard", t.where);
    for (const ExprId id : {t.priority, t.order, t.weight, t.a, t.b, t.delay, t.at_most}) expr(id, t.where);
    for (const ExprId id : t.times) expr(id, t.where);
    for (const Draw& draw : t.draws) {
      need(draw.value, net_.exprs.size(), "a value that is drawn", draw.where);
      for (const ExprId value : draw.abstract) need(value, net_.exprs.size(), "a value to explore", draw.where);
    }
    if (t.folded > t.binding_size || t.binding_size > t.variables.size()) {
      diagnostics_.error(t.where, fmt::format("transition '{}' has too few variables for its binding", t.name));
    }
    for (const Arc& arc : t.arcs) this->arc(arc);
    for (const Arc& use : t.uses) arc(use);
  }

  void nupn(const Nupn& nupn) {
    if (nupn.root >= nupn.units.size()) diagnostics_.error({}, "the root unit does not exist");
    for (const Unit& unit : nupn.units) {
      for (const PlaceId place : unit.places) need(place, net_.places.size(), "a place of unit '" + unit.name + "'", {});
      for (const std::uint32_t below : unit.units) {
        if (below >= nupn.units.size()) diagnostics_.error({}, fmt::format("a subunit of unit '{}' does not exist", unit.name));
      }
    }
  }

  void formula(std::size_t number, const Formula& f) {
    for (const FormulaId part : {f.left, f.right}) allow(part, number, "a part of a formula before it", f.where);
    expr(f.atom, f.where);
  }

 private:
  void arc(const Arc& arc) {
    need(arc.place, net_.places.size(), "the place of an arc", arc.where);
    need(arc.value, net_.exprs.size(), "the value of an arc", arc.where);
    for (const ExprId id : {arc.count, arc.condition, arc.delay, arc.such}) expr(id, arc.where);
    if (!arc.collect) return;
    need(arc.collect->pattern, net_.exprs.size(), "what an arc collects", arc.where);
    for (const ExprId id : {arc.collect->count, arc.collect->seen}) expr(id, arc.where);
  }

  void fair_with(const Transition& t) {
    if (!t.fair_with.valid()) return;
    need(t.fair_with, net_.transitions.size(), "the transition that it is fair with", t.where);
    if (t.fair_with.index() >= net_.transitions.size()) return;
    const Transition& other = net_[t.fair_with];
    if (&other == &t || other.module != t.module || other.fair_with.valid()) {
      diagnostics_.error(t.where,
                         fmt::format("transition '{}' must be fair with another one of its module that stands alone", t.name));
    }
  }

  const Net& net_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_ids(const Net& net, Diagnostics& diagnostics) {
  IdCheck check(net, diagnostics);
  check.modules();
  for (const Place& place : net.places) {
    check.need(place.module, net.modules.size(), "the module", place.where);
    check.need(place.colour, net.colours.size(), "the colour set", place.where);
  }
  for (const Transition& transition : net.transitions) check.transition(transition);
  for (const Function& function : net.functions) {
    for (const ColourSetId parameter : function.parameters) check.need(parameter, net.colours.size(), "a type", function.where);
    check.need(function.result, net.colours.size(), "the type", function.where);
    check.need(function.body, net.exprs.size(), "the body", function.where);
  }
  for (const Measure& measure : net.measures) {
    check.need(measure.module, net.modules.size(), "the module", measure.where);
    for_each_measured(measure, [&](const MeasuredFirings& of) {
      check.need(of.transition, net.transitions.size(), "the transition", measure.where);
    });
    for (const Variable& key : measure.keys) check.need(key.colour, net.colours.size(), "a colour set", measure.where);
    for_each_expression(measure, [&](ExprId id) { check.expr(id, measure.where); });
  }
  for (std::size_t f = 0; f < net.formulas.size(); ++f) check.formula(f, net.formulas[f]);
  for (const Property& property : net.properties) {
    check.need(property.module, net.modules.size(), "the module", property.where);
    check.allow(property.formula, net.formulas.size(), "the formula", property.where);
  }
  check.expr(net.stop, {});
  check.expr(net.final_marking, {});
  if (net.nupn) check.nupn(*net.nupn);
}

}  // namespace petriloom
