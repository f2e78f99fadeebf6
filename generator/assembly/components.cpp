// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/components.h"

#include <array>

#include "engine/text/real_text.h"
#include "generator/assembly/network_part.h"
#include "generator/model/analytic.h"

namespace petriloom {

namespace {

constexpr auto kPlaces = std::to_array<NodePlace>({
    {"THREAD_START : Work"},
    {"THREAD_FINISH : Work"},
    {"THREAD_STOP : unit"},
    {"MEM_A : product Socket * Access"},
    {"MEM_R : product Socket * Access"},
    {"M_MISS : product Socket * Access"},
    {"M_FILL : product Socket * Access"},
    {"OUTGOING_MSG : Node"},
    {"NET_T : Node"},
    {"NET_R : Node"},
    {"DMA_REQ : Request"},
    {"DMA_ACK : Request"},
    {"M_DMA_REQ : Work"},
    {"M_DMA_ACK : Work"},
    {"REQ : product Bus * Request"},
    {"ACK : product Bus * Request"},
    {"M_PCI_T : Work"},
    {"M_PCI_R : Work"},
    {"DEV_T : Work"},
    {"DEV_R : Work"},
    {"TASKS : Task"},
    {"REG : Task"},
    {"READY : Task"},
    {"MEM_REQ : Work"},
    {"MEM_AVAIL : Work"},
    {"MEM_WRITTEN : Work"},
    {"M_REQ : Task"},
    {"M_ACK : Task"},
    {"GPU_REQ : product Device * Command"},
    {"GPU_ACK : product Device * Command"},
    {"GPU_START : Work", true},
    {"GPU_END : Work", true},
    {"QUEUE : Work"},
    {"RELEASED : Work"},
    {"STARPU_MSG_IN : unit"},
    {"MESSAGE_QUEUES : Message"},
});

using Components = std::vector<Component>;

/// What computes, and the memory that joins it.
void add_units(Components& all, const Description& d, const Sizes& size) {
  const NodeKind& kind = d.machine.nodes.front().kind;
  all.push_back({"cpu[s in Socket where ord(s) < node_sockets(self)]",
                 "CPU",
                 "hardware/cpu",
                 kind.cores_per_socket.where,
                 {{"cores", "node_cores(self)"},
                  {"phases", std::to_string(size.phases)},
                  {"phase_time", "core_phase_time(self)"},
                  {"phase_power", "core_phase_power(self)"},
                  {"idle_power", real_text(d.costs.cpu_idle_power)},
                  {"method_time", "0.0"},
                  {"driver_time", real_text(d.runtime.driver_time.value)},
                  {"message_time", "0.0"}},
                 {{"CPU_IDLE", "CPU_IDLE[s]"},
                  {"THREAD_START", "THREAD_START"},
                  {"THREAD_FINISH", "THREAD_FINISH"},
                  {"THREAD_STOP", "THREAD_STOP"},
                  {"MEM_A", "MEM_A[s]"},
                  {"MEM_R", "MEM_R[s]"},
                  {"OUTGOING_MSG", "OUTGOING_MSG"},
                  {"NET_T", "NET_T"},
                  {"NET_R", "NET_R"},
                  {"MSG_IN", "MSG_IN"}}});
  all.push_back({"cache[s in Socket where ord(s) < node_sockets(self)]",
                 "CACHE",
                 "hardware/cache",
                 kind.cache_latency.where,
                 {{"latency", "cache_latency(self)"}},
                 {{"MEM_A", "MEM_A[s]"}, {"MEM_R", "MEM_R[s]"}, {"M_MISS", "M_MISS[s]"}, {"M_FILL", "M_FILL[s]"}}});
  all.push_back({"memory",
                 "MEMORY",
                 "hardware/memory",
                 kind.memory_latency.where,
                 {{"channels", "node_sockets(self) * node_cores(self) + node_cards(self)"}, {"latency", "memory_latency(self)"}},
                 {{"M_MISS", "M_MISS"},
                  {"M_FILL", "M_FILL"},
                  {"M_REQ", "M_REQ"},
                  {"M_ACK", "M_ACK"},
                  {"DMA_REQ", "M_DMA_REQ"},
                  {"DMA_ACK", "M_DMA_ACK"},
                  {"M_PCI_T", "M_PCI_T"},
                  {"M_PCI_R", "M_PCI_R"}}});
}

void add_cards(Components& all, const Description& d) {
  const Location& card = d.machine.card.where;
  all.push_back({"gpu[c in Device where ord(c) < node_cards(self)]",
                 "GPU",
                 "hardware/" + d.machine.card.value,
                 card.known() ? card : d.machine.nodes.front().kind.gpus.where,
                 {{"self", "c"},
                  {"processors", "nth(card_processors(self), ord(c))"},
                  {"block", std::to_string(d.application.gpu_block_factor.value)},
                  {"phases", std::to_string(d.costs.gpu.size())},
                  {"phase_time", "gpu_phase_time(self)"},
                  {"phase_power", "gpu_phase_power(self)"},
                  {"idle_power", real_text(d.costs.gpu_idle_power)}},
                 {{"GPU_REQ", "GPU_REQ[c]"},
                  {"GPU_ACK", "GPU_ACK[c]"},
                  {"GPU_START", "GPU_START[c]"},
                  {"GPU_END", "GPU_END[c]"},
                  {"DMA_REQ", "DMA_REQ"},
                  {"DMA_ACK", "DMA_ACK"},
                  {"GPU_R", "DEV_R[c]"},
                  {"GPU_T", "DEV_T[c]"}},
                 true,
                 false,
                 "card",
                 d.machine.card_parameters});
}

/// What moves data: network interface, buses, and who gets them.
void add_transfers(Components& all, const Description& d) {
  const NodeKind& kind = d.machine.nodes.front().kind;
  all.push_back(
      {"nic",
       "NIC",
       "hardware/nic",
       kind.nic.where,
       {{"self", "host"}, {"node", "self"}, {"send_time", "send_time(self)"}, {"power", real_text(d.machine.network.power.value)}},
       {{"NET_T", "NET_T"},
        {"NET_R", "NET_R"},
        {"NIC_PCI_R", "DEV_R[host]"},
        {"NIC_PCI_T", "DEV_T[host]"},
        {"DMA_REQ", "DMA_REQ"},
        {"DMA_ACK", "DMA_ACK"},
        {"SENT", "SENT"},
        {"ARRIVED", "ARRIVED"}}});
  all.push_back({"pcie[u in Bus where ord(u) < node_buses(self) | u = Bus(0)]",
                 "PCIE",
                 "hardware/pcie",
                 kind.bus_sharing.where,
                 {{"to_device_time", "bus_to_device(self)"},
                  {"to_host_time", "bus_to_host(self)"},
                  {"nic_time", "bus_message(self)"},
                  {"power", "bus_power(self)"}},
                 {{"REQ", "REQ[u]"},
                  {"ACK", "ACK[u]"},
                  {"M_PCI_T", "M_PCI_T"},
                  {"M_PCI_R", "M_PCI_R"},
                  {"DEV_T", "DEV_T"},
                  {"DEV_R", "DEV_R"}}});
  all.push_back({"dma",
                 "DMA",
                 "hardware/dma",
                 kind.bus_sharing.where,
                 {{"bus_of", "bus_of_device(self)"}},
                 {{"DMA_REQ", "DMA_REQ"},
                  {"DMA_ACK", "DMA_ACK"},
                  {"REQ", "REQ"},
                  {"ACK", "ACK"},
                  {"M_DMA_REQ", "M_DMA_REQ"},
                  {"M_DMA_ACK", "M_DMA_ACK"}}});
}

/// What decides where a task runs: the shared memory between units, and the policy.
void add_scheduling(Components& all, const Description& d) {
  const Location& where = d.runtime.policy.where;
  const Component::Parameter time{"time", real_text(d.runtime.scheduling_time.value)};
  all.push_back({"dsm",
                 "DSM",
                 "runtime/dsm",
                 where,
                 {time},
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
                  {"STARPU_MSG_IN", "STARPU_MSG_IN"}}});
  all.push_back(
      {"scheduler",
       "SCHEDULER",
       "policy/" + d.runtime.policy.value,
       where,
       {{"workers", "node_workers(self)"},
        {"cards", "node_cards(self)"},
        {"capacity", "card_capacity(self)"},
        {"block_time", "core_block_time(self)"},
        {"card_time", "card_round_time(self)"},
        time},
       {{"CPU_IDLE", "CPU_IDLE"}, {"READY", "READY"}, {"MEM_REQ", "MEM_REQ"}, {"QUEUE", "QUEUE"}, {"RELEASED", "RELEASED"}},
       false,
       false,
       "policy",
       d.runtime.policy_parameters});
}

/// The same of the task runtime.
void add_task_runtime(Components& all, const Description& d, const Sizes& size) {
  all.push_back({"runtime",
                 "TASK_RUNTIME",
                 "runtime/tasks",
                 d.runtime.policy.where,
                 {{"self", "self"},
                  {"Blocks", "Task"},
                  {"time", real_text(d.runtime.scheduling_time.value)},
                  {"block_bytes", real_text(block_bytes(d.application))},
                  {"stays", d.runtime.taken_back.value == TakenBack::borders ? "true" : "false"},
                  {"border_bytes", real_text(border_bytes(d.application, size.blocks))}},
                 {{"CPU_IDLE", "CPU_IDLE"},
                  {"TASKS", "TASKS"},
                  {"REG", "REG"},
                  {"QUEUE", "QUEUE"},
                  {"MEM_AVAIL", "MEM_AVAIL"},
                  {"MEM_WRITTEN", "MEM_WRITTEN"},
                  {"M_REQ", "M_REQ"},
                  {"M_ACK", "M_ACK"},
                  {"GPU_REQ", "GPU_REQ"},
                  {"GPU_ACK", "GPU_ACK"},
                  {"STARPU_MSG_IN", "STARPU_MSG_IN"}}});
  all.push_back(policy_of_tasks(d));
  all.back().of_task_runtime = true;
}

void add_messages(Components& all, const Description& d) {
  const Location& where = d.runtime.policy.where;
  all.push_back({"charm", "CHARM", "runtime/charm", where, {}, {{"MSG_IN", "MSG_IN"}, {"MESSAGE_QUEUES", "MESSAGE_QUEUES"}}});
}

/// What drives cores and cards, and the application on top.
void add_software(Components& all, const Description& d) {
  all.push_back({"cpu_driver",
                 "CPU_DRIVER",
                 "runtime/cpu_driver",
                 d.runtime.policy.where,
                 {{"time", real_text(d.runtime.scheduling_time.value)}},
                 {{"CPU_IDLE", "CPU_IDLE"},
                  {"QUEUE", "QUEUE"},
                  {"MEM_AVAIL", "MEM_AVAIL"},
                  {"THREAD_START", "THREAD_START"},
                  {"THREAD_FINISH", "THREAD_FINISH"},
                  {"MEM_WRITTEN", "MEM_WRITTEN"}}});
  all.push_back({"gpu_driver[c in Device where ord(c) < node_cards(self)]",
                 "GPU_DRIVER",
                 "runtime/gpu_driver",
                 d.machine.nodes.front().kind.gpus.where,
                 {{"self", "c"}},
                 {{"QUEUE", "QUEUE[c]"},
                  {"MEM_AVAIL", "MEM_AVAIL[c]"},
                  {"THREAD_START", "THREAD_START"},
                  {"THREAD_FINISH", "THREAD_FINISH"},
                  {"GPU_START", "GPU_START[c]"},
                  {"GPU_END", "GPU_END[c]"},
                  {"MEM_WRITTEN", "MEM_WRITTEN[c]"}},
                 true});
  all.push_back({"app",
                 "APPLICATION",
                 "application/stencil",
                 d.application.iterations.where,
                 {{"self", "self"},
                  {"neighbours", "node_neighbours(self)"},
                  {"iterations", std::to_string(d.application.iterations.value)},
                  {"core_tasks", "node_core_tasks(self)"},
                  {"card_tasks", "node_card_tasks(self)"}},
                 {{"MESSAGE_QUEUES", "MESSAGE_QUEUES"},
                  {"OUTGOING_MSG", "OUTGOING_MSG"},
                  {"THREAD_START", "THREAD_START"},
                  {"THREAD_STOP", "THREAD_STOP"},
                  {"TASKS", "TASKS"},
                  {"REG", "REG"},
                  {"STARPU_MSG_IN", "STARPU_MSG_IN"},
                  {"FINISHED", "FINISHED"}}});
}

void add_network(Components& all, const Description& d) {
  all.push_back(network_part(d.machine.network, static_cast<int>(d.machine.nodes.size())));
}

}  // namespace

std::vector<Component> components_of_node(const Description& description, const Sizes& size, NodeRuntime runtime) {
  Components all;
  add_units(all, description, size);
  add_cards(all, description);
  if (size.cards > 0) all.back().measures.assign(kMeasuresOfCards.begin(), kMeasuresOfCards.end());
  add_transfers(all, description);
  if (runtime == NodeRuntime::tasks) {
    add_task_runtime(all, description, size);
  } else {
    add_scheduling(all, description);
  }
  add_messages(all, description);
  add_software(all, description);
  add_network(all, description);
  return all;
}

Component policy_of_tasks(const Description& description) {
  Component policy{"policy", "POLICY", "tasks/policy/" + description.runtime.policy.value, description.runtime.policy.where,
                   {},       {}};
  policy.by_name = true;
  policy.chosen_by = "policy";
  policy.given = description.runtime.policy_parameters;
  return policy;
}

std::string chosen_name(const Component& component) { return component.file.substr(component.file.rfind('/') + 1); }

std::span<const NodePlace> places_of_node() { return kPlaces; }

}  // namespace petriloom
