// SPDX-License-Identifier: Apache-2.0
// Small instances of the Model Checking Contest against the answers on which the contest's tools agreed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "analysis/verify.h"
#include "formats/format.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

namespace fs = std::filesystem;
constexpr double kMostStates = 130'000;

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
  explicit Unpacked(const std::string& instance)
      : folder_(fs::temp_directory_path() / ("petriloom-mcc-" + instance + "-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    const std::string archive = (kFolder / "models" / (instance + ".tar.gz")).string();
    ok_ = std::system(("tar -xzf '" + archive + "' -C '" + folder_.string() + "'").c_str()) == 0;
    model_ = folder_ / instance / "model.pnml";
  }
  ~Unpacked() { fs::remove_all(folder_); }
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::string model() const { return model_.string(); }

 private:
  fs::path folder_;
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

TEST(ModelCheckingContest, SmallStateSpacesDeadlocksAndLiveness) {
  if (!fs::exists(kFolder / "expected.tsv")) GTEST_SKIP() << "no " << kFolder << " beside the source tree";
  int checked = 0;
  for (const auto& [instance, answers] : expected_answers()) {
    const auto states = answers.find("StateSpace STATES");
    if (states == answers.end() || std::strtod(states->second.c_str(), nullptr) > kMostStates ||
        instance.find("-PT-") == std::string::npos)
      continue;
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
  EXPECT_GT(checked, 40);
}

}  // namespace
}  // namespace petriloom::test
