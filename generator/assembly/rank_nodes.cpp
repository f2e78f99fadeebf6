// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/rank_nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "engine/text/real_text.h"

namespace petriloom {
namespace {

/// What a rank of a kind of node has. Ranks are dealt to the cores in order, so that a rank is on
/// as many parts of memories as all memories are cut into, over the ranks.
struct RankShare {
  double speed = 0;        ///< flop/s
  double bandwidth = 0;    ///< B/s
  double cache = 0;        ///< B
  double cache_speed = 0;  ///< B/s
  double memory = 0;       ///< B/s of one memory
  int parts = 0;           ///< of memories that a rank uses; 0: of none that others use
  int of_memory = 1;       ///< parts of a memory
  // Of its GPU and the bus of that.
  int gpus = 0;                      ///< of the node
  std::vector<int> buses;            ///< of each GPU
  double gpu_speed = 0, launch = 0;  ///< flop/s, s
  double room = 0, loading = 0;      ///< B and B/s of its memory
  int kernels = 1, engines = 1;
  double power = 0, bus_power = 0;  ///< W, above what they draw anyway
  bool duplex = true;
  bool direct = false;
  int joined = 0;                               ///< not, each pair, by a switch, `pairs`
  std::vector<int> pairs;                       ///< from * GPUs + to
  double peer_latency = 0, peer_byte_time = 0;  ///< of their links
  double in = 0, out = 0;                       ///< s of a block to it and from it,
  double in_byte_time = 0, out_byte_time = 0;   ///< and s for each byte

  [[nodiscard]] auto operator<=>(const RankShare&) const = default;
};

void share_links(const NodeKind& kind, RankShare& share) {
  share.direct = kind.rank_gpu.direct.value;
  if (!kind.rank_gpu.links) return;
  const GpuLinks& links = *kind.rank_gpu.links;
  share.joined = links.switched.value ? 2 : links.pairs.empty() ? 1 : 3;
  for (const auto& [one, other] : links.pairs) {
    share.pairs.push_back(one * kind.gpus.value + other);
    share.pairs.push_back(other * kind.gpus.value + one);
  }
  share.peer_latency = links.link.time(0);
  share.peer_byte_time = links.link.per_byte;
}

RankShare share_of(const NodeKind& kind, int ranks, bool shared) {
  RankShare share;
  const double sockets = kind.sockets.value;
  const double cores = double{1} * kind.cores() / ranks;
  const bool meet = shared && kind.meet_at_memories(ranks);
  const int common = std::gcd(kind.sockets.value, ranks);
  share.memory = kind.memory_bandwidth.value;
  share.parts = meet ? kind.sockets.value / common : 0;
  share.of_memory = meet ? ranks / common : 1;
  share.speed = kind.flop_per_cycle.value * kind.cpu_frequency.value * cores;
  share.bandwidth = share.memory * (meet ? std::max(1.0, sockets / ranks) : sockets / ranks);
  if (kind.core_bandwidth.value > 0) share.bandwidth = std::min(share.bandwidth, kind.core_bandwidth.value * cores);
  share.cache = kind.cache_size.value * sockets / ranks;
  share.cache_speed = kind.cache_bandwidth.value * sockets / ranks;
  share.gpus = kind.gpus.value;
  for (int gpu = 0; gpu < kind.gpus.value; ++gpu) share.buses.push_back(kind.bus_of(gpu));
  share.gpu_speed = kind.rank_gpu.flop_per_cycle.value * kind.gpu_frequency.value;
  share.launch = kind.rank_gpu.launch.value;
  share.room = kind.rank_gpu.memory_size.value;
  share.loading = kind.rank_gpu.memory_bandwidth.value;
  share.power = kind.rank_gpu.most_power() - kind.rank_gpu.idle_power.value;
  share.bus_power = kind.bus_power.value;
  share.kernels = kind.rank_gpu.kernels.value;
  share.engines = kind.rank_gpu.copy_engines.value;
  share.duplex = !kind.bus_half.value;
  share.in = kind.to_device.time(0);
  share.out = kind.to_host.time(0);
  share.in_byte_time = kind.to_device.per_byte;
  share.out_byte_time = kind.to_host.per_byte;
  share_links(kind, share);
  return share;
}

/// As a type of the net language, and a value of it.
template <class Value>
constexpr std::string_view kTypeOf = "real";
template <>
constexpr std::string_view kTypeOf<int> = "int";
template <>
constexpr std::string_view kTypeOf<bool> = "bool";
template <>
constexpr std::string_view kTypeOf<std::vector<int>> = "list of int";
std::string value_text(double value) { return real_text(value); }
std::string value_text(int value) { return std::to_string(value); }
std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(const std::vector<int>& value) { return fmt::format("[{}]", fmt::join(value, ", ")); }

constexpr std::string_view kNodeOfRank = "ord(node_of(e))";

/// The shares that differ, and which of them each node has.
class Shares {
 public:
  Shares(const Machine& machine, const RankSystem& system)
      : shares_(rows_of_nodes(system, machine.nodes.size(), [&](std::size_t node, int ranks) {
          return share_of(machine.nodes[node].kind, ranks, !system.farm);
        })) {}

