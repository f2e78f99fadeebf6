// SPDX-License-Identifier: Apache-2.0
// The table of methods of verifying, and what a method must give: paths of firings that can be
// fired.
#include "analysis/verify/methods.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "analysis/result/standard_checks.h"
#include "analysis/structural/hardware_rules.h"
#include "tests/analysis/nets.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// The methods that support a question, in the order of the table.
std::vector<const Method*> supporting(const Net& net, const Question& question) {
  std::vector<const Method*> list;
  for (const Method& method : methods()) {
    if (method.supports(net, question)) list.push_back(&method);
  }
  return list;
}

TEST(Methods, EveryQuestionIsSupported) {
  const Net net = polite_philosophers(2);
  for (int kind = 0; kind <= static_cast<int>(PropertyKind::reversible); ++kind) {
    Question question{{}, static_cast<PropertyKind>(kind)};
    question.property.kind = *question.kind;
    EXPECT_FALSE(supporting(net, question).empty()) << "kind " << kind;
  }
  for (const StandardCheck& check : standard_checks()) {
    Question question{{}, check.kind};
    question.property.name = check.name;
    EXPECT_FALSE(supporting(net, question).empty()) << check.name;
    EXPECT_EQ(meaning_of_check(check.name).empty(), check.kind.has_value()) << check.name;
  }
}

// The page that says how questions are answered has a row for each method, and none for others.
TEST(Methods, StandInTheirPage) {
  std::set<std::string> in_table;
  for (const Method& method : methods()) in_table.insert(std::string(method.name));
  std::set<std::string> on_page;
  std::ifstream page(std::string(PETRILOOM_ROOT) + "/docs/verify.md");
  bool rows = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("|---")) {
      rows = true;
    } else if (rows && line.starts_with("| ")) {
      on_page.insert(line.substr(2, line.find(" |", 2) - 2));
    } else {
      rows = false;
    }
  }
  EXPECT_EQ(in_table, on_page);
}

// Whoever gives a property the name of a standard check is not answered by that check.
TEST(Methods, APropertyIsNotTakenForAStandardCheckOfItsName) {
  const Net net = polite_philosophers(2);
  Question question{{}, std::nullopt};
  question.property.name = kHardwareRules;
  EXPECT_TRUE(hardware_rules_by_structure().supports(net, question));
  question.kind = PropertyKind::deadlock_free;
  EXPECT_FALSE(hardware_rules_by_structure().supports(net, question));
}

// Fires a path step by step, asking each time whether it is enabled; the states on it, or nothing
// if some step is not enabled.
std::optional<std::vector<std::vector<std::uint8_t>>> fired(NetModel& model, const FiringPath& path) {
  const StateBytes initial = model.initial();
  std::vector<std::vector<std::uint8_t>> states{{initial.begin(), initial.end()}};
  for (const BoundTransition& firing : path.firings) {
    model.load(states.back());
    auto next = model.fire(firing);
    if (!next) return std::nullopt;
    states.push_back(std::move(*next));
  }
  return states;
}

// Of the first method that decides.
Outcome outcome_of(Task& task, const Question& question) {
  for (const Method* method : supporting(task.net(), question)) {
    Outcome outcome;
    method->check(task, question, outcome);
    if (outcome.verdict != Verdict::undecided) return outcome;
  }
  return {};
}

TEST(Methods, PathsAreFiringsThatLeadWhereTheySay) {
  const Net net = coloured_philosophers(3);
  std::vector<Question> questions{{{}, PropertyKind::deadlock_free}};
  Task task(net, questions, {});
  const Outcome outcome = outcome_of(task, questions[0]);
  EXPECT_EQ(outcome.verdict, Verdict::refuted);
  ASSERT_TRUE(outcome.path);
  EXPECT_EQ(outcome.path->firings.size(), 3U);  // each takes one fork
  EXPECT_EQ(outcome.path->end, PathEnd::dead);
  const auto states = fired(task.model(), *outcome.path);
  ASSERT_TRUE(states);
  task.model().load(states->back());
  task.model().for_each_enabled([](TransitionId, std::span<const Word>) { ADD_FAILURE() << "the last marking is not dead"; });
}

TEST(Methods, ALassoComesBackToWhereItsLoopBegins) {
  const Net net = text_net(
      "place A : unit = 1`(); place B : unit; place C : unit;\n"
      "transition begin { in A; out B; } transition go { in B; out C; } transition back { in C; out B; }\n"
      "property p : ltl F (tokens(A) = 2);\n");
  std::vector<Question> questions{{net.properties[0], PropertyKind::ltl}};
  Task task(net, questions, {});
  const Outcome outcome = outcome_of(task, questions[0]);
  ASSERT_TRUE(outcome.path && outcome.path->loop);
  EXPECT_EQ(outcome.path->end, PathEnd::goes_on);
  const auto states = fired(task.model(), *outcome.path);
  ASSERT_TRUE(states);
  EXPECT_EQ(states->at(*outcome.path->loop), states->back());
}

// What is explored until a limit has markings at its edge of which nothing more is known.
TEST(Methods, TheEndOfAPathIsUnexploredIfNobodyLookedAtIt) {
  const Net net = text_net(
      "var x : int; place P : int = 1`0; place Q : unit;\n"
      "transition t { in P : x; out P : x + 1; out Q; }\nproperty p : ltl G (tokens(Q) < 1);\n");
  std::vector<Question> questions{{net.properties[0], PropertyKind::ltl}};
  TaskOptions options;
  options.limits.cancelled = [polls = 0]() mutable { return ++polls == 3; };
  Task task(net, questions, options);
  ASSERT_EQ(task.explored().space.graph.rows(), 2U);
  const Outcome outcome = outcome_of(task, questions[0]);
  ASSERT_TRUE(outcome.path);
  EXPECT_EQ(outcome.path->firings.size(), 2U);
  EXPECT_EQ(outcome.path->end, PathEnd::unexplored);
}

TEST(Methods, WhatNeverFiresIsNamedWithItsInstance) {
  const Net net = text_net(
      "place A : unit = 1`(); place B : unit; place C : unit;\ntransition t { in A; out A; } transition never { in B; out C; }\n");
  std::vector<Question> questions{{{}, PropertyKind::quasi_live}};
  questions[0].property.module = ModuleId(0);
  Task task(net, questions, {});
  const Outcome outcome = outcome_of(task, questions[0]);
  ASSERT_EQ(outcome.idle.size(), 1U);
  EXPECT_EQ(net[outcome.idle[0].transition].name, "never");
  EXPECT_EQ(outcome.marked, (std::vector<char>{1, 0, 0}));
}

}  // namespace
}  // namespace petriloom::test
