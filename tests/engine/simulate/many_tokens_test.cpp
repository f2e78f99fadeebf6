// SPDX-License-Identifier: Apache-2.0
// Counts around 2^31, 2^32, 2^62 and 2^63: right in every engine, analysis and format, or an error
// that names the place.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "analysis/solve/solve.h"
#include "analysis/verify/verify.h"
#include "formats/registry/table.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kEdges[] = {1,
                                   (std::int64_t{1} << 31) - 1,
                                   std::int64_t{1} << 31,
                                   (std::int64_t{1} << 32) - 1,
                                   std::int64_t{1} << 32,
                                   (std::int64_t{1} << 62) - 1,
                                   std::int64_t{1} << 62,
                                   kMost - 1,
                                   kMost};
constexpr const char* kTooMany = "the place 'P' would hold more than 9223372036854775807 tokens when 't' fires";

/// Whether the net is bounded, and nothing else.
VerifyResult verified_bounds(Net net) {
  Property property;
  property.name = "bounded";
  property.module = ModuleId(0);
  property.kind = PropertyKind::bounded;
  net.properties = {property};
  VerifyOptions options;
  options.standard = false;
  return verify(net, options);
}

Verdict bounded(const VerifyResult& result) {
  for (const PropertyResult& property : result.properties) {
    if (property.name == "bounded") return property.verdict;
  }
  return Verdict::undecided;
}

struct Way {
  const char* name;
  Engine engine = Engine::fastest;
  bool traced = false;
  bool leaping = false;
};
constexpr Way kWays[] = {{"fastest"},
                         {"on counts", Engine::counts},
                         {"on coloured tokens", Engine::coloured},
                         {"traced", Engine::fastest, true},
                         {"leaping", Engine::fastest, false, true}};

/// The value of the first measure, or the error.
std::string run(const Net& net, const Way& way) {
  SimulationOptions options;
  options.engine = way.engine;
  options.until = 100;
  if (way.leaping) options.tau_leap = 0.03;
  TextTrace trace(net);
  if (way.traced) options.trace = &trace;
  const SimulationResult result = simulate(net, options);
  if (result.diagnostics.has_errors()) return result.diagnostics.format(*net.sources);
  return fmt::format("{}", result.measures[0].value.mean);
}

/// What is wanted if all is well, else whether the error is told at line 2, that of the transition.
void expect_value(const std::string& found, bool fits, double value, const std::string& what) {
  if (fits) {
    EXPECT_EQ(found, fmt::format("{}", value)) << what;
  } else {
    EXPECT_NE(found.find(kTooMany), std::string::npos) << what << ": " << found;
    EXPECT_NE(found.find("test.loom:2:"), std::string::npos) << found;
  }
}

/// `t` puts so many tokens into P, which holds some, and where nothing else is there.
Net adding(std::int64_t there, std::int64_t more) {
  return text_net(
      fmt::format("place P : unit = {}`(); place GO : unit = 1`();\n"
                  "transition t {{ in GO; out P : {}`(); time exponential(1); }}\n"
                  "measure most = peak tokens(P);\n",
                  there, more));
}

TEST(ManyTokens, AddUpOrAreAnError) {
  for (const std::int64_t there : kEdges) {
    for (const std::int64_t more : kEdges) {
      const Net net = adding(there, more);
      const bool fits = there <= kMost - more;
      const double sum = fits ? static_cast<double>(there + more) : 0;
      const std::string what = fmt::format("{} and {}", there, more);
      for (const Way& way : kWays) expect_value(run(net, way), fits, sum, what + " " + way.name);
      const VerifyResult verified = verified_bounds(net);
      EXPECT_EQ(verified.diagnostics.has_errors(), !fits) << what;
      if (fits) {
        EXPECT_EQ(verified.state_space.most_tokens_in_place, static_cast<std::uint64_t>(there + more)) << what;
      } else {
        // With the token of GO all places together have too many at the start already.
        const std::string_view problem = there == kMost ? "all places together would hold more than" : kTooMany;
        EXPECT_NE(verified.diagnostics.format(*net.sources).find(problem), std::string::npos) << what;
        EXPECT_NE(bounded(verified), Verdict::holds) << what;
      }
      EXPECT_EQ(solve(net, {}).solved(), fits) << what;
    }
  }
}

