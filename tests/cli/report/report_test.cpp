// SPDX-License-Identifier: Apache-2.0
// Reports: utilisation of what there is, equal instances in one row, no quotients near 0, and
// nothing wider than its column.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/child.h"

namespace petriloom::test {
namespace {

using Json = nlohmann::json;

const std::string kRoot = PETRILOOM_ROOT;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// templates/coka-mini.yaml with other lines, and its parts by their full names.
std::string small_system(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::string text = text_of(kRoot + "/templates/coka-mini.yaml");
  const auto replace = [&](const std::string& before, const std::string& after) {
    const auto at = text.find(before);
    if (at == std::string::npos) throw std::runtime_error("not in coka-mini.yaml: " + before);
    text.replace(at, before.size(), after);
  };
  for (const std::string part : {"costs/", "buses/", "networks/"}) replace("- " + part, "- " + kRoot + "/templates/" + part);
  for (const auto& [before, after] : changes) replace(before, after);
  return text;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

struct Report {
  std::string printed, html;
  Json results;
};

Report run(const OwnFolder& folder, const std::string& description) {
  folder.write("system.yaml", description);
  Child(folder.path(), {"run", "system.yaml", "-o", "report", "--time", "500ms", "--quiet"}).wait(120);
  return {folder.read("out"), folder.read("report/report.html"), Json::parse(folder.read("report/results.json"))};
}

double share(const Report& report, const std::string& module, double capacity) {
  for (const Json& one : report.results["utilisation"]) {
    if (one["module"] != module) continue;
    EXPECT_EQ(one["of"], "stock") << module;
    EXPECT_EQ(one["capacity"], capacity) << module;
    return one["share"];
  }
  ADD_FAILURE() << module;
  return 0;
}

// Each node has one block to compute, so that its second core is never used: it takes as long, and
// half of the machine is busy but for what the messages take. Of what was ever busy at once it
// would be as much as with one core.
TEST(Report, CoresThatAreNeverUsedCount) {
  const OwnFolder folder;
  const std::pair<std::string, std::string> one_block{"blocks: [9, 9]", "blocks: [1, 1]"};
  const Report one = run(folder, small_system({one_block}));
  const Report two = run(folder, small_system({one_block, {"cores_per_socket: 1", "cores_per_socket: 2"}}));
  const double half = share(two, "node.cpu", 4);
  EXPECT_NEAR(half, share(one, "node.cpu", 2) / 2, 1e-9);
  EXPECT_NEAR(half, 0.5, 0.002);
  // It is what the subnet measures.
  const Json& measures = two.results["simulation"]["measures"];
  const double busy = measures["node[0].cpu[0].busy"]["mean"].get<double>() + measures["node[1].cpu[0].busy"]["mean"].get<double>();
  EXPECT_NEAR(half, busy / 4, 1e-9);
  EXPECT_NE(two.html.find("49.9 % of 4"), std::string::npos);
}

/// Three equal nodes of two cards each.
std::string equal_nodes() {
  return small_system({{"count: 2", "count: 3"},
                       {"cores_per_socket: 1", "cores_per_socket: 2"},
                       {"grid: [2, 1]", "grid: [3, 1]"},
                       {"processors: 1", "processors: 2, per_card: 1"},
                       {"blocks: [9, 9]", "blocks: [17, 17, 17]"}});
}

/// The rows of the table of energy, as text: "cpu", "165.0 J", "54.6 %".
std::vector<std::string> energy_cells(const Report& report) {
  const std::size_t at = report.html.find("<h2>Energy by component</h2>");
  std::vector<std::string> cells;
  if (at == std::string::npos) return cells;
  const std::string table = report.html.substr(at, report.html.find("</table>", at) - at);
  const std::regex cell("<span>([^<]*)</span>");
  for (std::sregex_iterator it(table.begin(), table.end(), cell), end; it != end; ++it) cells.push_back((*it)[1]);
  return cells;
}

// Two nodes for 1 s: a core each of 10 W at work, an idle memory of 3 W, an idle interface of 2 W
// and the switch of 5 W.
TEST(Report, EnergyIsToldByComponent) {
  const OwnFolder folder;
  const Report ranks = run(folder, R"(
machine:
  kinds:
    box: {cores_per_socket: 1, frequency: 1 GHz, flop_per_cycle: 1, power: {idle: 4 W, work: 10},
          memory: {latency: 100 ns, bandwidth: 10 GB/s, idle_power: 3 W}}
  nodes: [{kind: box, count: 2}]
  network: {link: {latency: 1 us, bandwidth: 1 GB/s}, power: 6 W, idle_power: 2 W, switch_power: 5 W}
application: {kind: ranks, steps: [{work: {flop: 1e9}}]}
)");
  EXPECT_EQ(energy_cells(ranks), (std::vector<std::string>{"core", "20 J", "57.1 %", "memory", "6 J", "17.1 %", "network", "4 J",
                                                           "11.4 %", "switch", "5 J", "14.3 %"}));
  const std::vector<std::string> blocks = energy_cells(run(folder, small_system({})));
  ASSERT_EQ(blocks.size(), 12U);
  EXPECT_EQ(blocks[0], "cpu");
  EXPECT_EQ(blocks[3], "gpu");
  EXPECT_EQ(blocks[6], "nic");
  EXPECT_EQ(blocks[9], "pcie");
}

TEST(Report, EqualNodesAreOneRow) {
  const OwnFolder folder;
  const Report report = run(folder, equal_nodes());
  // The chart of times, the one of energies and the table.
  EXPECT_EQ(count(report.html, "node[0..2] (3)"), 3U);
  EXPECT_EQ(report.results["nodes"].size(), 3U);
  EXPECT_EQ(count(report.html, "gpu[0..1].<wbr>one_task (6)"), 1U);
  EXPECT_EQ(count(report.html, "node[1].<wbr>gpu"), 0U);
  // They do not differ but by what a message takes more to come from one than from the other: no
  // quotient of that says anything.
  EXPECT_EQ(report.results["figures"]["imbalance"]["analytic"], 0);
  EXPECT_EQ(report.results["figures"]["imbalance"]["difference_percent"], nullptr);
  const std::regex quotient("imbalance[^\n]*%");
  EXPECT_FALSE(std::regex_search(report.printed, quotient)) << report.printed;
}

TEST(Report, VerdictsOfEqualInstancesAreOneRow) {
  const OwnFolder folder;
  folder.write("system.yaml", equal_nodes());
  Child(folder.path(), {"verify", "system.yaml", "--time", "500ms", "--report", "report", "--quiet"}).wait(60);
  const std::string printed = folder.read("out");
  EXPECT_EQ(count(printed, "node[0..2].gpu[0..1].one_task (6)"), 1U) << printed;
  EXPECT_EQ(count(printed, "one_task"), 1U);
  const Json results = Json::parse(folder.read("report/verify.json"));
  std::size_t cards = 0;
  for (const Json& property : results["properties"]) {
    if (property["name"].get<std::string>().ends_with("one_task")) ++cards;
  }
  EXPECT_EQ(cards, 6U);
  // What stands in the table can be asked for.
  Child(folder.path(), {"verify", "system.yaml", "--property", "node[0|2].gpu[*].one_task", "--time", "300ms", "--json", "-"})
      .wait(60);
  EXPECT_EQ(Json::parse(folder.read("out"))["properties"].size(), 4U);
}

// Five cells that each lose their token in the same way.
TEST(Report, RefutationsOfEqualInstancesAreShownOnce) {
  const OwnFolder folder;
  folder.write("net.loom", R"(
module CELL() {
  place A : unit = 1`();
  place B : unit;
  transition go { in A; out B; }
  property stays : invariant tokens(A) = 1;
}
instance cell[i in 0..4] : CELL();
)");
  for (const std::string fold : {"never", "always"}) {
    Child(folder.path(), {"verify", "net.loom", "--report", "report", "--fold", fold, "--quiet"}).wait(60);
    const std::string printed = folder.read("out");
    EXPECT_EQ(count(printed, "witness:"), 1U + 1U) << printed;  // of `stays` and of `deadlock_free`
    EXPECT_EQ(count(printed, "the same, with other numbers, for all of cell[0..4].stays (5)"), 1U) << printed;
  }
  const std::string html = folder.read("report/verify.html");
  EXPECT_EQ(count(html, "cell[0..4].<wbr>stays (5)"), 2U);  // in the table and with the witness
}

// Pictures take the width of the column, cells have their headings with them for columns too narrow
// for a table, and no part has a width of its own or a bar to scroll with.
TEST(Report, FitsNarrowColumns) {
  const OwnFolder folder;
  const std::string html = run(folder, equal_nodes()).html;
  EXPECT_EQ(count(html, "<svg"), count(html, "viewBox=\""));
  EXPECT_NE(html.find("svg { display: block; width: 100%; height: auto; }"), std::string::npos);
  EXPECT_EQ(count(html, "<td"), count(html, "data-label=\""));
  EXPECT_NE(html.find("@media (max-width: 52rem)"), std::string::npos);
  for (const std::string part : {"overflow: auto", "overflow: scroll", "overflow: hidden", "overflow-x", "min-width: 1", "<pre"})
    EXPECT_EQ(count(html, part), 0U) << part;
  // The chart of activities is drawn for both, at the size at which it is shown.
  EXPECT_NE(html.find("<div class=\"net wide\">\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 "), std::string::npos);
  EXPECT_NE(html.find("<div class=\"net narrow\">\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 380 "),
            std::string::npos);
}

// A word that is longer than a column can be broken; shorter ones are broken where their parts end.
TEST(Report, LongNamesCanBeBroken) {
  const OwnFolder folder;
  const std::string name(150, 'n');
  folder.write("net.loom", "place " + name + " : unit = 1`();\ntransition t { in " + name + "; out " + name + "; }\nproperty p" +
                               name + " : invariant tokens(" + name + ") = 0;\n");
  Child(folder.path(), {"verify", "net.loom", "--report", "report", "--quiet"}).wait(60);
  const std::string html = folder.read("report/verify.html");
  const std::regex cell("<td[^>]*><span>(?!<code>)[^ ]*n{21}");
  EXPECT_NE(html.find("data-label=\"property\"><span>pnnnn"), std::string::npos);
  EXPECT_FALSE(std::regex_search(html, cell));
}

}  // namespace
}  // namespace petriloom::test
