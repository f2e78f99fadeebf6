// SPDX-License-Identifier: Apache-2.0
// Every subnet of nets/ simulated: each policy does all tasks, of nodes of the small runtime and of
// the task runtime, in the times that follow from the machine, and every file takes part.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "engine/counts/event_net.h"
#include "engine/simulate/simulate.h"
#include "engine/unfold/search.h"
#include "generator/assembly/generate.h"
#include "generator/model/analytic.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::policies_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = PETRILOOM_ROOT;

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Those of the small runtime, and those of the task runtime.
std::set<std::string> policies() {
  std::set<std::string> names = task_policies();
  for (const auto& entry : fs::directory_iterator(kRoot / "nets/policy")) names.insert(entry.path().stem().string());
  return names;
}

/// A template with another policy, and further settings.
Net with_policy(const std::string& description, const std::string& policy, std::vector<DescriptionSetting> settings = {}) {
  GenerateOptions options;
  options.search_path = {kRoot.string()};
  settings.push_back({"runtime.policy", policy});
  options.input = {settings, {}};
  ReadResult read = generate((kRoot / "templates" / description).string(), options);
  EXPECT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  return std::move(read.net.value());
}

/// Notes from which files the transitions come that fire.
class FilesSeen final : public TraceSink {
 public:
  FilesSeen(const Net& net, std::set<std::string>& files) : net_(net), files_(files) {}
  void fired(double, TransitionId transition, std::span<const Word>, const WordPool&) override {
    files_.insert(fs::path(net_.sources->name(net_[transition].where.file)).filename().string());
  }
  void put(double, double, PlaceId, Word, std::int64_t) override {}
  void taken(double, double, PlaceId, Word, std::int64_t) override {}
  void finish(double) override {}

 private:
  const Net& net_;
  std::set<std::string>& files_;
};

std::map<std::string, double> figures(const Net& net, const SimulationOptions& options) {
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.ended, Ended::condition) << result.diagnostics.format(*net.sources);
  std::map<std::string, double> values{{"time", result.time.mean}, {"firings", static_cast<double>(result.firings)}};
  for (const MeasureResult& measure : result.measures) values[measure.name] = measure.value.mean;
  return values;
}

// The workstation has eight cores, two of which lead the cards: 8 units, filled twice in each of 5
// iterations are 80 tasks: 60 of a block, and 20 of the eight blocks of a GPU block.
TEST(Policies, DoAllTasks) {
  for (const std::string& policy : policies()) {
    const Net net = with_policy("workstation.yaml", policy);
    const auto found = figures(net, {});
    EXPECT_EQ(
        found.at("node[0].cpu_driver.tasks") + found.at("node[0].gpu_driver[0].tasks") + found.at("node[0].gpu_driver[1].tasks"),
        80)
        << policy;
    SimulationOptions options;
    options.engine = Engine::coloured;
    EXPECT_EQ(figures(net, options), found) << policy << ": engines differ";
  }
}

/// s that a bus of the workstation takes for so many blocks: 1024 x 1024 points of 296 B at the
/// rate of its LogGP parameters.
double bus_time(int blocks) {
  DescriptionResult read = read_description((kRoot / "templates/workstation.yaml").string(), {kRoot.string()});
  return read.description->machine.nodes.front().kind.to_device.time(blocks * block_bytes(read.description->application));
}

constexpr double kGpuBlock = 0.118;  // s of a card

// A core takes 0.725 s for a block; a card, whose transfers are the most of it, brings and takes
// back one in a tenth of that (docs/analytic.md).
TEST(Policies, DifferAsTheyAreExpectedTo) {
  const auto of = [](const std::string& policy) { return figures(with_policy("workstation.yaml", policy), {}); };
  const double core = 0.725;

  // Each unit has two tasks, and the six cores are slower.
  const auto fixed = of("static");
  EXPECT_EQ(fixed.at("node[0].cpu_driver.tasks"), 60);
  EXPECT_NEAR(fixed.at("time"), 5 * 2 * core, 1e-3);

  // Each core that looks for a task gets one block, and the cards have done the rest before it
  // ends, or soon after.
  for (const char* policy : {"eager", "ws"}) {
    const auto found = of(policy);
    EXPECT_EQ(found.at("node[0].cpu_driver.tasks"), 30) << policy;
    EXPECT_GT(found.at("time"), 5 * core) << policy;
    EXPECT_LT(found.at("time"), 5 * core * 1.2) << policy;
  }

  // A block is done sooner on a card, even if there are others before it: then a bus carries half
  // of the 44 blocks of an iteration to its card, while it carries those that are done back.
  for (const char* policy : {"dm", "dmda", "dmdas"}) {
    const auto found = of(policy);
    EXPECT_EQ(found.at("node[0].runtime.workers.on_cards"), 80) << policy;
    EXPECT_EQ(found.at("node[0].runtime.data.transfers"), 2 * 80) << policy << ": in and out";
    EXPECT_GT(found.at("time"), 5 * bus_time(22)) << policy;
    EXPECT_LT(found.at("time"), 5 * (bus_time(22) + kGpuBlock + bus_time(8))) << policy << ": the last is a GPU block";
  }
}