// Twice the same place in one transition, and one place of two colours: the sum counts.
TEST(ManyTokens, OfSeveralArcsAndColours) {
  const std::string half = "4611686018427387904";  // 2^62
  const std::string puts = "place P : unit; place GO : unit = 1`();\ntransition t { in GO; out P : " + half +
                           "`(); out P : " + half + "`(); time exponential(1); }\nmeasure m = peak tokens(P);\n";
  const std::string colours = "colour C = int with 0..1; place P : C = " + half +
                              "`(0); place GO : unit = 1`();\ntransition t { in GO; out P : " + half +
                              "`(1); time exponential(1); }\nmeasure m = peak tokens(P);\n";
  // No place can hold 2^63 tokens, so that `t` never fires and P keeps what it has.
  const std::string takes = "place P : unit = 9223372036854775807`();\ntransition t { in P : " + half + "`(); in P : " + half +
                            "`(); time exponential(1); }\nmeasure m = peak tokens(P);\n";
  for (const Way& way : kWays) {
    // Which is told of a transition by itself before a run of leaps.
    if (!way.leaping) expect_value(run(text_net(puts), way), false, 0, way.name);
    EXPECT_NE(run(text_net(puts), way).find("more than 9223372036854775807 tokens"), std::string::npos) << way.name;
    expect_value(run(text_net(colours), way), false, 0, way.name);
    expect_value(run(text_net(takes), way), true, 9223372036854775807.0, way.name);
  }
  EXPECT_NE(verified_bounds(text_net(puts)).diagnostics.format(*text_net(puts).sources).find(kTooMany), std::string::npos);
  EXPECT_NE(verified_bounds(text_net(colours)).diagnostics.format(*text_net(colours).sources).find(kTooMany), std::string::npos);
  EXPECT_EQ(verified_bounds(text_net(takes)).state_space.states, 1U);
}

// 3 (2^30 - 1) tokens at three times: more than half a word of the program of an engine on counts.
TEST(ManyTokens, ThatComeLater) {
  const Net net = text_net(
      "place P : unit; place GO : unit = 1`(); place Q : unit = 1`();\n"
      "transition t { in GO; out P : 1073741823`() @+ 1; out P : 1073741823`() @+ 2; out P : 1073741823`() @+ 3; }\n"
      "measure most = peak tokens(P);\n"
      "transition u { in Q; inhibit P : 3221225469`(); time deterministic(2.5); }\n"
      "measure late = last now over u;\n");
  for (const Way& way : kWays) {
    if (way.leaping) continue;  // which refuses delays
    EXPECT_EQ(run(net, way), "3221225469") << way.name;
  }
}

TEST(ManyTokens, AtTheStartHaveARoomOfTheirOwn) {
  for (const std::string marking : {"9223372036854775807`() ++ 1`()", "9223372036854775807`() ++ 1`() @+ 2"}) {
    const ReadResult read = read_loom("test.loom", "place P : unit = " + marking + ";\ntransition t { in P; }\n", {});
    ASSERT_FALSE(read.net) << marking;
    EXPECT_NE(read.diagnostics.format(*read.sources).find("9223372036854775807"), std::string::npos);
  }
  // Two places each hold what one can: verify says that it cannot tell of both together.
  const Net two = text_net("place P : unit = 9223372036854775807`(); place Q : unit = 1`();\ntransition t { in Q; out Q; }\n");
  const VerifyResult result = verified_bounds(two);
  EXPECT_TRUE(result.diagnostics.has_errors());
  EXPECT_EQ(bounded(result), Verdict::undecided);
}

/// The initial tokens of the first place and the counts of the arcs of the first transition.
std::string counts_of(const Net& net) {
  std::string text;
  for (const InitialTokens& tokens : net.places.at(0).initial) text += fmt::format("{} ", tokens.count);
  for (const Arc& arc : net.transitions.at(0).arcs)
    text += fmt::format("{} ", arc.count.valid() ? net.exprs[arc.count].payload : Word{1});
  return text;
}

// What is written is read as the same number, or refused; one more than fits is an error of every
// reader.
TEST(ManyTokens, InEveryFormat) {
  std::size_t compared = 0;
  for (const Format& format : formats()) {
    if (format.read == nullptr || format.write == nullptr) continue;
    for (const std::int64_t count : kEdges) {
      const Net net = text_net(fmt::format("place P : unit = {0}`();\ntransition t {{ in P : {0}`(); }}\n", count));
      const WriteResult written = format.write(net, {.untimed = true});
      if (written.diagnostics.has_errors()) continue;
      const std::string file = "net" + std::string(format.endings.front());
      const ReadResult again = format.read(file, written.text, {});
      if (!written.companions.empty()) continue;
      ASSERT_TRUE(again.net) << format.name << " " << count << "\n" << written.text;
      EXPECT_EQ(counts_of(*again.net), counts_of(net)) << format.name;
      ++compared;
      if (count != kMost) continue;
      for (const std::string more : {"9223372036854775808", "18446744073709551617", "99999999999999999999999"}) {
        std::string text = written.text;
        const std::string most = fmt::format("{}", kMost);
        for (std::size_t at = text.find(most); at != std::string::npos; at = text.find(most, at + more.size()))
          text.replace(at, most.size(), more);
        EXPECT_FALSE(format.read(file, text, {}).net) << format.name << " " << more << "\n" << text;
      }
    }
  }
  EXPECT_GE(compared, 6 * std::size(kEdges));
}

}  // namespace
}  // namespace petriloom::test
