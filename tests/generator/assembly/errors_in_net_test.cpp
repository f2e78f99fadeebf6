// SPDX-License-Identifier: Apache-2.0
// What is wrong in the net that is made of a description is told at the line of the description: as
// a mistake of the description where its own words are quoted, and else as an error of the program
// itself.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "generator/assembly/generate.h"
#include "tests/own_folder.h"

namespace petriloom::errors_in_net_test {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = PETRILOOM_ROOT;

class ErrorsInNet : public testing::Test {
 protected:
  /// The small reference system with pieces of its text replaced; what was said is "line:column:
  /// message" of the first error.
  using Changes = std::vector<std::pair<std::string, std::string>>;
  std::string said(const Changes& changes, const std::string& root = kRoot, Fold fold = Fold::automatic) {
    std::ifstream stream(kRoot + "/templates/coka-mini.yaml");
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    for (const auto& [part, by] : changes) text.replace(text.find(part), part.size(), by);
    const fs::path path = folder_ / "own.yaml";
    std::ofstream(path) << text;
    GenerateOptions options;
    options.search_path = {root, kRoot};
    options.fold = fold;
    const ReadResult result = generate(path.string(), options);
    if (result.diagnostics.list().empty()) return {};
    const Diagnostic& first = result.diagnostics.list().front();
    EXPECT_EQ(result.sources->name(first.where.file), path.string());
    return std::to_string(first.where.line) + ":" + std::to_string(first.where.column) + ": " + first.message;
  }

  const test::OwnFolder own_;
  const fs::path& folder_ = own_.path();
};

TEST_F(ErrorsInNet, AFormulaIsPointedInto) {
  EXPECT_EQ(said({{"ctl: AF DONE", "ctl: AF DONEX"}}), "39:30: there is no name `DONEX` here");
  EXPECT_EQ(said({{"ctl: AF DONE", "ctl: \"AF DONEX\""}}), "39:31: there is no name `DONEX` here");
  EXPECT_EQ(said({{"ctl: AF DONE", "ctl: AF DONE & ;"}}), "39:37: unexpected `;`");
  // Words around it in the net that is made are never spoken of, and cannot be used to end it.
  EXPECT_EQ(said({{"ctl: AF DONE", "ctl: AF DONE &"}}), "39:36: the text ends too early");
  EXPECT_EQ(said({{"ctl: AF DONE", "ctl: \"AF (DONE\""}}), "39:36: the text ends too early");
  EXPECT_EQ(said({{"ctl: AF DONE", "ltl: \"\""}}), "39:27: the text ends too early");
  EXPECT_EQ(said({{"ctl: AF DONE", "invariant: \"DONE & ; place X : unit\""}}), "39:41: unexpected `;`");
  EXPECT_EQ(said({{"ctl: AF DONE", "ctl: AF DONE"}}), "");
}

TEST_F(ErrorsInNet, APolicyThatDoesNotFitIsAMistakeOfTheDescription) {
  fs::create_directories(folder_ / "nets" / "policy");
  std::ofstream(folder_ / "nets" / "policy" / "own.loom") << "module PLANNER() {}\n";
  EXPECT_EQ(said({{"policy: static", "policy: own"}}, folder_.string()), "23:11: there is no module `SCHEDULER` here");
}

TEST_F(ErrorsInNet, WhatIsWrongInAPolicyIsToldInItsFile) {
  const fs::path policies = folder_ / "nets" / "tasks" / "policy";
  fs::create_directories(policies);
  std::ofstream(policies / "own.loom") << "const priorities = false; const in_step = false;\n"
                                          "module POLICY() { place P : int = nobody; }\n";
  GenerateOptions options;
  options.search_path = {folder_.string(), kRoot};
  options.input = {{{"runtime.policy", "own"}}, {}};
  const ReadResult result = generate(kRoot + "/templates/coka-mini.yaml", options);
  const std::string said = result.diagnostics.format(*result.sources);
  EXPECT_NE(said.find("own.loom:2:35: error: there is no name `nobody` here"), std::string::npos) << said;
}

// Policies of one's own may stay out of the project.
TEST_F(ErrorsInNet, APolicyBesideTheDescriptionIsFound) {
  const Changes own{{"policy: static", "policy: own"}};
  const fs::path policies = folder_ / "tasks" / "policy";
  fs::create_directories(policies);
  fs::copy_file(kRoot + "/nets/tasks/policy/eager.loom", policies / "own.loom");
  EXPECT_EQ(said(own), "");
  std::ofstream(policies / "own.loom") << "module POLICI() {}\n";
  EXPECT_EQ(said(own), "23:11: there is no scheduling policy 'own': tasks/policy/own.loom declares no module `POLICY`");
}

TEST_F(ErrorsInNet, TextThatIsMadeAndDoesNotGoWithAFileIsToldWhereItWasAskedFor) {
  fs::create_directories(folder_ / "nets" / "runtime");
  std::ofstream(folder_ / "nets" / "runtime" / "charm.loom") << "module CHARM() { port inout MSG_IN : Message; }\n";
  EXPECT_EQ(said({{"policy: static", "policy: static"}}, folder_.string()), "23:11: `CHARM` has no port `MESSAGE_QUEUES`");
}

TEST_F(ErrorsInNet, WhatIsTooLargeIsToldAtTheNodes) {
  // A node, with a socket, a card and a bus, is 9 + 2 + 2 + 1 instances; 300 cards and the host are
  // 301 devices.
  const Changes many{
      {"count: 2}", "count: 20000}"}, {"[2, 1]", "[20000, 1]"}, {"distribution: blocks\n  blocks: [9, 9]", "rounds: 1"}};
  EXPECT_EQ(said(many, kRoot, Fold::never), "19:7: these nodes, not folded, are 280000 instances, and a net has at most 262144");
  Changes wide = many;
  wide.push_back({"cores_per_socket: 1", "cores_per_socket: 300"});
  wide.push_back({"gpus: {processors: 1,", "gpus: {processors: 300,"});
  EXPECT_EQ(said(wide), "19:7: 20000 nodes of up to 1 sockets, 1 buses or 301 devices each are more than 4194304 parts");
}

// Tables of more rows than an expression is folded for were told to depend on themselves.
TEST_F(ErrorsInNet, TenThousandNodesAreNone) {
  EXPECT_EQ(
      said({{"count: 2}", "count: 10000}"}, {"[2, 1]", "[100, 100]"}, {"distribution: blocks\n  blocks: [9, 9]", "rounds: 1"}}),
      "");
}

}  // namespace
}  // namespace petriloom::errors_in_net_test
