// SPDX-License-Identifier: Apache-2.0
// Runs on counts against runs on coloured tokens and the reference engine: the same firings at the
// same times, the same measures.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "engine/coloured/replication.h"
#include "engine/simulate/token_teller.h"
#include "engine/state/run_state_text.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

SimulationOptions options_of(std::uint64_t number) {
  SimulationOptions options;
  options.seed = number;
  options.until = 20;
  options.max_firings = 80;
  options.engine = Engine::counts;
  return options;
}

void expect_same(const SimulationResult& on_counts, const SimulationResult& coloured, std::uint64_t number) {
  EXPECT_EQ(on_counts.ended, coloured.ended) << "random net " << number;
  EXPECT_EQ(on_counts.firings, coloured.firings) << "random net " << number;
  EXPECT_EQ(on_counts.time.mean, coloured.time.mean) << "random net " << number;
  ASSERT_EQ(on_counts.measures.size(), coloured.measures.size());
  for (std::size_t m = 0; m < on_counts.measures.size(); ++m) {
    EXPECT_EQ(on_counts.measures[m].value.mean, coloured.measures[m].value.mean)
        << "random net " << number << ", " << on_counts.measures[m].name;
  }
}

/// Whether the net can be run on counts; then all three engines are compared.
bool engines_agree(const Net& net, std::uint64_t number, SimulationOptions options) {
  if (!counts::make_event_net(net)) return false;
  const Recorded on_counts = record(net, options);
  options.engine = Engine::coloured;
  const Recorded coloured = record(net, options);
  EXPECT_TRUE(on_counts.text == coloured.text) << "random net " << number;
  expect_same(on_counts.result, coloured.result, number);
  const std::unique_ptr<counts::Plan> shared = counts::plan_runs(net, nullptr, true, {.few = number % 3});
  TextTrace shared_trace(net);
  counts::Replication behind_shared(net, *shared, options, 0, &shared_trace);
  while (!behind_shared.go(1000)) continue;
  EXPECT_EQ(shared_trace.firings, on_counts.firings) << "random net " << number << ", conditions shared";
  EXPECT_EQ(shared_trace.times, on_counts.times) << "random net " << number;
  TextTrace reference(net);
  options.trace = &reference;
  ReferenceEngine(net, options).run();
  EXPECT_EQ(on_counts.firings, reference.firings) << "random net " << number;
  EXPECT_EQ(on_counts.times, reference.times) << "random net " << number;
  return !::testing::Test::HasFailure();
}

bool engines_agree(const Net& net, std::uint64_t number) { return engines_agree(net, number, options_of(number)); }

constexpr std::uint64_t kNetsOnCounts = many(3000U);

TEST(RunOnCounts, TimedNetsRunAlike) {
  std::size_t compared = 0;
  for (std::uint64_t number = 1; number <= kNetsOnCounts && !HasFailure(); ++number) {
    const RandomNetOptions options{
        .weights = number % 3 != 0, .nested = number % 5 == 0, .delays = false, .measured = true, .several = number % 4 == 1};
    compared += engines_agree(random_net(number + 600000, options), number) ? 1U : 0U;
  }
  EXPECT_GT(compared, kNetsOnCounts / 2) << "too few of the nets can be run on counts";
}

TEST(RunOnCounts, NetsWithDelaysRunAlike) {
  std::size_t compared = 0;
  for (std::uint64_t number = 1; number <= kNetsOnCounts && !HasFailure(); ++number) {
    const RandomNetOptions options{
        .weights = number % 3 == 0, .nested = number % 5 == 0, .measured = true, .several = number % 4 == 1};
    compared += engines_agree(random_net(number + 800000, options), number) ? 1U : 0U;
  }
  EXPECT_GT(compared, kNetsOnCounts / 5) << "too few of the nets can be run on counts";
}

TEST(RunOnCounts, NetsWithPrioritiesOfBindingsRunAlike) {
  std::size_t compared = 0;
  for (std::uint64_t number = 1; number <= kNetsOnCounts && !HasFailure(); ++number) {
    const RandomNetOptions options{
        .timed = number % 3 != 0, .weights = number % 4 == 0, .ordered = true, .delays = number % 2 == 0, .measured = true};
    compared += engines_agree(random_net(number + 900000, options), number) ? 1U : 0U;
  }
  EXPECT_GT(compared, kNetsOnCounts / 5) << "too few of the nets can be run on counts";
}

TEST(RunOnCounts, UntimedNetsRunAlike) {
  std::size_t compared = 0;
  for (std::uint64_t number = 1; number <= kNetsOnCounts && !HasFailure(); ++number) {
    compared += engines_agree(random_net(number + 700000, {.timed = false, .weights = number % 2 == 0, .measured = true}), number)
                    ? 1U
                    : 0U;
  }
  EXPECT_GT(compared, kNetsOnCounts / 8) << "too few of the nets can be run on counts";
}

