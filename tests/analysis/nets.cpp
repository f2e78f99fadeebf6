// SPDX-License-Identifier: Apache-2.0
#include "tests/analysis/nets.h"

#include <gtest/gtest.h>

namespace petriloom::test {

NetDraft::NetDraft(const std::string& name) : builder(name, std::make_shared<Sources>()) {
  auto sources = std::make_shared<Sources>();
  file_ = sources->add("draft", std::string(1000, '\n'));
  sources_ = sources;
  builder.net().sources = sources;
  builder.add(Module{});
}

Location NetDraft::where() { return {file_, line_, 1}; }

ModuleId NetDraft::module(const std::string& name, const std::string& kind, bool hardware, ModuleId parent) {
  Module module;
  module.name = name;
  module.kind = kind;
  module.parent = parent;
  module.hardware = hardware;
  ++line_;
  module.definition = module.instance = module.origin = where();
  return builder.add(std::move(module));
}

PlaceId NetDraft::place(const std::string& name, std::int64_t tokens, ModuleId module) {
  const PlaceId id = coloured_place(name, ColourTable::kUnit, module);
  if (tokens > 0) builder.mark(id, 0, tokens);
  return id;
}

PlaceId NetDraft::coloured_place(const std::string& name, ColourSetId colour, ModuleId module) {
  Place place;
  place.name = name;
  place.module = module;
  place.colour = colour;
  ++line_;
  place.where = where();
  return builder.add(std::move(place));
}

TransitionId NetDraft::coloured_transition(const std::string& name, std::vector<Variable> variables, ModuleId module) {
  Transition transition;
  transition.name = name;
  transition.module = module;
  transition.binding_size = static_cast<std::uint32_t>(variables.size());
  transition.variables = std::move(variables);
  ++line_;
  transition.where = where();
  return builder.add(std::move(transition));
}

void NetDraft::arc(TransitionId transition, PlaceId place, ArcKind kind, ExprId value, ExprId count) {
  Arc arc;
  arc.place = place;
  arc.kind = kind;
  arc.value = value;
  arc.count = count;
  arc.where = where();
  builder.net().transitions[transition.index()].arcs.push_back(arc);
}

TransitionId NetDraft::transition(const std::string& name, std::initializer_list<PlainArc> in, std::initializer_list<PlainArc> out,
                                  ModuleId module) {
  const TransitionId id = coloured_transition(name, {}, module);
  for (const PlainArc& plain : in) arc(id, plain.place, plain.kind, builder.expr().unit(where()), number(plain.count));
  for (const PlainArc& plain : out) {
    const ArcKind kind = plain.kind == ArcKind::input ? ArcKind::output : plain.kind;
    arc(id, plain.place, kind, builder.expr().unit(where()), number(plain.count));
  }
  return id;
}

FormulaId NetDraft::atom(ExprId expr) {
  Formula formula;
  formula.op = FormulaOp::atom;
  formula.atom = expr;
  return builder.add(formula);
}

FormulaId NetDraft::formula(FormulaOp op, FormulaId left, FormulaId right) {
  Formula formula;
  formula.op = op;
  formula.left = left;
  formula.right = right;
  return builder.add(formula);
}

void NetDraft::property(const std::string& name, PropertyKind kind, FormulaId formula, ModuleId module) {
  Property property;
  property.name = name;
  property.kind = kind;
  property.formula = formula;
  property.module = module;
  builder.add(std::move(property));
}

Net NetDraft::build() {
  const Diagnostics& diagnostics = builder.diagnostics();
  auto net = builder.build();
  EXPECT_TRUE(net) << diagnostics.format(*sources_);
  return std::move(*net);
}

namespace {

Net make_philosophers(int count, bool polite) {
  NetDraft draft("philosophers");
  std::vector<PlaceId> forks;
  for (int k = 0; k < count; ++k) forks.push_back(draft.place("FORK" + std::to_string(k), 1));
  for (int k = 0; k < count; ++k) {
    const ModuleId phil = draft.module("phil" + std::to_string(k), "PHIL");
    const bool swapped = polite && k == count - 1;
    const PlaceId first = forks[static_cast<std::size_t>(swapped ? 0 : k)];
    const PlaceId second = forks[static_cast<std::size_t>(swapped ? k : (k + 1) % count)];
    const PlaceId think = draft.place("THINK", 1, phil);
    const PlaceId one = draft.place("ONE", 0, phil);
    const PlaceId eat = draft.place("EAT", 0, phil);
    draft.transition("take_first", {{think}, {first}}, {{one}}, phil);
    draft.transition("take_second", {{one}, {second}}, {{eat}}, phil);
    draft.transition("put_down", {{eat}}, {{think}, {first}, {second}}, phil);
  }
  return draft.build();
}

}  // namespace

Net philosophers(int count) { return make_philosophers(count, false); }
Net polite_philosophers(int count) { return make_philosophers(count, true); }

Net coloured_philosophers(int count) {
  NetDraft draft("coloured_philosophers");
  const ColourSetId phil = draft.builder.net().colours.add_index("Phil", "phil", 0, count - 1);
  const PlaceId fork = draft.coloured_place("FORK", phil);
  const PlaceId think = draft.coloured_place("THINK", phil);
  const PlaceId one = draft.coloured_place("ONE", phil);
  const PlaceId eat = draft.coloured_place("EAT", phil);
  for (int k = 0; k < count; ++k) {
    draft.builder.mark(fork, k, 1);
    draft.builder.mark(think, k, 1);
  }
  ExprBuilder& expr = draft.builder.expr();
  const ExprId p = expr.variable(phil, 0, {});
  const ExprId next = expr.unary(Op::successor, p, {});
  const TransitionId first = draft.coloured_transition("take_first", {{"p", phil}});
  draft.arc(first, think, ArcKind::input, p);
  draft.arc(first, fork, ArcKind::input, p);
  draft.arc(first, one, ArcKind::output, p);
  const TransitionId second = draft.coloured_transition("take_second", {{"p", phil}});
  draft.arc(second, one, ArcKind::input, p);
  draft.arc(second, fork, ArcKind::input, next);
  draft.arc(second, eat, ArcKind::output, p);
  const TransitionId down = draft.coloured_transition("put_down", {{"p", phil}});
  draft.arc(down, eat, ArcKind::input, p);
  draft.arc(down, think, ArcKind::output, p);
  draft.arc(down, fork, ArcKind::output, p);
  draft.arc(down, fork, ArcKind::output, next);
  return draft.build();
}

Net asking_for_live(Net net) {
  Property property;
  property.name = "live";
  property.module = ModuleId(0);
  property.kind = PropertyKind::live;
  net.properties.push_back(std::move(property));
  return net;
}

const PropertyResult& result_of(const VerifyResult& result, const std::string& name) {
  for (const PropertyResult& property : result.properties) {
    if (property.name == name) return property;
  }
  ADD_FAILURE() << "no property " << name;
  return result.properties.front();
}

}  // namespace petriloom::test
