// SPDX-License-Identifier: Apache-2.0
// A value that cannot be read is one mistake: what does not fit it is none of its own. So is a key
// that is misspelt: that it is absent is none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generator/reading/read_description.h"
#include "generator/yaml/include.h"
#include "tests/generator/every_key.h"

namespace petriloom::unreadable_test {
namespace {

const std::string kTemplates = std::string(PETRILOOM_ROOT) + "/templates/";

/// Ranks whose number, grid, roots, clocks and GPUs depend on each other.
const std::string kRanks = R"(
machine:
  kinds:
    large:
      sockets: 2
      cores_per_socket: 6
      frequency: 2 GHz
      flop_per_cycle: 2
      cache: {size: 1 MiB, bandwidth: 100 GB/s}
      memory: {latency: 100 ns, bandwidth: 10 GB/s, idle_power: 1 W, power: 2 W}
      gpus: {processors: 12, per_card: 1, frequency: 1 GHz, flop_per_cycle: 64, memory: {size: 1 GB, bandwidth: 100 GB/s}}
      bus: {to_device: {latency: 1 us, bandwidth: 10 GB/s}, to_host: {latency: 1 us, bandwidth: 10 GB/s}, power: 1 W}
      power: {idle: 1 W, work: 2, node_cap: 200 W}
  nodes: [{kind: large, count: 4}]
  power_cap: 1 kW
  storage: {bandwidth: 20 GB/s, node_bandwidth: 1 GB/s}
  network:
    topology: {name: torus, dimensions: [2, 2]}
    link: {latency: 1 us, bandwidth: 1 GB/s}
    power: 2 W
    idle_power: 1 W
    switch_power: 1 W
application:
  kind: ranks
  ranks_per_node: 12
  iterations: 8
  domain: {points: [96, 64], grid: [8, 6]}
  steps:
    - work: {on: gpu, flop_per_point: 3, bytes_per_point: 8 B, working_set_per_point: 8 B, share: 0.5}
    - halo: {bytes_per_point: 8 B, width: 10}
    - broadcast: {bytes: 8 B, root: 47}
    - reduce: {bytes: 8 B, root: 5, along: 1}
    - every: {iterations: 8, steps: [checkpoint: {bytes: 1 MB}]}
)";

/// A node whose links and kernels depend on its cards.
const std::string kTasks = R"(
machine:
  node:
    cards: 1
    cores: 2
    bandwidth: [[0 GB/s, 12 GB/s], [12 GB/s, 0 GB/s]]
    latency: [[0 us, 10 us], [10 us, 0 us]]
    kernels: {potrf: {core: 2 ms, card: [1 ms]}}
    rates: {core: 1 Gflop/s, card: 1 Gflop/s}
runtime: {policy: {name: dmdas}}
application: {kind: cholesky, tiles: 4, tile: 64}
)";

/// The paths of all values, as settings take them.
void list_values(const YamlNode& node, const std::string& path, std::vector<std::string>& paths) {
  for (const YamlEntry& entry : node.entries) list_values(entry.value, path.empty() ? entry.key : path + "." + entry.key, paths);
  for (std::size_t k = 0; k < node.items.size(); ++k) list_values(node.items[k], fmt::format("{}[{}]", path, k), paths);
  if (node.kind == YamlNode::Kind::scalar) paths.push_back(path);
}

void expect_single_mistakes(const std::string& path, const std::optional<std::string>& text) {
  Sources sources;
  Diagnostics diagnostics;
  const std::optional<YamlNode> root = read_with_includes(path, text, {kTemplates}, sources, diagnostics);
  ASSERT_TRUE(root) << path;
  std::vector<std::string> paths;
  list_values(*root, "", paths);
  EXPECT_GT(paths.size(), 10U) << path;
  const DescriptionResult right = read_description(path, {kTemplates}, {{}, text});
  ASSERT_TRUE(right.description) << right.diagnostics.format(*right.sources);
  for (const std::string& key : paths) {
    const DescriptionResult wrong = read_description(path, {kTemplates}, {{{key, "'?!'"}}, text});
    std::size_t errors = 0;
    for (const Diagnostic& one : wrong.diagnostics.list()) errors += one.severity == Severity::error ? 1 : 0;
    EXPECT_LE(errors, 1U) << path << ": " << key << "\n" << wrong.diagnostics.format(*wrong.sources);
  }
}

/// Where the keys of this file stand that it does not make up itself, as names of parts.
void list_keys(const YamlNode& node, const std::string& of, FileId file, std::vector<Location>& keys) {
  const bool names = of == "links" || of == "costs" || of == "kinds" || of == "phases";
  for (const YamlEntry& entry : node.entries) {
    // Of what kind an application is says what all its other keys mean.
    const bool parameter = of == "topology" && entry.key != "name";  // told where its file is read
    const bool decides = entry.key == "application" || (of == "application" && entry.key == "kind");
    if (!names && !decides && !parameter && entry.where.file == file) keys.push_back(entry.where);
    list_keys(entry.value, entry.key, file, keys);
  }
  for (const YamlNode& item : node.items) list_keys(item, "", file, keys);
}

/// Each key with its last letter twice.
void expect_single_slips(const std::string& path, const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const std::optional<YamlNode> root = read_with_includes(path, text, {kTemplates}, sources, diagnostics);
  ASSERT_TRUE(root) << path;
  std::vector<Location> keys;
  list_keys(*root, "", root->where.file, keys);
  EXPECT_GT(keys.size(), 10U) << path;
  for (const Location& where : keys) {
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < where.line; ++line) at = text.find('\n', at) + 1;
    const std::size_t end = text.find(':', at + where.column - 1);
    const std::string wrong = text.substr(0, end) + text[end - 1] + text.substr(end);
    const DescriptionResult read = read_description(path, {kTemplates}, {{}, wrong});
    std::size_t errors = 0;
    for (const Diagnostic& one : read.diagnostics.list()) errors += one.severity == Severity::error ? 1 : 0;
    EXPECT_EQ(errors, 1U) << path << ":" << where.line << ":" << where.column << "\n" << read.diagnostics.format(*read.sources);
  }
}

// Some take any text: formulas, which nets read, and expressions of costs that nothing uses.
TEST(Unreadable, ValuesAreOneMistakeEach) {
  for (const char* name :
       {"coka-mini", "workstation", "cholesky-node", "torus-mini", "fattree-mini", "dragonfly-mini", "gpu-cluster-mini"})
    expect_single_mistakes(kTemplates + name + ".yaml", std::nullopt);
  expect_single_mistakes("every_key.yaml", test::every_key());
  expect_single_mistakes("ranks.yaml", kRanks);
  expect_single_mistakes("tasks.yaml", kTasks);
}

TEST(Unreadable, KeysThatAreMisspeltAreOneMistakeEach) {
  expect_single_slips("every_key.yaml", test::every_key());
  expect_single_slips("ranks.yaml", kRanks);
  expect_single_slips("tasks.yaml", R"(
machine:
  node: {cards: 1, cores: 2, bandwidth: 12 GB/s, latency: 10 us, kernels: {potrf: {core: 2 ms, card: 1 ms}}, rates: {core: 1 Gflop/s, card: 1 Gflop/s}}
runtime: {policy: {name: dmdas}}
application: {kind: cholesky, tiles: 4, tile: 64}
)");
}

}  // namespace
}  // namespace petriloom::unreadable_test
