// SPDX-License-Identifier: Apache-2.0
// Bounds at their borders: values just inside, just outside, and intervals that are half outside.
#include "cli/claims/bounds.h"

#include <gtest/gtest.h>

#include "cli/claims/judge.h"
#include "cli/claims/printed.h"

namespace petriloom::cli::claims {
namespace {

Value exact(double value) { return {value, value, value}; }
Value between(double low, double high) { return {(low + high) / 2, low, high}; }
Printed printed(const char* text) { return parse_printed(text).value(); }

TEST(Printed, KeepsDigitsAndUnit) {
  EXPECT_DOUBLE_EQ(printed("8.6 %").value, 0.086);
  EXPECT_DOUBLE_EQ(printed("8.6 %").digit, 0.001);
  EXPECT_DOUBLE_EQ(printed("37 min").value, 2220);
  EXPECT_DOUBLE_EQ(printed("37 min").digit, 60);
  EXPECT_DOUBLE_EQ(printed("0.0330").digit, 1e-4);
  EXPECT_DOUBLE_EQ(printed("-1.50e3").value, -1500);
  EXPECT_DOUBLE_EQ(printed("-1.50e3").digit, 10);
  EXPECT_DOUBLE_EQ(printed("+.5").value, 0.5);
  for (const char* wrong : {"", "x", "1.2.3", "5 furlongs", "1e999", "--1", ".", "1 %%", "1,5"})
    EXPECT_FALSE(parse_printed(wrong)) << wrong;
}

TEST(Printed, IsShownWithADigitMore) {
  EXPECT_EQ(beside_printed(0.08412, printed("8.6 %")), "8.41 %");
  EXPECT_EQ(beside_printed(2215, printed("37 min")), "36.9 min");
  EXPECT_EQ(beside_printed(4.0642, printed("4")), "4.06");
  EXPECT_EQ(beside_printed(0, printed("4")), "0.0");
  EXPECT_EQ(beside_printed(123456, printed("120000")), "123456.0");
}

TEST(Digits, AgreeIfTheyAreRoundedToThoseThatArePrinted) {
  const Printed third = printed("0.33");
  EXPECT_EQ(within_digits(exact(0.32501), third), Inside::yes);
  EXPECT_EQ(within_digits(exact(0.325), third), Inside::yes);  // rounded away from 0
  EXPECT_EQ(within_digits(exact(0.32499), third), Inside::no);
  EXPECT_EQ(within_digits(exact(0.33499), third), Inside::yes);
  EXPECT_EQ(within_digits(exact(0.335), third), Inside::no);
  EXPECT_EQ(within_digits(exact(0.33501), third), Inside::no);
  EXPECT_EQ(within_digits(between(0.3251, 0.3349), third), Inside::yes);
  EXPECT_EQ(within_digits(between(0.3349, 0.3351), third), Inside::unclear);
  EXPECT_EQ(within_digits(between(0.30, 0.40), third), Inside::unclear);
  EXPECT_EQ(within_digits(between(0.34, 0.35), third), Inside::no);
  const Printed minus = printed("-2");
  EXPECT_EQ(within_digits(exact(-2.5), minus), Inside::no);
  EXPECT_EQ(within_digits(exact(-2.49), minus), Inside::yes);
  EXPECT_EQ(within_digits(exact(-1.5), minus), Inside::yes);
  EXPECT_EQ(within_digits(exact(-1.49), minus), Inside::no);
  const Printed zero = printed("0.0");
  EXPECT_EQ(within_digits(exact(0.0499), zero), Inside::yes);
  EXPECT_EQ(within_digits(exact(0.05), zero), Inside::no);
  EXPECT_EQ(within_digits(exact(-0.05), zero), Inside::no);
}

TEST(PerCent, IsOfWhatWasPublished) {
  const Printed hundred = printed("100 ms");
  EXPECT_EQ(within_share(exact(0.105), hundred, 0.05), Inside::yes);
  EXPECT_EQ(within_share(exact(0.10501), hundred, 0.05), Inside::no);
  EXPECT_EQ(within_share(exact(0.095), hundred, 0.05), Inside::yes);
  EXPECT_EQ(within_share(exact(0.09499), hundred, 0.05), Inside::no);
  EXPECT_EQ(within_share(between(0.104, 0.106), hundred, 0.05), Inside::unclear);
  EXPECT_EQ(within_share(between(0.106, 0.110), hundred, 0.05), Inside::no);
  EXPECT_EQ(within_share(exact(-104), printed("-100"), 0.05), Inside::yes);
  EXPECT_EQ(within_share(exact(-106), printed("-100"), 0.05), Inside::no);
}

TEST(Interval, HasItsBounds) {
  EXPECT_EQ(within(exact(1), 1, 2), Inside::yes);
  EXPECT_EQ(within(exact(2), 1, 2), Inside::yes);
  EXPECT_EQ(within(exact(2.0000001), 1, 2), Inside::no);
  EXPECT_EQ(within(exact(0.9999999), 1, 2), Inside::no);
  EXPECT_EQ(within(between(1, 2), 1, 2), Inside::yes);
  EXPECT_EQ(within(between(1.9, 2.1), 1, 2), Inside::unclear);
  EXPECT_EQ(within(between(0.5, 2.5), 1, 2), Inside::unclear);
}

TEST(CommonFactor, FitsOneNumberAndHoldsTheRest) {
  const std::vector<double> published{1, 2, 4};
  const auto of = [&](std::vector<Value> values, double share) { return common_factor(values, published, share); };
  const CommonFactor twice = of({exact(2), exact(4), exact(8)}, 0);
  EXPECT_DOUBLE_EQ(twice.factor, 2);
  EXPECT_EQ(twice.inside, Inside::yes);
  // Quotients 1.1, 1 and 1: the factor is sqrt(1.1) = 1.0488, from which 1.1 deviates by 4.88 % and
  // 1 by 4.65 %.
  const std::vector<Value> off{exact(1.1), exact(2), exact(4)};
  EXPECT_NEAR(of(off, 0.05).factor, 1.0488, 1e-4);
  EXPECT_EQ(of(off, 0.0489).inside, Inside::yes);
  EXPECT_EQ(of(off, 0.0488).inside, Inside::no);
  EXPECT_EQ(of({between(1.0, 1.2), exact(2), exact(4)}, 0.0489).inside, Inside::unclear);
  EXPECT_EQ(of({exact(0), exact(2), exact(4)}, 0.5).inside, Inside::no);
}

TEST(Ranking, IsOfGroupsAndBeforeAllOthers) {
  const std::vector<Value> values{exact(1), exact(1.5), exact(1.02), exact(3)};
  EXPECT_EQ(in_order(values, {{0}}, 0, true), Inside::yes);
  EXPECT_EQ(in_order(values, {{0}, {2}}, 0, true), Inside::yes);
  EXPECT_EQ(in_order(values, {{2}}, 0, true), Inside::no);
  EXPECT_EQ(in_order(values, {{2}}, 0.02, true), Inside::yes);  // 1.02 is 2 % more than 1
  EXPECT_EQ(in_order(values, {{2}}, 0.019, true), Inside::no);
  EXPECT_EQ(in_order(values, {{0, 2}, {1}}, 0, true), Inside::yes);
  EXPECT_EQ(in_order(values, {{0, 1}}, 0, true), Inside::no);
  EXPECT_EQ(in_order(values, {{3}, {1}}, 0, false), Inside::yes);
  EXPECT_EQ(in_order(std::vector{between(1, 2), between(1.9, 3)}, {{0}}, 0, true), Inside::unclear);
  EXPECT_EQ(in_order(std::vector{between(1, 2), between(2, 3)}, {{0}}, 0, true), Inside::yes);
  EXPECT_EQ(in_order(std::vector{between(2.1, 3), between(1, 2)}, {{0}}, 0, true), Inside::no);
}

TEST(Monotone, ComparesNeighbours) {
  EXPECT_EQ(monotone(std::vector{exact(1), exact(1), exact(2)}, 0, true), Inside::yes);
  EXPECT_EQ(monotone(std::vector{exact(1), exact(0.99), exact(2)}, 0, true), Inside::no);
  EXPECT_EQ(monotone(std::vector{exact(1), exact(0.99), exact(2)}, 0.02, true), Inside::yes);
  EXPECT_EQ(monotone(std::vector{exact(2), exact(1)}, 0, false), Inside::yes);
  EXPECT_EQ(monotone(std::vector{between(1, 3), between(2, 4)}, 0, true), Inside::unclear);
  EXPECT_EQ(monotone(std::vector{exact(-2), exact(-1.99)}, 0, true), Inside::yes);
  EXPECT_EQ(monotone(std::vector{exact(-1.99), exact(-2)}, 0.01, true), Inside::yes);
}

TEST(Conclusion, NeedsAllChoicesOfWhatIsOpen) {
  using enum Inside;
  const Judgement reproduced{Verdict::reproduced, {}};
  const Judgement refuted{Verdict::not_reproduced, {}};
  const Judgement open{Verdict::not_comparable, Reason::open_parameter};
  const Judgement undecided{Verdict::not_comparable, Reason::undecided};
  EXPECT_EQ(conclude({yes, yes}, false), reproduced);
  EXPECT_EQ(conclude({no, no}, false), refuted);
  EXPECT_EQ(conclude({yes, no}, false), open);
  EXPECT_EQ(conclude({yes, no, unclear}, false), open);
  EXPECT_EQ(conclude({yes, unclear}, false), undecided);
  EXPECT_EQ(conclude({no, unclear}, false), undecided);
  // What was fitted never counts as reproduced, and is not reproduced if it does not even fit.
  EXPECT_EQ(conclude({yes}, true), open);
  EXPECT_EQ(conclude({no}, true), refuted);
}

}  // namespace
}  // namespace petriloom::cli::claims
