// SPDX-License-Identifier: Apache-2.0
// Parameters of modules: values, colour sets and functions, and what their defaults see.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

const Place& place_of(const Net& net, const std::string& name) {
  for (std::size_t i = 0; i < net.places.size(); ++i) {
    if (path(net, PlaceId(i)) == name) return net.places[i];
  }
  ADD_FAILURE() << "no place " << name;
  return net.places[0];
}

std::string colour_of(const Net& net, const std::string& name) { return net.colours.describe(place_of(net, name).colour); }

std::vector<std::string> functions_of(const Net& net) {
  std::vector<std::string> names;
  for (const Function& each : net.functions) names.push_back(each.name);
  std::sort(names.begin(), names.end());
  return names;
}

TEST(ModuleParameters, ColourSetsAreTypesAndNames) {
  const Net net = read_right(
      "colour P = enum { a, b }; module M(colour Item, colour All = list of Item) { place X : Item; place Y : All; }"
      "instance m : M(Item = P); instance n : M(Item = product P * int); instance o : M(Item = int with 0..3, All = bool);");
  EXPECT_EQ(colour_of(net, "m.X"), "P");
  EXPECT_EQ(colour_of(net, "m.Y"), "list of P");
  EXPECT_EQ(colour_of(net, "n.X"), "P * int");
  EXPECT_EQ(colour_of(net, "n.Y"), "list of P * int");
  EXPECT_EQ(colour_of(net, "o.X"), "int with 0..3");
  EXPECT_EQ(colour_of(net, "o.Y"), "bool");
}

TEST(ModuleParameters, ColourSetsStandInExpressions) {
  const Net net = read_right(
      "colour P = enum { a, b, c }; module M(colour Item) { place X : Item = each all(Item); place Y : Item = Item.b ++ Item(2);"
      "place N : int = sum(x in Item : ord(x)); place R : list of Item = 1`turned(all(Item)); }"
      "fun turned[T](l : list of T) : list of T = if l = [] then [] else turned(tail(l)) ++ [head(l)]; instance m : M(Item = P);");
  EXPECT_EQ(place_of(net, "m.X").initial.size(), 3U);
  EXPECT_EQ(place_of(net, "m.Y").initial.at(0).colour, 1);
  EXPECT_EQ(place_of(net, "m.Y").initial.at(1).colour, 2);
  EXPECT_EQ(place_of(net, "m.N").initial.at(0).colour, 0 + 1 + 2);
}

TEST(ModuleParameters, DefaultsSeeWhatStandsBeforeThem) {
  const Net net = read_right(
      "const k = 5; module M(n : int = k, m : int = 2 * n, k : int = m + 1, fun f(x : int) : int = x + k) {"
      "place A : int = 1`n; place B : int = 1`m; place C : int = 1`k; place D : int = 1`f(100); }"
      "instance a : M(); instance b : M(n = 1); instance c : M(m = 3, k = k);");
  const auto value = [&net](const std::string& name) { return place_of(net, name).initial.at(0).colour; };
  EXPECT_EQ((std::vector{value("a.A"), value("a.B"), value("a.C"), value("a.D")}), (std::vector<Word>{5, 10, 11, 111}));
  EXPECT_EQ((std::vector{value("b.A"), value("b.B"), value("b.C"), value("b.D")}), (std::vector<Word>{1, 2, 3, 103}));
  EXPECT_EQ((std::vector{value("c.A"), value("c.B"), value("c.C"), value("c.D")}), (std::vector<Word>{5, 3, 5, 105}));
}

