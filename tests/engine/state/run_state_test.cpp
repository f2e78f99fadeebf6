// SPDX-License-Identifier: Apache-2.0
// A run that is saved, loaded and gone on with takes the course of one that was never stopped.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/coloured/replication.h"
#include "engine/state/fingerprint.h"
#include "engine/state/run_state_text.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

constexpr double kUntil = 20;
constexpr std::uint64_t kFirings = 60;

struct Course {
  std::string trace;
  ReplicationResult result;
};

SimulationOptions course_options(std::uint64_t seed) {
  SimulationOptions options;
  options.seed = seed;
  options.until = kUntil;
  options.max_firings = kFirings;
  return options;
}

Course whole(const Net& net, std::uint64_t seed) {
  const SimulationOptions options = course_options(seed);
  TextTrace trace(net);
  Course course;
  course.result = coloured::Replication(net, options, 0, &trace).run();
  course.trace = trace.text;
  return course;
}

/// The same course in pieces of `steps` steps, each by an engine of its own that knows what was
/// written to a text alone.
Course in_pieces(const Net& net, std::uint64_t seed, std::uint64_t steps) {
  const SimulationOptions options = course_options(seed);
  TextTrace trace(net);
  std::string text;
  for (;;) {
    SimulationOptions other = options;
    other.seed = text.empty() ? seed : seed + 1;  // the state brings its own
    coloured::Replication replication(net, other, 0, &trace);
    std::string problem;
    if (!text.empty()) {
      const auto state = read_run_state(net, text, problem);
      EXPECT_TRUE(state.has_value()) << problem;
      replication.load(*state);
      EXPECT_EQ(write_run_state(net, replication.save()), text) << "what was loaded is not what was saved";
    }
    if (replication.go(steps)) return {trace.text, replication.finish()};
    text = write_run_state(net, replication.save());
  }
}

void expect_same(const Course& a, const Course& b) {
  ASSERT_EQ(a.trace, b.trace);
  EXPECT_EQ(a.result.time, b.result.time);
  EXPECT_EQ(a.result.firings, b.result.firings);
  EXPECT_EQ(a.result.ended, b.result.ended);
  EXPECT_EQ(a.result.measures, b.result.measures);
  ASSERT_EQ(a.result.diagnostics.list().size(), b.result.diagnostics.list().size());
  for (std::size_t k = 0; k < a.result.diagnostics.list().size(); ++k)
    EXPECT_EQ(a.result.diagnostics.list()[k].message, b.result.diagnostics.list()[k].message);
}

void compare_in_pieces(std::uint64_t first, std::size_t nets, const RandomNetOptions& features) {
  for (std::uint64_t number = first; number < first + nets && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(testing::Message() << "random net " << number);
    const Net net = random_net(number, features);
    const Course course = whole(net, number);
    for (const std::uint64_t steps : {1U, 2U, 7U}) expect_same(course, in_pieces(net, number, steps));
  }
}

constexpr std::size_t kNetsInPieces = many(250U);

