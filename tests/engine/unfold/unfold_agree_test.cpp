// SPDX-License-Identifier: Apache-2.0
// Unfolded nets do what the coloured ones do: the same markings, the same runs, the same measures,
// on random nets of every kind of arc.
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "analysis/model/net_model.h"
#include "engine/unfold/unfold.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

constexpr std::size_t kMostMarkings = 1500;

using Markings = std::set<std::vector<Tokens>>;

class Collect final : public SuccessorSink {
 public:
  void edge(Label, StateBytes target) override { found.emplace_back(target.begin(), target.end()); }
  std::vector<std::vector<std::uint8_t>> found;
};

/// All markings, seen through `view`; nothing if there are too many. Throws EvalError.
std::optional<Markings> explored(const Net& net, const std::function<std::vector<Tokens>(const std::vector<Tokens>&)>& view) {
  NetModel model(net, {});
  Collect open;
  const StateBytes first = model.initial();
  open.found.emplace_back(first.begin(), first.end());
  std::set<std::vector<std::uint8_t>> seen{open.found[0]};
  Markings all;
  for (std::size_t next = 0; next < open.found.size(); ++next) {
    const std::vector<std::uint8_t> state = open.found[next];
    all.insert(view(model.tokens(state)));
    Collect targets;
    model.load(state);
    model.successors(targets);
    for (auto& target : targets.found) {
      if (seen.insert(target).second) open.found.push_back(std::move(target));
    }
    if (seen.size() > kMostMarkings) return std::nullopt;
  }
  return all;
}

/// The same; nothing either if the net cannot be explored, as what it draws has no end of values.
std::optional<Markings> markings(const Net& net, const std::function<std::vector<Tokens>(const std::vector<Tokens>&)>& view) {
  try {
    return explored(net, view);
  } catch (const EvalError&) {
    return std::nullopt;
  }
}

std::vector<Tokens> as_it_is(const std::vector<Tokens>& tokens) { return tokens; }

/// The tokens of each coloured place, whatever their colour.
std::vector<Tokens> by_place(const std::vector<Tokens>& tokens) {
  std::map<PlaceId, std::int64_t> counts;
  for (const Tokens& one : tokens) counts[one.place] += one.count;
  std::vector<Tokens> all;
  for (const auto& [place, count] : counts) all.push_back({place, 0, count});
  return all;
}

