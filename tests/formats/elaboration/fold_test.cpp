// SPDX-License-Identifier: Apache-2.0
// The folded and the expanded net of one source unfold to the same place/transition net
// (docs/semantics.md, rule 18).
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/unfold/unfold.h"
#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

/// A net without colours as text, independent of the order of its parts.
struct Plain {
  std::map<std::string, std::int64_t> places;
  std::set<std::string> transitions;
  std::multiset<std::string> properties;
};

std::string arc_text(const Net& net, const Arc& arc) {
  const Word count = arc.count.valid() ? net.exprs[arc.count].payload : 1;
  return std::to_string(static_cast<int>(arc.kind)) + " " + path(net, arc.place) + " " + std::to_string(count) + ";";
}

/// Places that nothing touches and that are empty are there in one net and not in the other; they
/// do not count.
Plain plain(const Net& coloured) {
  const Unfolding unfolding = unfold(coloured, {});
  EXPECT_TRUE(unfolding.net.has_value()) << unfolding.diagnostics.format(*coloured.sources);
  Plain made;
  if (!unfolding.net) return made;
  const Net& net = *unfolding.net;
  std::set<std::size_t> touched;
  for (std::size_t i = 0; i < net.transitions.size(); ++i) {
    std::multiset<std::string> arcs;
    for (const Arc& arc : net.transitions[i].arcs) {
      arcs.insert(arc_text(net, arc));
      touched.insert(arc.place.index());
    }
    std::string text = path(net, net.transitions[i].module) + ":";
    for (const std::string& arc : arcs) text += arc;
    made.transitions.insert(text);
  }
  for (std::size_t i = 0; i < net.places.size(); ++i) {
    std::int64_t tokens = 0;
    for (const InitialTokens& initial : net.places[i].initial) tokens += initial.count;
    if (tokens > 0 || touched.contains(i)) made.places[path(net, PlaceId(i))] = tokens;
  }
  for (const Property& property : coloured.properties) made.properties.insert(property.name);
  return made;
}

void expect_same(const std::string& text) {
  const Plain folded = plain(read_right(text, Fold::automatic));
  const Plain expanded = plain(read_right(text, Fold::never));
  EXPECT_EQ(folded.places, expanded.places);
  EXPECT_EQ(folded.transitions, expanded.transitions);
  EXPECT_EQ(folded.properties, expanded.properties);
  EXPECT_FALSE(folded.transitions.empty());
}

