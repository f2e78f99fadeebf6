// SPDX-License-Identifier: Apache-2.0
// A scheduling policy of one's own: a file whose module declares what it takes, and a description
// that gives that by name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/simulate/simulate.h"
#include "formats/loom/loom.h"
#include "generator/assembly/generate.h"
#include "tests/own_folder.h"

namespace petriloom::policy_test {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = PETRILOOM_ROOT;

/// What nets/policy/static.loom has, with other parameters than the six of the machine; `least`
/// changes the net.
const std::string kParameters = "cards : int, workers : int, capacity : list of int, time : real";

class PolicyOfOnesOwn : public testing::Test {
 protected:
  PolicyOfOnesOwn() {
    fs::create_directories(folder_ / "nets" / "policy");
    declare("patience : real = 3 us, least : int = 1");
  }

  static std::string text_of(const fs::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

  void declare(const std::string& own) const {
    std::string text = text_of(kRoot + "/nets/policy/static.loom");
    const std::size_t begin = text.find("SCHEDULER(") + 10;
    text.replace(begin, text.find("\n) {") - begin, kParameters + (own.empty() ? "" : ", " + own));
    for (const auto& [part, by] : {std::pair<std::string, std::string>{"guard b = 1;", "guard b = least;"},
                                   {"out QUEUE : (host, b) @+ time;", "out QUEUE : (host, b) @+ time + patience;"}}) {
      if (!own.empty()) text.replace(text.find(part), part.size(), by);
    }
    std::ofstream(folder_ / "nets" / "policy" / "own.loom") << text;
  }

  /// The small reference system with this policy, which begins again when it is done, or does not.
  ReadResult read(const std::string& policy, bool restart = true) const {
    std::string text = text_of(kRoot + "/templates/coka-mini.yaml");
    if (!restart) text.replace(text.find("restart: true"), 13, "restart: false");
    text.replace(text.find("policy: static"), 14, "policy: " + policy);
    const fs::path path = folder_ / "own.yaml";
    std::ofstream(path) << text;
    GenerateOptions options;
    options.search_path = {folder_.string(), kRoot};
    return generate(path.string(), options);
  }

  /// "line:column: message (help)" of each error and warning.
  std::string said(const std::string& policy) const {
    const ReadResult result = read(policy);
    std::string all;
    for (const Diagnostic& one : result.diagnostics.list()) {
      EXPECT_EQ(result.sources->name(one.where.file), (folder_ / "own.yaml").string());
      all += std::to_string(one.where.line) + ":" + std::to_string(one.where.column) + ": " + one.message;
      all += one.help.empty() ? "\n" : " (" + one.help + ")\n";
    }
    return all;
  }

  std::string net(const std::string& policy) const {
    const ReadResult result = read(policy);
    return result.net ? write_loom(*result.net, {}).text : result.diagnostics.format(*result.sources);
  }

  const test::OwnFolder own_;
  const fs::path& folder_ = own_.path();
};

TEST_F(PolicyOfOnesOwn, HasDefaultsForWhatTheDescriptionDoesNotGive) {
  const std::string plain = net("own");
  EXPECT_NE(plain.find("3e-06"), std::string::npos) << plain.substr(0, 2000);
  EXPECT_EQ(net("{name: own}"), plain);
  EXPECT_EQ(net("{name: own, patience: 3 us, least: 1}"), plain);
  EXPECT_NE(net("{name: own, patience: 5 ms}").find("0.005"), std::string::npos);
  EXPECT_NE(net("{name: own, least: 1 + 1}"), plain);
}

TEST_F(PolicyOfOnesOwn, WithoutParametersOfItsOwnIsTheOneThatItWasCopiedFrom) {
  declare("");
  EXPECT_EQ(net("own"), net("static"));
}

TEST_F(PolicyOfOnesOwn, ParametersThatItDoesNotHaveAreListed) {
  EXPECT_EQ(said("{name: own, patience: 3 us, patienc: 3 us}"),
            "23:39: the policy 'own' has no parameter 'patienc' (did you mean 'patience'?)\n");
  EXPECT_EQ(said("{name: own, x: 3 us}"), "23:23: the policy 'own' has no parameter 'x' (one of: patience, least)\n");
  EXPECT_EQ(said("{name: static, x: 3 us}"),
            "23:26: the policy 'static' has no parameter 'x' (it takes none from a description)\n");
  EXPECT_EQ(said("{name: own, time: 3 us}"),
            "23:23: the policy 'own' gets from the machine its parameter 'time' (one of: patience, least)\n");
  EXPECT_EQ(said("{least: 2}"), "23:3: 'policy' needs the key 'name'\n");
  EXPECT_EQ(said("{name: own, least: [2]}"), "23:23: expected an int, but this is a list of int\n");
  EXPECT_EQ(said("{name: own, least: {x: 2}}"), "23:23: expected a value, found a map\n");
}

TEST_F(PolicyOfOnesOwn, ParametersWithoutDefaultMustBeGiven) {
  declare("patience : real, least : int");
  EXPECT_EQ(said("{name: own, least: 1}"),
            "23:18: the policy 'own' needs the parameter 'patience' (policy: {name: own, patience: VALUE})\n");
  EXPECT_EQ(said("{name: own, least: 1, patience: 3 us}"), "");
}

TEST_F(PolicyOfOnesOwn, NumbersAloneHaveNoUnit) {
  declare("patience : real = 3 us, least : int = 1, weight : real = 1.0, other : real = 0.0");
  EXPECT_EQ(said("{name: own, weight: 5 ms}"), "23:31: `5 ms` has a unit (a number alone, as the default of `weight` is)\n");
  EXPECT_EQ(said("{name: own, weight: 5 ms / 1 ms}"), "");
  EXPECT_EQ(said("{name: own, weight: 5}"), "");
  EXPECT_EQ(said("{name: own, other: 5 ms}"), "");  // 0 is so much of anything
}

TEST_F(PolicyOfOnesOwn, ValuesThatAreWrongAreToldAtTheirPlace) {
  const std::string help = " (a number with a unit, as the default of `patience` has `us`)\n";
  EXPECT_EQ(said("{name: own, patience: 3}"), "23:33: `3` has no unit" + help);
  EXPECT_EQ(said("{name: own, patience: -3 us}"), "");
  EXPECT_EQ(said("{name: own, patience: 2 * 3 us}"), "");
  EXPECT_EQ(said("{name: own, patience: -3}"), "23:33: `-3` has no unit" + help);
  EXPECT_EQ(said("{name: own, patience: 2 us + 3 W}"), "23:38: `W` does not measure what `us` does" + help);
  EXPECT_EQ(said("{name: own, patience: 3 W}"), "23:33: `W` does not measure what `us` does" + help);
  EXPECT_EQ(said("{name: own, patience: 3 uss}").substr(0, 7), "23:33: ");
  EXPECT_EQ(said("{name: own, least: 1.5}").substr(0, 7), "23:30: ");
  EXPECT_EQ(said("{name: own, least: 1 +}").substr(0, 6), "23:33:");
  EXPECT_EQ(said("{name: own, least: nothing}").substr(0, 39), "23:30: there is no name `nothing` here ");
  EXPECT_EQ(said("{name: own, least: \"1) { } place X : unit; instance y : Z(\"}").substr(0, 21), "23:32: unexpected `)`");
  EXPECT_EQ(said("{name: own, least: 1 // one\n  , patience: 3 us}"), "") << "a comment ends with its line";
}

TEST_F(PolicyOfOnesOwn, RunsThatLeaveATaskForEverAreStuck) {
  const auto dead_ends = [this](const std::string& policy) {
    const ReadResult system = read(policy, false);
    return simulate(*system.net, {}).dead_ends;
  };
  EXPECT_EQ(dead_ends("{name: own, least: 1}"), 0U);
  EXPECT_EQ(dead_ends("{name: own, least: 2}"), 1U) << "tasks of one block are none of a card, and none of a core";
  EXPECT_EQ(read("own", true).net->final_marking.valid(), false) << "a net that begins again ends nowhere";
}

}  // namespace
}  // namespace petriloom::policy_test
