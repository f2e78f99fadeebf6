// SPDX-License-Identifier: Apache-2.0
// Whatever evaluates or searches without end asks whether it is to end, and a long run keeps no
// list that no token is any more.
#include <gtest/gtest.h>

#include <sstream>

#include "engine/coloured/replication.h"
#include "engine/counts/event_net.h"
#include "engine/enabling/enabling.h"
#include "engine/enabling/firing.h"
#include "engine/simulate/simulate.h"
#include "engine/trace/activities.h"
#include "engine/trace/paje.h"
#include "engine/trace/tee.h"
#include "engine/unfold/unfold.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

constexpr const char* kFib = "fun fib(n : int) : int = if n < 2 then n else fib(n - 1) + fib(n - 2);\n";

/// Enumerates the enabled bindings of a net, called off at the third question.
void expect_called_off(const std::string& text) {
  SCOPED_TRACE(text);
  const Net net = text_net(text);
  WordPool pool = net.pool;
  int questions = 0;
  const Limits limits{0, 0, [&] { return ++questions >= 3; }};
  Enabling enabling(net, pool, &limits);
  Marking marking(net, enabling.indices(), pool);
  marking.assign(initial_tokens(net));
  try {
    enabling.for_each(marking, [](TransitionId, std::span<const Word>) { return true; });
    FAIL() << "it came to an end";
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.why(), Stopped::cancelled);
  }
  EXPECT_EQ(questions, 3);
}

TEST(LimitsOfRuns, SearchesForBindingsAreCalledOff) {
  expect_called_off(std::string(kFib) +
                    "var x : int with 0..3; place P : int with 0..3 = 1`1; transition t { in P : x; guard fib(60 + x) > 0; }");
  expect_called_off("colour C = int with 0..1000000000000; var c : C; place P : unit = 1`(); transition t { in P; guard c < 0; }");
}

TEST(LimitsOfRuns, ARunIsCalledOffInAnExpression) {
  const Net net =
      text_net(std::string(kFib) +
               "var x : int; place P : int = 1`60; place Q : unit = 5`(); transition t { in P : x; out P : fib(x); delay 3; }\n"
               "transition u { in Q; delay 1; } measure m = average tokens(Q);");
  SimulationOptions options;
  int questions = 0;
  options.cancelled = [&] { return ++questions >= 100; };
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.ended, Ended::cancelled);
  EXPECT_FALSE(result.diagnostics.has_errors());
}

// The first firing is at 0 s, and each following one a second later.
TEST(LimitsOfRuns, ARunWithoutMeasuresSaysHowFarItCame) {
  const Net net = text_net("place P : unit = 1`(); transition t { in P; out P; delay 1; }");
  SimulationOptions options;
  int questions = 0;
  options.cancelled = [&] { return ++questions >= 10; };
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.ended, Ended::cancelled);
  ASSERT_GT(result.firings, 0U);
  EXPECT_EQ(result.time.mean, static_cast<double>(result.firings - 1));
}

/// Writes down what it is told of, and how large the pool became.
class Log final : public TraceSink {
 public:
  explicit Log(const Net& net) : net_(net) {}
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override {
    most = std::max(most, pool.bytes());
    pool_ = &pool;
    text += std::to_string(now) + " " + net_[transition].name;
    for (const Word word : binding) text += " " + net_.colours.format(net_[transition].variables[0].colour, word, pool, 40);
  }
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override {
    text += " put " + std::to_string(available - now) + " " + std::to_string(count) + " " +
            net_.colours.format(net_[place].colour, colour, *pool_, 40);
  }
  void taken(double now, double arrival, PlaceId, Word, std::int64_t count) override {
    text += " took " + std::to_string(count) + " of " + std::to_string(now - arrival) + "\n";
  }
  void finish(double) override {}

  std::string text;
  std::size_t most = 0;

 private:
  const Net& net_;
  const WordPool* pool_ = nullptr;
};

/// All that a run tells: its log, Paje trace, activities of places, and results.
struct Told {
  std::string text;
  std::size_t most = 0;
};