// An act that waits for all of more cells than stand in a row of the program, and takes from two
// others by arrival.
TEST(RunOnCounts, JoinsOfManyRunAlike) {
  constexpr int kBranches = 40;
  std::string places = "place ROUND : unit = 1`(); place KEY : unit = 2`();\n";
  std::string outputs;
  std::string inputs;
  std::string branches;
  for (int k = 0; k < kBranches; ++k) {
    places += fmt::format("place A{0} : unit; place B{0} : unit;\n", k);
    outputs += fmt::format(" out A{};", k);
    inputs += fmt::format(" in B{};", k);
    branches += fmt::format("transition work{0} {{ in A{0}; out B{0}; time exponential({1}); }}\n", k, 1 + k % 3);
  }
  const Net net = text_net(places + "transition fork { in ROUND;" + outputs + " }\n" + branches + "transition join { in KEY;" +
                           inputs + " out ROUND; out KEY : 1`() @+ 0.1; }\nmeasure rounds = count join;\n");
  ASSERT_GT(counts::make_event_net(net, {.few = 100})->immediate.back().local.size(), counts::Program::kMany);
  SimulationOptions options = options_of(1);
  options.max_firings = 1500;
  options.until = 1e6;
  EXPECT_TRUE(engines_agree(net, 1, options));
}

// So many acts of equal weight that those enabled are counted by words of them, behind two gates.
TEST(RunOnCounts, ChoicesAmongManyRunAlike) {
  const Net net = text_net(
      "colour Job = index job with 0..299;\nvar j : Job;\n"
      "place IDLE : Job; place READY : Job = all(Job); place RUN : Job; place HURRY : Job;\n"
      "place SERVER : unit = 9`(); place FAST : unit = 5`();\n"
      "transition submit { in IDLE : j; out READY : j; time exponential(0.2); }\n"
      "transition start { in READY : j; in SERVER; out RUN : j; weight 2; }\n"
      "transition hurry { in READY : j; in FAST; out HURRY : j; weight 2; }\n"
      "transition finish { in RUN : j; out IDLE : j; out SERVER; time exponential(0.5); }\n"
      "transition hurried { in HURRY : j; out IDLE : j; out FAST; time exponential(2); }\n"
      "measure running = average tokens(RUN);\n");
  ASSERT_EQ(counts::make_event_net(net)->shared.size(), 3U);
  SimulationOptions options = options_of(2);
  options.max_firings = many(1000U);
  options.until = 1e6;
  EXPECT_TRUE(engines_agree(net, 2, options));
}

/// A run in pieces of `steps` steps. Each is by an engine of its own that starts from what the one
/// before wrote, on counts and on coloured tokens in turns if `mixed`.
std::pair<std::string, ReplicationResult> in_pieces(const Net& net, std::uint64_t number, std::uint64_t steps, bool mixed) {
  const SimulationOptions options = options_of(number);
  const std::unique_ptr<counts::Plan> form = counts::plan_runs(net, nullptr, true, {.few = number % 3});
  TextTrace trace(net);
  std::string text;
  for (bool on_counts = true;; on_counts = !mixed || !on_counts) {
    std::string problem;
    const std::optional<RunState> state = text.empty() ? std::nullopt : read_run_state(net, text, problem);
    const auto go = [&](auto& replication) {
      const bool over = replication.go(steps);
      if (!over) text = write_run_state(net, replication.save());
      return over;
    };
    coloured::Replication coloured(net, options, 0, &trace);
    if (state) coloured.load(*state);  // whatever is saved, the engine of every net takes up
    TracedCounts counts(net, *form, options, 0, trace);
    EXPECT_TRUE(!state || counts.load(*state));
    if (on_counts ? go(counts) : go(coloured)) return {trace.text, on_counts ? counts.finish() : coloured.finish()};
  }
}

TEST(RunOnCounts, SavedAndLoaded) {
  for (std::uint64_t number = 1; number <= many(400U) && !HasFailure(); ++number) {
    const Net net = random_net(number + 900000, {.weights = number % 2 == 0, .delays = number % 3 != 0, .measured = true});
    if (!counts::make_event_net(net)) continue;
    const Recorded whole = record(net, options_of(number));
    for (const bool mixed : {false, true}) {
      const auto [trace, result] = in_pieces(net, number, 1 + number % 7, mixed);
      EXPECT_TRUE(trace == whole.text) << "random net " << number << (mixed ? ", mixed" : "");
      EXPECT_EQ(result.time, whole.result.time.mean);
      EXPECT_EQ(result.ended, whole.result.ended);
      for (std::size_t m = 0; m < net.measures.size(); ++m) {
        EXPECT_EQ(result.measures[m][0].value_or(-1),
                  whole.result.measures[m].value.n == 0 ? -1 : whole.result.measures[m].value.mean);
      }
    }
  }
}