  void write_rows(AssemblyText& out, const Location& where) const {
    if (shares_.rows.size() == 1) return;
    out.line(fmt::format("const row_of_node : list of int = [{}];", fmt::join(shares_.of_nodes, ", ")), where);
    if (!shares_.of_jobs.empty()) write_rows_of_jobs(out, "row", shares_.of_jobs, where);
  }

  /// A function of an argument ("e : End") that is at `node`; both in the net language.
  template <class Value>
  void write_function(AssemblyText& out, std::string_view name, std::pair<std::string_view, std::string_view> argument,
                      Value RankShare::*what, const Location& where) const {
    std::vector<std::string> values;
    for (const RankShare& share : shares_.rows) values.push_back(value_text(share.*what));
    const std::string_view type = kTypeOf<Value>;
    const bool same = std::all_of(values.begin(), values.end(), [&](const std::string& one) { return one == values.front(); });
    if (!same) out.line(fmt::format("const {}_rows : list of {} = [{}];", name, type, fmt::join(values, ", ")), where);
    out.line(fmt::format("fun {}({}) : {} = {};", name, argument.first, type,
                         same ? values.front() : fmt::format("nth({}_rows, {})", name, row_at(argument.second))),
             where);
  }

 private:
  /// The row of a node, or of the node and the job of a rank.
  [[nodiscard]] std::string row_at(std::string_view node) const {
    if (node == kNodeOfRank && !shares_.of_jobs.empty()) return "row_of_rank(e)";
    return fmt::format("nth(row_of_node, {})", node);
  }