/// A run with all traces. A run that `Replications` leads takes another pool from time to time; a
/// `coloured::Replication` alone never does.
Told told(const Net& net, SimulationOptions options, bool led) {
  Log log(net);
  std::ostringstream paje;
  PajeTrace states(net, paje);
  ActivityRecorder activities(net, {.names = {"P", "Q"}});
  TraceTee all;
  for (TraceSink* sink : {static_cast<TraceSink*>(&log), static_cast<TraceSink*>(&states), static_cast<TraceSink*>(&activities)})
    all.add(sink);
  options.trace = all.sink();
  std::string results;
  const auto add = [&](std::uint64_t firings, double time) {
    results = std::to_string(firings) + " " + std::to_string(time) + "\n";
  };
  if (led) {
    const SimulationResult result = simulate(net, options);
    add(result.firings, result.time.mean);
  } else {
    const ReplicationResult result = coloured::Replication(net, options, 0, options.trace).run();
    add(result.firings, result.time);
  }
  const Activities kept = activities.take();
  for (const Activity& one : kept.list)
    results += kept.rows[one.row] + kept.kinds[one.kind] + std::to_string(one.begin) + " " + std::to_string(one.end) + "\n";
  return {results + log.text + paje.str(), log.most};
}

// Lists of 200 numbers, the last of which makes a sequence that does not repeat for long: each
// firing makes a new list. 30,000 of them are 48 MB, and the pool doubles. Tokens of P stay while
// Q's are moved, so that traces know them from one pool to the next.
TEST(LimitsOfRuns, ListsThatNoTokenIsAnyMoreAreGone) {
  const Net net = text_net(
      "var l : list of int; place P : list of int = 1`map(i in 1..200 : i * i % 1000); place Q : list of int = 1`range(1, 200);\n"
      "transition t { in P : l; out P : (slice(l, 1, 199) ++ [(head(l) * 7 + nth(l, 199) * 3 + 1) % 1000003]); time "
      "exponential(0.01); }\n"
      "module M { transition u { in Q : l; out Q : (slice(l, 1, 199) ++ [(head(l) * 5 + nth(l, 199) + 3) % 1000003]); time "
      "normal(1.0, 0.1); } }\ninstance m : M;\n"
      "measure m1 = average tokens(P);\nmeasure n = count t;\n");
  for (const bool own_streams : {false, true}) {
    SimulationOptions options;
    options.max_firings = 30'000;
    options.own_streams = own_streams;
    const Told forgets = told(net, options, true);
    const Told keeps = told(net, options, false);
    EXPECT_TRUE(forgets.text == keeps.text) << own_streams;
    EXPECT_GT(keeps.most, std::size_t{48'000'000});
    EXPECT_LT(forgets.most, std::size_t{40} << 20U);
  }
}

/// Why a net is not listed; empty if it is.
std::string why_not_listed(const std::string& text) {
  const UnfoldedRows rows = unfold_rows(text_net(text), counts::FormLimits().unfolding());
  return rows.rows ? "" : rows.diagnostics.list().front().message;
}

TEST(LimitsOfRuns, NetsThatCountAreKnownSoon) {
  const std::string many = "unfolding finds more and more colours in 'P'";
  EXPECT_EQ(why_not_listed("var n : int; place P : int = 1`0; transition t { in P : n; out P : n + 1; }").substr(0, many.size()),
            many);
  EXPECT_EQ(why_not_listed(
                "var n : int with 0..1000000000; place P : int with 0..1000000000 = 1`0; transition t { in P : n; out P : n + 1; }")
                .substr(0, many.size()),
            many);
  EXPECT_EQ(why_not_listed("var l : list of int; place P : list of int = 1`[0]; transition t { in P : l; out P : (l ++ [1]); }")
                .substr(0, many.size()),
            many);
  // As many colours as it is given, and some for each, are no sign of that.
  EXPECT_EQ(why_not_listed("colour N = int with 1..11000; var n : N; place S : N = all(N); place P : int;\n"
                           "transition t { in S : n; out P : 2 * n; }"),
            "");
  // Closed colour sets have an end, however many colours are met.
  EXPECT_EQ(why_not_listed("colour N = int with 1..110; var a, b : N; place S : N = all(N); place P : product N * N;\n"
                           "transition t { read S : a; read S : b; out P : (a, b); }"),
            "");
}

}  // namespace
}  // namespace petriloom::test
