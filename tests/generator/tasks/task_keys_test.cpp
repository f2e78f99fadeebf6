// SPDX-License-Identifier: Apache-2.0
// A node that runs tasks: every key has an effect, every application has a net, performance models
// give what was measured.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "engine/simulate/simulate.h"
#include "formats/registry/table.h"
#include "generator/tasks/task_applications.h"
#include "tests/generator/means.h"

namespace petriloom::task_keys_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

using Settings = std::vector<DescriptionSetting>;

/// The text of the net, or what was wrong.
std::string net_text(const std::string& text, const Settings& settings = {}) {
  const ReadResult result = test::node_of_tasks(text, settings);
  return result.net ? write_loom(*result.net, {}).text : "wrong:\n" + result.diagnostics.format(*result.sources);
}

double makespan(const std::string& text, const Settings& settings = {}) {
  return test::means_of(test::node_of_tasks(text, settings)).at("workers.makespan");
}

/// The section `application` of each kind, with all its keys.
const std::map<std::string, std::string> kApplications{
    {"cholesky", "{kind: cholesky, tiles: 3, tile: 32, number: 4 B}"},
    {"lu", "{kind: lu, tiles: 3, tile: 32, number: 4 B}"},
    {"qr", "{kind: qr, columns: 3, rows: 4, split: false, tile: 32, number: 4 B}"},
    {"gemm", "{kind: gemm, columns: 3, rows: 3, inner: 4, tile: 32, number: 4 B}"},
    {"stencil",
     "{kind: stencil, size: 64, blocks: 4, iterations: 3, shape: strips, barrier: false, small: 0.5, large: 1.5, point_bytes: 72 "
     "B, "
     "edge_bytes: 24 B, flop_per_point: 200}"},
    {"stencil3d",
     "{kind: stencil3d, size_x: 32, size_y: 16, size_z: 8, blocks_x: 3, blocks_y: 3, blocks_z: 3, exchanges: 3, local: 1, halo: 1, "
     "small: 0.5, large: 1.5, point_bytes: 72 B, flop_per_point: 200}"},
    {"forkjoin",
     "{kind: forkjoin, phases: 3, width: 3, fork: 1 ms, work: 2 ms, join: 3 ms, spread: 0.5, speedup: 2, common: 1 MB, part: 2 "
     "MB}"},
    {"layered",
     "{kind: layered, seed: 1, layers: 3, width: 4, buffers: 2, density: 0.5, shortest: 1 ms, longest: 2 ms, least_speedup: 2, "
     "most_speedup: 3, smallest: 1 kB, largest: 2 kB}"},
    {"assembly",
     "{kind: assembly, how: commuting, domains: 3, elements: 3, team: 1, clear: 1 ms, add: 2 ms, spread: 0.5, combine: 3 ms, "
     "solve: 4 ms, speedup: 2, matrix: 1 MB}"},
    {"graph", "{kind: graph, tasks: ../graph/tasks.csv, accesses: ../graph/accesses.csv, edges: ../graph/edges.csv}"},
};

std::string description(const std::string& application) {
  return "name: base\nmachine:\n  node: {cards: 1, cores: 2, bandwidth: 1 GB/s, latency: 1 us, rates: {core: 1 Gflop/s, card: 5 "
         "Gflop/s}}\nruntime: {policy: {name: dmda, weight: 1.0}}\napplication: " +
         kApplications.at(application) + "\n";
}