TEST(Fold, RingIsTheSameEitherWay) { expect_same(file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/ring.loom")); }
TEST(Fold, NodesAreTheSameEitherWay) { expect_same(file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/nodes.loom")); }
TEST(Fold, HalfFoldedIsTheSameEitherWay) { expect_same(file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/cannot_fold.loom")); }

TEST(Fold, FusionIsTheSameEitherWay) {
  expect_same(R"(
    colour N = index n with 0..2;
    colour C = int with 0..1;
    place POOL : C = 2`1;
    place STOCK : product N * C;
    place LOG : unit;
    module WORKER() {
      port in TAKE : C; port out GIVE : C;
      place DONE : unit; place OWN : C = 2`1; place HERE : unit = 1`(); place THERE : unit;
      fuse HERE, THERE;
      alias RESULT = GIVE;
      var c : C;
      transition work { in TAKE : c; out RESULT : c; out DONE; in THERE; out HERE; }
    }
    instance worker[i in N] : WORKER() { TAKE = POOL; GIVE = STOCK[i]; }
    fuse LOG, worker[*].DONE;
    fuse POOL, worker[*].OWN;
    transition watch { in LOG; read worker[1].THERE; }
    property kept : invariant tokens(worker[2].OWN) <= 2;)");
}

TEST(Fold, ArraysOverSubsetsProductsAndUnionsAreTheSameEitherWay) {
  expect_same(R"(
    colour N = int with 0..3;
    colour Dir = enum { north, south };
    colour Odd = subset N { 1, 3 };
    colour Pair = product Odd * Dir;
    colour Msg = union { Data : Dir, Stop };
    module M() { place P : unit = 1`(); place Q : unit; transition t { in P; out Q; } }
    instance a[i in Odd] : M();
    instance b[p in Pair] : M();
    instance c[m in Msg] : M();
    place ALL : unit;
    transition join { in a[3].Q; in b[(1, south)].Q; in c[Data(north)].Q; in c[Stop].Q; out ALL; })");
}

TEST(Fold, ComponentsOfSeveralIndicesAreTheSameEitherWay) {
  expect_same(R"(
    colour I = int with 0..1;
    colour C = int with 0..2;
    place CELL : product I * I * C = 1`(0, 1, 2) ++ 1`(1, 0, 1);
    module M() { port inout ROW : product I * C; var j : I; var c : C; transition t { in ROW : (j, c); guard c > 0; out ROW : (j, c - 1); } }
    instance m[i in I] : M() { ROW = CELL[i]; }
    var c : C;
    var r : C;
    transition swap { in CELL[0, 1] : c; in CELL[1] : (0, r); out CELL[0, 1] : r; out CELL[1] : (0, c); })");
}

/// The places of the expanded array cannot be one place; what the folded net means is said by a net
/// that has that place.
TEST(Fold, APortTakesThePlacesOfAFoldedArrayAsOne) {
  const std::string declarations = R"(
    colour N = index n with 0..1;
    colour G = int with 0..1;
    colour C = int with 0..2;
    module SWITCH() { port inout ALL : product N * C; var i : N; var c : C; transition move { in ALL : (i, c); out ALL : (succ(i), c); } }
    module PAIRS() { port in ALL : product G * C; var g : G; var c : C; transition take { in ALL : (g, c); } })";
  const Net net = read_right(declarations + R"(
    scope node[i in N] { place P : C = 1`2; scope gpu[g in G] { place Q : C = 1`1; } instance p : PAIRS() { ALL = gpu[*].Q; } }
    instance s : SWITCH() { ALL = node[*].P; })");
  const Net said = read_right(declarations + R"(
    place P : product N * C = 1`(n(0), 2) ++ 1`(n(1), 2);
    place Q : product N * G * C = each map(x in all(product N * G) : (x.1, x.2, (1 : C)));
    module SOME(i : N) { port in ALL : product N * G * C; var g : G; var c : C; transition take { in ALL : (i, g, c); } }
    instance p[i in N] : SOME(i = i) { ALL = Q; }
    instance s : SWITCH() { ALL = P; })");
  const Plain first = plain(net);
  const Plain second = plain(said);
  EXPECT_EQ(first.transitions.size(), second.transitions.size());
  EXPECT_EQ(first.places.size(), second.places.size());
  EXPECT_EQ(first.transitions.size(), 2U + 4U) << "a move of the token of each node, and a take for each of the four tokens";
  EXPECT_NE(read_wrong(declarations + "scope node[i in N] { place P : C; } instance s : SWITCH() { ALL = node[*].P; }", Fold::never)
                .find("this leads to 2 places"),
            std::string::npos);
}

TEST(Fold, IndicesStandInFront) {
  const Net net = read_right(file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/nodes.loom"));
  ASSERT_EQ(net.modules.size(), 3U);
  EXPECT_EQ(net.modules[2].indices.size(), 2U);
  EXPECT_EQ(net.modules[2].index_names, (std::vector<std::string>{"i", "g"}));
  EXPECT_TRUE(net.modules[2].hardware);
  EXPECT_FALSE(net.modules[1].hardware);
  for (const Place& place : net.places) {
    EXPECT_EQ(place.folded, net[place.module].indices.size()) << place.name;
    if (place.name == "BUSY") {
      EXPECT_EQ(net.colours.describe(place.colour), "Node * Gpu * Task");
    }
  }
  for (const Transition& transition : net.transitions) {
    const Module& module = net[transition.module];
    EXPECT_EQ(transition.folded, module.indices.size());
    for (std::size_t k = 0; k < module.indices.size(); ++k) EXPECT_EQ(transition.variables[k].colour, module.indices[k]);
  }
}

TEST(Fold, OnlyWhatExistsIsMarkedAndMeasured) {
  const Net net = read_right(file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/nodes.loom"));
  for (const Place& place : net.places) {
    if (place.name == "IDLE") {
      EXPECT_EQ(place.initial.size(), 8U);
    }
  }
  for (const Measure& measure : net.measures) {
    if (measure.name == "busy") {
      EXPECT_EQ(measure.members.size(), 8U);
    }
  }
}

TEST(Fold, FilterGuardsATransitionThatTakesNothingLocal) {
  const std::string text =
      "place IN : int with 0..3 = 0; module M { port in A : unit; place B : unit; transition t { in A; out B; } }"
      "instance m[i in 0..3 where i < 2] : M { A = IN[i]; }";
  const Net net = read_right(text);
  ASSERT_EQ(net.transitions.size(), 1U);
  EXPECT_EQ(net.transitions[0].guards.size(), 1U);
  expect_same(text);
}

/// What only tests or empties places of its instance, or takes from them if at all, or from another
/// element, would also fire for the elements that a filter leaves out.
TEST(Fold, FilterGuardsATransitionThatNeedsNoTokenOfItsInstance) {
  const std::string items[] = {
      "inhibit B; out A;",
      "equal B : 0; out A;",
      "reset B; out A;",
      "in B : 1`() when i > 1; out A;",
      "in B : (i - 1)`(); out A;",
      "in B : each [ ]; out A;",
      "in .m[1].B; out A;",
      "inhibit B; in LEFT; out A;",
      "read .m[1].B; in B; out A;",
      "read B : 0`(); out A;",
      "in LEFT; in B : 1`() when false; out A;",
  };
  for (const std::string& item : items) {
    const std::string text =
        "place A : unit; place LEFT : unit = 4`(); scope m[i in 0..3 where i > 0 & i < 3] { place B : unit = 1`();"
        "transition t { " +
        item + " } }";
    SCOPED_TRACE(item);
    expect_same(text);
  }
  const Net net = read_right("scope m[i in 0..3 where i > 0] { place B : unit; transition t { in B; } transition u { out B; } }");
  EXPECT_TRUE(net.transitions[0].guards.empty());
  EXPECT_EQ(net.transitions[1].guards.size(), 1U);
}

TEST(Fold, TransitionsKeepTheirOrder) {
  const std::string text = file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/ring.loom");
  const Net folded = read_right(text, Fold::automatic);
  const Net expanded = read_right(text, Fold::never);
  std::vector<std::string> order;
  for (const Transition& transition : expanded.transitions) {
    if (order.empty() || order.back() != transition.name) order.push_back(transition.name);
  }
  std::vector<std::string> wanted;
  for (const Transition& transition : folded.transitions) wanted.push_back(transition.name);
  EXPECT_EQ(order, wanted);
}

TEST(Fold, ExpandedElementsHaveTheirIndexInTheName) {
  const Net net = read_right(file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/nodes.loom"), Fold::never);
  EXPECT_EQ(path(net, ModuleId(1)), "node[0]");
  EXPECT_EQ(path(net, ModuleId(2)), "node[0].gpu[0]");
  for (const Place& place : net.places) EXPECT_EQ(place.folded, 0U);
}

TEST(Fold, OriginComesFromTheLineOfTheInstance) {
  const std::string text =
      "module A { place P : unit; }\nmodule B { instance a : A; }\ninstance b : B;\ninstance c[i in 0..1] : A;\n";
  auto sources = std::make_shared<Sources>();
  const FileId description = sources->add("machine.yaml", "x\n");
  const LineOrigins origins{{3, {description, 7, 1}}, {4, {description, 9, 1}}};
  const ReadResult result = read_loom("test.loom", text, {}, sources, origins);
  ASSERT_TRUE(result.net.has_value());
  const Net& net = *result.net;
  ASSERT_EQ(net.modules.size(), 4U);
  EXPECT_EQ(net.modules[1].origin.line, 7U);
  EXPECT_EQ(net.modules[2].origin.line, 7U);
  EXPECT_EQ(net.modules[2].instance.line, 2U);
  EXPECT_EQ(net.modules[2].definition.line, 1U);
  EXPECT_EQ(net.modules[3].origin.line, 9U);
}

// Of two nodes that are not folded one has cards and the other none.
TEST(Fold, AnArrayWithoutElementsIsNone) {
  const Net net = read_right(
      "colour Node = index node with 0..1;\nfun cards(n : Node) : int = 2 * ord(n);\n"
      "module CARD() { place P : unit = 1`(); transition t { in P; } measure ends = count t; }\n"
      "module NODE(self : Node) {\n  colour Own = int with 0..ord(self);\n  place Q : Own;\n"
      "  instance card[c in 0..3 where c < cards(self)] : CARD();\n}\n"
      "instance nodes[n in Node] : NODE(self = n);\n");
  ASSERT_EQ(net.modules.size(), 4U);  // the net, two nodes, and the cards of the second
  EXPECT_EQ(net.modules[3].name, "card");
  EXPECT_EQ(net[net.modules[3].parent].name, "nodes[1]");
}

// The net itself and an array with an instance for each of 3000 indices: far from the limit
// (kMostInstances).
TEST(Fold, ThousandsOfInstancesAreWrittenOut) {
  const std::string text =
      "scope st[k in 1..3000] { place P : unit = 1`(); transition t { in P; out P; time exponential(1.0); } }\n";
  EXPECT_EQ(read_right(text, Fold::never).modules.size(), 3001U);
  EXPECT_EQ(read_right(text, Fold::always).modules.size(), 2U);
}

}  // namespace
}  // namespace petriloom
