// SPDX-License-Identifier: Apache-2.0
// Random nets through whole commands: which engine runs, whether a trace is written, how many
// threads there are and whether arrays are folded shows neither in results nor in exit codes.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/cli/started.h"

namespace petriloom::cli_test {

namespace {

using Json = nlohmann::json;  // sorted: an expanded net lists its measures by instance

/// Three nodes with places of their own and two shared ones; immediate and timed transitions,
/// guards that divide by zero for the first node, measures within the array and outside,
/// properties.
std::string random_net(std::uint64_t number) {
  std::mt19937_64 random(number);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string places[] = {"A", "B", "C", "SHARED", "POOL"};
  const std::string times[] = {" time exponential(1.0 + ord(n));",
                               " time exponential(0.5);",
                               " delay 0.5 s;",
                               " time uniform(0.5, 1.5);",
                               " weight 2;",
                               "",
                               ""};
  std::string text = "colour Node = index node with 0..2;\nmodule NODE(n : Node) {\n";
  for (std::size_t k = 0; k < 3; ++k) text += fmt::format("  place {} : unit = {}`();\n", places[k], below(4));
  text += "  port inout SHARED : unit; port inout POOL : unit;\n";
  for (std::size_t t = 0; t < 3; ++t) {
    const std::size_t taken = 1 + below(2);
    text += fmt::format("  transition t{} {{ in {} : {}`(); out {} : {}`();", t, places[below(5)], taken, places[below(5)],
                        1 + below(taken + 1));
    if (below(4) == 0) text += fmt::format(" inhibit {} : 2`();", places[below(3)]);
    text += times[below(std::size(times))];
    if (below(12) == 0) text += " guard 6 / ord(n) > 1;";
    text += " }\n";
  }
  text += "  measure busy = average tokens(A) + 0.0;\n  measure fired = count t0;\n}\n";
  text += fmt::format("place SHARED : unit = {}`();\nplace POOL : unit = {}`();\n", below(3), below(2));
  return text +
         "instance node[n in Node] : NODE(n = n) { SHARED = SHARED; POOL = POOL; }\n"
         "measure both = average tokens(POOL) + tokens(SHARED) + 0.0;\n"
         "measure second[n in Node] = count node[n].t1;\n"
         "property ends : ltl F (tokens(SHARED) = 0);\n"
         "property few : invariant tokens(POOL) <= 3;\n"
         "property alive : quasi_live;\n";
}

struct Answer {
  int code = -1;
  std::string result;  ///< without times and memory
  std::string messages;
};

class WholeCommands : public testing::Test {
 protected:
  Answer answer(Words words) {
    words.insert(words.begin(), PETRILOOM_BINARY);
    for (const std::string more : {"--quiet", "--json", "-", "--time", "60s"}) words.push_back(more);
    Answer given;
    given.code = Started(words, folder_.path(), folder_.path(), {}).wait();
    given.messages = bytes_of(folder_ / "err");
    Json json = Json::parse(bytes_of(folder_ / "out"), nullptr, false);
    if (!json.is_object()) return given;
    for (const char* key : {"wall_seconds", "firings_per_second", "peak_bytes"}) json.erase(key);
    if (!json.contains("properties")) {
      given.result = json.dump(1);
    } else {
      for (const Json& property : json["properties"])
        given.result += fmt::format("{} {}\n", property["name"].dump(), property["verdict"].dump());
    }
    return given;
  }

  test::OwnFolder folder_;
};

TEST_F(WholeCommands, GiveTheSameWithAnyEngineTraceThreadsAndFolding) {
  std::size_t failed = 0;
  for (std::uint64_t number = 1; number <= 40 && !HasFailure(); ++number) {
    const std::string text = random_net(number);
    std::ofstream(folder_ / "net.loom") << text;
    const Words simulate{"simulate", "net.loom", "--until", "20", "--firings", "300", "--replications", "2"};
    const Answer one = answer(simulate);
    failed += one.code == 2 ? 1U : 0U;
    const Words others[] = {{"--trace", "t.csv"}, {"--jobs", "2"}, {"--fold", "never"}, {"--fold", "never", "--trace", "t.json"}};
    for (const Words& options : others) {
      Words words = simulate;
      words.insert(words.end(), options.begin(), options.end());
      const Answer other = answer(words);
      EXPECT_EQ(other.code, one.code) << options[0] << "\n" << one.messages << other.messages << text;
      EXPECT_EQ(other.result, one.result) << options[0] << "\n" << text;
    }
    const Answer folded = answer({"verify", "net.loom", "--memory", "200M"});
    const Answer expanded = answer({"verify", "net.loom", "--memory", "200M", "--fold", "never"});
    EXPECT_EQ(expanded.code, folded.code) << folded.messages << expanded.messages << text;
    EXPECT_EQ(expanded.result, folded.result) << text;
  }
  EXPECT_GT(failed, 2U) << "guards that divide by zero where all else holds";
}

}  // namespace

}  // namespace petriloom::cli_test
