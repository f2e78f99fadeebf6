// SPDX-License-Identifier: Apache-2.0
// The assembly, in the order in which the reference system is put together: index sets, tables of
// the nodes, the network, the parts of a node (components.cpp), and last the nodes, joined to the
// network.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "engine/text/real_text.h"
#include "generator/assembly/assembly_text.h"
#include "generator/assembly/generate.h"
#include "generator/assembly/network_part.h"
#include "generator/model/node_tables.h"

namespace petriloom {

namespace {

constexpr std::string_view kTaskRuntime = "TASK_RUNTIME";

void write_index_sets(AssemblyText& out, const Sizes& size, const Description& d) {
  out.line(fmt::format("colour Node = index rank with 0..{};", size.nodes - 1));
  out.line(fmt::format("colour Socket = index socket with 0..{};", size.sockets - 1));
  out.line(fmt::format("colour Bus = index bus with 0..{};", size.buses - 1));
  out.line(fmt::format("colour Device = index device with 0..{};     // the cards of a node, then its host", size.cards));
  out.line(fmt::format("const host = Device({});", size.cards));
  out.line(fmt::format("colour Task = int with 0..{};                // CPU blocks", size.blocks));
  out.line(fmt::format("colour Phase = index phase with 0..{};", size.phases - 1));
  out.line("colour End = Node;                          // who sends messages");
  out.line("colour Kind = int with 0..0;                // of messages");
  out.line(fmt::format("colour Iteration = int with 0..{};", d.application.iterations.value - 1), d.application.iterations.where);
  out.blank();
}

/// Whether the file of a component is imported by the module of the task runtime alone.
bool in_task_runtime(const Component& component) { return component.of_task_runtime || component.module == kTaskRuntime; }

void write_imports(AssemblyText& out, const Network& network, const std::vector<Component>& components) {
  out.line("import \"interfaces.loom\";");
  // Hardware first, and of that the cards last; then software as it is put together.
  const auto rank = [](const Component* one) { return !one->file.starts_with("hardware/") ? 2 : one->of_cards ? 1 : 0; };
  std::vector<const Component*> order;
  for (const Component& component : components) {
    if (!in_task_runtime(component)) order.push_back(&component);
  }
  std::stable_sort(order.begin(), order.end(), [&](const Component* a, const Component* b) { return rank(a) < rank(b); });
  for (const Component* component : order) {
    const std::string text = fmt::format("import \"{}.loom\";", component->file);
    if (!component->chosen_by.empty()) {
      out.quoting_line(text, component->origin, chosen_name(*component));
    } else {
      out.line(text);
    }
  }
  import_wires(out, network);
  out.blank();
}

/// Rows that are equal for several nodes are written once; a table that is the same for all nodes
/// is a plain constant.
void write_table(AssemblyText& out, const NodeTable& table) {
  std::vector<std::string_view> rows;
  std::unordered_map<std::string_view, std::size_t> known;
  std::string which;
  for (const std::string& row : table.rows) {
    const auto [found, added] = known.emplace(row, rows.size());
    if (added) rows.push_back(row);
    fmt::format_to(std::back_inserter(which), "{}{}", which.empty() ? "" : ", ", found->second);
  }
  if (rows.size() == 1) {
    out.line(fmt::format("const {}_of_all : {} = {};", table.name, table.type, rows.front()));
    out.line(fmt::format("fun {}(n : Node) : {} = {}_of_all;     // {}", table.name, table.type, table.name, table.comment));
    return;
  }
  out.line(fmt::format("const {}_rows : list of {} = [{}];", table.name, table.type, fmt::join(rows, ", ")));
  if (rows.size() == table.rows.size()) {
    out.line(fmt::format("fun {0}(n : Node) : {1} = nth({0}_rows, ord(n));     // {2}", table.name, table.type, table.comment));
    return;
  }
  out.line(fmt::format("const {}_row : list of int = [{}];", table.name, which));
  out.line(fmt::format("fun {0}(n : Node) : {1} = nth({0}_rows, nth({0}_row, ord(n)));     // {2}", table.name, table.type,
                       table.comment));
}

/// Messages of the cluster, and the network.
void write_messages(AssemblyText& out, const Network& network, const std::vector<Component>& components) {
  out.line("fun node_of(e : End) : Node = e;");
  out.line("fun bytes_of(a : End, b : End, k : Kind) : real = message_bytes(a);");
  const auto part = std::find_if(components.begin(), components.end(), [](const Component& one) { return one.of_network; });
  write_network(out, network, network.link.latency + network.link.overhead, *part, nullptr);
}

/// The module that brings together the task runtime and the policy that the description chooses: a
/// name in their files stands for what is the node's own (docs/generator.md).
void write_task_runtime(AssemblyText& out, const std::vector<Component>& components) {
  const auto runtime = std::find_if(components.begin(), components.end(),
                                    [](const Component& component) { return component.module == kTaskRuntime; });
  if (runtime == components.end()) return;
  out.open(fmt::format("module {}(self : Node, colour Blocks, time : real, block_bytes : real, stays : bool, border_bytes : real)",
                       kTaskRuntime),
           runtime->origin);
  out.line(fmt::format("import \"{}.loom\";", runtime->file));
  for (const Component& component : components) {
    if (!component.of_task_runtime) continue;
    out.quoting_line(fmt::format("import \"{}.loom\";", component.file), component.origin, chosen_name(component));
    out.instance(component);
  }
  out.close();
  out.blank();
}

/// Whether a part stands in the module of the node itself.
bool in_node(const Component& component) { return !component.of_task_runtime && !component.of_network; }

/// Whether a part of the node has a port at the place.
bool is_used(const NodePlace& place, const std::vector<Component>& components) {
  const std::string_view name = place.declaration.substr(0, place.declaration.find(' '));
  return std::any_of(components.begin(), components.end(), [name](const Component& component) {
    return in_node(component) && std::any_of(component.ports.begin(), component.ports.end(), [name](const auto& port) {
             return port.second.substr(0, port.second.find('[')) == name;
           });
  });
}

void write_node(AssemblyText& out, const std::vector<Component>& components, const Description& d, const Sizes& size) {
  out.open("module NODE(self : Node)", d.machine.nodes.front().where);
  for (const char* port : {"port out   SENT : Parcel;", "port in    ARRIVED : Parcel;", "port inout MSG_IN : Message;",
                           "port out   FINISHED : unit;"}) {
    out.line(port);
  }
  out.line("place CPU_IDLE : Socket = each node_cores(self)`filter(s in Socket : ord(s) < node_sockets(self));");
  for (const NodePlace& place : places_of_node()) {
    if ((size.cards > 0 || !place.of_cards) && is_used(place, components)) out.line(fmt::format("place {};", place.declaration));
  }
  for (const Component& component : components) {
    if ((size.cards > 0 || !component.of_cards) && in_node(component)) out.instance(component);
  }
  out.close();
  out.blank();
}

void write_control(AssemblyText& out, const Description& d) {
  out.line("place START : product Node * Message = each map(n in Node : (n, (compute, n)));");
  out.line("place FINISHED : Node;");
  out.line("place DONE : unit;");
  out.instance({"node[n in Node]",
                "NODE",
                "",
                d.machine.nodes.front().where,
                {{"self", "n"}},
                {{"SENT", "SENT"}, {"ARRIVED", "ARRIVED"}, {"MSG_IN", "START[n]"}, {"FINISHED", "FINISHED[n]"}}});
  out.blank();
  out.open("transition done", d.application.iterations.where);
  out.line("in  FINISHED : each all(Node);");
  out.line("out DONE;");
  out.close();
  const bool restart = d.application.restart.value;
  if (restart) {
    out.open("transition restart", d.application.restart.where);
    out.line("in  DONE;");
    out.line("out START : each map(n in Node : (n, (compute, n)));");
    out.close();
  }
  out.line("stop when tokens(DONE) >= 1;");
  // A net that begins again ends nowhere: `reversible` is to ask for its beginning alone.
  if (!restart) out.line("final when tokens(DONE) >= 1;");
  out.blank();
}

void write_measures(AssemblyText& out, const Description& d, const Sizes& size) {
  const int iterations = d.application.iterations.value;
  out.line("measure run_time \"s\" = last now over done;");
  out.line(fmt::format("measure iteration_time \"s\" = value run_time / {};", iterations));
  out.line(
      fmt::format("measure node_time[n in Node] \"s\" = value node[n].app.compute_time + node[n].nic.sending / {};", iterations));
  std::string gpus;
  if (size.cards > 0) {
    for (const std::string_view measure : kMeasuresOfCards) gpus += fmt::format(" + sum(node[n].gpu[*].{})", measure);
  }
  out.line(
      fmt::format("measure node_energy[n in Node] \"J\" = value sum(node[n].cpu[*].energy){} + sum(node[n].pcie[*].energy) + "
                  "node[n].nic.energy;",
                  gpus));
  out.line("measure energy \"J\" = value sum(node_energy[*]);");
  out.line("measure imbalance = value 1 - mean(node_time[*]) / max(node_time[*]);");
  out.blank();
}

}  // namespace

Assembly assemble(const Description& description, const std::vector<Component>& components, Sources& sources,
                  Diagnostics& diagnostics) {
  AssemblyText out;
  const Sizes size = sizes(description);
  out.line(fmt::format("// {}: assembled from its description.", description.name));
  write_index_sets(out, size, description);
  write_imports(out, description.machine.network, components);
  for (const NodeTable& table : node_tables(description, size, sources, diagnostics)) write_table(out, table);
  out.blank();
  write_messages(out, description.machine.network, components);
  write_task_runtime(out, components);
  write_node(out, components, description, size);
  write_control(out, description);
  write_measures(out, description, size);
  write_properties(out, description);
  return out.take();
}

}  // namespace petriloom