/// The marking of the coloured net that one of the unfolded net stands for.
std::vector<Tokens> coloured(const UnfoldedParts& parts, const std::vector<Tokens>& tokens) {
  std::vector<Tokens> all;
  for (const Tokens& one : tokens) {
    const UnfoldedPlace& part = parts.places[one.place.index()];
    if (!part.total) all.push_back({part.place, part.colour, one.count});
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// What random nets may have besides.
struct Feature {
  const char* name;
  bool RandomNetOptions::*option;
  std::uint64_t nets;
};
constexpr Feature kPlain{"plain", nullptr, many(1000U)};
constexpr Feature kFeatures[] = {kPlain,
                                 {"counting", &RandomNetOptions::counting, many(250U)},
                                 {"drawing", &RandomNetOptions::drawing, many(250U)},
                                 {"ordered", &RandomNetOptions::ordered, many(250U)},
                                 {"emptying", &RandomNetOptions::emptying, many(250U)},
                                 {"nested", &RandomNetOptions::nested, many(250U)},
                                 {"sharing", &RandomNetOptions::sharing, many(250U)}};

Net net_of(const Feature& feature, bool timed, std::uint64_t number) {
  RandomNetOptions options;
  options.timed = timed;
  options.weights = timed;
  if (feature.option != nullptr) options.*feature.option = true;
  return random_net(number, options);
}

/// Whether unfolding may refuse the net: random colours, and what tokens with a time of their own
/// do not allow.
bool may_be_refused(const Unfolding& unfolding) {
  const std::string& message = unfolding.diagnostics.list().at(0).message;
  for (const char* const reason : {"drawn at random", "several colours share", "servers of", "without time", "never has a token"}) {
    if (message.find(reason) != std::string::npos) return true;
  }
  return false;
}

TEST(UnfoldAgrees, RandomNetsHaveTheSameMarkings) {
  for (const Feature& feature : kFeatures) {
    std::size_t compared = 0;
    for (std::uint64_t number = 0; number < feature.nets; ++number) {
      const Net net = net_of(feature, false, number);
      const Unfolding unfolding = unfold(net, {});
      if (!unfolding.net) {
        ASSERT_TRUE(feature.option == &RandomNetOptions::drawing && may_be_refused(unfolding)) << feature.name << " " << number;
        continue;
      }
      const auto expected = markings(net, as_it_is);
      const auto found = markings(*unfolding.net, [&](const auto& tokens) { return coloured(unfolding.parts, tokens); });
      ASSERT_EQ(expected.has_value(), found.has_value()) << feature.name << " " << number;
      if (!expected) continue;
      ASSERT_EQ(*expected, *found) << feature.name << " " << number;
      ++compared;
    }
    EXPECT_GT(compared, feature.nets / 2) << feature.name;
  }
}

TEST(UnfoldAgrees, WithoutTimeThereIsATransitionForEachOutcome) {
  UnfoldOptions options;
  options.untimed = true;
  std::size_t compared = 0;
  for (std::uint64_t number = 0; number < many(400U); ++number) {
    // What can be explored leaves time out by itself.
    const Net net = net_of({"drawing", &RandomNetOptions::drawing, 0}, number % 2 == 1, number);
    const Unfolding unfolding = unfold(net, options);
    if (!unfolding.net) {
      const std::string& message = unfolding.diagnostics.list().at(0).message;
      ASSERT_NE(message.find("there is no end to its values"), std::string::npos) << number << ": " << message;
      continue;
    }
    ASSERT_FALSE(petriloom::timed(*unfolding.net)) << number;
    const auto expected = markings(net, as_it_is);
    const auto found = markings(*unfolding.net, [&](const auto& tokens) { return coloured(unfolding.parts, tokens); });
    ASSERT_EQ(expected.has_value(), found.has_value()) << number;
    if (!expected) continue;
    ASSERT_EQ(*expected, *found) << number;
    ++compared;
  }
  EXPECT_GT(compared, many(200U));
}

TEST(UnfoldAgrees, ConstantPlacesAreNotMissed) {
  UnfoldOptions options;
  options.drop_constant_places = true;
  std::size_t smaller = 0;
  for (std::uint64_t number = 0; number < many(400U); ++number) {
    const Net net = net_of(kFeatures[number % 2], false, number);
    const Unfolding whole = unfold(net, {});
    const Unfolding less = unfold(net, options);
    ASSERT_EQ(whole.net.has_value(), less.net.has_value()) << number;
    if (!whole.net) continue;
    const auto expected = markings(*whole.net, as_it_is);
    const auto found = markings(*less.net, as_it_is);
    ASSERT_EQ(expected.has_value(), found.has_value()) << number;
    if (!expected) continue;
    EXPECT_EQ(expected->size(), found->size()) << number;
    smaller += less.net->places.size() < whole.net->places.size() ? 1U : 0U;
  }
  EXPECT_GE(smaller, many(30U));
}

TEST(UnfoldAgrees, MergedColoursKeepTheTokensOfEachPlace) {
  UnfoldOptions options;
  options.merge_alike = true;
  std::size_t smaller = 0;
  for (const Feature& feature : kFeatures) {
    for (std::uint64_t number = 0; number < feature.nets; ++number) {
      const Net net = net_of(feature, false, number);
      const Unfolding unfolding = unfold(net, options);
      if (!unfolding.net) continue;
      const auto sums = [&](const auto& tokens) { return by_place(coloured(unfolding.parts, tokens)); };
      const auto expected = markings(net, by_place);
      const auto found = markings(*unfolding.net, sums);
      if (!expected || !found) continue;
      ASSERT_EQ(*expected, *found) << feature.name << " " << number;
      smaller += unfolding.net->places.size() < unfold(net, {}).net->places.size() ? 1U : 0U;
    }
  }
  EXPECT_GE(smaller, many(20U));
}

/// The names that the transitions of the unfolded net have in a trace of the coloured one.
std::map<std::string, std::string> traced_names(const Net& net, const Unfolding& unfolding) {
  std::map<std::string, std::string> names;
  for (std::size_t t = 0; t < unfolding.net->transitions.size(); ++t) {
    std::string name = net[unfolding.parts.transitions[t].transition].name;
    const auto binding = unfolding.parts.binding(net, t);
    if (!binding.empty()) name += fmt::format("({})", fmt::join(binding, ","));
    names[unfolding.net->transitions[t].name] = name;
  }
  return names;
}

TEST(UnfoldAgrees, TimedNetsRunTheSame) {
  SimulationOptions options;
  options.max_firings = 200;
  options.until = 20;
  for (const Feature& feature : kFeatures) {
    std::size_t compared = 0;
    for (std::uint64_t number = 0; number < 2 * feature.nets; ++number) {
      const Net net = net_of(feature, true, number);
      const Unfolding unfolding = unfold(net, {});
      if (!unfolding.net) {
        ASSERT_TRUE(may_be_refused(unfolding)) << feature.name << " " << number;
        continue;
      }
      std::map<std::string, std::string> names = traced_names(net, unfolding);
      const Recorded expected = record(net, options);
      Recorded found = record(*unfolding.net, options);
      for (std::string& name : found.firings) name = names[name];
      ASSERT_EQ(expected.firings, found.firings) << feature.name << " " << number;
      ASSERT_EQ(expected.times, found.times) << feature.name << " " << number;
      ++compared;
    }
    EXPECT_GT(compared, feature.nets) << feature.name;
  }
}

TEST(UnfoldAgrees, ATokenGivesNoColourToAVariableThatItsTermWaitsFor) {
  // x could only be bound by the first term, which is never there: it is 0 (docs/semantics.md, rule
  // 3), also where the token of the second term is 1, which is then no reason to fire.
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 2);
  const PlaceId a = d.place("A", small);
  const PlaceId b = d.place("B", small);
  const PlaceId c = d.place("C", small);
  for (const Word word : {0, 1}) d.builder.mark(b, word, 1);
  const TransitionId go = d.transition("go", {{"x", small}});
  d.in(go, a, d.var(go, 0), 0);
  d.in(go, b, d.var(go, 0)).condition = d.op(Op::less_equal, d.var(go, 0), d.word(small, 2));
  d.out(go, c, d.var(go, 0));
  const Unfolding unfolding = unfold(d.build(), {});
  ASSERT_TRUE(unfolding.net.has_value());
  ASSERT_EQ(unfolding.net->transitions.size(), 1U);
  EXPECT_EQ(unfolding.net->transitions[0].name, "go_0");
}

TEST(UnfoldAgrees, ATermThatTheMarkingMakesAbsentLeavesTheFirstColour) {
  // x is bound by the token of A while S holds one, else it is 0: go_1 needs S, go_0 does not.
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 2);
  const PlaceId a = d.place("A", small);
  const PlaceId s = d.place("S", 1);
  d.builder.mark(a, 1, 1);
  const TransitionId go = d.transition("go", {{"x", small}});
  d.in(go, a, d.var(go, 0)).count = d.tokens(s);
  const Net net = d.build();
  const Unfolding unfolding = unfold(net, {});
  ASSERT_TRUE(unfolding.net.has_value());
  ASSERT_EQ(unfolding.net->transitions.size(), 2U);
  EXPECT_EQ(unfolding.net->transitions[0].name, "go_0");
  EXPECT_TRUE(unfolding.net->transitions[0].guards.size() <= 1U);
  EXPECT_EQ(unfolding.net->transitions[1].name, "go_1");
  EXPECT_EQ(unfolding.net->transitions[1].guards.size(), 1U);
}

