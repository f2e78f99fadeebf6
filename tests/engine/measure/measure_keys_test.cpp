// SPDX-License-Identifier: Apache-2.0
// Families of measures of firings: which member a firing belongs to, in every engine, unfolded,
// solved, written and read again.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "analysis/solve/solve.h"
#include "engine/unfold/unfold.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// Four tokens are sent: a to node 0; a, b, b to node 1; none to node 2.
constexpr const char* kSends =
    "colour Node = index node with 0..2; colour Kind = enum { a, b };\n"
    "place S : product Kind * Node = (Kind.a, node(0)) ++ 2`(Kind.b, node(1)) ++ (Kind.a, node(1)); place E : Node;\n"
    "var q : Kind; var m : Node;\n"
    "transition t { in S : (q, m); out E : m; }\n";

/// "1 3 0": the members of a measure `x` of the sends.
std::string members(const Net& net, Engine engine, bool traced) {
  SimulationOptions options;
  options.engine = engine;
  TextTrace trace(net);
  if (traced) options.trace = &trace;
  const SimulationResult result = simulate(net, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  std::string text;
  for (const MeasureResult& measure : result.measures) {
    if (measure.name.find("__") == std::string::npos) text += fmt::format("{}{}", text.empty() ? "" : " ", measure.value.mean);
  }
  return text;
}

Net unfolded(const Net& net) {
  Unfolding made = unfold(net, {});
  EXPECT_TRUE(made.net) << made.diagnostics.format(*net.sources);
  return std::move(*made.net);
}

TEST(MeasureKeys, SayWhichFiringsBelongToAMember) {
  const std::pair<std::string, std::string> cases[] = {
      {"measure x[k in Node] = count t where m = k;", "1 3 0"},
      {"measure x[k in Node] = count t where k = m & q = Kind.b;", "0 2 0"},
      {"measure x[k in Node] = count t where ord(m) <= ord(k);", "1 4 4"},
      {"measure x[c in Kind] = count t;", "2 2"},
      {"measure x[m in Node] = count t;", "1 3 0"},
      {"measure x[k in Node, c in Kind where ord(k) > 0] = count t where m = k & q = c;", "1 2 0 0"},
      {"measure x[k in Node] = sum (ord(k) + 10 * ord(m)) over t where m = k;", "0 33 0"},
      {"measure x[k in Node] = sum (if m = k then 2 else 0) over t;", "2 6 0"}};
  for (const auto& [measure, expected] : cases) {
    const Net net = text_net(kSends + measure);
    EXPECT_EQ(members(net, Engine::counts, false), expected) << measure;
    EXPECT_EQ(members(net, Engine::coloured, false), expected) << measure;
    EXPECT_EQ(members(net, Engine::fastest, true), expected) << measure;
    EXPECT_EQ(members(unfolded(net), Engine::fastest, false), expected) << measure << ", unfolded";
    const WriteResult written = write_loom(net, {});
    const Net again = text_net(written.text);
    EXPECT_EQ(members(again, Engine::fastest, false), expected) << written.text;
    EXPECT_EQ(write_loom(again, {}).text, written.text);
  }
}

// A member per receiver, over a folded array of senders: `node[*].send` leaves the sender open,
// `node[k].send` says it is the key.
TEST(MeasureKeys, BesideTheIndicesOfAPath) {
  const std::string net =
      "colour Node = index node with 0..2;\n"
      "module NODE(n : Node) { var to : Node; place OUT : Node = 2`(node(2)) ++ n;\n"
      "  transition send { in OUT : to; out .IN : to; } measure own = count send where to = n; }\n"
      "place IN : Node;\ninstance node[n in Node] : NODE(n = n);\n";
  const auto one = [&](const std::string& measure) {
    std::string text;
    const Net folded = text_net(net + measure);
    for (const std::string& written : {std::string(), write_loom(folded, {}).text}) {
      const std::string found = members(written.empty() ? folded : text_net(written), Engine::fastest, false);
      EXPECT_TRUE(text.empty() || text == found) << written;
      text = found;
    }
    return text;
  };
  // Each node sends to itself and twice to node 2, which is three times for node 2 itself.
  EXPECT_EQ(one("measure x[k in Node] = count node[k].send where to = node(2);"), "2 2 3 1 1 3");
  EXPECT_EQ(one("measure x[k in Node] = count node[*].send where to = k;"), "1 1 7 1 1 3");
  EXPECT_EQ(one("measure x[k in Node] = count node[*].send where ord(to) <= ord(k);"), "1 2 9 1 1 3");
}

TEST(MeasureKeys, ThatNothingSpeaksOfAreRefused) {
  for (const std::string measure : {"measure x[k in Node] = count t;", "measure x[k in Node] = delay t -> t;"}) {
    const ReadResult read = read_loom("test.loom", kSends + measure, {});
    ASSERT_FALSE(read.net) << measure;
    EXPECT_NE(read.diagnostics.format(*read.sources).find("nothing says which firings"), std::string::npos) << measure;
  }
}

// Two servers that are as long up as down, of rates 1 and 2: half of these are the throughputs.
TEST(MeasureKeys, InExactSolution) {
  const Net net = text_net(
      "colour Kind = enum { a, b }; colour Node = index node with 0..1;\n"
      "place P : product Kind * Node = (Kind.a, node(0)) ++ (Kind.b, node(1)); var q : Kind; var m : Node;\n"
      "place Q : product Kind * Node;\n"
      "transition t { in P : (q, m); out Q : (q, m); time exponential(1.0 + ord(m)); }\n"
      "transition back { in Q : (q, m); out P : (q, m); time exponential(1.0 + ord(m)); }\n"
      "measure x[k in Node] = count t where m = k;\n");
  const SolveResult result = solve(net, {});
  ASSERT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  ASSERT_EQ(result.measures.size(), 2U);
  EXPECT_NEAR(result.measures[0].value.value_or(-1), 0.5, 1e-9);
  EXPECT_NEAR(result.measures[1].value.value_or(-1), 1, 1e-9);
}

}  // namespace
}  // namespace petriloom::test
