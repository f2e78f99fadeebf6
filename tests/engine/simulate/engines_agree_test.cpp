// SPDX-License-Identifier: Apache-2.0
// Which engine runs a net must never show: nets whose expressions fail end in the same error at the
// same place on counts, on coloured tokens, and with a trace.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "engine/counts/event_net.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/engine/text_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

/// Everything that a run says, as text.
std::string said(const Net& net, SimulationOptions options, Engine engine, bool traced) {
  options.engine = engine;
  TextTrace trace(net);
  if (traced) options.trace = &trace;
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.ended == Ended::error, result.diagnostics.has_errors());
  if (result.diagnostics.has_errors()) return result.diagnostics.format(*net.sources);
  std::string text = fmt::format("{} {} {} {}", static_cast<int>(result.ended), result.firings, result.time.mean, result.dead_ends);
  for (const MeasureResult& measure : result.measures)
    text += fmt::format(" {}={}/{}", measure.name, measure.value.mean, measure.value.n);
  return text;
}

bool failed(const std::string& said) { return said.find("error") != std::string::npos; }

std::string said_by_all(const Net& net, const SimulationOptions& options) {
  const std::string on_counts = said(net, options, Engine::counts, false);
  EXPECT_EQ(said(net, options, Engine::coloured, false), on_counts);
  EXPECT_EQ(said(net, options, Engine::fastest, true), on_counts);
  EXPECT_EQ(said(net, options, Engine::fastest, false), on_counts);
  return on_counts;
}

SimulationOptions short_run(std::uint64_t seed) {
  SimulationOptions options;
  options.seed = seed;
  options.until = 20;
  options.max_firings = 60;
  return options;
}

// Guards and counts that fail end a run only where all else holds, in whichever order a plan looks
// at things (docs/semantics.md, rule 4). Listing the bindings of a net for a run on counts leaves
// out those whose tokens can never be there.
TEST(EnginesAgree, OnGuardsAndCountsThatFail) {
  std::size_t on_counts = 0;
  std::size_t failing = 0;
  for (std::uint64_t number = 1; number <= many(4000U) && !HasFailure(); ++number) {
    const Net net =
        random_net(number + 5000000, {.timed = number % 2 != 0, .weights = true, .failing = true, .failing_guards = true});
    const std::string text = said_by_all(net, short_run(number));
    ASSERT_FALSE(HasFailure()) << "random net " << number;
    on_counts += counts::make_event_net(net).has_value() ? 1U : 0U;
    failing += failed(text) ? 1U : 0U;
  }
  EXPECT_GT(failing, many(400U));
  EXPECT_GT(on_counts, many(400U));
}

TEST(EnginesAgree, OnAGuardThatFailsForBindingsThatAreNeverEnabled) {
  // No token is ever in Q, so that t has no binding; g fails for the token in P.
  const Net net = text_net(
      "colour C = int with 0..2; place P : C = 0; place Q : C; place R : unit = (); var x, y : C;\n"
      "transition t { in P : x; in Q : y; guard 6 / x > 1; } transition u { in R; out R; delay 1 s; }\n");
  SimulationOptions options;
  options.max_firings = 10;
  EXPECT_FALSE(failed(said_by_all(net, options)));
}

TEST(EnginesAgree, OnNetsWhoseExpressionsFail) {
  std::size_t on_counts = 0;
  std::size_t failing = 0;
  std::size_t failing_on_counts = 0;
  for (std::uint64_t number = 1; number <= many(3000U) && !HasFailure(); ++number) {
    const Net net = random_net(number + 1000000, {.timed = number % 4 != 0,
                                                  .weights = number % 3 != 0,
                                                  .counting = number % 5 == 0,
                                                  .nested = number % 7 == 0,
                                                  .delays = number % 2 == 0,
                                                  .measured = number % 3 == 0,
                                                  .failing = true});
    const std::string text = said_by_all(net, short_run(number));
    ASSERT_FALSE(HasFailure()) << "random net " << number;
    const bool has_form = counts::make_event_net(net).has_value();
    on_counts += has_form ? 1U : 0U;
    failing += failed(text) ? 1U : 0U;
    failing_on_counts += has_form && failed(text) ? 1U : 0U;
  }
  EXPECT_GT(failing, many(200U));
  EXPECT_GT(on_counts, many(800U));
  EXPECT_GE(failing_on_counts, many(10U)) << "measures and stop conditions that fail on counts";
}

// A delay is evaluated by every firing, also by one that puts nothing (docs/semantics.md, rule 7).
TEST(EnginesAgree, OnDelaysOfTransitionsWithoutOutputs) {
  for (const std::string delay : {"1 s - 1 s * (x : real)", "1 s / ((x : real) - 2.0)"}) {
    const Net net =
        text_net("colour C = int with 2..3; place P : C = 2; var x : C; transition t { in P : x; delay " + delay + "; }\n");
    EXPECT_NE(said_by_all(net, {}).find("a delay must be finite and not negative"), std::string::npos) << delay;
  }
}

// A term for each of no elements is none (rule 6), so that nothing of it is evaluated.
TEST(EnginesAgree, OnTermsForNoElements) {
  for (const std::string list : {"([] : list of C)", "none(x)", "some(x)"}) {
    const Net net = text_net(
        "colour C = int with 2..3; place P : C = 3; place Q : C; var x : C; fun none(c : C) : list of C = [];"
        "fun some(c : C) : list of C = [c]; transition t { in P : x; out Q : each " +
        list + " @+ 2 s - 1 s * (x : real); } measure m = count t;\n");
    const bool fails = said_by_all(net, {}).find("a delay must be finite and not negative") != std::string::npos;
    EXPECT_EQ(fails, list == "some(x)") << list;
  }
}

// Two at a time are needed, and of an odd number one is left over.
TEST(EnginesAgree, OnRunsThatAreStuck) {
  for (const auto& [tokens, stuck] : {std::pair{3, true}, std::pair{4, false}}) {
    SCOPED_TRACE(tokens);
    const Net net = text_net(fmt::format(
        "const n = {}; place P : unit = n`(); place DONE : unit; place OTHER : unit = 7`(); final when tokens(DONE) = n & "
        "tokens(OTHER) = 7; transition t {{ in P : 2`(); out DONE : 2`(); delay 1 s; }} measure m = count t;\n",
        tokens));
    said_by_all(net, {});
    SimulationOptions options;
    options.replications = 3;
    const SimulationResult result = simulate(net, options);
    EXPECT_EQ(result.ended, Ended::dead);
    EXPECT_EQ(result.dead_ends, stuck ? 3U : 0U);
    EXPECT_EQ(result.diagnostics.format(*net.sources).find("3 of 3 runs are stuck") != std::string::npos, stuck);
  }
}

}  // namespace
}  // namespace petriloom::test