  RowsOfNodes<RankShare> shares_;
};

constexpr std::pair<std::string_view, std::string_view> kOfRank{"e : End", kNodeOfRank};

void write_memories(AssemblyText& out, const Machine& machine, const Shares& shares) {
  int most = 1;
  for (const Node& node : machine.nodes) most = std::max(most, node.kind.sockets.value);
  const std::size_t memories = machine.nodes.size() * static_cast<std::size_t>(most);
  const Location& where = machine.nodes.front().where;
  out.line(fmt::format("colour Memory = int with 0..{};  // {} of each node", memories - 1, most), where);
  const std::string node = fmt::format("m / {}", most);
  shares.write_function(out, "memory_speed", {"m : Memory", node}, &RankShare::memory, where);
  shares.write_function(out, "memory_parts", kOfRank, &RankShare::parts, where);
  shares.write_function(out, "parts_of_memory", kOfRank, &RankShare::of_memory, where);
  out.line("fun first_part(e : End) : int = number_in_node(e) * memory_parts(e);");
  out.line(fmt::format("fun memory_of(e : End, k : int) : Memory = ord(node_of(e)) * {} + k / parts_of_memory(e);", most), where);
  out.line("fun rank_memories(e : End) : list of Memory =");
  out.line("    map(k in first_part(e)..first_part(e) + memory_parts(e) - 1 : memory_of(e, k));");
}

/// The links between GPUs of a node, of which it has so many at most.
void write_peers(AssemblyText& out, int gpus, const Location& where, const Shares& shares) {
  shares.write_function(out, "direct", kOfRank, &RankShare::direct, where);
  shares.write_function(out, "gpus_joined", kOfRank, &RankShare::joined, where);
  shares.write_function(out, "gpu_pairs", kOfRank, &RankShare::pairs, where);
  shares.write_function(out, "peer_latency", kOfRank, &RankShare::peer_latency, where);
  shares.write_function(out, "peer_byte_time", kOfRank, &RankShare::peer_byte_time, where);
  out.line(fmt::format("colour Peer = product Gpu * (int with 0..{});", std::max(gpus - 1, 1)), where);
  out.line("fun pair_of(e : End, o : End) : int = gpu_in_node(e) * gpus_beside(e) + gpu_in_node(o);", where);
  out.line("fun peers(e : End, o : End) : list of Peer =", where);
  out.line("    if gpu_of(e) = gpu_of(o) then []", where);
  out.line("    else if gpus_joined(e) = 2 then [(gpu_of(e), 0), (gpu_of(o), 1)]", where);
  out.line("    else if gpus_joined(e) = 1 | exists(x in gpu_pairs(e) : x = pair_of(e, o)) then [(gpu_of(e), gpu_in_node(o))]",
           where);
  out.line("    else [];", where);
}

/// `ranks`: how many ranks the node of the rank e has, in the net language.
void write_gpus(AssemblyText& out, const Machine& machine, std::string_view ranks, bool power, const Shares& shares) {
  int gpus = 1;
  int buses = 1;
  for (const Node& node : machine.nodes) {
    gpus = std::max(gpus, node.kind.gpus.value);
    buses = std::max(buses, node.kind.buses());
  }
  const Location& where = machine.nodes.front().kind.gpus.where;
  out.line(fmt::format("colour Gpu = int with 0..{};  // {} of each node",
                       machine.nodes.size() * static_cast<std::size_t>(gpus) - 1, gpus),
           where);
  out.line(fmt::format("colour Bus = int with 0..{};", machine.nodes.size() * static_cast<std::size_t>(buses) - 1), where);
  const std::string node = fmt::format("g / {}", gpus);
  shares.write_function(out, "gpus_beside", kOfRank, &RankShare::gpus, where);
  shares.write_function(out, "gpu_buses", kOfRank, &RankShare::buses, where);
  out.line(fmt::format("fun gpu_in_node(e : End) : int = number_in_node(e) * gpus_beside(e) / {};", ranks), where);
  out.line(fmt::format("fun ranks_until(e : End, g : int) : int = (g * {} + gpus_beside(e) - 1) / gpus_beside(e);", ranks), where);
  out.line("fun ranks_of_gpu(e : End) : int = ranks_until(e, gpu_in_node(e) + 1) - ranks_until(e, gpu_in_node(e));", where);
  out.line(fmt::format("fun gpu_of(e : End) : Gpu = ord(node_of(e)) * {} + gpu_in_node(e);", gpus), where);
  out.line(fmt::format("fun bus_of(e : End) : Bus = ord(node_of(e)) * {} + nth(gpu_buses(e), gpu_in_node(e));", buses), where);
  shares.write_function(out, "gpu_speed", kOfRank, &RankShare::gpu_speed, where);
  shares.write_function(out, "gpu_bandwidth", kOfRank, &RankShare::loading, where);
  shares.write_function(out, "gpu_memory", kOfRank, &RankShare::room, where);
  out.line("fun gpu_room(e : End) : real = gpu_memory(e) / ranks_of_gpu(e);", where);
  if (power) {
    shares.write_function(out, "gpu_power", kOfRank, &RankShare::power, where);
    shares.write_function(out, "bus_power", kOfRank, &RankShare::bus_power, where);
  }
  shares.write_function(out, "launch", kOfRank, &RankShare::launch, where);
  shares.write_function(out, "kernels", {"g : Gpu", node}, &RankShare::kernels, where);
  shares.write_function(out, "copy_engines", {"g : Gpu", node}, &RankShare::engines, where);
  shares.write_function(out, "duplex", {"b : Bus", fmt::format("b / {}", buses)}, &RankShare::duplex, where);
  shares.write_function(out, "bus_in_latency", kOfRank, &RankShare::in, where);
  shares.write_function(out, "bus_out_latency", kOfRank, &RankShare::out, where);
  shares.write_function(out, "bus_in_byte_time", kOfRank, &RankShare::in_byte_time, where);
  shares.write_function(out, "bus_out_byte_time", kOfRank, &RankShare::out_byte_time, where);
  write_peers(out, gpus, where, shares);
  for (const std::string_view what : {"latency", "byte_time"}) {
    out.line(fmt::format("fun bus_{0}(e : End, d : Doer) : real = if d = to_gpu then bus_in_{0}(e) else bus_out_{0}(e);", what),
             where);
  }
}

}  // namespace

void write_rows_of_jobs(AssemblyText& out, std::string_view name, const std::vector<std::vector<std::size_t>>& rows,
                        const Location& where) {
  std::vector<std::string> each;
  for (const std::vector<std::size_t>& of_nodes : rows) each.push_back(fmt::format("[{}]", fmt::join(of_nodes, ", ")));
  out.line(fmt::format("const {}s_of_jobs : list of list of int = [{}];", name, fmt::join(each, ", ")), where);
  out.line(fmt::format("fun {0}_of_rank(e : End) : int = nth(nth({0}s_of_jobs, job_of(ord(e))), place_in_job(e));", name), where);
}

bool has_factors(const RankSystem& system) {
  return std::any_of(system.steps.begin(), system.steps.end(), [](const RankStep& step) { return !step.factor.text.empty(); }) ||
         (system.farm && !system.farm->factor.text.empty());
}

std::string way_through_steps(const Description& description) {
  const RankSystem& system = *description.ranks;
  if (system.on_gpus()) return system.power ? "powered_gpus" : "gpus";
  if (description.machine.meet_at_memories(system)) return system.power ? "powered_shared" : "shared";
  if (system.power) return "powered";
  // What is known only when a rank works is not known in a net whose ranks are through with a point
  // in one firing.
  return has_factors(system) || system.noise ? "shared" : "fixed";
}

bool names_memories(const Description& description) {
  const std::string way = way_through_steps(description);
  return way != "fixed" && way != "powered";
}

void write_rank_nodes(AssemblyText& out, const Description& description) {
  const Machine& machine = description.machine;
  const RankSystem& system = *description.ranks;
  const Shares shares(machine, system);
  const Location& where = machine.nodes.front().where;
  shares.write_rows(out, where);
  shares.write_function(out, "rank_speed", kOfRank, &RankShare::speed, where);  // flop/s
  if (system.trace) return;
  shares.write_function(out, "rank_bandwidth", kOfRank, &RankShare::bandwidth, where);      // B/s to its memory, at most
  shares.write_function(out, "rank_cache", kOfRank, &RankShare::cache, where);              // B of it for a rank
  shares.write_function(out, "rank_cache_speed", kOfRank, &RankShare::cache_speed, where);  // B/s to it
  if (!system.farm && names_memories(description)) write_memories(out, machine, shares);
  if (!system.on_gpus()) return;
  const std::string ranks =
      system.has_jobs() ? std::string("ranks_beside(e)") : std::to_string(system.jobs.front().ranks_per_node.value);
  write_gpus(out, machine, ranks, system.power.has_value(), shares);
}

}  // namespace petriloom
