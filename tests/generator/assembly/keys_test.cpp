// SPDX-License-Identifier: Apache-2.0
// Every key of a description has an effect: another value makes another net. The keys are those
// that the reader itself knows, so that a new one is asked for here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "generator/assembly/generate.h"
#include "generator/yaml/yaml_tree.h"
#include "tests/generator/every_key.h"

namespace petriloom::keys_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

using Settings = std::vector<DescriptionSetting>;

/// The text of the net, or what was wrong.
std::string net_text(const Settings& settings) {
  GenerateOptions options;
  options.search_path = {kRoot};
  options.input = {settings, test::every_key()};
  const ReadResult made = generate("base.yaml", options);
  return made.net ? write_loom(*made.net, {}).text : "wrong:\n" + made.diagnostics.format(*made.sources);
}

/// Where another value of the kind at hand would be wrong or the same: what to set instead. Several
/// of one path are all tried.
const std::multimap<std::string, Settings> kTurned{
    {"name", {{"name", "other"}}},
    {"links.wire.bandwidth", {{"links.wire.bandwidth", "8 Gbit/s"}, {"links.wire.overhead_per_byte", "2 ns/B"}}},
    {"costs.m.cpu.phases.one.time", {{"costs.m.cpu.phases.one.time", "10000 / f"}}},
    {"machine.kinds.k.gpus.processors", {{"machine.kinds.k.gpus.processors", "5"}}},
    {"machine.kinds.k.gpus.per_card", {{"machine.kinds.k.gpus.per_card", "2"}}},
    {"machine.kinds.k.bus.to_device", {{"machine.kinds.k.bus.to_device", "wire"}}},
    {"machine.kinds.k.bus.to_host", {{"machine.kinds.k.bus.to_host", "bus"}}},
    {"machine.kinds.k.bus.sharing", {{"machine.kinds.k.bus.sharing", "node"}}},
    {"machine.kinds.k.bus.sharing", {{"machine.kinds.k.bus.sharing", "processor"}}},
    {"machine.kinds.k.nic", {{"machine.kinds.k.nic", "bus"}}},
    {"machine.kinds.k.memory.sharing", {{"machine.kinds.k.memory.sharing", "fixed"}}},
    {"machine.kinds.k.frequency", {{"machine.kinds.k.frequency", "1 GHz"}}},
    {"machine.nodes[0].kind", {{"machine.nodes[0].kind", "l"}}},
    {"machine.nodes[0].count", {{"machine.nodes[0].count", "3"}, {"machine.nodes[1].count", "3"}}},
    {"machine.nodes[1].kind", {{"machine.nodes[1].kind", "l"}}},
    {"machine.nodes[1].count", {{"machine.nodes[0].count", "5"}, {"machine.nodes[1].count", "1"}}},
    {"machine.network.topology", {{"machine.network", "{topology: {name: torus, dimensions: [3, 2]}, link: wire, power: 6 W}"}}},
    {"machine.network.sharing", {{"machine.network", "{sharing: alone, link: wire, power: 6 W}"}}},
    {"machine.network.sharing", {{"machine.network", "{sharing: fair, link: wire, power: 6 W}"}}},
    {"machine.network.crosstraffic", {{"machine.network", "{sharing: fair, crosstraffic: 0.05, link: wire, power: 6 W}"}}},
    {"machine.network.leaf_switches", {{"machine.network.leaf_switches", "3"}}},
    {"machine.network.link", {{"machine.network.link", "bus"}}},
    {"runtime.policy", {{"runtime.policy", "eager"}}},
    {"runtime.policy", {{"runtime.policy", "dm"}}},
    {"application.grid", {{"application.grid", "[2, 3]"}}},
    {"application.block", {{"application.block", "[64, 64]"}}},
    {"application.block", {{"application.block", "[32, 32]"}}},
    {"mapping.distribution", {{"mapping", "{distribution: blocks, blocks: [9, 9, 9, 9, 9, 9], cost_model: m}"}}},
    {"mapping.cost_model", {{"mapping.cost_model", "n"}}},
    {"properties[0].invariant", {{"properties[0].invariant", "tokens(DONE) <= 2"}}},
    {"properties[1].ltl", {{"properties[1].ltl", "G (DONE => F DONE)"}}},
    {"properties[2].ctl", {{"properties[2].ctl", "EF DONE"}}},
};