/// What costs time makes the run longer; of ten tasks at 1 ms each the last is submitted at 9 ms.
TEST(TaskCosts, EachIsTurned) {
  const std::string cards = description("cholesky");
  const double base = makespan(cards);
  for (const char* cost : {"push", "fetch", "kernel", "transfer", "allocation"})
    EXPECT_GT(makespan(cards, {{fmt::format("runtime.costs.{}", cost), "1 ms"}}), base) << cost;
  EXPECT_EQ(makespan(cards, {{"runtime.costs.submits", "true"}}), base);
  EXPECT_GT(makespan(cards, {{"runtime.costs.submits", "true"}, {"runtime.costs.submission", "1 ms"}}), 9e-3);
  EXPECT_GE(makespan(cards, {{"runtime.costs.submits", "true"}, {"runtime.costs.most_submitted", "1"}}), base);
  const std::string text = net_text(cards);
  // A list of equal memories is one memory for all. What a card without a limit in it changes:
  // tests/cli/golden/stuck_task.
  const auto two_with = [](const char* memory) {
    return Settings{{"machine.node.cards", "2"}, {"runtime.costs.card_memory", memory}};
  };
  const auto with_memory = [&](const char* value) { return makespan(cards, two_with(value)); };
  EXPECT_EQ(with_memory("[20 kB, 20 kB]"), with_memory("20 kB"));
  EXPECT_EQ(with_memory("[0 B, 0 B]"), with_memory("0 B"));
  for (const char* value : {"[]", "[20 kB]", "[20 kB, 20 kB, 20 kB]", "[20 kB, -1 B]", "[20 kB, [20 kB]]"})
    EXPECT_TRUE(net_text(cards, two_with(value)).starts_with("wrong")) << value;
  for (const Settings& settings :
       {Settings{{"runtime.costs.card_memory", "20 kB"}},
        Settings{{"runtime.costs.least_clean", "5"}, {"runtime.costs.target_clean", "10"}},
        Settings{{"runtime.costs.most_submitted", "2"}}, Settings{{"runtime.costs.least_submitted", "1"}},
        Settings{{"runtime.costs.submission", "1 us"}}}) {
    const std::string other = net_text(cards, settings);
    EXPECT_FALSE(other.starts_with("wrong")) << other;
    EXPECT_NE(other, text) << settings.front().path;
  }
  for (const auto& [key, value] : {std::pair{"push", "3 kg"}, std::pair{"least_clean", "101"}, std::pair{"submits", "perhaps"},
                                   std::pair{"pull", "1 us"}, std::pair{"card_memory", "-1 B"}, std::pair{"most_submitted", "-1"}})
    EXPECT_TRUE(net_text(cards, {{fmt::format("runtime.costs.{}", key), value}}).starts_with("wrong")) << key;
}

/// What must not be above another, and what has no effect without it, told at its place.
TEST(TaskCosts, PairsAreHeldAgainstEachOther) {
  const std::string text = description("cholesky");
  const auto said = [&](const std::string& costs) {
    const ReadResult result = test::node_of_tasks(text, {{"runtime.costs", costs}});
    return result.diagnostics.format(*result.sources);
  };
  EXPECT_NE(
      said("{least_clean: 20, target_clean: 10}").find("--set:1:47: error: 'target_clean' is 10, below 'least_clean', which is 20"),
      std::string::npos)
      << said("{least_clean: 20, target_clean: 10}");
  EXPECT_NE(said("{least_clean: 20}").find("--set:1:29: error: 'target_clean' is 0, below 'least_clean'"), std::string::npos)
      << said("{least_clean: 20}");
  EXPECT_NE(said("{target_clean: 10}").find("warning: this has no effect"), std::string::npos);
  EXPECT_EQ(said("{least_clean: 10, target_clean: 10}"), "");
  EXPECT_EQ(said("{least_clean: 0, target_clean: 0}"), "");
  EXPECT_NE(said("{submits: true, most_submitted: 2, least_submitted: 3}")
                .find("error: 'most_submitted' is 2, below 'least_submitted', which is 3"),
            std::string::npos);
  EXPECT_NE(said("{submits: true, least_submitted: 3}").find("warning: this has no effect: as many tasks"), std::string::npos);
  EXPECT_EQ(said("{submits: true, most_submitted: 3, least_submitted: 3}"), "");
}

