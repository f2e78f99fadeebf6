// SPDX-License-Identifier: Apache-2.0
// Several names of one place (fusion, ports, aliases), positions, and scenarios.
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

const Place* find_place(const Net& net, const std::string& name) {
  for (std::size_t i = 0; i < net.places.size(); ++i) {
    if (path(net, PlaceId(i)) == name) return &net.places[i];
  }
  return nullptr;
}

std::int64_t tokens(const Net& net, const std::string& name) {
  const Place* const place = find_place(net, name);
  if (place == nullptr) return -1;
  std::int64_t count = 0;
  for (const InitialTokens& initial : place->initial) count += initial.count;
  return count;
}

Net scenario(const std::string& name, Fold fold) {
  ReadOptions options;
  options.scenario = name;
  options.fold = fold;
  ReadResult result = read_loom("scenarios.loom", file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/scenarios.loom"), options);
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  return result.net ? std::move(*result.net) : Net{};
}

TEST(LoomNames, FusedPlacesAreOne) {
  const Net net = read_right(R"(
    scope a { place P : int = 1`7; transition t { in P : 7; } }
    scope b { place Q : int; transition t { out Q : 7; } }
    place R : int;
    fuse R, a.P, b.Q;
    measure held = average tokens(a.P) + tokens(b.Q) + tokens(R);)");
  ASSERT_EQ(net.places.size(), 1U);
  EXPECT_EQ(path(net, PlaceId(0)), "R");
  EXPECT_EQ(tokens(net, "R"), 1);
  EXPECT_EQ(net.transitions[0].arcs[0].place, net.transitions[1].arcs[0].place);
  ASSERT_EQ(net.modules[1].references.size(), 1U);
  EXPECT_EQ(net.modules[1].references[0].name, "P");
  EXPECT_EQ(net.modules[1].references[0].kind, ReferenceKind::fusion);
  EXPECT_EQ(net.modules[1].references[0].place, PlaceId(0));
}

TEST(LoomNames, FusionIsTransitiveAndMayBeSaidTwice) {
  const Net net = read_right("place A : unit; place B : unit = 2`(); place C : unit = 2`(); fuse A, B; fuse B, C; fuse C, A;");
  ASSERT_EQ(net.places.size(), 1U);
  EXPECT_EQ(tokens(net, "A"), 2);
  EXPECT_EQ(net.modules[0].references.size(), 2U);
}

TEST(LoomNames, FusionOverAnArrayIsTheSameFoldedAndExpanded) {
  for (const Fold fold : {Fold::automatic, Fold::never}) {
    const Net net = read_right(file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/fused.loom"), fold);
    EXPECT_EQ(tokens(net, "POOL"), 2) << "marked by all its names alike";
    EXPECT_EQ(find_place(net, "worker.OWN"), nullptr);
    EXPECT_EQ(find_place(net, "worker[1].OWN"), nullptr);
    EXPECT_EQ(find_place(net, "even[2].HERE"), nullptr);
    EXPECT_EQ(find_place(net, "even.HERE"), nullptr);
    EXPECT_EQ(fold == Fold::never ? tokens(net, "worker[1].HERE") : tokens(net, "worker.HERE"), fold == Fold::never ? 1 : 3);
  }
}

TEST(LoomNames, PortsAreReferencesWithDirectionAndPosition) {
  const Net net = read_right(R"(
    place P : unit at (1, -2.5);
    module M { port in A : unit at (3, 4); port inout B : unit; transition t at (5, 6) { in A; } }
    instance m : M { A = P; B = P; })");
  EXPECT_TRUE(net.places[0].at.known);
  EXPECT_EQ(net.places[0].at.y, -2.5);
  EXPECT_EQ(net.transitions[0].at.x, 5);
  ASSERT_EQ(net.modules[1].references.size(), 2U);
  EXPECT_EQ(net.modules[1].references[0].kind, ReferenceKind::in);
  EXPECT_EQ(net.modules[1].references[0].at.x, 3);
  EXPECT_EQ(net.modules[1].references[1].kind, ReferenceKind::inout);
  EXPECT_FALSE(net.modules[1].references[1].at.known);
}

TEST(LoomNames, ScenariosChangeConstantsAndMarkings) {
  for (const Fold fold : {Fold::automatic, Fold::never}) {
    const bool expanded = fold == Fold::never;
    const Net plain = scenario("", fold);
    EXPECT_EQ(plain.scenarios, (std::vector<std::string>{"heavy", "light"}));
    EXPECT_EQ(tokens(plain, "RUN"), 1);
    EXPECT_EQ(tokens(plain, "single.WAIT"), 2);
    EXPECT_EQ(expanded ? tokens(plain, "station[1].WAIT") : tokens(plain, "station.WAIT"), expanded ? 3 : 5);
    const Net heavy = scenario("heavy", fold);
    EXPECT_EQ(heavy.scenario, "heavy");
    EXPECT_EQ(tokens(heavy, "RUN"), 10);
    EXPECT_EQ(tokens(heavy, "single.WAIT"), 7);
    EXPECT_EQ(expanded ? tokens(heavy, "station[1].WAIT") : tokens(heavy, "station.WAIT"), expanded ? 3 : 5);
    const Net light = scenario("light", fold);
    EXPECT_EQ(tokens(light, "single.WAIT"), 1);
    EXPECT_EQ(expanded ? tokens(light, "station[1].WAIT") : tokens(light, "station.WAIT"), expanded ? 4 : 8);
  }
}

TEST(LoomNames, UnknownScenarioListsThoseThereAre) {
  ReadOptions options;
  options.scenario = "heavi";
  const ReadResult result = read_loom("s.loom", "scenario heavy { } scenario light { }", options);
  EXPECT_FALSE(result.net.has_value());
  const std::string text = result.diagnostics.format(*result.sources);
  EXPECT_NE(text.find("there is no scenario `heavi`"), std::string::npos) << text;
  EXPECT_NE(text.find("heavy"), std::string::npos) << text;
}

TEST(LoomNames, AScenarioMarksAPlaceByAnyOfItsNames) {
  ReadOptions options;
  options.scenario = "s";
  const ReadResult result =
      read_loom("s.loom", "place A : unit = 1`(); place B : unit = 1`(); fuse A, B; scenario s { place B = 5`(); }", options);
  ASSERT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  EXPECT_EQ(tokens(*result.net, "A"), 5);
}

TEST(LoomNames, NotesAreKept) {
  const Net net = read_right("note \"code region of t\" \"print \\\"x\\\";\\n\";");
  ASSERT_EQ(net.notes.size(), 1U);
  EXPECT_EQ(net.notes[0].first, "code region of t");
  EXPECT_EQ(net.notes[0].second, "print \"x\";\n");
}

TEST(LoomNames, ArraysOverSubsetsHaveTheIndicesOfTheirBase) {
  const std::string text = R"(
    colour N = index n with 0..3;
    colour Some = subset N { 1, 3 };
    instance a[i in Some] : M(w = ord(i)) {}
    module M(w : int) { place P : int = 1`w; }
    measure m = average tokens(a[3].P);)";
  const Net folded = read_right(text);
  const Net expanded = read_right(text, Fold::never);
  ASSERT_EQ(folded.places.size(), 1U);
  EXPECT_EQ(tokens(folded, "a.P"), 2);
  EXPECT_EQ(tokens(expanded, "a[1].P"), 1);
  EXPECT_EQ(tokens(expanded, "a[3].P"), 1);
  EXPECT_EQ(indexed_path(folded, ModuleId(1), "P", std::vector<Word>{1}), "a[3].P");
}

}  // namespace
}  // namespace petriloom
