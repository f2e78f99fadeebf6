// SPDX-License-Identifier: Apache-2.0
// What is written can be read back, and is the same net.
#include <gtest/gtest.h>

#include <set>

#include "tests/loom/read.h"

namespace petriloom {
namespace {

std::string written(const Net& net) {
  const WriteResult result = write_loom(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

std::multiset<std::string> initial_tokens(const Net& net, const Place& place) {
  std::multiset<std::string> tokens;
  for (const InitialTokens& each : place.initial)
    tokens.insert(net.colours.format(place.colour, each.colour, net.pool) + " " + std::to_string(each.count) + " " +
                  std::to_string(each.available));
  return tokens;
}

void expect_same_position(const Position& a, const Position& b) {
  EXPECT_EQ(a.known, b.known);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
}

void expect_same_shape(const Net& a, const Net& b) {
  EXPECT_EQ(a.name, b.name);
  ASSERT_EQ(a.modules.size(), b.modules.size());
  for (std::size_t i = 0; i < a.modules.size(); ++i) {
    EXPECT_EQ(path(a, ModuleId(i)), path(b, ModuleId(i)));
    EXPECT_EQ(a.modules[i].kind, b.modules[i].kind);
    EXPECT_EQ(a.modules[i].hardware, b.modules[i].hardware);
    EXPECT_EQ(a.modules[i].index_names, b.modules[i].index_names);
    ASSERT_EQ(a.modules[i].references.size(), b.modules[i].references.size());
    for (std::size_t k = 0; k < a.modules[i].references.size(); ++k) {
      EXPECT_EQ(a.modules[i].references[k].name, b.modules[i].references[k].name);
      EXPECT_EQ(a.modules[i].references[k].kind, b.modules[i].references[k].kind);
      EXPECT_EQ(a.modules[i].references[k].place, b.modules[i].references[k].place);
      expect_same_position(a.modules[i].references[k].at, b.modules[i].references[k].at);
    }
  }
  ASSERT_EQ(a.places.size(), b.places.size());
  for (std::size_t i = 0; i < a.places.size(); ++i) {
    EXPECT_EQ(path(a, PlaceId(i)), path(b, PlaceId(i)));
    EXPECT_EQ(a.places[i].folded, b.places[i].folded);
    EXPECT_EQ(a.colours.describe(a.places[i].colour), b.colours.describe(b.places[i].colour));
    ASSERT_EQ(a.places[i].initial.size(), b.places[i].initial.size());
    EXPECT_EQ(initial_tokens(a, a.places[i]), initial_tokens(b, b.places[i]));
    expect_same_position(a.places[i].at, b.places[i].at);
  }
  ASSERT_EQ(a.transitions.size(), b.transitions.size());
  for (std::size_t i = 0; i < a.transitions.size(); ++i) {
    EXPECT_EQ(path(a, TransitionId(i)), path(b, TransitionId(i)));
    EXPECT_EQ(a.transitions[i].binding_size, b.transitions[i].binding_size);
    EXPECT_EQ(a.transitions[i].folded, b.transitions[i].folded);
    EXPECT_EQ(a.transitions[i].guards.size(), b.transitions[i].guards.size());
    expect_same_position(a.transitions[i].at, b.transitions[i].at);
    ASSERT_EQ(a.transitions[i].arcs.size(), b.transitions[i].arcs.size());
    for (std::size_t k = 0; k < a.transitions[i].arcs.size(); ++k) {
      EXPECT_EQ(a.transitions[i].arcs[k].kind, b.transitions[i].arcs[k].kind);
      EXPECT_EQ(a.transitions[i].arcs[k].place, b.transitions[i].arcs[k].place);
    }
  }
  EXPECT_EQ(a.notes, b.notes);
  ASSERT_EQ(a.measures.size(), b.measures.size());
  for (std::size_t i = 0; i < a.measures.size(); ++i) {
    EXPECT_EQ(a.measures[i].name, b.measures[i].name);
    EXPECT_EQ(a.measures[i].value_text, b.measures[i].value_text);
    EXPECT_EQ(a.measures[i].members.size(), b.measures[i].members.size()) << a.measures[i].name;
  }
  ASSERT_EQ(a.properties.size(), b.properties.size());
  for (std::size_t i = 0; i < a.properties.size(); ++i) EXPECT_EQ(a.properties[i].name, b.properties[i].name);
}

TEST(LoomWrite, ReadsBackAsTheSameNet) {
  for (const std::string& file : sample_nets()) {
    for (const Fold fold : {Fold::automatic, Fold::never}) {
      SCOPED_TRACE(file + (fold == Fold::never ? " expanded" : " folded"));
      const Net first = read_right(file_content(file), fold, file);
      const std::string text = written(first);
      const Net second = read_right(text, Fold::automatic, "again.loom");
      EXPECT_EQ(text, written(second));
      expect_same_shape(first, second);
    }
  }
}

TEST(LoomWrite, FunctionsAreCalledWhatNothingElseIs) {
  const Net first = read_right(
      "fun length(x : int) : int = x + 1;\nfun text(x : int) : int = 2 * x;\nconst l : list of int = [1];\n"
      "var x : int;\nplace P : int = 1`0;\ntransition t { in P : x; out P : length(text(x)); }");
  const std::string text = written(first);
  EXPECT_NE(text.find("length_(text_(x))"), std::string::npos) << text;
  expect_same_shape(first, read_right(text));
}

TEST(LoomWrite, RefusesNamesItCannotQuote) {
  Net net = read_right("place P : unit;");
  net.places[0].name = "it's";
  const WriteResult result = write_loom(net, {});
  EXPECT_TRUE(result.diagnostics.has_errors());
  EXPECT_TRUE(result.text.empty());
}

}  // namespace
}  // namespace petriloom
