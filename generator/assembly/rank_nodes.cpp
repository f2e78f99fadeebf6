// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/rank_nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <type_traits>

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

  [[nodiscard]] auto operator<=>(const RankShare&) const = default;
};

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
  return share;
}

/// The shares that differ, and which of them each node has.
class Shares {
 public:
  Shares(const Machine& machine, const RankSystem& system) {
    const int ranks = system.ranks_per_node.value;
    std::map<RankShare, std::size_t> rows;
    for (const Node& node : machine.nodes) {
      const auto [row, added] = rows.emplace(share_of(node.kind, ranks, !system.farm), rows.size());
      if (added) shares_.push_back(row->first);
      row_of_node_.push_back(row->second);
    }
  }

  void write_rows(AssemblyText& out, const Location& where) const {
    if (shares_.size() == 1) return;
    out.line(fmt::format("const row_of_node : list of int = [{}];", fmt::join(row_of_node_, ", ")), where);
  }

  /// A function of an argument ("e : End") that is at `node`; both in the net language.
  template <class Value>
  void write_function(AssemblyText& out, std::string_view name, std::pair<std::string_view, std::string_view> argument,
                      Value RankShare::*what, const Location& where) const {
    std::vector<std::string> values;
    for (const RankShare& share : shares_) values.push_back(text(share.*what));
    const std::string_view type = std::is_same_v<Value, int> ? "int" : "real";
    const bool same = std::all_of(values.begin(), values.end(), [&](const std::string& one) { return one == values.front(); });
    if (!same) out.line(fmt::format("const {}_rows : list of {} = [{}];", name, type, fmt::join(values, ", ")), where);
    out.line(fmt::format("fun {}({}) : {} = {};", name, argument.first, type,
                         same ? values.front() : fmt::format("nth({}_rows, nth(row_of_node, {}))", name, argument.second)),
             where);
  }

 private:
  static std::string text(double value) { return real_text(value); }
  static std::string text(int value) { return std::to_string(value); }

  std::vector<RankShare> shares_;
  std::vector<std::size_t> row_of_node_;
};

constexpr std::pair<std::string_view, std::string_view> kOfRank{"e : End", "ord(node_of(e))"};

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

/// Whether any two ranks use one memory at a time, so that what one takes the other has not.
bool share_memories(const Machine& machine, const RankSystem& system) {
  return std::any_of(machine.nodes.begin(), machine.nodes.end(),
                     [&](const Node& node) { return node.kind.meet_at_memories(system.ranks_per_node.value); });
}

}  // namespace

bool has_factors(const RankSystem& system) {
  return std::any_of(system.steps.begin(), system.steps.end(), [](const RankStep& step) { return !step.factor.text.empty(); }) ||
         (system.farm && !system.farm->factor.text.empty());
}

std::string way_through_steps(const Description& description) {
  const RankSystem& system = *description.ranks;
  if (system.power) return "powered";
  // What is known only when a rank works is not known in a net whose ranks are through with a point
  // in one firing.
  return has_factors(system) || system.noise || share_memories(description.machine, system) ? "shared" : "fixed";
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
  if (!system.farm && way_through_steps(description) == "shared") write_memories(out, machine, shares);
}

}  // namespace petriloom