constexpr const char* kOfClocks = "a warning tells where the machine has higher ones; description_test.cpp has one";
constexpr const char* kOfGpus = "of ranks; rank_gpus_test.cpp turns it";
constexpr const char* kOfRanks = "what blocks draw their cost model says; rank_power_test.cpp turns it";

/// Keys that make no other net, and why that is right; of a map, all its keys.
const std::map<std::string, std::string> kOfNoNet{
    {"application.kind", "the other one has keys of its own (ranks_test.cpp)"},
    {"costs.m.cpu.highest_frequency", kOfClocks},
    {"costs.m.gpu.highest_frequency", kOfClocks},
    {"machine.card", "there is one so far; card_test.cpp has another"},
    {"machine.kinds.k.cache.size", "of ranks; ranks_test.cpp turns it"},
    {"machine.kinds.k.cache.bandwidth", "of ranks; ranks_test.cpp turns it"},
    {"machine.kinds.k.memory.core_bandwidth", "of ranks; ranks_test.cpp turns it"},
    {"machine.kinds.k.memory.sharing", "of ranks; ranks_test.cpp turns it"},
    {"machine.kinds.k.flop_per_cycle", "blocks cost what their model says; ranks_test.cpp turns it"},
    {"machine.kinds.k.gpus.flop_per_cycle", kOfGpus},
    {"machine.kinds.k.gpus.memory", kOfGpus},
    {"machine.kinds.k.gpus.launch", kOfGpus},
    {"machine.kinds.k.gpus.kernels", kOfGpus},
    {"machine.kinds.k.gpus.copy_engines", kOfGpus},
    {"machine.kinds.k.gpus.links", kOfGpus},
    {"machine.kinds.k.gpus.gpudirect", kOfGpus},
    {"machine.kinds.k.gpus.idle_power", "of ranks; rank_gpu_power_test.cpp turns it"},
    {"machine.kinds.k.gpus.power", "of ranks; rank_gpu_power_test.cpp turns it"},
    {"machine.kinds.k.bus.duplex", kOfGpus},
    {"machine.kinds.k.frequencies", kOfRanks},
    {"machine.kinds.k.power", kOfRanks},
    {"machine.kinds.k.temperature", kOfRanks},
    {"machine.kinds.k.memory.idle_power", kOfRanks},
    {"machine.kinds.k.memory.power", kOfRanks},
    {"machine.network.idle_power", kOfRanks},
    {"machine.network.switch_power", kOfRanks},
    {"machine.power_cap", kOfRanks},
    {"machine.storage", "ranks write to it; rank_programs_test.cpp turns it"},
    {"machine.network.rails", "of ranks; ranks_test.cpp turns it"},
    {"runtime.taken_back", "the policy static takes back blocks; tests/nets/policies_test.cpp has others"},
    {"run.until", "of the simulation; tests of the program hold it"},
    {"run.replications", "of the simulation; tests of the program hold it"},
};

bool number_first(const std::string& text) { return !text.empty() && text.front() >= '0' && text.front() <= '9'; }

/// Another value of the same kind: twice a number, the other truth value, another property, another
/// name.
Settings turned(const std::string& path, const std::string& text) {
  if (text == "false" || (text == "true" && path.find("properties") == std::string::npos)) {
    return {{path, text == "true" ? "false" : "true"}};
  }
  if (path.starts_with("properties") && text == "true") {
    return {{path.substr(0, path.find('.')), "{name: other, invariant: tokens(DONE) <= 3}"}};
  }
  if (path.ends_with(".name")) return {{path, "other"}};
  if (!number_first(text)) return {};
  const std::size_t digits = text.find_first_not_of("0123456789.");
  const double twice = 2 * std::stod(text);
  return {{path, fmt::format("{}{}", twice, digits == std::string::npos ? "" : text.substr(digits))}};
}

