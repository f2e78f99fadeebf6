// SPDX-License-Identifier: Apache-2.0
// The assembly of a program of ranks: the nodes, their network, the program, and the ranks that go
// through it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/text/real_text.h"
#include "generator/assembly/generate.h"
#include "generator/assembly/network_part.h"
#include "generator/assembly/rank_nodes.h"

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

}  // namespace

Assembly assemble_ranks(const Description& description, const Component& network) {
  const RankSystem& system = *description.ranks;
  const LogGp& copy = system.copy;
  AssemblyText out;
  out.line(fmt::format("// {}: assembled from its description.", description.name));
  write_ranks(out, description, system);
  write_program(out, system);
  out.line("import \"ranks/steps.loom\";");
  const bool shared = share_memories(description.machine, system);
  out.line(fmt::format("import \"ranks/{}.loom\";", shared ? "shared" : "fixed"));
  import_wires(out, description.machine.network);
  out.quoting_line(fmt::format("import \"{}.loom\";", network.file), network.origin, chosen_name(network));
  out.blank();
  write_rank_nodes(out, description.machine, system);
  write_network(out, description.machine.network, description.machine.network.link.latency, network);
  out.line("place FINISHED : End;");
  out.line("place DONE : unit;");
  Component ranks{"ranks",
                  "RANKS",
                  "",
                  system.where,
                  {{"speed", "rank_speed"},
                   {"bandwidth", "rank_bandwidth"},
                   {"cache", "rank_cache"},
                   {"cache_speed", "rank_cache_speed"},
                   {"overhead", real_text(description.machine.network.link.overhead)},
                   {"copy_latency", real_text(copy.latency + copy.overhead + copy.gap)},
                   {"copy_byte_time", real_text(copy.per_byte)}},
                  {{"SENT", "SENT"}, {"ARRIVED", "ARRIVED"}, {"FINISHED", "FINISHED"}}};
  if (shared) {
    const std::vector<Component::Parameter> memories{
        {"Memory", "Memory"}, {"memory_speed", "memory_speed"}, {"memories", "rank_memories"}};
    ranks.parameters.insert(ranks.parameters.begin(), memories.begin(), memories.end());
  }
  out.instance(ranks);
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
