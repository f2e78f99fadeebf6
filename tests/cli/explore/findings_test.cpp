// SPDX-License-Identifier: Apache-2.0
// What matters, and who is not beaten, against values computed by hand.
#include "cli/explore/findings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/explore/write.h"

namespace petriloom::cli::explore {
namespace {

/// Rows with one measure m; a NaN is a wrong point.
Findings findings_of(const Question& question, const std::vector<double>& values) {
  Findings findings{question, {}, {}, {"m"}, {}, {}, {}};
  for (std::size_t k = 0; k < values.size(); ++k) {
    Row row;
    row.point = k;
    row.ended = std::isnan(values[k]) ? "" : "dead";
    row.error = std::isnan(values[k]) ? "wrong" : "";
    if (!std::isnan(values[k])) row.measures.push_back({"m", "s", {values[k], 0, 1}});
    findings.rows.push_back(row);
  }
  findings.columns = columns_of(findings.rows);
  findings.sensitivities = sensitivities_of(findings);
  return findings;
}

Question question_of(const std::vector<std::string>& vary) {
  Question question;
  for (const std::string& one : vary) question.sweep.keys.push_back(read_vary(one).key);
  return question;
}

// m = 8 / a + b for a in 1, 2, 4 and b in 0, 4: 8 12, 4 8, 2 6. Means by a 10, 6, 4; by b 14/3 and
// 26/3. The slope over log 2 steps -1, 0, 1 is ((ln 2 + ln 6) - (ln 8 + ln 12)) / (4 ln 2).
TEST(Sensitivities, AreMainEffectsAndSlopes) {
  const Question question = question_of({"a=1,2,4", "b=0,4"});
  const Findings findings = findings_of(question, {8, 12, 4, 8, 2, 6});
  ASSERT_EQ(findings.sensitivities.size(), 2U);
  const Sensitivity& a = findings.sensitivities[0];
  EXPECT_EQ(a.key, 0U) << "the larger ratio comes first";
  EXPECT_DOUBLE_EQ(*a.ratio, 10.0 / 4);
  EXPECT_DOUBLE_EQ(a.least, 4);
  EXPECT_EQ(a.least_at, 2U);
  EXPECT_EQ(a.largest_at, 0U);
  EXPECT_NEAR(*a.elasticity, (std::log(12) - std::log(96)) / (4 * std::log(2)), 1e-12);  // -0.75
  const Sensitivity& b = findings.sensitivities[1];
  EXPECT_NEAR(*b.ratio, 26.0 / 14, 1e-12);
  EXPECT_FALSE(b.elasticity) << "a key of 0 has no logarithm";
}

// Without a = 2, b = 4 the block of b over a = 2 is not whole, nor that of a over b = 4: a has
// 8, 4, 2 at b = 0 alone, b has (8 + 2) / 2 and (12 + 6) / 2.
TEST(Sensitivities, AreOverTheSameCombinations) {
  const Question question = question_of({"a=1,2,4", "b=0,4"});
  const Findings findings = findings_of(question, {8, 12, 4, std::nan(""), 2, 6});
  ASSERT_EQ(findings.sensitivities.size(), 2U);
  EXPECT_DOUBLE_EQ(*findings.sensitivities[0].ratio, 4);
  EXPECT_NEAR(*findings.sensitivities[0].elasticity, -1, 1e-12);
  EXPECT_DOUBLE_EQ(*findings.sensitivities[1].ratio, 9.0 / 5);
}

// A value of a key that is wrong everywhere is left out.
TEST(Sensitivities, LeaveOutWhatIsWrongEverywhere) {
  const Question question = question_of({"a=1,2,x"});
  const Findings findings = findings_of(question, {3, 6, std::nan("")});
  ASSERT_EQ(findings.sensitivities.size(), 1U);
  EXPECT_DOUBLE_EQ(*findings.sensitivities[0].ratio, 2);
  EXPECT_EQ(findings.sensitivities[0].largest_at, 1U);
  EXPECT_NEAR(*findings.sensitivities[0].elasticity, 1, 1e-12);
  EXPECT_EQ(findings.wrong(), 1U);
  EXPECT_TRUE(findings_of(question, {3, std::nan(""), std::nan("")}).sensitivities.empty());
}

TEST(Sensitivities, HaveNoRatioWhereSomethingIsNotAboveZero) {
  const Question question = question_of({"a=1,2"});
  const Findings findings = findings_of(question, {0, 5});
  EXPECT_FALSE(findings.sensitivities.at(0).ratio);
  EXPECT_FALSE(findings.sensitivities.at(0).elasticity);
  EXPECT_EQ(findings.sensitivities.at(0).largest, 5);
}

std::vector<Row> rows_of(const std::vector<std::pair<double, double>>& values) {
  std::vector<Row> rows;
  for (const auto& [x, y] : values) {
    Row row;
    row.point = rows.size();
    row.measures = {{"x", "", {x, 0, 1}}, {"y", "", {y, 0, 1}}};
    rows.push_back(row);
  }
  return rows;
}

// Where nothing varies, as with a single point, all is shown that would be if it did.
TEST(ChiefMeasures, AreThereWhereNothingVaries) {
  const Question question = question_of({"a=1,2"});
  const auto chief = [&](const std::vector<double>& values) { return chief_measures(findings_of(question, values)); };
  EXPECT_EQ(chief({3, 4}), (std::vector<std::string>{"m"}));
  EXPECT_EQ(chief({3, 3}), (std::vector<std::string>{"m"}));
  EXPECT_EQ(chief({3, std::nan("")}), (std::vector<std::string>{"m"}));
  EXPECT_EQ(chief({std::nan(""), std::nan("")}), std::vector<std::string>{});
}

// A sum of times has other last digits where the times before it have.
TEST(ChiefMeasures, DoNotVaryByRoundingAlone) {
  const Question question = question_of({"a=1,2"});
  Findings findings = findings_of(question, {3, 4});
  for (Row& row : findings.rows) row.measures.push_back({"n", "s", {0.1 + 1e-16 * row.measures[0].value.mean, 0, 1}});
  EXPECT_NE(findings.rows[0].measures[1].value.mean, findings.rows[1].measures[1].value.mean);
  findings.columns = columns_of(findings.rows);
  EXPECT_EQ(chief_measures(findings), (std::vector<std::string>{"m"}));
}

TEST(Pareto, NobodyInTheFrontIsBeaten) {
  std::vector<Row> rows = rows_of({{1, 5}, {2, 4}, {2, 6}, {3, 4}, {4, 1}, {1, 5}, {0, 0}});
  rows.back().measures.pop_back();  // has no y
  EXPECT_EQ(pareto_front(rows, read_objectives("x,y")), (std::vector<std::size_t>{0, 5, 1, 4}));
  EXPECT_EQ(pareto_front(rows, read_objectives("x,-y")), (std::vector<std::size_t>{0, 5, 2}));
  EXPECT_EQ(pareto_front(rows, read_objectives("-x,-y")), (std::vector<std::size_t>{4, 3, 2}));
}

TEST(Columns, StandBehindThoseTheyFollow) {
  std::vector<Row> rows(2);
  for (const char* name : {"a", "gpu[0]", "z"}) rows[0].measures.push_back({name, "", {}});
  for (const char* name : {"a", "gpu[0]", "gpu[1]", "z", "end"}) rows[1].measures.push_back({name, "", {}});
  std::string names;
  for (const MeasureColumn& column : columns_of(rows)) names += column.name + " ";
  EXPECT_EQ(names, "a gpu[0] gpu[1] z end ");
}

TEST(Columns, HaveDifferentNames) {
  std::vector<std::string> names{"time", "a", "Time", "A", "time (2)"};
  make_different(names);
  EXPECT_EQ(names, (std::vector<std::string>{"time", "a", "Time (2)", "A (2)", "time (2) (2)"}));
}

TEST(Rows, AreReadAsTheyWereWritten) {
  Row row;
  row.point = 7;
  row.time = {0.1 + 0.2, 1e-300, 12};
  row.ended = "until";
  row.error = "a \"quote\", and a comma";
  row.files = {"a b.yaml"};
  row.measures = {{"m[1]", "s", {HUGE_VAL, std::nan(""), 3}}, {"n", "", {}}};
  const std::string text = write_row(row);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const auto read = read_row(text);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(write_row(*read), text);
  EXPECT_EQ(read->time.mean, row.time.mean);
  EXPECT_EQ(read->measures[0].value.mean, HUGE_VAL);
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(read_row(text.substr(0, size))) << size;
}

}  // namespace
}  // namespace petriloom::cli::explore