/// Nets with one place that many acts ask for: machines that wait for few repairmen, of several
/// kinds.
Net machines(std::int64_t n, bool weights, bool kinds) {
  Draft d;
  const ColourSetId machine = d.colours().add_index("Machine", "m", 1, n);
  const PlaceId up = d.place("UP", machine);
  const PlaceId down = d.place("DOWN", machine);
  const PlaceId idle = d.place("IDLE", 2);
  const PlaceId lock = d.place("LOCK", 1);
  const PlaceId rep = d.place("REP", machine);
  for (std::int64_t k = 0; k < n; ++k) d.builder.mark(up, d.colours()[machine].low + k, 1);
  const std::vector<Variable> x{{"x", machine}};
  const TransitionId fail = d.transition("fail", x);
  d.time(fail, Timing::exponential, 0.3);
  d.in(fail, up, d.var(fail, 0));
  d.out(fail, down, d.var(fail, 0));
  for (int kind = 0; kind < (kinds ? 2 : 1); ++kind) {
    const TransitionId begin = d.transition("begin" + std::to_string(kind), x);
    d.in(begin, down, d.var(begin, 0));
    d.in(begin, idle);
    if (kind == 1) d.arc(begin, ArcKind::inhibitor, lock);
    d.out(begin, rep, d.var(begin, 0));
    if (weights) d[begin].weight = d.real(kind == 0 ? 1 : 2.5);
  }
  const TransitionId end = d.transition("end", x);
  d.time(end, Timing::exponential, 1);
  d.in(end, rep, d.var(end, 0));
  d.out(end, up, d.var(end, 0));
  d.out(end, idle);
  const TransitionId toggle = d.transition("toggle");
  d.time(toggle, Timing::deterministic, 0.7);
  d.in(toggle, lock);
  const TransitionId back = d.transition("back");
  d.arc(back, ArcKind::inhibitor, lock);
  d.time(back, Timing::uniform, 0.1, 0.9);
  d.out(back, lock);
  d.measure("broken", MeasureKind::average, {}, d.tokens(down));
  return d.build();
}

TEST(RunOnCounts, PlacesThatManyAskFor) {
  for (const std::int64_t n : {3, 20, 150}) {
    for (const bool kinds : {false, true}) {
      for (const bool weights : {true, false}) {
        const Net net = machines(n, weights, kinds);
        SimulationOptions options;
        options.max_firings = 1500;
        options.engine = Engine::counts;
        const Recorded on_counts = record(net, options);
        options.engine = Engine::coloured;
        const Recorded coloured = record(net, options);
        EXPECT_TRUE(on_counts.text == coloured.text) << n << " machines, " << kinds << weights;
        expect_same(on_counts.result, coloured.result, static_cast<std::uint64_t>(n));
      }
    }
  }
  EXPECT_TRUE(counts::make_event_net(machines(150, true, true)).has_value());
}

TEST(RunOnCounts, WhatCannotBe) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const TransitionId t = d.transition("t");
  d.time(t, Timing::exponential, 2);
  d.in(t, p);
  d.out(t, p);
  EXPECT_TRUE(counts::make_event_net(d.build()).has_value());
  const auto with = [](const auto& change) {
    Draft other;
    const PlaceId place = other.place("P", 1);
    const TransitionId transition = other.transition("t");
    other.time(transition, Timing::exponential, 2);
    other.in(transition, place);
    other.out(transition, place);
    change(other, transition, place);
    return counts::make_event_net(other.build()).has_value();
  };
  EXPECT_TRUE(with([](Draft& o, TransitionId u, PlaceId) { o[u].delay = o.real(1); }));
  EXPECT_FALSE(with([](Draft& o, TransitionId u, PlaceId) { o[u].memory = Memory::age; }));
  EXPECT_FALSE(with([](Draft& o, TransitionId u, PlaceId q) { o[u].a = o.to(ColourTable::kReal, o.tokens(q)); }));
  EXPECT_FALSE(with([](Draft& o, TransitionId u, PlaceId) {
    const std::vector<ExprId> bounds{o.real(0), o.real(1)};
    o[u].delay = o.e().random(Distribution::uniform, bounds, o.where());
  }));
  const counts::FormLimits none{.bindings = 0};
  EXPECT_FALSE(counts::make_event_net(machines(3, true, false), none).has_value());
}

}  // namespace
}  // namespace petriloom::test