TEST(UnfoldAgrees, BindingsThatGuardsTellApartAreNotMerged) {
  // Tokens of A are taken only while as many are in S as their colour says: that of colour 1 can
  // go, that of colour 0 cannot.
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 1);
  const PlaceId a = d.place("A", small);
  const PlaceId s = d.place("S", 1);
  for (const Word word : {0, 1}) d.builder.mark(a, word, 1);
  const TransitionId go = d.transition("go", {{"x", small}});
  d.in(go, a, d.var(go, 0));
  d[go].guards.push_back(d.op(Op::equal, d.tokens(s), d.to(ColourTable::kInt, d.var(go, 0))));
  UnfoldOptions options;
  options.merge_alike = true;
  const Net net = d.build();
  const Unfolding unfolding = unfold(net, options);
  ASSERT_TRUE(unfolding.net.has_value());
  EXPECT_EQ(unfolding.net->places.size(), 3U);
  EXPECT_EQ(unfolding.net->transitions.size(), 2U);
  EXPECT_EQ(markings(net, by_place)->size(), 2U);
  EXPECT_EQ(markings(*unfolding.net, as_it_is)->size(), 2U);
}

TEST(UnfoldAgrees, MeasuresAreCarriedOver) {
  // Tokens 1, 2, 3 leave A for B after as many seconds: 3 firings, values 1 + 2 + 3 = 6, mean 2,
  // and A holds 3, 2, 1, 0 tokens, so that its integral is 1 * 3 + 1 * 2 + 1 * 1 = 6.
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 1, 3);
  const PlaceId a = d.place("A", small);
  const PlaceId b = d.place("B", small);
  for (Word word = 1; word <= 3; ++word) d.builder.mark(a, word, 1, static_cast<double>(word));
  const TransitionId go = d.transition("go", {{"x", small}});
  d.in(go, a, d.var(go, 0));
  d.out(go, b, d.var(go, 0));
  d.measure("firings", MeasureKind::count, go);
  d.measure("values", MeasureKind::sum, go, d.to(ColourTable::kReal, d.var(go, 0)));
  d.measure("value", MeasureKind::mean, go, d.to(ColourTable::kReal, d.var(go, 0)));
  d.measure("least", MeasureKind::minimum, go, d.to(ColourTable::kReal, d.var(go, 0)));
  d.measure("waiting", MeasureKind::integral, {}, d.to(ColourTable::kReal, d.tokens(a)));
  const MeasureId last_one = d.measure("last_one", MeasureKind::passage);
  d.builder.net().measures[last_one.index()].condition = d.op(Op::equal, d.tokens(a), d.num(1));
  const Net net = d.build();
  const Unfolding unfolding = unfold(net, {});
  ASSERT_TRUE(unfolding.net.has_value());
  EXPECT_TRUE(unfolding.diagnostics.list().empty());
  const SimulationResult result = record(*unfolding.net).result;
  const std::map<std::string, double> expected{{"firings", 3}, {"values", 6},  {"value", 2},
                                               {"least", 1},   {"waiting", 6}, {"last_one", 2}};
  for (const auto& [name, value] : expected) {
    EXPECT_DOUBLE_EQ(value_of(record(net).result, name).mean, value) << name;
    EXPECT_DOUBLE_EQ(value_of(result, name).mean, value) << name;
  }
}