/// Values of an application that do not fit each other are told at their places.
TEST(TaskApplications, KeysAreHeldAgainstEachOther) {
  struct Wrong {
    std::string application;
    Settings settings;
    std::string message;
  };
  for (const Wrong& one : std::vector<Wrong>{
           {"layered",
            {{"application.longest", "500 us"}},
            "--set:1:21: error: 'longest' is 0.0005 s, below 'shortest', which is 0.001 s"},
           {"layered", {{"application.most_speedup", "1"}}, "error: 'most_speedup' is 1, below 'least_speedup', which is "},
           {"layered", {{"application.largest", "1 B"}}, "error: 'largest' is 1 B, below 'smallest', which is "},
           {"layered", {{"application.layers", "2000"}, {"application.width", "2000"}}, "'layers' times 'width' is 4000000"},
           {"stencil",
            {{"application.shape", "squares"}, {"application.blocks", "7"}},
            "--set:1:20: error: 7 blocks make no 3 columns of equally many"},
           {"stencil",
            {{"application.blocks", "1000000"}},
            "error: 'iterations' times 'blocks' is 3000000, and a net takes 1048576"},
           {"forkjoin", {{"application.width", "1000000"}}, "error: 'phases' times 'width' is 3000000, and a net takes 349525"},
           {"gemm", {{"application.inner", "400"}, {"application.rows", "400"}, {"application.columns", "400"}}, "is 64000000"},
           {"assembly", {{"application.domains", "10000"}, {"application.elements", "10000"}}, "is 100000000"},
       }) {
    const std::string said = net_text(description(one.application), one.settings);
    EXPECT_NE(said.find(one.message), std::string::npos) << one.message << '\n' << said;
  }
  // Rectangles, and one layer, whose data have two buffers all the same.
  EXPECT_FALSE(
      net_text(description("stencil"), {{"application.shape", "squares"}, {"application.blocks", "6"}}).starts_with("wrong"));
  const std::string layer = "{kind: layered, layers: 1, width: 3, shortest: 1 ms}";  // each key that may be is left out
  EXPECT_FALSE(net_text(description("layered"), {{"application", layer}}).starts_with("wrong"));
}

/// A product of long rows: 400 tasks, one after the other, of 2 32^3 flop at 5 or 1 Gflop/s.
TEST(TaskApplications, ProductsMayBeLong) {
  const Settings chain{{"application.inner", "400"}, {"application.rows", "1"}, {"application.columns", "1"}};
  const double time = makespan(description("gemm"), chain);
  EXPECT_GE(time, 400 * 2 * 32768 / 5e9);
  EXPECT_LE(time, 400 * 2 * 32768 / 1e9 + 2e-3);
}

TEST(TaskApplications, EveryKeyOfEachMakesAnotherNet) {
  for (const TaskApplication& application : task_applications()) {
    const std::string name(application.name);
    const std::string base = net_text(description(name));
    ASSERT_FALSE(base.starts_with("wrong")) << name << '\n' << base;
    for (const TaskKey& key : application.keys) {
      const std::string path = fmt::format("application.{}", key.name);
      const std::string value = key.kind == TaskKeyKind::count    ? "2"
                                : key.kind == TaskKeyKind::number ? "0.25"
                                : key.kind == TaskKeyKind::time   ? "700 us"
                                : key.kind == TaskKeyKind::bytes  ? "8 B"
                                : key.kind == TaskKeyKind::truth  ? "true"
                                : key.kind == TaskKeyKind::file   ? "none"
                                : key.name == "how"               ? "in_order"
                                                                  : "apart";
      // Of those that must not be below another.
      const std::string larger = key.name == "buffers"        ? "3"
                                 : key.name == "most_speedup" ? "4"
                                 : key.name == "longest"      ? "3 ms"
                                                              : "3 kB";
      const bool is_most = key.name == "buffers" || key.name == "most_speedup" || key.name == "longest" || key.name == "largest";
      const std::string turned = net_text(description(name), {{path, is_most ? larger : value}});
      EXPECT_TRUE(turned != base) << path;
      EXPECT_FALSE(turned.starts_with("wrong") && key.kind != TaskKeyKind::file) << path << '\n' << turned;
    }
  }
}

TEST(TaskApplications, EachEndsItsTasks) {
  for (const auto& [name, application] : kApplications) EXPECT_GT(makespan(description(name)), 0) << name;
}

