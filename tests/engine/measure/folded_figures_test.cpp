// SPDX-License-Identifier: Apache-2.0
// What is told of a net is the same whether its arrays are folded or expanded (docs/semantics.md,
// rule 18).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <random>
#include <regex>

#include "analysis/solve/solve.h"
#include "analysis/verify/verify.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

/// Facts, verdicts and notes; what looks at labels of transitions apart.
std::string told(const Net& net) {
  const VerifyResult result = verify(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  const StateSpaceFacts& facts = result.state_space;
  std::string text = fmt::format("{} {} {} {} {} {}\n", facts.states, facts.edges, facts.complete, facts.dead_markings,
                                 facts.most_tokens_in_place, facts.most_tokens_in_marking);
  for (const PropertyResult& property : result.properties) {
    text += fmt::format("{} {} {}\n", property.name, static_cast<int>(property.verdict),
                        property.name == "bounded" ? property.note : "");
  }
  return text;
}

/// Three nodes with places of their own and two shared ones. No transition puts more tokens than it
/// takes, so that there are few markings.
std::string random_array(std::uint64_t number) {
  std::mt19937_64 random(number);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string places[] = {"A", "B", "C", "SHARED", "POOL"};
  std::string text = "colour Node = index node with 0..2;\nmodule NODE(n : Node) {\n";
  for (std::size_t k = 0; k < 3; ++k) text += fmt::format("  place {} : unit = {}`();\n", places[k], below(3));
  text += "  port inout SHARED : unit; port inout POOL : unit;\n";
  for (std::size_t t = 0; t < 3; ++t) {
    const std::size_t from = below(5);
    const std::size_t taken = 1 + below(2);
    text += fmt::format("  transition t{} {{ in {} : {}`(); out {} : {}`();", t, places[from], taken, places[below(5)],
                        1 + below(taken));
    if (below(4) == 0) text += fmt::format(" inhibit {} : 2`();", places[below(3)]);
    text += " }\n";
  }
  return text + fmt::format("}}\nplace SHARED : unit = {}`();\nplace POOL : unit = {}`();\n", below(3), below(2)) +
         "instance node[n in Node] : NODE(n = n) { SHARED = SHARED; POOL = POOL; }\n";
}

TEST(FoldedFigures, AreThoseOfTheExpandedNet) {
  std::size_t in_instances = 0;
  for (std::uint64_t number = 1; number <= 300 && !HasFailure(); ++number) {
    const std::string text = random_array(number);
    const std::string folded = told(text_net(text, Fold::always));
    EXPECT_EQ(folded, told(text_net(text, Fold::never))) << text;
    in_instances += folded.find("reached in node[") != std::string::npos ? 1U : 0U;
  }
  EXPECT_GT(in_instances, 100U);
}

// A node takes from its own places alone.
TEST(FoldedFigures, BlameTheInstanceThatTookTheToken) {
  const std::regex taken("node\\[(.)\\]\\.t. (takes|took) a token of node\\[(.)\\]");
  std::size_t found = 0;
  for (std::uint64_t number = 1; number <= 300; ++number) {
    const Net net = text_net(random_array(number), Fold::always);
    for (const PropertyResult& property : verify(net, {}).properties) {
      for (const Blame& blame : property.blame) {
        std::smatch match;
        if (!std::regex_search(blame.reason, match, taken)) continue;
        EXPECT_EQ(match[1], match[3]) << blame.reason << "\n" << random_array(number);
        ++found;
      }
    }
  }
  EXPECT_GT(found, 100U);
}

// Four tokens in one node, three in each of two others: ten in the folded place, four in that of a
// node.
TEST(FoldedFigures, OfAPlaceAreThoseOfAnInstance) {
  const std::string text =
      "colour Node = index node with 0..2;\n"
      "module NODE(n : Node, k : int) { place P : unit = k`(); transition t { in P; } }\n"
      "instance node[n in Node] : NODE(n = n, k = nth([3, 4, 3], ord(n)));\n";
  for (const Fold fold : {Fold::always, Fold::never}) {
    const std::string found = told(text_net(text, fold));
    EXPECT_NE(found.find("bound 4, reached in node[1].P"), std::string::npos) << found;
    EXPECT_NE(found.find(" 4 10\n"), std::string::npos) << found;
  }
}

// An instance that a filter leaves out cannot fire again, and nobody asks for that; one whose guard
// never holds is asked for.
TEST(FoldedFigures, AreOfInstancesThatThereAre) {
  const std::string module = "colour Node = index node with 0..2;\nmodule NODE(n : Node) { place A : unit = 1`();\n";
  const std::string array =
      "instance node[n in Node where ord(n) < 2] : NODE(n = n);\nproperty l : live; property q : quasi_live;\n";
  for (const Fold fold : {Fold::always, Fold::never}) {
    const std::string all = told(text_net(module + "transition t { in A; out A; } transition u { }}\n" + array, fold));
    EXPECT_NE(all.find("l 0 \nq 0 \n"), std::string::npos) << all;
    const std::string some = told(text_net(module + "transition t { in A; out A; guard ord(n) > 0; }}\n" + array, fold));
    EXPECT_NE(some.find("l 1 \nq 1 \n"), std::string::npos) << some;
  }
}

/// What a solution tells of places and transitions, but for zeros.
std::map<std::string, double> solved(const Net& net) {
  const SolveResult result = solve(net, {});
  EXPECT_TRUE(result.solved()) << result.diagnostics.format(*net.sources);
  std::map<std::string, double> told;
  for (const auto* amounts : {&result.places, &result.transitions}) {
    for (const Amount& amount : *amounts) {
      if (amount.value != 0) told[amount.name] = amount.value;
    }
  }
  return told;
}

// Two cores of each of three nodes, of other rates on each node: tokens and firings of each core.
TEST(FoldedFigures, OfASolutionAreThoseOfInstances) {
  const std::string text =
      "colour Node = index node with 0..2; colour Core = index core with 0..1;\n"
      "module CORE(rate : real) { place IDLE : unit = 1`(); place RUN : unit;\n"
      "  transition start { in IDLE; out RUN; time exponential(1); }\n"
      "  transition end { in RUN; out IDLE; time exponential(rate); } }\n"
      "module NODE(n : Node) { instance core[c in Core] : CORE(rate = 1.0 + ord(n)); }\n"
      "instance node[n in Node] : NODE(n = n);\n";
  const std::map<std::string, double> folded = solved(text_net(text, Fold::always));
  const std::map<std::string, double> expanded = solved(text_net(text, Fold::never));
  ASSERT_EQ(folded.size(), 28U);  // 4 of each of 6 cores, and 4 totals
  ASSERT_EQ(expanded.size(), 28U);
  for (const auto& [name, value] : expanded) {
    ASSERT_TRUE(folded.contains(name)) << name;
    EXPECT_NEAR(folded.at(name), value, 1e-12) << name;
  }
  // Between up at rate 1 and down at rate 3: busy a quarter of the time.
  EXPECT_NEAR(folded.at("node[2].core[1].RUN"), 0.25, 1e-12);
  EXPECT_NEAR(folded.at("node[2].core[1].start"), 0.75, 1e-12);
  EXPECT_NEAR(folded.at("node[*].core[*].RUN"), 2 * (1.0 / 2 + 1.0 / 3 + 1.0 / 4), 1e-12);
}

}  // namespace
}  // namespace petriloom::test
