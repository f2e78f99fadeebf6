// SPDX-License-Identifier: Apache-2.0
// claims.yaml as data, its mistakes, and expressions over made figures.
#include "cli/claims/read_claims.h"

#include <gtest/gtest.h>

#include "cli/claims/expressions.h"
#include "cli/claims/judge.h"

namespace petriloom::cli::claims {
namespace {

const std::string kAxesAndRuns =
    "axes:\n"
    "  policy: [ws, dmda]\n"
    "  blocks: [8, 16]\n"
    "runs:\n"
    "  stencil: {simulate: '{policy}.loom', over: [policy, blocks], figures: {makespan: m}}\n"
    "  proof: {verify: p.loom, figures: [safe, states]}\n"
    "claims:\n";

std::string claim(const std::string& keys) { return kAxesAndRuns + "  c: {says: x, source: y, " + keys + "}\n"; }

ReadClaims read(const std::string& text) {
  ReadClaims result = read_claims("claims.yaml", text);
  if (result.claims) check_expressions(*result.claims, result.diagnostics);
  return result;
}

std::string mistakes(const std::string& text) {
  const ReadClaims result = read(text);
  return result.diagnostics.format(*result.sources);
}

/// Makespans 4, 2 (ws at 8 and 16 blocks) and 3, 1 (dmda), each with a half width.
Figures made(double half_width, const std::string& missing = {}) {
  Figures figures(2);
  const double makespans[2][2] = {{4, 2}, {3, 1}};
  for (std::size_t p = 0; p < 2; ++p) {
    for (std::size_t b = 0; b < 2; ++b) {
      FigureValue value;
      value.mean = makespans[p][b];
      value.half_width = half_width;
      figures[0].push_back({{p, b}, {value}, ""});
    }
  }
  if (!missing.empty()) figures[0].back() = {{1, 1}, {}, missing};
  FigureValue holds;
  holds.verdict = petriloom::Verdict::holds;
  FigureValue states;
  states.mean = 12;
  figures[1].push_back({{}, {holds, states}, ""});
  return figures;
}

Judged judged(const std::string& keys, const Figures& figures, const Claims*& kept) {
  static std::vector<std::unique_ptr<ReadClaims>> all;  // what is judged points into the claims
  all.push_back(std::make_unique<ReadClaims>(read(claim(keys))));
  ReadClaims& result = *all.back();
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*result.sources);
  kept = &*result.claims;
  Diagnostics diagnostics;
  Judged one = judge(*result.claims, figures, result.claims->claims.front(), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format(*result.sources);
  return one;
}

std::string verdict(const std::string& keys, const Figures& figures = made(0)) {
  const Claims* claims = nullptr;
  return judgement_text(judged(keys, figures, claims).judgement);
}

TEST(Claims, ExpressionsSeeRunsByTheValuesOfAxes) {
  const std::string one = ", bound: digits";
  EXPECT_EQ(verdict("value: 'stencil(ws, 8).makespan / stencil(dmda, 8).makespan', published: 1.33" + one), "reproduced");
  EXPECT_EQ(verdict("value: 'min(p in policy : stencil(p, 16).makespan)', published: 1" + one), "reproduced");
  EXPECT_EQ(verdict("value: 'sum(p in policy, b in blocks : stencil(p, b).makespan)', published: 10" + one), "reproduced");
  EXPECT_EQ(verdict("value: 'stencil(argmin(p in policy : stencil(p, 8).makespan), 16).makespan', published: 2" + one),
            "not reproduced");
  EXPECT_EQ(verdict("value: proof().states, published: 12" + one), "reproduced");
  EXPECT_EQ(verdict("value: proof().safe, published: holds, bound: verdict"), "reproduced");
  EXPECT_EQ(verdict("value: proof().safe, published: refuted, bound: verdict"), "not reproduced");
  EXPECT_EQ(verdict("value: 'stencil(ws, 8).makespan > 3', published: holds, bound: verdict"), "reproduced");
}

TEST(Claims, FamiliesGoAlongAnAxis) {
  const std::string along = "over: policy, open: blocks, value: 'stencil(policy, blocks).makespan', ";
  EXPECT_EQ(verdict(along + "published: dmda, bound: {ranking: lowest first}"), "reproduced");
  EXPECT_EQ(verdict(along + "published: [ws, dmda], bound: {ranking: highest first}"), "reproduced");
  EXPECT_EQ(verdict(along + "published: ws, bound: {ranking: lowest first}"), "not reproduced");
  EXPECT_EQ(verdict(along + "published: {ws: 4, dmda: 3}, bound: {per_cent: 1 %}"), "not comparable (open parameter)");
  // Of 4, 3 and 2, 1 the first has the quotient 4/3: with one factor it is as 8 to 6.
  EXPECT_EQ(verdict("over: policy, value: 'stencil(policy, 8).makespan', published: {ws: 8, dmda: 6}, bound: {factor: 0.1 %}"),
            "reproduced");
  EXPECT_EQ(verdict("over: blocks, value: 'stencil(ws, blocks).makespan', bound: {monotone: falling}"), "reproduced");
  EXPECT_EQ(verdict("over: blocks, value: 'stencil(ws, blocks).makespan', bound: {monotone: rising}"), "not reproduced");
}

TEST(Claims, AnIntervalIsInsideOnlyAsAWhole) {
  // 4 +- 0.1 over 3 +- 0.1 lies between 3.9/3.1 = 1.258 and 4.1/2.9 = 1.414.
  const std::string quotient = "value: 'stencil(ws, 8).makespan / stencil(dmda, 8).makespan', bound: {interval: ";
  const Figures figures = made(0.1);
  const Claims* claims = nullptr;
  const Judged wide = judged(quotient + "[1.25, 1.42]}", figures, claims);
  EXPECT_EQ(wide.judgement.verdict, Verdict::reproduced);
  EXPECT_NEAR(wide.families[0].values[0].number->low, 3.9 / 3.1, 1e-12);
  EXPECT_NEAR(wide.families[0].values[0].number->high, 4.1 / 2.9, 1e-12);
  EXPECT_EQ(verdict(quotient + "[1.26, 1.42]}", figures), "not comparable (undecided)");
  EXPECT_EQ(verdict(quotient + "[1.42, 1.5]}", figures), "not reproduced");
  EXPECT_EQ(verdict("value: 'stencil(ws, 8).makespan > 3.95', published: holds, bound: verdict", figures),
            "not comparable (undecided)");
}

TEST(Claims, WhatWasFittedIsNeverReproduced) {
  const std::string fitted = "value: 'stencil(ws, 8).makespan', bound: digits, fitted: the work of a point, published: ";
  EXPECT_EQ(verdict(fitted + "4"), "not comparable (open parameter)");
  EXPECT_EQ(verdict(fitted + "5"), "not reproduced");
  const Claims* claims = nullptr;
  const Judged one = judged(fitted + "4", made(0), claims);
  EXPECT_TRUE(one.as_expected());
  EXPECT_NE(one.note.find("the work of a point"), std::string::npos);
}

TEST(Claims, WhatWasNotRunLeavesUndecidedWhatLooksAtIt) {
  const Figures figures = made(0, "the run was stopped");
  const std::string end = ", bound: digits, published: ";
  EXPECT_EQ(verdict("value: 'stencil(ws, 8).makespan'" + end + "4", figures), "reproduced");
  EXPECT_EQ(verdict("value: 'stencil(dmda, 16).makespan'" + end + "1", figures), "not comparable (undecided)");
}

// Of what no claim asks nothing hangs on it that it has no value, verdict or number.
TEST(Claims, WhatIsNotAskedLeavesNothingUndecided) {
  Figures figures = made(0);
  figures[1][0].figures[1].missing = "the state space is not complete";
  EXPECT_EQ(verdict("value: proof().safe, published: holds, bound: verdict", figures), "reproduced");
  EXPECT_EQ(verdict("value: proof().states, published: 12, bound: digits", figures), "not comparable (undecided)");
  figures = made(0);
  figures[1][0].figures[0].verdict.reset();
  figures[1][0].figures[0].missing = "the run was stopped";
  EXPECT_EQ(verdict("value: proof().states, published: 12, bound: digits", figures), "reproduced");
}

TEST(Claims, NameTheRunsThatTheyLookAt) {
  const ReadClaims result = read_claims("claims.yaml",
                                        "definitions: |\n"
                                        "  fun a(b : int) : real = c(b) + 1.0;\n"
                                        "  fun c(b : int) : real = stencil(ws, b).makespan;\n"
                                        "  fun d(b : int) : real = proof().states;\n" +
                                            claim("value: a(8), bound: digits, published: 1"));
  ASSERT_TRUE(result.claims);
  EXPECT_EQ(runs_of(*result.claims, result.claims->claims[0]), std::vector<std::size_t>{0});
}

TEST(Claims, SayTheirReasons) {
  EXPECT_EQ(verdict("not_comparable: other scale, because: z"), "not comparable (other scale)");
  EXPECT_EQ(verdict("not_comparable: not modelled, because: z, published: 37 min"), "not comparable (not modelled)");
}

TEST(Claims, MistakesAreToldAtTheirPlaces) {
  const auto tells = [](const std::string& keys, const std::string& message) {
    const std::string text = mistakes(claim(keys));
    EXPECT_NE(text.find(message), std::string::npos) << keys << "\n" << text;
  };
  const std::string value = "value: 'stencil(ws, 8).makespan', ";
  tells(value + "published: 4", "a claim has a bound, or says why it is not comparable");
  tells(value + "bound: digits", "needs the key 'published'");
  tells(value + "bound: {per_cent: 5}, published: 4", "'5' is not a share");
  tells(value + "bound: {per_cent: 5 %, factor: 5 %}, published: 4", "a bound is one of");
  tells(value + "bound: {per_cent: 5 %, ties: 5 %}, published: 4", "`ties` goes with a ranking");
  tells(value + "bound: {interval: [2, 1]}", "the wrong way round");
  tells(value + "bound: {interval: 2}", "an interval is a list of its two bounds");
  tells(value + "bound: {ranking: lowest first}, published: ws", "`over:` names their axis");
  tells(value + "bound: verdict, published: holds", "the bound is a verdict, and this value is of 'real'");
  tells("value: proof().safe, bound: digits, published: 4", "the bound is of numbers, and this value is of 'verdict'");
  tells("over: policy, value: 'stencil(policy, 8).makespan', published: {dmda: 1}, bound: {factor: 1 %}", "two published ones");
  tells("over: policy, value: 'stencil(policy, 8).makespan', published: {dm: 1}, bound: digits", "has no value 'dm'");
  tells("over: polcy, value: 'stencil(ws, 8).makespan', bound: digits, published: 4", "there is no axis 'polcy'");
  tells("over: policy, open: policy, value: '1.0', bound: {monotone: rising}", "in `over` or in `open`, not in both");
  tells("not_comparable: not modelled", "needs the key 'because'");
  tells("not_comparable: too hard, because: z", "expected one of open parameter, not published");
  tells("value: 'stencil(ws, 8).makspan', bound: digits, published: 4", "makspan");
  tells("value: 'stencil(ws, 8).makespan +', bound: digits, published: 4", "this expression ends where something more must come");
  tells("value: 'stencl(ws, 8).makespan', bound: digits, published: 4", "claims.yaml:8:35");
}

TEST(Claims, MistakesOfAxesAndRuns) {
  const auto tells = [](const std::string& text, const std::string& message) {
    const std::string told = mistakes(text + "claims: {c: {says: x, source: y, not_comparable: not modelled, because: z}}\n");
    EXPECT_NE(told.find(message), std::string::npos) << text << "\n" << told;
  };
  tells("axes: {a: [x], b: [x]}\n", "'x' is a value of the axis 'a' already");
  tells("axes: {a: [x, x]}\n", "has the value 'x' twice");
  tells("axes: {a: []}\n", "an axis has from 1 to");
  tells("axes: {a: [holds, x]}\n", "'holds' is a verdict of properties");
  tells("runs: {r: {simulate: n.loom}}\n", "needs the key 'figures'");
  tells("runs: {r: {figures: m}}\n", "needs one of the keys simulate, solve and verify");
  tells("runs: {r: {simulate: n.loom, solve: n.loom, figures: m}}\n", "needs one of the keys simulate, solve and verify");
  tells("runs: {r: {verify: n.loom, figures: m, until: 3 s}}\n", "`until` says nothing of a run that is to verify");
  tells("runs: {r: {simulate: '{a}.loom', figures: m}}\n", "does not go over an axis 'a'");
  tells("runs: {r: {simulate: n.loom, figures: [m, m]}}\n", "stands here twice");
  tells("runs: {r: {simulate: n.loom, figures: m, quick: fast}}\n", "quick is a map of keys or `leave out`");
  EXPECT_EQ(mistakes("runs: {r: {simulate: n.loom, figures: {}}}\n" + claim("value: r().a, bound: digits, published: 4"))
                .find("(no location)"),
            std::string::npos);
  tells("axes: {a: [x]}\nquick: {a: y}\n", "the axis 'a' has no value 'y'");
  EXPECT_NE(mistakes("axes: {}\n").find("needs the key 'claims'"), std::string::npos);
  EXPECT_NE(mistakes("claims: {}\n").find("there are no claims"), std::string::npos);
  EXPECT_NE(mistakes("claims:\n  c:\n    value: min(p in policy : 1)\n").find("stands between quotes"), std::string::npos);
  EXPECT_NE(mistakes("- a\n").find("is a map of keys"), std::string::npos);
}

TEST(Claims, QuickKeepsSomeValues) {
  ReadClaims result =
      read_claims("claims.yaml", "quick: {blocks: 8}\n" + claim("over: blocks, value: 'sum(b in range(1, 1) : 1.0)', "
                                                                "bound: {monotone: rising}"));
  ASSERT_TRUE(result.claims);
  EXPECT_TRUE(has_values(*result.claims, result.claims->claims[0]));
  leave_out_values(*result.claims);
  EXPECT_FALSE(has_values(*result.claims, result.claims->claims[0]));
}

}  // namespace
}  // namespace petriloom::cli::claims