// The blocks of the 16 tasks of an iteration cross a bus once in the run; their borders go back
// after each task, and come again before each.
TEST(Policies, FindDataWhereTheyStayed) {
  const auto found = figures(with_policy("workstation.yaml", "dmda", {{"runtime.taken_back", "borders"}}), {});
  EXPECT_EQ(found.at("node[0].runtime.workers.on_cards"), 80);
  EXPECT_EQ(found.at("node[0].runtime.data.transfers"), 16 + 2 * 80);
  const double computing = 5 * 22.0 / 8 * kGpuBlock;
  EXPECT_GT(found.at("time"), computing);
  EXPECT_LT(found.at("time"), bus_time(22) + 1.1 * computing);
}

// StarPU's rule counts each transfer as if all cards used the bus in both directions: with eight
// cards a GPU block seems slower to bring than to do on a core, unless it has stayed where it is.
TEST(Policies, BelieveWhatTheyAreToldOfTransfers) {
  const auto moved = figures(with_policy("coka16.yaml", "dmda"), {});
  const auto as_if_free = figures(with_policy("coka16.yaml", "dm"), {});
  EXPECT_GT(moved.at("time"), 4 * as_if_free.at("time"));
}

TEST(Policies, OfTheSmallRuntimeTakeBackBlocks) {
  GenerateOptions options;
  options.search_path = {kRoot.string()};
  options.input = {{{"runtime.taken_back", "borders"}}, {}};
  const ReadResult read = generate((kRoot / "templates/coka-mini.yaml").string(), options);
  ASSERT_FALSE(read.net);
  EXPECT_EQ(read.diagnostics.list().front().message, "with the policy 'static' the host takes back whole blocks");
}

TEST(Policies, OfTheTaskRuntimeAreNotFolded) {
  GenerateOptions options;
  options.search_path = {kRoot.string()};
  options.fold = Fold::always;
  const ReadResult read = generate((kRoot / "templates/workstation.yaml").string(), options);
  ASSERT_FALSE(read.net);
  EXPECT_EQ(read.diagnostics.list().front().message, "nodes with the policy 'eager' are not folded");
}

TEST(Policies, EveryFileOfNetsTakesPart) {
  std::set<std::string> seen;
  for (const char* policy : {"static", "dmda"}) {
    const Net net = with_policy("coka16.yaml", policy, {{"application.iterations", "1"}});
    FilesSeen trace(net, seen);
    SimulationOptions options;
    options.trace = &trace;
    figures(net, options);
  }
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "nets")) {
    // Those of the library, of the task runtime and of networks have tests of their own
    // (library_test.cpp, tasks_test.cpp, network_test.cpp, ranks_test.cpp).
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".loom" || path.find("/nets/lib/") != std::string::npos) continue;
    if (path.find("/nets/tasks/") != std::string::npos || path.find("/nets/network/") != std::string::npos ||
        path.find("/nets/ranks/") != std::string::npos) {
      continue;
    }
    if (text_of(entry.path()).find("transition ") == std::string::npos) continue;
    EXPECT_TRUE(seen.contains(entry.path().filename().string())) << entry.path() << ": no transition of it has fired";
  }
}

// The lists of dm count without end, so that it runs on coloured tokens. That costs colours and
// bindings tried, whatever the machine.
TEST(Policies, ListsWithoutEndAreNoticedSoon) {
  for (const char* description : {"workstation.yaml", "coka-mini.yaml", "coka16.yaml"}) {
    const Net net = with_policy(description, "dm");
    WordPool pool = net.pool;
    Diagnostics diagnostics;
    const UnfoldOptions options = counts::FormLimits::for_choice().unfolding();
    UnfoldSearch search(net, pool, options, diagnostics);
    EXPECT_FALSE(search.run()) << description;
    EXPECT_LT(search.steps(), 200'000U) << description;
    EXPECT_LT(search.bytes(), std::size_t{6} << 20U) << description;
  }
}

}  // namespace
}  // namespace petriloom::policies_test