class Turns {
 public:
  /// Turns the key of every scalar and every list of scalars below a node.
  void all(const YamlNode& node, const std::string& path) {
    const bool list =
        node.kind == YamlNode::Kind::list &&
        std::all_of(node.items.begin(), node.items.end(), [](const YamlNode& item) { return item.kind == YamlNode::Kind::scalar; });
    if (list || node.kind == YamlNode::Kind::scalar) return one(path, node.text);
    for (std::size_t k = 0; k < node.items.size(); ++k) all(node.items[k], fmt::format("{}[{}]", path, k));
    for (const YamlEntry& entry : node.entries) all(entry.value, path.empty() ? entry.key : path + "." + entry.key);
  }
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  void one(const std::string& path, const std::string& text) {
    // What a kind of node has that no node is of changes nothing until one is.
    if (path.starts_with("machine.kinds.l.") || path.starts_with("costs.n.")) return;
    const auto [first, last] = kTurned.equal_range(path);
    for (auto each = first; each != last; ++each) expect_other(path, each->second);
    if (first == last) expect_other(path, turned(path, text));
  }

  void expect_other(const std::string& path, const Settings& settings) {
    ++number_;
    const std::string made = net_text(settings);
    const auto excepted = std::find_if(kOfNoNet.begin(), kOfNoNet.end(),
                                       [&path](const auto& one) { return path == one.first || path.starts_with(one.first + "."); });
    if (excepted != kOfNoNet.end()) {
      EXPECT_TRUE(made == base_ || made.starts_with("wrong")) << path << " is said to have no effect: " << excepted->second;
      return;
    }
    ASSERT_FALSE(settings.empty()) << "say in kTurned what '" << path << "' is to be turned to";
    EXPECT_FALSE(made.starts_with("wrong")) << path << " = " << settings.front().value << "\n" << made;
    EXPECT_NE(made, base_) << path << " = " << settings.front().value << " makes the same net";
  }

  const std::string base_ = net_text({});
  std::size_t number_ = 0;
};

TEST(Keys, EveryKeyMakesAnotherNet) {
  Sources sources;
  Diagnostics wrong;
  const auto tree = parse_yaml(sources.add("base.yaml", test::every_key()), sources, YamlLimits{}, wrong);
  ASSERT_TRUE(tree) << wrong.format(sources);
  ASSERT_FALSE(net_text({}).starts_with("wrong")) << net_text({});
  Turns turns;
  turns.all(*tree, "");
  EXPECT_GT(turns.number(), 70U);
  // The blocks of each node belong to another distribution than the base.
  const auto blocks = [](const char* first) {
    return net_text({{"mapping", fmt::format("{{distribution: blocks, blocks: [{}, 9, 9, 9, 9, 9], cost_model: m}}", first)}});
  };
  EXPECT_NE(blocks("9"), blocks("10"));
}

TEST(Keys, OfOneChoiceRefuseAnyOther) { EXPECT_TRUE(net_text({{"application.kind", "torus"}}).starts_with("wrong")); }

TEST(Keys, NoneIsForgotten) {
  std::map<std::vector<std::string>, std::set<std::string>> given;
  for (const Settings& settings :
       {Settings{}, Settings{{"mapping", "{distribution: blocks, blocks: [9, 9, 9, 9, 9, 9], cost_model: m}"}}}) {
    const DescriptionResult read = read_description("base.yaml", {kRoot}, {settings, test::every_key()});
    ASSERT_TRUE(read.description) << read.diagnostics.format(*read.sources);
    for (const DescribedKeys& keys : read.keys) given[keys.valid].insert(keys.given.begin(), keys.given.end());
  }
  EXPECT_GE(given.size(), 18U) << "kinds of maps";
  for (const auto& [valid, found] : given) {
    for (const std::string& key : valid) {
      if (key == "include" || key == "hwloc" || key == "platform") continue;  // replaced by what they name before keys are read
      EXPECT_TRUE(found.contains(key)) << "give the description of this test the key '" << key << "'";
    }
  }
}

}  // namespace
}  // namespace petriloom::keys_test
