// SPDX-License-Identifier: Apache-2.0
// Runs that begin on coloured tokens and go on on counts, and what is said of the choice.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/counts/event_net.h"
#include "engine/simulate/simulate.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// 3,000 stations with three sorts of jobs: listing takes longer than what is listed at once.
constexpr const char* kStations =
    "colour Station = int with 0..2999; colour Sort = int with 0..2; colour Job = product Station * Sort;\n"
    "place WAIT : Job = all(Job); place IDLE : Station = all(Station); place BUSY : Job;\n"
    "var s : Station; var k : Sort;\n"
    "transition start { in WAIT : (s, k); in IDLE : s; out BUSY : (s, k) @+ 1.0 + k; }\n"
    "transition finish { in BUSY : (s, k); out IDLE : s; out WAIT : ((if s < 2999 then s + 1 else 0), k) @+ 0.5; }\n"
    "measure waiting = average tokens(WAIT); measure done[s in Station] = count finish;\n";

std::string said(const SimulationResult& result) {
  std::string text = fmt::format("{} {} {}", static_cast<int>(result.ended), result.firings, result.time.mean);
  for (const MeasureResult& measure : result.measures) text += fmt::format(" {}={}", measure.name, measure.value.mean);
  return text + result.diagnostics.format(*text_net(kStations).sources);
}

TEST(EngineChoice, RunsThatChangeTheEngineGiveTheSame) {
  const Net net = text_net(kStations);
  SimulationOptions options;
  options.until = 60;
  options.replications = 2;
  options.jobs = 2;
  options.engine = Engine::coloured;
  const std::string coloured = said(simulate(net, options));
  options.engine = Engine::fastest;
  EXPECT_EQ(said(simulate(net, options)), coloured);
  options.engine = Engine::counts;
  EXPECT_EQ(said(simulate(net, options)), coloured);
}

TEST(EngineChoice, WhyANetIsNotRunOnCounts) {
  const std::vector<std::pair<std::string, std::string>> nets = {
      {"transition t { in P; guard tokens(Q) < 2; out Q; }", "a guard"},
      {"transition t { in P; draw k = discrete(1, 3); out Q : k`(); }", "what it draws"},
      {"transition t { in P; out Q; memory age; time exponential(1.0); }", "its memory"},
      {"transition t { in P; out Q; time exponential(tokens(P) / 1 s); }", "its time"},
      {"transition t { in P; out Q; delay now; }", "its delay"},
      {"transition t { in P : tokens(P)`(); out Q; }", "its arc with 'P'"},
      {"transition t { in P; out Q; weight 1.0 + tokens(Q); }", "its weight"},
      {"transition t { in P; out Q; } stop when fireable(t) & dead;", "the stop condition"},
      {"transition t { in P; out Q; } measure m = average if fireable(t) then 1.0 else 0.0;", "the measure 'm'"},
  };
  for (const auto& [text, reason] : nets) {
    const std::string why = counts::why_not_on_counts(text_net("place P : unit = 3`(); place Q : unit;\n" + text));
    EXPECT_NE(why.find(reason), std::string::npos) << text << "\n" << why;
  }
  EXPECT_EQ(counts::why_not_on_counts(text_net("place P : unit = 3`(); transition t { in P; }")), "");
}

TEST(EngineChoice, CountsThatAreAskedForAndAreNone) {
  const Net net = text_net("place P : int = 1`0; var n : int; transition t { in P : n; out P : n + 1; time exponential(1.0); }");
  SimulationOptions options;
  options.max_firings = 10;
  options.engine = Engine::counts;
  EXPECT_FALSE(simulate(net, options).diagnostics.has_errors());
  options.engine_or_none = true;
  EXPECT_TRUE(simulate(net, options).diagnostics.has_errors());
}

}  // namespace
}  // namespace petriloom::test
