// SPDX-License-Identifier: Apache-2.0
// Small instances of the Model Checking Contest, coloured ones also unfolded, against the answers
// on which the contest's tools agreed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "analysis/verify/verify.h"
#include "engine/unfold/unfold.h"
#include "formats/registry/table.h"
#include "tests/analysis/nets.h"
#include "tests/own_folder.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

namespace fs = std::filesystem;
constexpr double kMostStates = many(130'000.0);
constexpr double kMostColouredStates = many(300'000.0);

const fs::path kFolder = fs::path(PETRILOOM_SHARED) / "mcc";

using Answers = std::map<std::string, std::string>;  // "StateSpace STATES" -> "29641"

std::map<std::string, Answers> expected_answers() {
  std::map<std::string, Answers> result;
  std::ifstream file(kFolder / "expected.tsv");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string instance, examination, property, value;
    std::getline(fields, instance, '\t');
    std::getline(fields, examination, '\t');
    std::getline(fields, property, '\t');
    std::getline(fields, value, '\t');
    result[instance][examination + " " + property] = value;
  }
  return result;
}

class Unpacked {
 public:
  explicit Unpacked(const std::string& instance) {
    const std::string archive = (kFolder / "models" / (instance + ".tar.gz")).string();
    ok_ = std::system(("tar -xzf '" + archive + "' -C '" + folder_.path().string() + "'").c_str()) == 0;
    model_ = folder_ / instance / "model.pnml";
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::string model() const { return model_.string(); }

 private:
  test::OwnFolder folder_;
  fs::path model_;
  bool ok_ = false;
};

void expect_answer(const Answers& answers, const std::string& name, const std::string& found, const std::string& instance) {
  const auto at = answers.find(name);
  if (at != answers.end()) {
    EXPECT_EQ(found, at->second) << instance << ": " << name;
  }
}

std::string truth(const VerifyResult& result, const std::string& property, Verdict wanted) {
  return result_of(result, property).verdict == wanted ? "TRUE" : "FALSE";
}

/// The instances of a kind ("-PT-", "-COL-") of which at most so many states are known.
std::vector<std::pair<std::string, Answers>> small_instances(const std::string& kind, double most_states) {
  std::vector<std::pair<std::string, Answers>> result;
  for (auto& [instance, answers] : expected_answers()) {
    const auto states = answers.find("StateSpace STATES");
    if (instance.find(kind) == std::string::npos || states == answers.end()) continue;
    if (std::strtod(states->second.c_str(), nullptr) <= most_states) result.emplace_back(instance, answers);
  }
  return result;
}

TEST(ModelCheckingContest, SmallStateSpacesDeadlocksAndLiveness) {
  if (!fs::exists(kFolder / "expected.tsv")) GTEST_SKIP() << "no " << kFolder << " beside the source tree";
  int checked = 0;
  for (const auto& [instance, answers] : small_instances("-PT-", kMostStates)) {
    const Unpacked files(instance);
    ASSERT_TRUE(files.ok()) << instance;
    const ReadResult read = read_net(files.model(), {}, {});
    ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
    const VerifyResult result = verify(asking_for_live(*read.net), {});
    const StateSpaceFacts& facts = result.state_space;
    expect_answer(answers, "StateSpace STATES", std::to_string(facts.states), instance);
    expect_answer(answers, "StateSpace TRANSITIONS", std::to_string(facts.edges), instance);
    expect_answer(answers, "StateSpace MAX_TOKEN_IN_PLACE", std::to_string(facts.most_tokens_in_place), instance);
    expect_answer(answers, "StateSpace MAX_TOKEN_PER_MARKING", std::to_string(facts.most_tokens_in_marking), instance);
    expect_answer(answers, "ReachabilityDeadlock ReachabilityDeadlock", truth(result, "deadlock_free", Verdict::refuted), instance);
    expect_answer(answers, "Liveness Liveness", truth(result, "live", Verdict::holds), instance);
    ++checked;
  }
  EXPECT_GT(checked, sanitized() ? 20 : 40);
}

StateSpaceFacts space_of(const Net& net) { return verify(net, {}).state_space; }

Net unfolded(const Net& net, const UnfoldOptions& options) {
  Unfolding unfolding = unfold(net, options);
  EXPECT_FALSE(unfolding.diagnostics.has_errors()) << unfolding.diagnostics.format(*net.sources);
  return std::move(unfolding.net.value());
}

TEST(ModelCheckingContest, ColouredInstancesAndWhatTheyUnfoldTo) {
  if (!fs::exists(kFolder / "expected.tsv")) GTEST_SKIP() << "no " << kFolder << " beside the source tree";
  UnfoldOptions fewer_places;
  fewer_places.drop_constant_places = true;
  int checked = 0;
  for (const auto& [instance, answers] : small_instances("-COL-", kMostColouredStates)) {
    const Unpacked files(instance);
    ASSERT_TRUE(files.ok()) << instance;
    const ReadResult read = read_net(files.model(), {}, {});
    ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
    const StateSpaceFacts coloured = space_of(*read.net);
    const StateSpaceFacts plain = space_of(unfolded(*read.net, {}));
    const StateSpaceFacts reduced = space_of(unfolded(*read.net, fewer_places));
    for (const StateSpaceFacts* facts : {&coloured, &plain, &reduced}) {
      EXPECT_TRUE(facts->complete) << instance;
      expect_answer(answers, "StateSpace STATES", std::to_string(facts->states), instance);
      expect_answer(answers, "StateSpace TRANSITIONS", std::to_string(facts->edges), instance);
      expect_answer(answers, "ReachabilityDeadlock ReachabilityDeadlock", facts->dead_markings > 0 ? "TRUE" : "FALSE", instance);
      EXPECT_EQ(facts->dead_markings, coloured.dead_markings) << instance;
    }
    // The contest's places are those of the unfolded net.
    expect_answer(answers, "StateSpace MAX_TOKEN_IN_PLACE", std::to_string(plain.most_tokens_in_place), instance);
    expect_answer(answers, "StateSpace MAX_TOKEN_PER_MARKING", std::to_string(plain.most_tokens_in_marking), instance);
    ++checked;
  }
  EXPECT_GE(checked, sanitized() ? 5 : 10);
  EXPECT_LE(checked, 10);
}

TEST(ModelCheckingContest, MergedColoursKeepDeadlocksAndMostTokensInAMarking) {
  if (!fs::exists(kFolder / "expected.tsv")) GTEST_SKIP() << "no " << kFolder << " beside the source tree";
  UnfoldOptions merging;
  merging.merge_alike = true;
  int smaller = 0;
  for (const auto& [instance, answers] : small_instances("-COL-", kMostColouredStates)) {
    const Unpacked files(instance);
    ASSERT_TRUE(files.ok()) << instance;
    const ReadResult read = read_net(files.model(), {}, {});
    ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
    const StateSpaceFacts facts = space_of(unfolded(*read.net, merging));
    const double states = std::strtod(answers.at("StateSpace STATES").c_str(), nullptr);
    EXPECT_LE(static_cast<double>(facts.states), states) << instance;
    expect_answer(answers, "StateSpace MAX_TOKEN_PER_MARKING", std::to_string(facts.most_tokens_in_marking), instance);
    expect_answer(answers, "ReachabilityDeadlock ReachabilityDeadlock", facts.dead_markings > 0 ? "TRUE" : "FALSE", instance);
    smaller += static_cast<double>(facts.states) < states ? 1 : 0;
  }
  EXPECT_GT(smaller, sanitized() ? 0 : 1);
}

}  // namespace
}  // namespace petriloom::test