TEST(TaskNode, EveryKeyMakesAnotherNet) {
  const std::string text = description("cholesky");
  const std::string base = net_text(text);
  for (const auto& [path, value] : std::vector<std::pair<std::string, std::string>>{
           {"name", "other"},
           {"machine.node.cards", "2"},
           {"machine.node.cores", "3"},
           {"machine.node.bandwidth", "2 GB/s"},
           {"machine.node.bandwidth", "[[1 GB/s, 2 GB/s], [3 GB/s, 1 GB/s]]"},
           {"machine.node.latency", "2 us"},
           {"machine.node.rates.core", "2 Gflop/s"},
           {"machine.node.rates.card", "2 Gflop/s"},
           {"machine.node.kernels", "{potrf: {core: 2 ms, card: 1 ms}}"},
           {"machine.node.kernels", "{potrf: {core: 2 ms, card: none}}"},
           {"machine.node.kernels", "{potrf: {core: none, card: 1 ms}}"},
           {"machine.node.power", "{core: 10 W}"},
           {"machine.node.power", "{core: 10 W, card: 20 W}"},
           {"runtime.believed", "{core: 2}"},
           {"runtime.believed", "{card: 0.5}"},
           {"runtime.variation", "0.1"},
           {"runtime.card_tasks", "1"},
           {"runtime.policy", "eager"},
           {"runtime.policy.weight", "2.0"},
           {"application", "{kind: lu, tiles: 3}"},
           {"properties", "[{name: p, invariant: tokens(DONE) <= 10}]"},
       }) {
    const std::string turned = net_text(text, {{path, value}});
    EXPECT_TRUE(turned != base) << path;
    EXPECT_FALSE(turned.starts_with("wrong")) << path << '\n' << turned;
  }
}

TEST(TaskNode, APolicyTakesItsParameters) {
  // With transfers counted ten thousandfold no task leaves the memory in which its data are.
  const std::string text = description("gemm");
  EXPECT_NE(makespan(text), makespan(text, {{"runtime.policy.weight", "10000.0"}}));
  const std::string wrong = net_text(text, {{"runtime.policy.wait", "1"}});
  EXPECT_NE(wrong.find("the policy 'dmda' has no parameter 'wait'"), std::string::npos) << wrong;
}

TEST(TaskNode, ParametersOfAPolicyHaveTheirRanges) {
  const std::string text = description("gemm");
  const auto wrong = [&](const std::string& policy) { return net_text(text, {{"runtime.policy", policy}}); };
  EXPECT_NE(wrong("{name: modular-heft, most_queued: -5}").find("error: -5 is not a colour of MostQueued (0 to 1000000)"),
            std::string::npos);
  EXPECT_FALSE(wrong("{name: modular-heft, most_queued: 0}").starts_with("wrong"));
  for (const char* speeds : {"speed_of_card: 0.0", "speed_of_core: -1.0"}) {
    EXPECT_NE(wrong(std::string("{name: random, ") + speeds + "}").find("const speeds_are_above_0"), std::string::npos) << speeds;
  }
}