TEST(ModuleParameters, AFunctionThatFitsIsCalledAsItIs) {
  const std::string module =
      "module M(colour Item, fun key(x : Item) : int) { place X : int = 1`key(Item(1)); }"
      "module N(colour T, fun f(x : T) : int) { instance m : M(Item = T, key = f); }"
      "colour C = int with 0..3; fun twice(x : C) : int = 2 * x; fun any[A](x : A) : int = ord(x);";
  const Net same = read_right(module + "instance n : N(T = C, f = twice);");
  EXPECT_EQ(functions_of(same), std::vector<std::string>{"twice"});
  EXPECT_EQ(place_of(same, "n.m.X").initial.at(0).colour, 2);
  const Net generic = read_right(module + "instance n : N(T = C, f = any);");
  EXPECT_EQ(functions_of(generic), (std::vector<std::string>{"any", "f", "twice"}));
  const Net built_in = read_right(module + "instance n : N(T = bool, f = ord);");
  EXPECT_EQ(functions_of(built_in), (std::vector<std::string>{"f", "twice"}));
  // A range converts to int.
  const Net converted = read_right(module + "fun id(x : int) : C = x; instance n : N(T = C, f = id);");
  EXPECT_EQ(functions_of(converted), (std::vector<std::string>{"f", "id", "twice"}));
  EXPECT_EQ(place_of(converted, "n.m.X").initial.at(0).colour, 1);
}

TEST(ModuleParameters, FunctionsOfFoldedArraysKnowTheirIndex) {
  const std::string text =
      "colour N = index n with 0..2; module M(fun f(x : int) : int) { place X : int = 1`f(10); place Y : int;"
      "  var x : int; transition t { in X : x; out Y : f(x); } }"
      "scope node[i in N] { const base = ord(i); fun add(x : int) : int = x + base; instance m : M(f = add); }";
  for (const Fold fold : {Fold::always, Fold::never}) {
    const Net net = read_right(text, fold);
    std::multiset<Word> tokens;
    for (const Place& place : net.places) {
      for (const InitialTokens& each : place.initial) {
        tokens.insert(fold == Fold::never ? each.colour : net.pool.view(each.colour).back());
      }
    }
    EXPECT_EQ(tokens, (std::multiset<Word>{10, 11, 12}));
  }
}

TEST(ModuleParameters, AColourSetThatDependsOnTheIndexIsNotFolded) {
  const std::string text =
      "colour N = index n with 0..2; module M(n : int, colour Slot = int with 0..n) { place X : Slot = each all(Slot); }";
  const Net given = read_right(text + "instance m[i in N] : M(n = 1, Slot = int with 0..ord(i));");
  EXPECT_EQ(place_of(given, "m[2].X").initial.size(), 3U);
  const Net otherwise = read_right(text + "instance m[i in N] : M(n = ord(i));");
  EXPECT_EQ(place_of(otherwise, "m[2].X").initial.size(), 3U);
  const Net folded = read_right(text + "instance m[i in N] : M(n = 1);");
  EXPECT_EQ(folded.places.size(), 1U);
}

TEST(ModuleParameters, OldNamesStayNames) {
  const Net net = read_right(
      "module M(colour : int, fun : int) { place X : int = 1`(colour + fun); } const list = 2; const product = 1;"
      "fun subset(x : int) : int = x; instance m : M(colour = list, fun = product * subset(3));");
  EXPECT_EQ(place_of(net, "m.X").initial.at(0).colour, 5);
}

TEST(ModuleParameters, ErrorsNameTheInstance) {
  const std::string messages = read_wrong(
      "module M(colour Item) {\n place X : Item;\n var x : Item;\n transition t { in X : x; guard x.size > 0; }\n}\n"
      "module N(colour T) {\n instance m : M(Item = T);\n}\n"
      "colour R = record { size : int };\ninstance a : N(T = R);\ninstance b : N(T = int);\n");
  EXPECT_NE(messages.find("test.loom:11:10: error: `N` cannot be used with T = int"), std::string::npos) << messages;
  EXPECT_NE(messages.find("help: the error is at test.loom:4:35"), std::string::npos) << messages;
  EXPECT_NE(messages.find("test.loom:7:11: error: `M` cannot be used with Item = int"), std::string::npos) << messages;
  EXPECT_EQ(messages.find("T = R"), messages.rfind("T = R")) << messages;
}

}  // namespace
}  // namespace petriloom