TEST(RunState, TimedNets) { compare_in_pieces(1, kNetsInPieces, {}); }
TEST(RunState, UntimedNets) { compare_in_pieces(100'000, kNetsInPieces / 4, {.timed = false}); }
TEST(RunState, NetsThatCount) { compare_in_pieces(200'000, kNetsInPieces, {.counting = true}); }
TEST(RunState, NetsWithPrioritiesOfBindings) { compare_in_pieces(500'000, kNetsInPieces, {.ordered = true}); }
TEST(RunState, NetsThatCollect) { compare_in_pieces(700'000, kNetsInPieces, {.collecting = true, .emptying = true}); }
TEST(RunState, NetsThatDraw) { compare_in_pieces(300'000, kNetsInPieces, {.counting = true, .drawing = true}); }
TEST(RunState, NetsThatShareTheirWork) { compare_in_pieces(700'000, kNetsInPieces, {.counting = true, .sharing = true}); }
TEST(RunState, NetsOfListsAndUnions) { compare_in_pieces(400'000, kNetsInPieces, {.nested = true}); }

/// A queue with one server whose durations have memory, a delay to measure, and an exponential
/// source.
Net queue_net(std::int64_t servers = 1) {
  Draft d;
  const PlaceId free = d.place("Free", 1);
  const PlaceId queue = d.place("Queue", 3);
  const PlaceId later = d.place("Later", ColourTable::kUnit);
  const TransitionId arrive = d.transition("arrive");
  d.time(arrive, Timing::exponential, 0.7);
  d.in(arrive, free);
  d.out(arrive, free);
  d.out(arrive, queue).delay = d.real(0.5);
  const TransitionId serve = d.transition("serve");
  d.time(serve, Timing::uniform, 0.5, 1.5);
  d[serve].servers = servers;
  d[serve].memory = Memory::age;
  d.in(serve, queue);
  d.out(serve, later).delay = d.real(1);
  d.measure("served", MeasureKind::count, serve);
  d.measure("length", MeasureKind::average, {}, d.to(ColourTable::kReal, d.tokens(queue)));
  d.measure("longest", MeasureKind::peak, {}, d.to(ColourTable::kReal, d.tokens(queue)));
  const MeasureId wait = d.measure("wait", MeasureKind::delay, arrive);
  d.builder.net().measures[wait.index()].until.emplace_back().transition = serve;
  return d.build();
}

RunState state_after(const Net& net, std::uint64_t steps) {
  const SimulationOptions options = course_options(1);
  coloured::Replication replication(net, options, 0, nullptr);
  EXPECT_FALSE(replication.go(steps));
  return replication.save();
}

TEST(RunState, MeasuresGoOn) {
  const Net net = queue_net();
  for (const std::uint64_t steps : {1U, 2U, 3U, 5U, 11U}) expect_same(whole(net, 3), in_pieces(net, 3, steps));
}

// Three tokens wait for one server: one timer and two tickets. `arrive` was started first, as it
// was declared first.
TEST(RunState, SaysWhatThereIs) {
  const Net net = queue_net();
  const RunState state = state_after(net, 0);
  ASSERT_EQ(state.held.size(), 2U);
  EXPECT_EQ(state.held[1].place, PlaceId(1));
  EXPECT_EQ(state.held[1].arrivals, (std::vector<ArrivalRun>{{0, 3}}));
  EXPECT_TRUE(state.coming.empty());
  ASSERT_EQ(state.bindings.size(), 2U);
  ASSERT_EQ(state.bindings[0].timers.size(), 1U);
  EXPECT_EQ(state.bindings[0].timers[0].number, 0U);
  EXPECT_EQ(state.random, 2U) << "one number for each duration";
  EXPECT_EQ(state.bindings[1].timers.size(), 1U);
  EXPECT_EQ(state.bindings[1].tickets.size(), 2U);
  EXPECT_GE(state.bindings[1].timers[0].due, 0.5);
  EXPECT_LE(state.bindings[1].timers[0].due, 1.5);
  EXPECT_FALSE(state.last.valid());
}

std::string problem_with(const Net& net, const RunState& state, LoadMode mode = LoadMode::exact) {
  const SimulationOptions options = course_options(1);
  coloured::Replication replication(net, options, 0, nullptr);
  try {
    replication.load(state, mode);
  } catch (const StateError& error) {
    return error.what();
  }
  return "";
}

TEST(RunState, RefusesWhatCannotBe) {
  const Net net = queue_net();
  const RunState good = state_after(net, 0);
  ASSERT_EQ(problem_with(net, good), "");
  const auto with = [&](const auto& change) {
    RunState state = good;
    change(state);
    return problem_with(net, state);
  };
  EXPECT_EQ(with([](RunState& s) { s.held[1].arrivals[0].count = 2; }), "serve: a binding is enabled 2 times, but has 3 timers");
  EXPECT_EQ(with([](RunState& s) { s.bindings.pop_back(); }), "serve: a binding that is enabled has no timer");
  EXPECT_EQ(with([](RunState& s) { s.bindings[0].timers[0].due = -1; }), "arrive: a timer is due in the past");
  EXPECT_EQ(with([](RunState& s) { s.bindings.push_back(s.bindings[0]); }), "arrive: a binding is there twice");
  EXPECT_EQ(with([](RunState& s) { s.bindings[1].tickets = {4, 3}; }), "serve: tickets are out of order");
  EXPECT_EQ(with([](RunState& s) { s.held.push_back(s.held[0]); }), "Free: a colour is there twice");
  EXPECT_EQ(with([](RunState& s) { s.held[0].place = PlaceId(7); }), "there are tokens in a place that the net has not");
  EXPECT_EQ(with([](RunState& s) { s.held[0].colour = {1}; }), "Free: a token is no colour of unit");
  EXPECT_EQ(with([](RunState& s) { s.held[0].arrivals[0].count = 0; }), "Free: there cannot be 0 tokens more");
  EXPECT_EQ(with([](RunState& s) { s.held[0].arrivals[0].arrival = 1; }), "Free: an available token arrives later");
  EXPECT_EQ(with([](RunState& s) {
              s.coming.push_back({PlaceId(0), {0}, 0, 1});
            }),
            "Free: tokens on their way are not in order of time");
  EXPECT_EQ(with([](RunState& s) { s.measures[0].clear(); }), "measure served: numbers are missing");
  EXPECT_EQ(with([](RunState& s) { s.measures[3][7] = std::int64_t{1000}; }), "measure wait: there are fewer numbers than it says");
  EXPECT_EQ(with([](RunState& s) { s.now = std::numeric_limits<double>::infinity(); }), "the model time is no number");
}

// Settled, the two tokens that were added wait behind the others, and a server that is taken away
// stops what it did.
TEST(RunState, SettlesAChangedMarking) {
  const Net net = queue_net();
  RunState state = state_after(net, 0);
  state.held[1].arrivals[0].count = 5;
  const SimulationOptions options = course_options(1);
  coloured::Replication replication(net, options, 0, nullptr);
  replication.load(state, LoadMode::settle);
  const RunState settled = replication.save();
  ASSERT_EQ(settled.bindings.size(), 2U);
  EXPECT_EQ(settled.bindings[1].timers, state.bindings[1].timers);
  EXPECT_EQ(settled.bindings[1].tickets.size(), 4U);
  state.held.erase(state.held.begin());
  coloured::Replication other(net, options, 0, nullptr);
  other.load(state, LoadMode::settle);
  EXPECT_EQ(other.save().bindings.size(), 1U) << "`arrive` is no longer enabled";
}

TEST(RunStateFile, SaysInWhatNetsDiffer) {
  const Net net = queue_net();
  const Net other = queue_net(2);
  EXPECT_EQ(differing_parts(fingerprint(net), fingerprint(other)), "transitions");
  EXPECT_EQ(fingerprint(net), fingerprint(queue_net()));
  std::string problem;
  EXPECT_FALSE(read_run_state(other, write_run_state(net, state_after(net, 3)), problem).has_value());
  EXPECT_EQ(problem, "it is of another net ('net'), which differs from 'net' in: transitions");
}

TEST(RunStateFile, RefusesOtherTexts) {
  const Net net = queue_net();
  const auto problem_of = [&](const std::string& text) {
    std::string problem;
    EXPECT_FALSE(read_run_state(net, text, problem).has_value());
    return problem;
  };
  EXPECT_EQ(problem_of(""), "this is no petriloom run state");
  EXPECT_EQ(problem_of("{}"), "this is no petriloom run state");
  EXPECT_EQ(problem_of(std::string(1'000'000, '[')), "this is no petriloom run state");
  auto document = nlohmann::ordered_json::parse(write_run_state(net, state_after(net, 3)));
  document["held"][0]["place"] = 9;
  EXPECT_EQ(problem_of(document.dump()), "held[0].place: the net has not so many");
  document["held"][0].erase("place");
  EXPECT_EQ(problem_of(document.dump()), "held[0]: 'place' is missing");
  document["version"] = 2;
  EXPECT_EQ(problem_of(document.dump()), "it is of version 2, this program reads 1");
}

TEST(RunStateFile, CarriesInfinity) {
  const Net net = queue_net();
  RunState state = state_after(net, 3);
  state.bindings[0].timers[0].due = std::numeric_limits<double>::infinity();
  std::string problem;
  const auto again = read_run_state(net, write_run_state(net, state), problem);
  ASSERT_TRUE(again.has_value()) << problem;
  EXPECT_EQ(*again, state);
}

}  // namespace
}  // namespace petriloom::test