TEST(UnfoldAgrees, GuardsThatLookAtTheMarkingPruneByTheRest) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 9);
  const PlaceId a = d.place("A", small);
  for (Word word = 0; word <= 9; ++word) d.builder.mark(a, word, 1);
  const TransitionId go = d.transition("go", {{"x", small}});
  d.in(go, a, d.var(go, 0));
  const ExprId small_enough = d.op(Op::less, d.to(ColourTable::kInt, d.var(go, 0)), d.num(3));
  d[go].guards.push_back(d.op(Op::and_, small_enough, d.op(Op::greater, d.tokens(a), d.num(8))));
  const Net net = d.build();
  const Unfolding unfolding = unfold(net, {});
  ASSERT_TRUE(unfolding.net.has_value());
  EXPECT_EQ(unfolding.net->transitions.size(), 3U);
  ASSERT_EQ(unfolding.net->transitions[0].guards.size(), 1U);
  EXPECT_TRUE(unfolding.net->exprs[unfolding.net->transitions[0].guards[0]].stateful());
  EXPECT_FALSE(unfold_rows(net, {}).rows.has_value());
}

TEST(UnfoldAgrees, LimitsNameTheTransitionAndEstimateItsBindings) {
  // 100 colours in each of three places: 10^6 bindings.
  Draft d;
  const ColourSetId range = d.colours().add_range("Range", 0, 99);
  const TransitionId go = d.transition("go", {{"x", range}, {"y", range}, {"z", range}});
  for (std::uint32_t k = 0; k < 3; ++k) {
    const PlaceId place = d.place("P" + std::to_string(k), range);
    for (Word word = 0; word < 100; ++word) d.builder.mark(place, word, 1);
    d.in(go, place, d.var(go, k));
  }
  UnfoldOptions options;
  options.most_transitions = 1000;
  const Net net = d.build();
  const UnfoldedRows result = unfold_rows(net, options);
  ASSERT_FALSE(result.rows.has_value());
  const std::string message = result.diagnostics.list().at(0).message;
  EXPECT_EQ(message, "unfolding needs more than 1000 transitions; 'go' alone has 1000 bindings so far, by estimate 1e+06");
  EXPECT_TRUE(result.diagnostics.list()[0].where.known());
}

}  // namespace
}  // namespace petriloom::test
