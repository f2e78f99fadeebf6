// SPDX-License-Identifier: Apache-2.0
// Out and back again through every format of the table that is written: the same state space and
// the same run. What a format refuses is not compared; how much it has to carry at least is kLeast.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "analysis/model/net_model.h"
#include "analysis/space/explore.h"
#include "engine/simulate/simulate.h"
#include "formats/common/output_file.h"
#include "formats/loom/loom.h"
#include "formats/registry/table.h"
#include "formats/source/layout.h"
#include "generator/assembly/generate.h"
#include "tests/engine/random_net.h"
#include "tests/own_folder.h"

namespace petriloom {
namespace {

constexpr std::uint64_t kNets = 200;
constexpr std::uint64_t kMostStates = 2000;
constexpr std::uint64_t kMostFirings = 200;

/// What a run does, without names, colours and the order within a step, which unfolding changes.
class Run final : public TraceSink {
 public:
  void fired(double now, TransitionId, std::span<const Word>, const WordPool&) override {
    flush();
    now_ = now;
    ++firings_;
  }
  void put(double, double available, PlaceId, Word, std::int64_t count) override { add(puts_, available, count); }
  void taken(double, double, PlaceId, Word, std::int64_t count) override { takes_ += count; }
  void finish(double) override { flush(); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static void add(std::vector<std::pair<double, std::int64_t>>& list, double time, std::int64_t count) {
    for (auto& [known, number] : list) {
      if (known == time) {
        number += count;
        return;
      }
    }
    list.emplace_back(time, count);
  }
  void flush() {
    if (firings_ == 0) return;
    std::sort(puts_.begin(), puts_.end());
    text_ += fmt::format("{} -{}", now_, takes_);
    for (const auto& [time, count] : puts_) text_ += fmt::format(" +{}@{}", count, time);
    text_ += "\n";
    puts_.clear();
    takes_ = 0;
    firings_ = 0;
  }
  std::string text_;
  double now_ = 0;
  std::uint64_t firings_ = 0;
  std::int64_t takes_ = 0;
  std::vector<std::pair<double, std::int64_t>> puts_;
};

std::string run_of(Net net) {
  net.stop = {};  // when to stop is no part of most formats
  Run run;
  SimulationOptions options;
  options.until = 50;
  options.max_firings = kMostFirings;
  options.trace = &run;
  const SimulationResult result = simulate(net, options);
  return run.text() + (result.diagnostics.has_errors() ? "error" : "");
}

// Edges are not compared: a variable that nothing uses makes several of one, and some formats have
// no such variables.
std::string states_of(const Net& net) {
  try {
    NetModel model(net, {});
    ExploreOptions options;
    options.enough = [](const StateSpace& space) { return space.size() > kMostStates; };
    const StateSpace space = explore(model, net.places.size(), options);
    if (space.diagnostics.has_errors()) return "error";
    if (!space.complete() || space.size() > kMostStates) return "too many";
    return fmt::format("{} states, {} dead", space.size(), space.dead);
  } catch (const EvalError&) {
    return "error";
  }
}

struct Case {
  const Format* format;
  bool timed;  ///< compare runs of timed nets; else state spaces of nets without time
};

// What is refused is refused for cause: time that the format has not, special arcs, conditions of
// terms, wildcards.
const std::map<std::string, std::uint64_t> kLeast = {
    {"loom_states", 200},   {"loom_runs", 200},   {"pnml_states", 199},     {"pnml_runs", 141}, {"pnml_sn_states", 55},
    {"pnml_hl_states", 56}, {"andl_states", 151}, {"candl_states", 50},     {"cpn_states", 52}, {"cpn_runs", 17},
    {"tina_states", 168},   {"lola_states", 115}, {"greatspn_states", 135},
};

std::string name_of(const Case& one) {
  std::string name(one.format->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name + (one.timed ? "_runs" : "_states");
}

std::uint64_t least_of(const Case& one) {
  const auto found = kLeast.find(name_of(one));
  return found == kLeast.end() ? 0 : found->second;
}

/// What `convert` makes of a net in the net language has the layout of `fmt`, whatever format it
/// came from.
void expect_canonical_layout(const Net& net, const std::string& name) {
  const std::string text = write_loom(net, {}).text;
  Sources sources;
  Diagnostics diagnostics;
  EXPECT_EQ(source::formatted(sources, sources.add(name, text), diagnostics).value_or("refused"), text)
      << name << "\n"
      << diagnostics.format(sources);
}

class RoundTrip : public testing::TestWithParam<Case> {
 protected:
  /// Whether the format carries the net; fails if it comes back another one.
  static bool same(const Net& net, const std::string& name) {
    const Case& c = GetParam();
    const Format& format = *c.format;
    WriteOptions options;
    options.untimed = !c.timed;
    const WriteResult written = format.write(net, options);
    if (written.diagnostics.has_errors()) return false;
    // What is written as one type of PNML is read by the reader of all types.
    const Format& reader = format.read ? format : *find_format("pnml");
    const test::OwnFolder folder;  // for formats of several files
    for (const Companion& companion : written.companions) {
      EXPECT_EQ(write_file(companion_path(folder.file("net"), companion.ending), companion.text), "");
    }
    const ReadResult back = reader.read(folder.file("net" + std::string(format.endings.front())), written.text, {});
    EXPECT_TRUE(back.net) << name << "\n" << back.diagnostics.format(*back.sources) << written.text;
    if (!back.net) return true;
    expect_canonical_layout(*back.net, name);
    if (c.timed) {
      EXPECT_EQ(run_of(*back.net), run_of(net)) << name << "\n" << written.text;
    } else {
      EXPECT_EQ(states_of(*back.net), states_of(net)) << name << "\n" << written.text;
    }
    return true;
  }
};

TEST_P(RoundTrip, OfRandomNets) {
  std::uint64_t carried = 0;
  test::RandomNetOptions options;
  options.timed = GetParam().timed;
  options.weights = false;
  for (std::uint64_t number = 0; number < kNets; ++number) {
    if (same(test::random_net(number, options), fmt::format("random{}", number))) ++carried;
    if (HasFailure()) break;
  }
  EXPECT_GE(carried, least_of(GetParam())) << "of " << kNets;
  options.sharing = GetParam().timed && std::string_view(GetParam().format->name) == "loom";
  for (std::uint64_t number = 0; options.sharing && number < kNets && !HasFailure(); ++number) {
    EXPECT_TRUE(same(test::random_net(number, options), fmt::format("random{} with sharing", number)));
  }
}

/// Arcs that collect tokens, and resets of tokens that meet a condition.
TEST_P(RoundTrip, OfRandomNetsThatCollectAndEmpty) {
  test::RandomNetOptions options;
  options.timed = GetParam().timed;
  options.weights = false;
  options.emptying = true;
  for (std::uint64_t number = 0; number < kNets; ++number) {
    options.collecting = number % 2 == 0;
    const Net net = test::random_net(700'000 + number, options);
    const bool whole = same(net, fmt::format("random{}", number));
    if (HasFailure()) break;
    if (GetParam().format->name == "loom") {
      EXPECT_TRUE(whole) << number;
    }
  }
}

TEST_P(RoundTrip, OfExamplesAndSubnets) {
  for (const char* file :
       {"examples/philosophers/table.loom", "examples/philosophers/left_handed.loom", "examples/queue/mm1.loom"}) {
    const ReadResult read = read_net(std::string(PETRILOOM_ROOT "/") + file, {}, {});
    ASSERT_TRUE(read.net) << file;
    same(*read.net, file);
  }
  // All subnets of nets/, joined as the small cluster joins them.
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  const ReadResult cluster = generate(PETRILOOM_ROOT "/templates/coka-mini.yaml", options);
  ASSERT_TRUE(cluster.net) << cluster.diagnostics.format(*cluster.sources);
  same(*cluster.net, "coka-mini");
}

// State spaces of every format of the table, and runs of those that are read and keep when and in
// which order transitions fire.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Format& format : formats()) {
    if (format.write == nullptr || format.picture) continue;
    all.push_back({&format, false});
    const Supports& kept = format.writes;
    const bool timed = kept.carry(Feature::stamps) && kept.carry(Feature::priorities);
    if (timed && format.read != nullptr) all.push_back({&format, true});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& info) { return name_of(info.param); });

}  // namespace
}  // namespace petriloom
