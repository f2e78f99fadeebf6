// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/network_part.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "engine/text/real_text.h"

namespace petriloom {
namespace {

/// The tables of routes that a list of links or a platform gives, and what their rows are.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRouteTables{
    {{"speeds", "real"}, {"steps", "RouteStep"}, {"places", "RoutePlace"}, {"routes", "int"}}};

/// The parameters that the topology takes from the machine: the links, and of the words of
/// descriptions the switches or dimensions that they stand for.
std::vector<Component::Parameter> of_topology(const Network& network, int nodes) {
  std::vector<Component::Parameter> all;
  if (network.routes) {
    for (const auto& [table, row] : kRouteTables) all.push_back({std::string(table), fmt::format("link_{}", table)});
    all.push_back({"points", std::to_string(network.routes->points)});
    return all;
  }
  if (network.topology.value == kHypercube) {
    std::string twos;
    for (int places = 1; places < nodes; places *= 2) twos += twos.empty() ? "2" : ", 2";
    all.push_back({"dimensions", fmt::format("[{}]", twos.empty() ? "1" : twos)});
  } else if (counts_switches(network)) {
    const int leaves = network.leaf_switches.value;
    const int of_leaf = (nodes + leaves - 1) / leaves;
    all.push_back({"children", leaves == 1 ? fmt::format("[{}]", nodes) : fmt::format("[{}, {}]", of_leaf, leaves)});
    all.push_back({"parents", leaves == 1 ? "[1]" : fmt::format("[1, {}]", network.spine_switches.value)});
  }
  all.push_back({"bandwidth", real_text(network.bandwidth.value)});
  all.push_back({"latency", real_text(network.hop_latency.value)});
  std::erase_if(all, [&network](const Component::Parameter& one) { return gives(network, one.name); });
  return all;
}

/// The name of a table among the texts that are looked up before files.
std::string table_name(std::string_view table) { return fmt::format("<network>/{}.csv", table); }

/// Networks beside each other. Where its receiver is counted in nodes on from its sender, and in
/// which direction, says of a message from which network on the ranks of a node are dealt, so that
/// those of a permutation are spread at both ends.
void write_rails(AssemblyText& out, const Network& network, const RankSystem& system, Component part) {
  const bool jobs = system.has_jobs();
  const std::string nodes = jobs ? "length(home_of(e).nodes)" : "length(all(Node))";
  const std::string ranks = jobs ? "ranks_beside(e)" : std::to_string(system.jobs.front().ranks_per_node.value);
  const std::string ahead = jobs ? "place_in_job(o) - place_in_job(e)" : "ord(node_of(o)) - ord(node_of(e))";
  const Location& where = network.rails.where;
  out.line(fmt::format("const rails = {};", network.rails.value), where);
  out.line("colour Rail = index rail with 0..rails - 1;", where);
  out.line(fmt::format("fun ahead(e : End, o : End) : int = ({0} + {1}) % {1};", ahead, nodes));
  out.line("fun direction(d : int, nodes : int) : int = if 2 * d <= nodes then 2 * d - 2 else 2 * (nodes - d) - 1;");
  out.line(fmt::format("fun rail_of(e : End, o : End) : int = (direction(ahead(e, o), {}) * {} + number_in_node(e)) % rails;",
                       nodes, ranks));
  out.line("place RAILS : product Rail * Parcel;", where);
  out.line("var sender, receiver : End;");
  out.line("var of_step : Kind;");
  out.open("transition deal", where);
  out.line("in  SENT : (sender, receiver, of_step);");
  out.line("out RAILS : (Rail(rail_of(sender, receiver)), (sender, receiver, of_step));");
  out.close();
  part.name += "[r in Rail]";
  part.ports = {{"SENT", "RAILS[r]"}, {"ARRIVED", "ARRIVED"}};
  out.instance(part);
}

}  // namespace

std::map<std::string, std::string> network_tables(const Network& network) {
  std::map<std::string, std::string> texts;
  if (!network.routes) return texts;
  const RouteTables& routes = *network.routes;
  std::string& speeds = texts[table_name("speeds")] = "speed\n";
  if (routes.speeds.empty()) speeds += "1\n";  // that no route crosses: a range of links is not empty
  for (const double speed : routes.speeds) fmt::format_to(std::back_inserter(speeds), "{}\n", real_text(speed));
  std::string& steps = texts[table_name("steps")] = "link,rest,latency,most\n";
  for (const RouteTables::Step& step : routes.steps)
    fmt::format_to(std::back_inserter(steps), "{},{},{},{}\n", step.link, step.rest, real_text(step.latency), real_text(step.most));
  std::string& places = texts[table_name("places")] = "point,up,down\n";
  for (const RouteTables::Place& place : routes.places)
    fmt::format_to(std::back_inserter(places), "{},{},{}\n", place.point, place.up, place.down);
  std::string& first = texts[table_name("routes")] = "step\n";
  for (const int step : routes.routes) fmt::format_to(std::back_inserter(first), "{}\n", step);
  return texts;
}

Component network_part(const Network& network, int nodes) {
  const std::string file = network.topology.value == kHypercube ? "torus" : network.topology.value;
  Component part{"network",
                 "TOPOLOGY",
                 "network/" + file,
                 network.topology.where,
                 of_topology(network, nodes),
                 {{"SENT", "SENT"}, {"ARRIVED", "ARRIVED"}}};
  part.of_network = true;
  part.chosen_by = "topology";
  part.given = network.parameters;
  return part;
}

void import_wires(AssemblyText& out, const Network& network) {
  const bool both_ways = network.crosstraffic.value > 0;
  const std::string file = both_ways ? kCrosstraffic : network.sharing.value;
  if (both_ways)
    out.line(fmt::format("const crosstraffic = {};  // thousandths", network.crosstraffic.value), network.crosstraffic.where);
  out.quoting_line(fmt::format("import \"network/{}.loom\";", file), network.sharing.where, network.sharing.value);
}

void write_network(AssemblyText& out, const Network& network, double latency, const Component& part, const RankSystem* ranks) {
  const LogGp& link = network.link;
  out.line(fmt::format("const message_latency = {};     // s, overlaps with what follows", real_text(latency)), link.where);
  out.line(fmt::format("const message_gap = {};         // s", real_text(link.gap)), link.where);
  out.line(fmt::format("const byte_time = {};           // s for each byte", real_text(link.per_byte)), link.where);
  out.line(fmt::format("const packet_bytes = {};        // at most", real_text(network.packet_bytes.value)),
           network.packet_bytes.where);
  if (network.routes) {
    for (const auto& [table, type] : kRouteTables) {
      out.line(fmt::format("const link_{} : list of {} = table \"{}\";", table, type, table_name(table)), network.topology.where);
    }
  }
  out.line("place SENT : Parcel;");
  out.line("place ARRIVED : Parcel;");
  if (ranks != nullptr && network.rails.value > 1) {
    write_rails(out, network, *ranks, part);
  } else {
    out.instance(part);
  }
  out.blank();
}

}  // namespace petriloom