/// The library has properties, too: both places are told.
TEST(TaskNode, APropertyOfTheNameOfALibrarysIsRefused) {
  const std::string wrong = net_text(description("gemm"), {{"properties", "[{name: done, deadlock_free: true}]"}});
  EXPECT_NE(wrong.find("the property `done` is declared twice"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("help: the first is at "), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("nets/tasks/"), std::string::npos) << wrong;
}

/// As one value does: there are no links.
TEST(TaskNode, LinksHaveNoEffectWithoutCards) {
  const std::string text = description("gemm");
  const Settings one{{"machine.node.cards", "0"}};
  Settings table = one;
  table.push_back({"machine.node.bandwidth", "[[0 B/s, 1 GB/s, 1 GB/s], [1 GB/s, 0 B/s, 1 GB/s], [1 GB/s, 1 GB/s, 0 B/s]]"});
  EXPECT_EQ(net_text(text, table), net_text(text, one));
  table.back().value = "[[0 B/s, 1 GB/s], [1 GB/s]]";
  EXPECT_NE(net_text(text, table).find("found a row of 1"), std::string::npos);
}

TEST(TaskNode, RunsKernelsWhereTheyHaveAnImplementation) {
  const std::string text = description("cholesky");
  const double both = makespan(text);
  // Three of ten tasks are potrf, one after the other: a second each on a core.
  EXPECT_GT(makespan(text, {{"machine.node.kernels", "{potrf: {core: 1 s, card: none}}"}}), 3.0);
  EXPECT_LT(both, 1.0);
  EXPECT_GT(makespan(text, {{"machine.node.kernels", "{potrf: {core: none, card: 1 s}}"}}), 3.0);
  const auto said = [&](const std::string& kernels) { return net_text(text, {{"machine.node.kernels", kernels}}); };
  // What is not said of a kernel its rate says.
  EXPECT_EQ(makespan(text, {{"machine.node.kernels", "{potrf: {}}"}}), both);
  EXPECT_GT(makespan(text, {{"machine.node.kernels", "{potrf: {card: none}}"}}), both);
  EXPECT_GT(makespan(text, {{"machine.node.kernels", "{potrf: {core: none, card: 1 s}}"}}), 3.0);
  const std::string cards_alone =
      net_text(text, {{"machine.node.kernels", "{gemm: {card: none}}"}, {"machine.node.rates", "{card: 1 Gflop/s}"}});
  EXPECT_NE(cards_alone.find("nothing says how long the kernel 'gemm' takes on a core"), std::string::npos) << cards_alone;
  EXPECT_NE(said("{potrf: {core: None}}").find("expected a time or 'none', found 'None'"), std::string::npos);
  EXPECT_NE(said("{potrf: {core: none, card: none}}").find("no worker of the node runs the kernel 'potrf'"), std::string::npos);
  EXPECT_NE(said("{potrf: {core: never, card: 1 s}}").find("error"), std::string::npos);
  EXPECT_NE(said("{potrf: {core: 1 s, card: [none]}}").find("error"), std::string::npos) << "all cards are alike";
}

/// What a kernel leaves out its codelet says: potrf on a core, as a card has none.
TEST(TaskNode, FillsKernelsFromPerformanceModels) {
  const std::string text =
      "machine: {node: {cards: 1, cores: 1, perfmodels: machines, host: mirage, kernels: {potrf: {card: none}}}}\n"
      "runtime: {policy: dmda}\napplication: {kind: cholesky, tiles: 1}\n";
  EXPECT_NEAR(makespan(text), 18849.69e-6, 5e-6);
}

/// A team has the cores that there are, which is told.
TEST(TaskNode, WarnsOfTeamsThatAreTooLarge) {
  const auto said = [](const char* team) {
    const ReadResult result = test::node_of_tasks(description("assembly"), {{"application.team", team}});
    return result.diagnostics.format(*result.sources);
  };
  EXPECT_EQ(said("2").find("a team of"), std::string::npos);
  EXPECT_NE(said("3").find("warning: a team of 3, and the node has 2 cores"), std::string::npos) << said("3");
}

/// One task alone takes what was measured: on a core, then on the first card with its transfer.
TEST(TaskNode, TakesTimesFromPerformanceModels) {
  const auto text = [](const char* node) {
    return fmt::format(
        "machine: {{node: {{perfmodels: machines, host: mirage, {}}}}}\nruntime: {{policy: dmda}}\n"
        "application: {{kind: cholesky, tiles: 1}}\n",
        node);
  };
  constexpr double look = 1e-6;  // of a core for a task
  EXPECT_NEAR(makespan(text("cards: 0, cores: 1")), 18849.69e-6 + look, 1e-6);
  const double transfer = 9.836008e-6 + 960 * 960 * 4 / 6030.996807e6;
  EXPECT_NEAR(makespan(text("cards: 1, cores: 0")), 5366.74e-6 + transfer, 20e-6);
}

/// With links that are shared, transfers to three cards take longer.
TEST(TaskNode, SharesLinksOfThePlatform) {
  const std::string text =
      "machine: {node: {perfmodels: machines, host: mirage, cards: 3, cores: 0}}\nruntime: {policy: dm}\n"
      "application: {kind: cholesky, tiles: 6}\n";
  const double believed = makespan(text);
  EXPECT_GT(makespan(text, {{"machine.node.platform", "shared"}}), believed * 1.01);
}

/// The example has the same machine in a file of the net language.
TEST(TaskNode, IsTheNetOfTheExample) {
  ReadOptions options;
  options.search_path = {kRoot + "/nets"};
  options.constants = {{"N", "6"}};
  const ReadResult example = read_net(kRoot + "/examples/tasks/cholesky/dmdas.loom", "", options);
  ASSERT_TRUE(example.net);
  double told = 0;
  for (const MeasureResult& measure : simulate(*example.net, {}).measures) {
    if (measure.name == "workers.makespan") told = measure.value.mean;
  }
  const std::string text =
      "machine: {node: {perfmodels: machines, host: mirage, cards: 3, cores: 9}}\nruntime: {policy: dmdas}\n"
      "application: {kind: cholesky, tiles: 6}\n";
  EXPECT_DOUBLE_EQ(makespan(text), told);
}

}  // namespace
}  // namespace petriloom::task_keys_test
