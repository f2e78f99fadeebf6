// SPDX-License-Identifier: Apache-2.0
#include "engine/build/builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>

namespace petriloom {
namespace {

Place place(std::string name, ColourSetId colour) {
  Place p;
  p.name = std::move(name);
  p.module = ModuleId(0);
  p.colour = colour;
  return p;
}

Transition transition(std::string name) {
  Transition t;
  t.name = std::move(name);
  t.module = ModuleId(0);
  return t;
}

Arc arc(PlaceId p, ArcKind kind, ExprId value) {
  Arc a;
  a.place = p;
  a.kind = kind;
  a.value = value;
  return a;
}

TEST(NetBuilder, BuildsAndTidiesANet) {
  NetBuilder builder("n", std::make_shared<Sources>());
  const PlaceId p = builder.add(place("P", ColourTable::kInt));
  const PlaceId q = builder.add(place("Q", ColourTable::kUnit));
  builder.mark(p, 2, 1);
  builder.mark(p, 1, 1);
  builder.mark(p, 2, 4);
  Transition t = transition("t");
  t.variables = {{"x", ColourTable::kInt}};
  t.binding_size = 1;
  t.arcs = {arc(p, ArcKind::input, builder.expr().variable(ColourTable::kInt, 0, {})), arc(q, ArcKind::output, {})};
  t.timing = Timing::deterministic;
  t.a = builder.expr().integer(2, {});
  builder.add(t);
  const std::optional<Net> net = builder.build();
  ASSERT_TRUE(net) << builder.diagnostics().format(Sources{});
  ASSERT_EQ(net->places[0].initial.size(), 2U);
  EXPECT_EQ(net->places[0].initial[1].count, 5);
  EXPECT_EQ(net->exprs[net->transitions[0].a].type, ColourTable::kReal);
  EXPECT_TRUE(timed(*net));
  EXPECT_EQ(path(*net, p), "P");
}

TEST(NetBuilder, SaysAllThatIsWrongAtOnce) {
  NetBuilder builder("n", std::make_shared<Sources>());
  const ColourSetId small = builder.net().colours.add_range("Small", 0, 3);
  const PlaceId p = builder.add(place("P", small));
  builder.add(place("P", ColourTable::kInt));
  builder.mark(p, 7, 1);
  ExprBuilder& expr = builder.expr();
  Transition t = transition("t");
  t.variables = {{"x", ColourTable::kInt}};
  t.binding_size = 1;
  t.priority = expr.real(0.5, {});
  t.arcs = {arc(p, ArcKind::output, expr.wildcard(small, {}))};
  t.guards = {expr.dead({})};
  t.timing = Timing::exponential;
  t.a = expr.real(-1, {});
  builder.add(t);
  EXPECT_FALSE(builder.build());
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : builder.diagnostics().list()) messages.push_back(diagnostic.message);
  const std::vector<std::string> expected{"there is already a place 'P' in the net",
                                          "an initial token of place 'P' is not a colour of Small",
                                          "nothing binds variable 'x' of transition 't'",
                                          "what can fire cannot be looked at here",
                                          "a wildcard has no value here",
                                          "a priority must be an int, but this is a real",
                                          "exponential with a first parameter of -1"};
  EXPECT_EQ(messages, expected);
}

TEST(NetBuilder, IdsOutOfRangeAreAnErrorNotACrash) {
  NetBuilder builder("n", std::make_shared<Sources>());
  Transition t = transition("t");
  t.arcs = {arc(PlaceId(5), ArcKind::input, ExprId(77))};
  builder.add(t);
  EXPECT_FALSE(builder.build());
  EXPECT_EQ(builder.diagnostics().error_count(), 2U);
}

// Numbers of tokens and random values stand where docs/semantics.md allows them and nowhere else.
TEST(NetBuilder, MarkingsAndRandomValuesHaveTheirPlaces) {
  NetBuilder builder("n", std::make_shared<Sources>());
  const PlaceId p = builder.add(place("P", ColourTable::kInt));
  ExprBuilder& expr = builder.expr();
  const ExprId x = expr.variable(ColourTable::kInt, 0, {});
  const ExprId many = expr.tokens(p, {}, {});
  const ExprId die = expr.random(Distribution::discrete, std::array{expr.integer(1, {}), expr.integer(6, {})}, {});
  const auto with = [&](std::string name, const std::function<void(Transition&)>& change) {
    Transition t = transition(std::move(name));
    t.variables = {{"x", ColourTable::kInt}};
    t.binding_size = 1;
    t.arcs = {arc(p, ArcKind::input, x), arc(p, ArcKind::output, x)};
    change(t);
    builder.add(t);
  };
  with("counts", [&](Transition& t) {
    t.arcs.push_back(t.arcs[0]);
    t.arcs[2].count = t.arcs[1].count = many;
  });
  with("guard and weight", [&](Transition& t) {
    t.guards = {expr.binary(Op::greater, many, x, {})};
    t.weight = expr.binary(Op::add, many, expr.real(1, {}), {});
  });
  with("rate", [&](Transition& t) {
    t.timing = Timing::exponential;
    t.a = many;
  });
  with("drawn", [&](Transition& t) {
    t.delay = die;
    t.arcs[1].delay = t.arcs[1].count = t.arcs[1].value = die;
    t.arcs[1].condition = expr.binary(Op::less, die, x, {});
  });
  EXPECT_FALSE(builder.diagnostics().has_errors());
  const std::size_t before = builder.diagnostics().list().size();
  with("drawn guard", [&](Transition& t) { t.guards = {expr.binary(Op::less, die, x, {})}; });
  with("drawn input", [&](Transition& t) {
    t.arcs.push_back(t.arcs[0]);
    t.arcs[2].count = die;
  });
  with("drawn weight", [&](Transition& t) { t.weight = die; });
  with("counted pattern", [&](Transition& t) { t.arcs.push_back(arc(p, ArcKind::input, many)); });
  EXPECT_FALSE(builder.build());
  std::vector<std::string> messages;
  for (std::size_t k = before; k < builder.diagnostics().list().size(); ++k) {
    messages.push_back(builder.diagnostics().list()[k].message);
  }
  const std::string drawn = "a random value cannot be drawn here";
  const std::string counted = "the marking cannot be looked at here";
  EXPECT_EQ(messages, (std::vector<std::string>{drawn, drawn, drawn, counted}));
}

TEST(NetBuilder, AFunctionThatCallsARandomOneIsRandom) {
  NetBuilder builder("n", std::make_shared<Sources>());
  const PlaceId p = builder.add(place("P", ColourTable::kInt));
  ExprBuilder& expr = builder.expr();
  Function inner;
  inner.name = "inner";
  inner.result = ColourTable::kInt;
  inner.body = expr.random(Distribution::bernoulli, std::array{expr.real(0.5, {})}, {});
  const FunctionId first = builder.add(inner);
  Function outer;
  outer.name = "outer";
  outer.result = ColourTable::kInt;
  outer.body = expr.call(first, {}, {});
  const FunctionId second = builder.add(outer);
  Transition t = transition("t");
  t.arcs = {arc(p, ArcKind::output, expr.call(second, {}, {}))};
  builder.add(t);
  t.name = "u";
  t.guards = {expr.binary(Op::equal, expr.call(second, {}, {}), expr.integer(1, {}), {})};
  builder.add(t);
  EXPECT_FALSE(builder.build());
  ASSERT_EQ(builder.diagnostics().list().size(), 1U);
  EXPECT_EQ(builder.diagnostics().list()[0].message, "function 'outer' draws a random value, which cannot be drawn here");
}

TEST(NetBuilder, AFunctionNeedsABody) {
  NetBuilder builder("n", std::make_shared<Sources>());
  Function bare;
  bare.name = "bare";
  bare.result = ColourTable::kInt;
  builder.add(bare);
  bare.body = ExprId(1'000'000);
  builder.add(bare);
  EXPECT_FALSE(builder.build());
  ASSERT_EQ(builder.diagnostics().list().size(), 2U);
  for (const Diagnostic& diagnostic : builder.diagnostics().list()) {
    EXPECT_NE(diagnostic.message.find("the body"), std::string::npos) << diagnostic.message;
  }
}

// Each function calls the one before it, so that the last to be known is asked first and the other
// way round.
TEST(NetBuilder, WhatALongChainOfFunctionsLooksAtIsFoundInLinearTime) {
  constexpr std::size_t kFunctions = 100'000;
  for (const bool forwards : {false, true}) {
    NetBuilder builder("n", std::make_shared<Sources>());
    ExprBuilder& expr = builder.expr();
    for (std::size_t f = 0; f < kFunctions; ++f) {
      Function function;
      function.name = "f" + std::to_string(f);
      function.parameters = {ColourTable::kInt};
      function.result = ColourTable::kInt;
      builder.add(std::move(function));
    }
    const ExprId argument = expr.variable(ColourTable::kInt, 0, {});
    Net& net = builder.net();
    const std::size_t random = forwards ? kFunctions - 1 : 0;
    for (std::size_t f = 0; f < kFunctions; ++f) {
      net.functions[f].body = f == random ? expr.random(Distribution::bernoulli, std::array{expr.real(0.5, {})}, {})
                                          : expr.call(FunctionId(forwards ? f + 1 : f - 1), std::array{argument}, {});
    }
    net.exprs.settle(net.functions);
    for (const Function& function : net.functions) EXPECT_TRUE(net.exprs.looks(function.body, look::random));
  }
}

TEST(NetBuilder, ReferencesAreNamesOfPlaces) {
  const auto build = [](std::string name, PlaceId place_id) {
    NetBuilder builder("n", std::make_shared<Sources>());
    Module whole;
    whole.references = {{"other", ReferenceKind::fusion, PlaceId(0), {}, {}, {}},
                        {std::move(name), ReferenceKind::in, place_id, {}, {}, {}}};
    builder.add(whole);
    builder.add(place("P", ColourTable::kInt));
    return builder.build().has_value();
  };
  EXPECT_TRUE(build("Q", PlaceId(0)));
  EXPECT_FALSE(build("P", PlaceId(0)));
  EXPECT_FALSE(build("other", PlaceId(0)));
  EXPECT_FALSE(build("", PlaceId(0)));
  EXPECT_FALSE(build("Q", PlaceId(1)));
}

TEST(NetBuilder, PatternsOfListsAndUnionsBind) {
  NetBuilder builder("n", std::make_shared<Sources>());
  ColourTable& colours = builder.net().colours;
  const ColourSetId list = colours.add_list({}, ColourTable::kInt);
  const ColourSetId either = colours.add_union("Either", {"L", "I"}, {list, ColourTable::kInt});
  const PlaceId p = builder.add(place("P", either));
  ExprBuilder& expr = builder.expr();
  const ExprId x = expr.variable(ColourTable::kInt, 0, {});
  const ExprId rest = expr.variable(list, 1, {});
  const ExprId joined = expr.binary(Op::concat, expr.list({}, std::array{x}, {}), rest, {});
  Transition t = transition("t");
  t.variables = {{"x", ColourTable::kInt}, {"rest", list}};
  t.binding_size = 2;
  t.arcs = {arc(p, ArcKind::input, expr.inject(either, 0, joined, {}))};
  builder.add(t);
  EXPECT_TRUE(builder.build()) << builder.diagnostics().format(Sources{});
}

TEST(NetBuilder, AGuardMayBind) {
  NetBuilder builder("n", std::make_shared<Sources>());
  const PlaceId p = builder.add(place("P", ColourTable::kInt));
  ExprBuilder& expr = builder.expr();
  const ExprId x = expr.variable(ColourTable::kInt, 0, {});
  const ExprId y = expr.variable(ColourTable::kInt, 1, {});
  Transition t = transition("t");
  t.variables = {{"x", ColourTable::kInt}, {"y", ColourTable::kInt}};
  t.binding_size = 2;
  t.arcs = {arc(p, ArcKind::input, x), arc(p, ArcKind::output, y)};
  t.guards = {expr.binary(Op::equal, y, expr.binary(Op::add, x, expr.integer(1, {}), {}), {})};
  builder.add(t);
  EXPECT_TRUE(builder.build()) << builder.diagnostics().format(Sources{});
}

TEST(Net, IndexedPathGivesEachModuleItsIndices) {
  Net net;
  const ColourSetId node = net.colours.add_index("Node", "node", 0, 7);
  const ColourSetId side = net.colours.add_enumeration("Side", {"left", "right"});
  net.modules.resize(4);
  net.modules[1] = {"node", "NODE", ModuleId(0), false, {node}, {"n"}, {}, {}, {}, {}};
  net.modules[2] = {"board", "BOARD", ModuleId(1), false, {node}, {"n"}, {}, {}, {}, {}};
  net.modules[3] = {"gpu", "GPU", ModuleId(2), true, {node, side}, {"n", "s"}, {}, {}, {}, {}};
  const std::vector<Word> indices{3, 1};
  EXPECT_EQ(indexed_path(net, ModuleId(3), "BUSY", indices), "node[3].board.gpu[right].BUSY");
  EXPECT_EQ(path(net, ModuleId(3)), "node.board.gpu");
  EXPECT_TRUE(inside(net, ModuleId(3), ModuleId(1)));
  EXPECT_FALSE(inside(net, ModuleId(1), ModuleId(3)));
}

}  // namespace
}  // namespace petriloom
