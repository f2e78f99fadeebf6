// SPDX-License-Identifier: Apache-2.0
// The assembly, in the order in which the reference system is put together: spine and leaf switches; in each node the processing
// units with their last-level caches, the memory that joins them, the network interface, the bus, the memory manager, the
// scheduling infrastructure with its policy, the message queue, the drivers; last the nodes, joined to their switches.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "engine/text/real_text.h"
#include "generator/assembly/assembly_text.h"
#include "generator/assembly/generate.h"
#include "generator/model/node_tables.h"

namespace petriloom {

namespace {

void write_index_sets(AssemblyText& out, const Sizes& size, const Description& d) {
  out.line(fmt::format("colour Node = index rank with 0..{};", size.nodes - 1));
  out.line(fmt::format("colour Socket = index socket with 0..{};", size.sockets - 1));
  out.line(fmt::format("colour Bus = index bus with 0..{};", size.buses - 1));
  out.line(fmt::format("colour Device = index device with 0..{};     // the cards of a node, then its host", size.cards));
  out.line(fmt::format("const host = Device({});", size.cards));
  out.line(fmt::format("colour Task = int with 0..{};                // CPU blocks", size.blocks));
  out.line(fmt::format("colour Phase = index phase with 0..{};", size.phases - 1));
  out.line(fmt::format("colour Leaf = index rack with 0..{};", size.leaves - 1));
  out.line(fmt::format("colour Spine = index trunk with 0..{};", std::max(1, size.spines) - 1));
  out.line(fmt::format("colour Iteration = int with 0..{};", d.application.iterations.value - 1), d.application.iterations.where);
  out.blank();
}

void write_imports(AssemblyText& out, const Description& d) {
  for (const char* file : {"interfaces", "hardware/network", "hardware/cpu", "hardware/cache", "hardware/memory", "hardware/nic",
                           "hardware/pcie", "hardware/dma", "hardware/gpu", "runtime/dsm"}) {
    out.line(fmt::format("import \"{}.loom\";", file));
  }
  out.quoting_line(fmt::format("import \"policy/{}.loom\";", d.runtime.policy.value), d.runtime.policy.where,
                   d.runtime.policy.value);
  for (const char* file : {"runtime/charm", "runtime/cpu_driver", "runtime/gpu_driver", "application/stencil"}) {
    out.line(fmt::format("import \"{}.loom\";", file));
  }
  out.blank();
}

/// Rows that are equal for several nodes are written once; a table that is the same for all nodes is a plain constant.
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

void write_network(AssemblyText& out, const Description& d, const Sizes& size) {
  const Machine& machine = d.machine;
  out.line("place TX : Route;                        // sender, destination");
  out.line("place RX : Route;                        // destination, sender");
  out.line("place UP : product Spine * Route;");
  out.line("place DOWN : product Leaf * Route;");
  const int per_leaf = (size.nodes + size.leaves - 1) / size.leaves;
  std::string leaves;
  for (int n = 0; n < size.nodes; ++n) leaves += fmt::format("{}Leaf({})", n == 0 ? "" : ", ", n / per_leaf);
  out.line(fmt::format("const leaf_of : list of Leaf = [{}];", leaves));
  const std::string hop = fmt::format("hop = {}", real_text(machine.hop_latency.value));
  if (size.spines > 0) {
    out.instance("spine[s in Spine]", fmt::format("SPINE(leaf_of = leaf_of, {})", hop), machine.spine_switches.where,
                 {{"UP", "UP[s]"}, {"DOWN", "DOWN"}});
  }
  out.instance("leaf[l in Leaf]", fmt::format("LEAF(self = l, leaf_of = leaf_of, spines = {}, {})", std::max(1, size.spines), hop),
               machine.leaf_switches.where, {{"TX", "TX"}, {"RX", "RX"}, {"UP", "UP"}, {"DOWN", "DOWN[l]"}});
  out.blank();
}

void write_node_places(AssemblyText& out, const Sizes& size) {
  for (const char* port : {"port out   TX : Node;              // destination", "port in    RX : Node;              // sender",
                           "port inout MSG_IN : Message;", "port out   FINISHED : unit;"}) {
    out.line(port);
  }
  out.line("place CPU_IDLE : Socket = each node_cores(self)`filter(s in Socket : ord(s) < node_sockets(self));");
  for (const std::string_view place : {"THREAD_START : Work",
                                       "THREAD_FINISH : Work",
                                       "THREAD_STOP : unit",
                                       "MEM_A : product Socket * Access",
                                       "MEM_R : product Socket * Access",
                                       "M_MISS : product Socket * Access",
                                       "M_FILL : product Socket * Access",
                                       "OUTGOING_MSG : Node",
                                       "NET_T : Node",
                                       "NET_R : Node",
                                       "DMA_REQ : Request",
                                       "DMA_ACK : Request",
                                       "M_DMA_REQ : Work",
                                       "M_DMA_ACK : Work",
                                       "REQ : product Bus * Request",
                                       "ACK : product Bus * Request",
                                       "M_PCI_T : Work",
                                       "M_PCI_R : Work",
                                       "DEV_T : Work",
                                       "DEV_R : Work",
                                       "TASKS : Task",
                                       "REG : Task",
                                       "READY : Task",
                                       "MEM_REQ : Work",
                                       "MEM_AVAIL : Work",
                                       "MEM_WRITTEN : Work",
                                       "M_REQ : Task",
                                       "M_ACK : Task",
                                       "GPU_REQ : product Device * Command",
                                       "GPU_ACK : product Device * Command",
                                       "GPU_START : Work",
                                       "GPU_END : Work",
                                       "QUEUE : Work",
                                       "RELEASED : Work",
                                       "STARPU_MSG_IN : unit",
                                       "MESSAGE_QUEUES : Message"}) {
    const bool of_kernels = place.starts_with("GPU_START") || place.starts_with("GPU_END");
    if (size.cards > 0 || !of_kernels) out.line(fmt::format("place {};", place));
  }
}

void write_node_units(AssemblyText& out, const Description& d, const Sizes& size) {
  const NodeKind& kind = d.machine.nodes.front().kind;
  out.instance("cpu[s in Socket where ord(s) < node_sockets(self)]",
               fmt::format("CPU(cores = node_cores(self), phases = {}, phase_time = core_phase_time(self), phase_power = "
                           "core_phase_power(self), idle_power = {}, method_time = 0.0, driver_time = {}, message_time = 0.0)",
                           size.phases, real_text(d.costs.cpu_idle_power), real_text(d.runtime.driver_time.value)),
               kind.cores_per_socket.where,
               {{"CPU_IDLE", "CPU_IDLE[s]"},
                {"THREAD_START", "THREAD_START"},
                {"THREAD_FINISH", "THREAD_FINISH"},
                {"THREAD_STOP", "THREAD_STOP"},
                {"MEM_A", "MEM_A[s]"},
                {"MEM_R", "MEM_R[s]"},
                {"OUTGOING_MSG", "OUTGOING_MSG"},
                {"NET_T", "NET_T"},
                {"NET_R", "NET_R"},
                {"MSG_IN", "MSG_IN"}});
  out.instance("cache[s in Socket where ord(s) < node_sockets(self)]", "CACHE(latency = cache_latency(self))",
               kind.cache_latency.where,
               {{"MEM_A", "MEM_A[s]"}, {"MEM_R", "MEM_R[s]"}, {"M_MISS", "M_MISS[s]"}, {"M_FILL", "M_FILL[s]"}});
  out.instance("memory",
               "MEMORY(channels = node_sockets(self) * node_cores(self) + node_cards(self), latency = memory_latency(self))",
               kind.memory_latency.where,
               {{"M_MISS", "M_MISS"},
                {"M_FILL", "M_FILL"},
                {"M_REQ", "M_REQ"},
                {"M_ACK", "M_ACK"},
                {"DMA_REQ", "M_DMA_REQ"},
                {"DMA_ACK", "M_DMA_ACK"},
                {"M_PCI_T", "M_PCI_T"},
                {"M_PCI_R", "M_PCI_R"}});
  if (size.cards > 0) {
    out.instance("gpu[c in Device where ord(c) < node_cards(self)]",
                 fmt::format("GPU(self = c, processors = nth(card_processors(self), ord(c)), block = {}, phases = {}, phase_time = "
                             "gpu_phase_time(self), phase_power = gpu_phase_power(self), idle_power = {})",
                             d.application.gpu_block_factor.value, d.costs.gpu.size(), real_text(d.costs.gpu_idle_power)),
                 kind.gpus.where,
                 {{"GPU_REQ", "GPU_REQ[c]"},
                  {"GPU_ACK", "GPU_ACK[c]"},
                  {"GPU_START", "GPU_START[c]"},
                  {"GPU_END", "GPU_END[c]"},
                  {"DMA_REQ", "DMA_REQ"},
                  {"DMA_ACK", "DMA_ACK"},
                  {"GPU_R", "DEV_R[c]"},
                  {"GPU_T", "DEV_T[c]"}});
  }
}

void write_node_transfers(AssemblyText& out, const Description& d) {
  const NodeKind& kind = d.machine.nodes.front().kind;
  out.instance("nic",
               fmt::format("NIC(self = host, send_time = send_time(self), power = {})", real_text(d.machine.link_power.value)),
               kind.nic.where,
               {{"NET_T", "NET_T"},
                {"NET_R", "NET_R"},
                {"NIC_PCI_R", "DEV_R[host]"},
                {"NIC_PCI_T", "DEV_T[host]"},
                {"DMA_REQ", "DMA_REQ"},
                {"DMA_ACK", "DMA_ACK"},
                {"TX", "TX"},
                {"RX", "RX"}});
  out.instance("pcie[u in Bus where ord(u) < node_buses(self) | u = Bus(0)]",
               "PCIE(to_device_time = bus_to_device(self), to_host_time = bus_to_host(self), nic_time = bus_message(self), power = "
               "bus_power(self))",
               kind.bus_sharing.where,
               {{"REQ", "REQ[u]"},
                {"ACK", "ACK[u]"},
                {"M_PCI_T", "M_PCI_T"},
                {"M_PCI_R", "M_PCI_R"},
                {"DEV_T", "DEV_T"},
                {"DEV_R", "DEV_R"}});
  out.instance("dma", "DMA(bus_of = bus_of_device(self))", kind.bus_sharing.where,
               {{"DMA_REQ", "DMA_REQ"},
                {"DMA_ACK", "DMA_ACK"},
                {"REQ", "REQ"},
                {"ACK", "ACK"},
                {"M_DMA_REQ", "M_DMA_REQ"},
                {"M_DMA_ACK", "M_DMA_ACK"}});
}

void write_node_software(AssemblyText& out, const Description& d, const Sizes& size) {
  const std::string time = fmt::format("time = {}", real_text(d.runtime.scheduling_time.value));
  out.instance("dsm", fmt::format("DSM({})", time), d.runtime.policy.where,
               {{"CPU_IDLE", "CPU_IDLE"},
                {"TASKS", "TASKS"},
                {"REG", "REG"},
                {"READY", "READY"},
                {"MEM_REQ", "MEM_REQ"},
                {"MEM_AVAIL", "MEM_AVAIL"},
                {"MEM_WRITTEN", "MEM_WRITTEN"},
                {"M_REQ", "M_REQ"},
                {"M_ACK", "M_ACK"},
                {"GPU_REQ", "GPU_REQ"},
                {"GPU_ACK", "GPU_ACK"},
                {"RELEASED", "RELEASED"},
                {"STARPU_MSG_IN", "STARPU_MSG_IN"}});
  out.instance("scheduler",
               fmt::format("SCHEDULER(workers = node_workers(self), cards = node_cards(self), capacity = card_capacity(self), "
                           "block_time = core_block_time(self), card_time = card_round_time(self), {})",
                           time),
               d.runtime.policy.where,
               {{"CPU_IDLE", "CPU_IDLE"}, {"READY", "READY"}, {"MEM_REQ", "MEM_REQ"}, {"QUEUE", "QUEUE"}, {"RELEASED", "RELEASED"}},
               true);
  out.instance("charm", "CHARM()", d.runtime.policy.where, {{"MSG_IN", "MSG_IN"}, {"MESSAGE_QUEUES", "MESSAGE_QUEUES"}});
  out.instance("cpu_driver", fmt::format("CPU_DRIVER({})", time), d.runtime.policy.where,
               {{"CPU_IDLE", "CPU_IDLE"},
                {"QUEUE", "QUEUE"},
                {"MEM_AVAIL", "MEM_AVAIL"},
                {"THREAD_START", "THREAD_START"},
                {"THREAD_FINISH", "THREAD_FINISH"},
                {"MEM_WRITTEN", "MEM_WRITTEN"}});
  if (size.cards > 0) {
    out.instance("gpu_driver[c in Device where ord(c) < node_cards(self)]", "GPU_DRIVER(self = c)",
                 d.machine.nodes.front().kind.gpus.where,
                 {{"QUEUE", "QUEUE[c]"},
                  {"MEM_AVAIL", "MEM_AVAIL[c]"},
                  {"THREAD_START", "THREAD_START"},
                  {"THREAD_FINISH", "THREAD_FINISH"},
                  {"GPU_START", "GPU_START[c]"},
                  {"GPU_END", "GPU_END[c]"},
                  {"MEM_WRITTEN", "MEM_WRITTEN[c]"}});
  }
  out.instance("app",
               fmt::format("APPLICATION(self = self, neighbours = node_neighbours(self), iterations = {}, core_tasks = "
                           "node_core_tasks(self), card_tasks = node_card_tasks(self))",
                           d.application.iterations.value),
               d.application.iterations.where,
               {{"MESSAGE_QUEUES", "MESSAGE_QUEUES"},
                {"OUTGOING_MSG", "OUTGOING_MSG"},
                {"THREAD_START", "THREAD_START"},
                {"THREAD_STOP", "THREAD_STOP"},
                {"TASKS", "TASKS"},
                {"REG", "REG"},
                {"STARPU_MSG_IN", "STARPU_MSG_IN"},
                {"FINISHED", "FINISHED"}});
}

void write_control(AssemblyText& out, const Description& d) {
  out.line("place START : product Node * Message = each map(n in Node : (n, (compute, n)));");
  out.line("place FINISHED : Node;");
  out.line("place DONE : unit;");
  out.instance("node[n in Node]", "NODE(self = n)", d.machine.nodes.front().where,
               {{"TX", "TX[n]"}, {"RX", "RX[n]"}, {"MSG_IN", "START[n]"}, {"FINISHED", "FINISHED[n]"}});
  out.blank();
  out.open("transition done", d.application.iterations.where);
  out.line("in  FINISHED : each all(Node);");
  out.line("out DONE;");
  out.close();
  if (d.application.restart.value) {
    out.open("transition restart", d.application.restart.where);
    out.line("in  DONE;");
    out.line("out START : each map(n in Node : (n, (compute, n)));");
    out.close();
  }
  out.line("stop when tokens(DONE) >= 1;");
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
    gpus = " + sum(node[n].gpu[*].idle_energy) + sum(node[n].gpu[*].first_phases) + sum(node[n].gpu[*].last_phase)";
  }
  out.line(
      fmt::format("measure node_energy[n in Node] \"J\" = value sum(node[n].cpu[*].energy){} + sum(node[n].pcie[*].energy) + "
                  "node[n].nic.energy;",
                  gpus));
  out.line("measure energy \"J\" = value sum(node_energy[*]);");
  out.line("measure imbalance = value 1 - mean(node_time[*]) / max(node_time[*]);");
  out.blank();
}

void write_properties(AssemblyText& out, const Description& d) {
  for (const DescribedProperty& property : d.properties) {
    out.quoting_line(fmt::format("property {} : {} {};", property.name, property.kind, property.formula), property.where,
                     property.formula);
  }
}

}  // namespace

Assembly assemble(const Description& description, Sources& sources, Diagnostics& diagnostics) {
  AssemblyText out;
  const Sizes size = sizes(description);
  out.line(fmt::format("// {}: assembled from its description.", description.name));
  write_index_sets(out, size, description);
  write_imports(out, description);
  for (const NodeTable& table : node_tables(description, size, sources, diagnostics)) write_table(out, table);
  out.blank();
  write_network(out, description, size);
  out.open("module NODE(self : Node)", description.machine.nodes.front().where);
  write_node_places(out, size);
  write_node_units(out, description, size);
  write_node_transfers(out, description);
  write_node_software(out, description, size);
  out.close();
  out.blank();
  write_control(out, description);
  write_measures(out, description, size);
  write_properties(out, description);
  return out.take();
}

}  // namespace petriloom
