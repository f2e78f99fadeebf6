// SPDX-License-Identifier: Apache-2.0
// The assembly of a program of ranks: the nodes, their network, the program, and the ranks that go
// through it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "engine/text/real_text.h"
#include "generator/assembly/generate.h"
#include "generator/assembly/network_part.h"

namespace petriloom {
namespace {

void write_ranks(AssemblyText& out, const Description& d, const RankSystem& system) {
  const std::size_t nodes = d.machine.nodes.size();
  const std::size_t of_node = static_cast<std::size_t>(system.ranks_per_node.value);
  out.line(fmt::format("colour Node = index node with 0..{};", nodes - 1));
  out.line(fmt::format("colour End = index rank with 0..{};", nodes * of_node - 1), system.ranks_per_node.where);
  out.line("colour Kind = int with 0..length(steps) - 1;  // of messages: the step");
  out.line("colour Parcel = product End * End * Kind;     // sender, receiver");
  const std::string node = system.cyclic.value ? fmt::format("ord(e) % {}", nodes) : fmt::format("ord(e) / {}", of_node);
  out.line(fmt::format("fun node_of(e : End) : Node = Node({});", node), system.cyclic.where);
  out.blank();
}

void write_program(AssemblyText& out, const RankSystem& system) {
  const RankDomain& domain = system.domain;
  out.line(fmt::format("const iterations = {};", system.iterations.value), system.iterations.where);
  out.line(fmt::format("const grid = [{}];               // ranks along each dimension", fmt::join(domain.grid, ", ")),
           domain.where);
  out.line(fmt::format("const points = [{}];             // of the domain", fmt::join(domain.points, ", ")), domain.where);
  out.line(fmt::format("const periodic = {};", domain.periodic.value), domain.periodic.where);
  out.line("const steps : list of Step = [");
  for (std::size_t k = 0; k < system.steps.size(); ++k) {
    out.line(fmt::format("    {}{}", system.steps[k].value, k + 1 < system.steps.size() ? "," : ""), system.steps[k].where);
  }
  out.line("];");
  out.blank();
}

/// What a rank of each node has: its share of the cores and of the memories' bandwidth.
void write_rates(AssemblyText& out, const Machine& machine, const RankSystem& system) {
  std::map<std::pair<double, double>, std::size_t> rows;
  std::vector<std::string> speeds;
  std::vector<std::string> bandwidths;
  std::vector<std::size_t> row_of;
  for (const Node& node : machine.nodes) {
    const NodeKind& kind = node.kind;
    const double ranks = system.ranks_per_node.value;
    const double speed = kind.flop_per_cycle.value * kind.cpu_frequency.value * kind.cores() / ranks;
    const double bandwidth = kind.memory_bandwidth.value * kind.sockets.value / ranks;
    const auto [row, added] = rows.emplace(std::pair{speed, bandwidth}, rows.size());
    if (added) {
      speeds.push_back(real_text(speed));
      bandwidths.push_back(real_text(bandwidth));
    }
    row_of.push_back(row->second);
  }
  const Location& where = machine.nodes.front().where;
  if (rows.size() == 1) {
    out.line(fmt::format("fun rank_speed(e : End) : real = {};          // flop/s", speeds.front()), where);
    out.line(fmt::format("fun rank_bandwidth(e : End) : real = {};      // B/s to its memory", bandwidths.front()), where);
    return;
  }
  out.line(fmt::format("const row_of_node : list of int = [{}];", fmt::join(row_of, ", ")), where);
  out.line(fmt::format("const speed_rows : list of real = [{}];       // flop/s of a rank", fmt::join(speeds, ", ")), where);
  out.line(fmt::format("const bandwidth_rows : list of real = [{}];   // B/s to its memory", fmt::join(bandwidths, ", ")), where);
  out.line("fun rank_speed(e : End) : real = nth(speed_rows, nth(row_of_node, ord(node_of(e))));");
  out.line("fun rank_bandwidth(e : End) : real = nth(bandwidth_rows, nth(row_of_node, ord(node_of(e))));");
}

}  // namespace

Assembly assemble_ranks(const Description& description, const Component& network) {
  const RankSystem& system = *description.ranks;
  const LogGp& copy = system.copy;
  AssemblyText out;
  out.line(fmt::format("// {}: assembled from its description.", description.name));
  write_ranks(out, description, system);
  write_program(out, system);
  out.line("import \"ranks/steps.loom\";");
  out.line("import \"ranks/fixed.loom\";");
  import_wires(out, description.machine.network);
  out.quoting_line(fmt::format("import \"{}.loom\";", network.file), network.origin, chosen_name(network));
  out.blank();
  write_rates(out, description.machine, system);
  write_network(out, description.machine.network, description.machine.network.link.latency, network);
  out.line("place FINISHED : End;");
  out.line("place DONE : unit;");
  out.instance({"ranks",
                "RANKS",
                "",
                system.where,
                {{"speed", "rank_speed"},
                 {"bandwidth", "rank_bandwidth"},
                 {"overhead", real_text(description.machine.network.link.overhead)},
                 {"copy_latency", real_text(copy.latency + copy.overhead + copy.gap)},
                 {"copy_byte_time", real_text(copy.per_byte)}},
                {{"SENT", "SENT"}, {"ARRIVED", "ARRIVED"}, {"FINISHED", "FINISHED"}}});
  out.open("transition done", system.iterations.where);
  out.line("in  FINISHED : each all(End);");
  out.line("out DONE;");
  out.close();
  out.line("stop when tokens(DONE) >= 1;");
  out.blank();
  out.line("measure run_time \"s\" = last now over done;");
  out.line(fmt::format("measure iteration_time \"s\" = value run_time / {};", system.iterations.value));
  out.line(fmt::format("measure efficiency = value sum(ranks.work_time[*]) / ({} * run_time);",
                       description.machine.nodes.size() * static_cast<std::size_t>(system.ranks_per_node.value)));
  write_properties(out, description);
  return out.take();
}

}  // namespace petriloom
