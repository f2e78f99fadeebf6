// SPDX-License-Identifier: Apache-2.0
// Workers and links have rows of their own in charts and traces, and loads.
#include "engine/trace/stocks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/activities.h"
#include "engine/trace/chrome.h"
#include "engine/trace/paje.h"
#include "engine/trace/tee.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::servers_test {
namespace {

/// Two desks, of which one is slow, serve three who wait; a third job is at 4 s.
constexpr const char* kDesks = R"(
module DESKS {
  colour Desk = int with 0..1;
  var d : Desk;
  var k : int;
  place QUEUE : int = [1, 2, 3];
  place DESK : Desk = all(Desk);
  place SERVED : product Desk * int;
  transition serve { in QUEUE : k; in DESK : d; order by d; out SERVED : (d, k) @+ (if d = 0 then 1 s else 4 s); }
  transition leave { in SERVED : (d, k); out DESK : d; }
}
instance desks : DESKS {}
)";

Net net_of(const std::string& text) {
  const SeededNets nets;
  ReadResult read = nets.read_text("examples/servers.loom", text);
  if (!read.net) {
    ADD_FAILURE() << read.diagnostics.format(*read.sources);
    return {};
  }
  return std::move(*read.net);
}

/// "desks[0] 0..1": what lasts, by row.
std::vector<std::string> shown(const Activities& activities) {
  std::vector<std::string> list;
  for (const Activity& one : activities.list)
    list.push_back(fmt::format("{} {} {}..{}", activities.rows[one.row], activities.kinds[one.kind], one.begin, one.end));
  std::sort(list.begin(), list.end());
  return list;
}

std::vector<std::string> shown(const Net& net) {
  ActivityRecorder recorder(net, {});
  SimulationOptions options;
  options.trace = &recorder;
  simulate(net, options);
  return shown(recorder.take());
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Servers, HaveRowsOfTheirOwn) {
  const std::vector<std::string> expected{"desks[0] desks.serve 0..1", "desks[0] desks.serve 1..2", "desks[1] desks.serve 0..4"};
  EXPECT_EQ(shown(net_of(kDesks)), expected);
}

// Whoever serves is busy until it is back, whatever it does until then.
TEST(Servers, AreBusyUntilTheyAreBack) {
  std::string text = kDesks;
  const std::string leave = "transition leave {";
  text.replace(text.find(leave), leave.size(), "transition leave { time deterministic(2 s);");
  const std::vector<std::string> expected{"desks[0] desks.serve 0..3", "desks[0] desks.serve 3..6", "desks[1] desks.serve 0..6"};
  EXPECT_EQ(shown(net_of(text)), expected);
}

// Who is at which point says no server: the colour that comes back is another.
TEST(Servers, AreNoTokensThatGoFromPointToPoint) {
  const Net net = net_of(R"(
module WALK {
  colour Walker = int with 0..1;
  colour Point = int with 0..9;
  colour At = product Walker * Point;
  var w : Walker;
  var p : Point;
  place AT : At = [(0, 0), (1, 0)];
  place ON_THE_WAY : At;
  transition go { guard p < 9; in AT : (w, p); out ON_THE_WAY : (w, p + 1) @+ 1 s; }
  transition come { in ON_THE_WAY : (w, p); out AT : (w, p); }
}
instance walk : WALK {}
)");
  for (const std::string& one : shown(net)) EXPECT_TRUE(one.starts_with("walk walk.go")) << one;
}

TEST(Servers, NameTracksInTraces) {
  const Net net = net_of(kDesks);
  std::ostringstream chrome_text;
  std::ostringstream paje_text;
  ChromeTrace chrome(net, chrome_text);
  PajeTrace paje(net, paje_text);
  TraceTee tee;
  tee.add(&chrome);
  tee.add(&paje);
  SimulationOptions options;
  options.trace = tee.sink();
  simulate(net, options);
  EXPECT_EQ(count(chrome_text.str(), R"("args":{"name":"desks[0]"})"), 1U);
  EXPECT_EQ(count(chrome_text.str(), R"("args":{"name":"desks[1]"})"), 1U);
  EXPECT_EQ(count(chrome_text.str(), "desks #2"), 0U);
  EXPECT_EQ(count(paje_text.str(), "\"desks[0] #1\""), 1U);
  EXPECT_EQ(count(paje_text.str(), "\"desks[1] #1\""), 1U);
}

LoadedRun loaded(const std::string& file) { return run_with_loads(SeededNets().read(file, {{"N", "6"}})); }

/// Seconds, or work, of all capacities of this place, and how many these are.
std::pair<double, std::size_t> used(const CapacityLoads& loads, const std::string& place) {
  double sum = 0;
  std::size_t number = 0;
  for (const CapacityLoad& load : loads.loads) {
    if (load.place != place) continue;
    sum += load.used;
    ++number;
  }
  return {sum, number};
}

// Links are all alike there, and nothing shares them: each of the transfers takes as long as it
// would alone.
TEST(Servers, LinksOfNodesOfTasksAreBusyWhileTheyMoveData) {
  const auto [loads, result] = loaded("examples/tasks/gemm/dmdas.loom");
  const auto [seconds, links] = used(loads, "data.LINK");
  EXPECT_EQ(links, 4U + 2U);
  const double transfers = mean_of(result, "data.transfers");
  const double alone = 10e-6 + 960 * 960 * 8 / 12e9;
  EXPECT_GT(transfers, 10);
  EXPECT_NEAR(seconds, transfers * alone, 1e-3 * transfers * alone);
}

// What pairs of memories share is a capacity of its own.
TEST(Servers, SharedWiresOfNodesOfTasksHaveLoads) {
  const auto [loads, result] = loaded("examples/tasks/cholesky/dmdas_links.loom");
  EXPECT_GT(used(loads, "data.WIRE").first, 0);
  EXPECT_GT(used(loads, "data.LINK").first, 0);
  for (const CapacityLoad& load : loads.loads) EXPECT_LE(load.share, 1 + 1e-9) << load.name;
  // Bytes, as of links elsewhere: each transfer moves a whole tile over at least one wire.
  EXPECT_GE(used(loads, "data.WIRE").first, mean_of(result, "data.transfers") * 960 * 960 * 8);
}

}  // namespace
}  // namespace petriloom::servers_test
