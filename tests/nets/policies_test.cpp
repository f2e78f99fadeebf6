// SPDX-License-Identifier: Apache-2.0
// Every subnet of nets/ simulated: each policy does all tasks, within the times that follow from
// the machine, and every file takes part.
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

namespace petriloom::policies_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = PETRILOOM_ROOT;

std::set<std::string> policies() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(kRoot / "nets/policy")) names.insert(entry.path().stem().string());
  return names;
}

/// A template with another policy.
Net with_policy(const std::string& description, const std::string& policy) {
  GenerateOptions options;
  options.search_path = {kRoot.string()};
  options.input = {{{"runtime.policy", policy}}, {}};
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
// iterations are 80 tasks. `static` gives each unit two of them: 60 to cores and 20 to cards. A
// card does a task of its size in 50 ms where cores need 0.6 s for one block (docs/analytic.md), so
// that who looks at the work done (eager), or foresees it (dm), gives cards more and ends sooner.
TEST(Policies, DoAllTasks) {
  std::map<std::string, std::map<std::string, double>> of;
  for (const std::string& policy : policies()) {
    const Net net = with_policy("workstation.yaml", policy);
    SimulationOptions options;
    auto& found = of[policy] = figures(net, options);
    EXPECT_EQ(found.at("node[0].scheduler.scheduled"), 80) << policy;
    EXPECT_EQ(found.at("node[0].dsm.host_tasks") + found.at("node[0].dsm.device_tasks"), 80) << policy;
    options.engine = Engine::coloured;
    EXPECT_EQ(figures(net, options), found) << policy << ": engines differ";
  }
  EXPECT_EQ(of.at("static").at("node[0].dsm.host_tasks"), 60);
  EXPECT_LT(of.at("eager").at("time"), of.at("static").at("time"));
  EXPECT_LT(of.at("dm").at("time"), of.at("eager").at("time"));
}

TEST(Policies, EveryFileOfNetsTakesPart) {
  std::set<std::string> seen;
  for (const std::string& policy : policies()) {
    const Net net = with_policy("coka16.yaml", policy);
    FilesSeen trace(net, seen);
    SimulationOptions options;
    options.trace = &trace;
    figures(net, options);
  }
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "nets")) {
    // Those of the library and of the task runtime have tests of their own (library_test.cpp,
    // tasks_test.cpp).
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".loom" || path.find("/nets/lib/") != std::string::npos) continue;
    if (path.find("/nets/tasks/") != std::string::npos) continue;
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.find("\n  transition ") == std::string::npos) continue;
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
