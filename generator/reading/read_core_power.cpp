// SPDX-License-Identifier: Apache-2.0
// What cores draw: the keys frequencies, power and temperature of a kind of node; and of a machine
// that ranks work on the powers at the clocks there are, and the highest clock of each step of the
// program that caps let.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "generator/reading/check.h"
#include "generator/reading/read_ranks.h"
#include "generator/reading/sections.h"

namespace petriloom {
namespace {

constexpr std::size_t kMostClocks = 64;
constexpr Range<double> kDegrees{-273, 1e6};
constexpr Range<double> kDegreesApart{1e-3, 1e6};
constexpr Range<double> kHeatingTime{1e-9, 1e6};

constexpr auto kSleepKeys = std::to_array<Key<CorePower>>({
    {"power", [](Reader& r, const YamlNode& n, CorePower& p) { p.sleep = r.quantity(n, Dimension::power, kWatts).value; }, nullptr},
    {"after", [](Reader& r, const YamlNode& n, CorePower& p) { p.sleep_after = r.quantity(n, Dimension::time, kDuration).value; },
     "0 s"},
    {"wake", [](Reader& r, const YamlNode& n, CorePower& p) { p.wake = r.quantity(n, Dimension::time, kDuration).value; }, "0 s"},
});

constexpr auto kChangeKeys = std::to_array<Key<CorePower>>({
    {"time", [](Reader& r, const YamlNode& n, CorePower& p) { p.change_time = r.quantity(n, Dimension::time, kDuration).value; },
     nullptr},
    {"power", [](Reader& r, const YamlNode& n, CorePower& p) { p.change_power = r.quantity(n, Dimension::power, kWatts); }, ""},
});

constexpr auto kPowerKeys = std::to_array<Key<CorePower>>({
    {"idle", [](Reader& r, const YamlNode& n, CorePower& p) { p.idle = r.quantity(n, Dimension::power, kWatts).value; }, nullptr},
    {"work", [](Reader& r, const YamlNode& n, CorePower& p) { p.work = r.expression(n); }, nullptr},
    {"message", [](Reader& r, const YamlNode& n, CorePower& p) { p.message = r.expression(n); }, ""},
    {"sleep", [](Reader& r, const YamlNode& n, CorePower& p) { read_keys<CorePower>(r, n, "'sleep'", kSleepKeys, p); }, ""},
    {"change", [](Reader& r, const YamlNode& n, CorePower& p) { read_keys<CorePower>(r, n, "'change'", kChangeKeys, p); }, ""},
    {"cap", [](Reader& r, const YamlNode& n, CorePower& p) { p.cap = r.quantity(n, Dimension::power, kWatts); }, ""},
    {"node_cap", [](Reader& r, const YamlNode& n, CorePower& p) { p.node_cap = r.quantity(n, Dimension::power, kWatts); }, ""},
});

constexpr auto kTemperatureKeys = std::to_array<Key<CoreHeating>>({
    {"idle", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.idle = r.number(n, kDegrees); }, nullptr},
    {"rise", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.rise = r.quantity(n, Dimension::time, kHeatingTime); }, nullptr},
    {"decay", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.decay = r.quantity(n, Dimension::time, kHeatingTime); }, ""},
    {"per_watt", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.per_watt = r.number(n, kDegrees); }, nullptr},
    {"offset", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.offset = r.number(n, kDegrees); }, "0"},
    {"memory", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.memory = r.number(n, kDegrees); }, "0"},
    {"limit", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.limit = r.number(n, kDegrees); }, ""},
    {"hysteresis", [](Reader& r, const YamlNode& n, CoreHeating& h) { h.hysteresis = r.number(n, kDegreesApart); }, "5"},
});

constexpr double kGiga = 1e9;

/// A cap, as what each core may draw of it, and where it stands.
struct CoreShare {
  double watts = std::numeric_limits<double>::infinity();
  Location where;

  void limit(double other, const Location& at) {
    if (other < watts) *this = {other, at};
  }
};

double whole_memory(const NodeKind& kind) { return kind.memory_power ? kind.memory_power->value : kind.memory_idle_power.value; }

/// Directions of buses that can be busy at a time.
int bus_directions(const NodeKind& kind) { return kind.buses() * (kind.bus_half.value ? 1 : 2); }

/// What is left of the cap of a node for each core: memories and interfaces may draw all they can,
/// an interface for each rank on each rail, and GPUs and buses, too.
double left_for_core(double cap, const NodeKind& kind, const Network& network, int ranks) {
  const double sending = std::max(network.power.value, network.idle_power.value);
  const double interface = network.idle_power.value + ranks * (sending - network.idle_power.value);
  const double gpus = kind.rank_gpu.most_power() * kind.gpus.value + bus_directions(kind) * kind.bus_power.value;
  return (cap - whole_memory(kind) * kind.sockets.value - interface * network.rails.value - gpus) / kind.cores();
}

class PowerOfKinds {
 public:
  PowerOfKinds(Reader& reader, CostEvaluator& costs, const Machine& machine, const RankSystem& system, double switches)
      : reader_(reader), costs_(costs), machine_(machine), system_(system), switches_(switches) {}

  /// Of a node with so many ranks.
  RankCores of(const NodeKind& kind, int ranks) {
    const CorePower& power = *kind.power;
    RankCores cores;
    cores.number = double{1} * kind.cores() / ranks;
    cores.idle = power.idle;
    cores.sleep = power.sleep.value_or(power.idle);
    cores.sleep_after = power.sleep ? power.sleep_after : std::numeric_limits<double>::max();
    cores.wake = power.wake;
    cores.change_time = power.change_time;
    cores.change_power = power.change_power ? power.change_power->value : power.idle;
    cores.byte = (whole_memory(kind) - kind.memory_idle_power.value) / kind.memory_bandwidth.value;
    cores.sending = machine_.network.power.value - machine_.network.idle_power.value;
    add_clocks(kind, cores);
    const int highest = highest_clock(kind, cores, ranks);
    cores.first = std::min(clock_at(kind, kind.cpu_frequency.value), highest);
    for (const RankStep& step : system_.steps) cores.of_step.push_back(step.works ? clock_of(kind, step, highest) : -1);
    if (kind.heating) add_heating(*kind.heating, cores);
    return cores;
  }

 private:
  void add_clocks(const NodeKind& kind, RankCores& cores) {
    const CorePower& power = *kind.power;
    std::vector<Located<double>> clocks = kind.cpu_clocks;
    if (clocks.empty()) clocks.push_back(kind.cpu_frequency);
    for (const Located<double>& clock : clocks) {
      const double message = power.message ? costs_.value(*power.message, clock.value) : power.idle;
      const double work = costs_.value(power.work, clock.value);
      if (costs_.is_sound(power.work) && work < power.idle)
        reader_.warning(kind.power->where,
                        fmt::format("cores draw {:.6g} W when they wait, and {:.6g} W at work", power.idle, work),
                        "'work' no less than 'idle'");
      cores.clocks.push_back({clock.value / kind.cpu_frequency.value, work, message});
    }
  }

  static int clock_at(const NodeKind& kind, double hertz) {
    const auto is_it = [hertz](const Located<double>& clock) { return clock.value == hertz; };
    const auto found = std::find_if(kind.cpu_clocks.begin(), kind.cpu_clocks.end(), is_it);
    return found == kind.cpu_clocks.end() ? 0 : static_cast<int>(found - kind.cpu_clocks.begin());
  }

  /// The highest clock that all caps let; the lower ones draw no more then.
  int highest_clock(const NodeKind& kind, const RankCores& cores, int ranks) {
    const CorePower& power = *kind.power;
    CoreShare share;
    if (power.cap) share.limit(power.cap->value, power.cap->where);
    if (power.node_cap) share.limit(left_for_core(power.node_cap->value, kind, machine_.network, ranks), power.node_cap->where);
    if (machine_.power_cap) {
      const double of_node = (machine_.power_cap->value - switches_) / static_cast<double>(machine_.nodes.size());
      share.limit(left_for_core(of_node, kind, machine_.network, ranks), machine_.power_cap->where);
    }
    const double otherwise = std::max({cores.idle, cores.sleep, cores.change_time > 0 ? cores.change_power : 0});
    int highest = -1;
    double lowest = otherwise;
    for (const RankClock& clock : cores.clocks) {
      const double most = std::max({otherwise, clock.work, clock.message});
      if (highest < 0) lowest = most;
      if (most > share.watts) break;
      ++highest;
    }
    if (highest < 0) {
      reader_.error(share.where,
                    fmt::format("this cap leaves {:.6g} W for a core of kind {}, which draws {:.6g} W at its lowest clock",
                                share.watts, kind.name, lowest),
                    "a higher cap, or lower 'frequencies'");
    }
    return std::max(highest, 0);
  }

  int clock_of(const NodeKind& kind, const RankStep& step, int highest) {
    if (step.frequency.value == 0) return std::min(clock_at(kind, kind.cpu_frequency.value), highest);
    const auto is_it = [&](const Located<double>& clock) {
      return clock.value == step.frequency.value || !reader_.readable(clock.where);
    };
    if (std::none_of(kind.cpu_clocks.begin(), kind.cpu_clocks.end(), is_it)) {
      reader_.error(step.frequency.where,
                    fmt::format("the cores of kind {} have no clock of {:.6g} GHz", kind.name, step.frequency.value / kGiga),
                    "one of 'frequencies' of each kind of node");
    }
    return std::min(clock_at(kind, step.frequency.value), highest);
  }

  static void add_heating(const CoreHeating& heating, RankCores& cores) {
    cores.heats = true;
    cores.heat_idle = heating.idle.value;
    cores.rise = heating.rise.value;
    cores.decay = heating.decay ? heating.decay->value : cores.rise;
    cores.per_watt = heating.per_watt.value;
    cores.offset = heating.offset.value;
    cores.memory = heating.memory.value;
    if (!heating.limit) return;
    cores.limits = true;
    cores.limit = heating.limit->value;
    cores.low = cores.limit - heating.hysteresis.value;
  }

  Reader& reader_;
  CostEvaluator& costs_;
  const Machine& machine_;
  const RankSystem& system_;
  double switches_;
};

/// What each node draws, and what its ranks do.
void find_powers(PowerOfKinds kinds, const Machine& machine, const RankSystem& system, RankPower& power) {
  const Network& network = machine.network;
  power.kinds = rows_of_nodes(system, machine.nodes.size(),
                              [&](std::size_t node, int ranks) { return kinds.of(machine.nodes[node].kind, ranks); });
  for (const Node& node : machine.nodes) {
    power.cores += node.kind.power->idle * node.kind.cores();
    power.memories += node.kind.memory_idle_power.value * node.kind.sockets.value;
    power.interfaces += network.idle_power.value * network.rails.value;
    power.gpus += node.kind.rank_gpu.idle_power.value * node.kind.gpus.value;
  }
}

/// What means nothing as long as nobody says what cores draw.
void refuse_power(Reader& reader, const Machine& machine, const RankSystem& system) {
  const std::string help = "give each kind of node 'power: {idle: 5 W, work: 15}', of a core";
  const auto refuse = [&](const Location& where, std::string_view what) {
    reader.error(where, fmt::format("{} needs the key 'power' of the kind of node", what), help);
  };
  if (machine.power_cap) refuse(machine.power_cap->where, "'power_cap'");
  const Network& network = machine.network;
  if (network.idle_power.value > 0) refuse(network.idle_power.where, "'idle_power'");
  if (network.switch_power.value > 0) refuse(network.switch_power.where, "'switch_power'");
  for (const RankStep& step : system.steps) {
    if (step.frequency.value > 0) refuse(step.frequency.where, "a 'frequency' of work");
    if (step.memory_share.value > 0) refuse(step.memory_share.where, "'memory_share'");
  }
  for (const Node& node : machine.nodes) {
    if (node.kind.memory_idle_power.value > 0) refuse(node.kind.memory_idle_power.where, "'idle_power' of memory");
    if (node.kind.memory_power) refuse(node.kind.memory_power->where, "'power' of memory");
    if (node.kind.rank_gpu.most_power() > 0) refuse(node.kind.gpus.where, "the power of GPUs");
    if (!node.kind.cpu_clocks.empty()) refuse(node.kind.cpu_clocks.front().where, "'frequencies'");
  }
}

/// Cores of a trace keep one clock, and nothing is known of what they have been through.
void refuse_in_traces(Reader& reader, const Machine& machine) {
  const auto refuse = [&reader](const Location& where, std::string_view what) {
    reader.error(where, fmt::format("{} is told of programs of steps, and this one is a trace", what), "leave it out");
  };
  for (const Node& node : machine.nodes) {
    const CorePower& power = *node.kind.power;
    if (node.kind.heating) refuse(node.kind.heating->idle.where, "'temperature'");
    if (power.sleep) refuse(power.where, "'sleep'");
    if (power.change_time > 0 || power.change_power) refuse(power.where, "'change'");
  }
}

}  // namespace

void read_core_clocks(Reader& reader, const YamlNode& node, NodeKind& kind) {
  if (!reader.is_list(node, "a list of frequencies")) return;
  if (node.items.empty() || node.items.size() > kMostClocks) {
    reader.error(node.where, fmt::format("expected from 1 to {} frequencies, found {}", kMostClocks, node.items.size()));
    return;
  }
  for (const YamlNode& item : node.items) kind.cpu_clocks.push_back(reader.quantity(item, Dimension::frequency, kClock));
  for (std::size_t k = 1; k < kind.cpu_clocks.size(); ++k) {
    if (kind.cpu_clocks[k].value <= kind.cpu_clocks[k - 1].value && reader.readable(kind.cpu_clocks[k - 1].where))
      reader.error(kind.cpu_clocks[k].where, "each of 'frequencies' is higher than the one before", "the slowest first");
  }
}

void read_core_power(Reader& reader, const YamlNode& node, NodeKind& kind) {
  kind.power.emplace();
  kind.power->where = node.where;
  read_keys<CorePower>(reader, node, "'power'", kPowerKeys, *kind.power);
}

void read_core_heating(Reader& reader, const YamlNode& node, NodeKind& kind) {
  kind.heating.emplace();
  kind.heating->idle.where = node.where;
  read_keys<CoreHeating>(reader, node, "'temperature'", kTemperatureKeys, *kind.heating);
}

void check_core_power(Reader& reader, const NodeKind& kind) {
  // A clock that could not be read may be the one.
  const auto is_own = [&](const Located<double>& clock) {
    return clock.value == kind.cpu_frequency.value || !reader.readable(clock.where);
  };
  if (!kind.cpu_clocks.empty() && kind.cpu_frequency.value > 0 &&
      std::none_of(kind.cpu_clocks.begin(), kind.cpu_clocks.end(), is_own)) {
    reader.error(kind.cpu_frequency.where, "'frequency' is none of 'frequencies'", "one that cores can take");
  }
  if (kind.memory_power && kind.memory_power->value < kind.memory_idle_power.value) {
    reader.error(kind.memory_power->where, "memory that moves data draws no less than idle memory", "at least its 'idle_power'");
  }
  if (kind.heating && !kind.power) {
    reader.error(kind.heating->idle.where, "without the key 'power' nothing heats the cores", "power: {idle: 5 W, work: 15}");
  }
  if (!kind.heating || !kind.heating->limit) return;
  if (kind.heating->limit->value - kind.heating->hysteresis.value <= kind.heating->idle.value) {
    reader.error(kind.heating->limit->where,
                 fmt::format("idle cores have {} degrees, and never cool to {} below this limit", kind.heating->idle.value,
                             kind.heating->hysteresis.value),
                 "a higher limit, or less 'hysteresis'");
  }
  if (kind.cpu_clocks.size() < 2) {
    reader.error(kind.heating->limit->where, "a limit lets cores take a lower clock, and they have one alone",
                 "frequencies: [1.2 GHz, 2.4 GHz]");
  }
}

void settle_rank_power(Reader& reader, CostEvaluator& costs, const Machine& machine, RankSystem& system) {
  if (machine.nodes.empty()) return;  // which kinds there are could not be read
  const auto has = [](const Node& node) { return node.kind.power.has_value(); };
  if (std::none_of(machine.nodes.begin(), machine.nodes.end(), has)) return refuse_power(reader, machine, system);
  const auto lacks = std::find_if_not(machine.nodes.begin(), machine.nodes.end(), has);
  if (lacks != machine.nodes.end()) {
    reader.error(lacks->kind.where,
                 fmt::format("other kinds of nodes tell what they draw, and '{}' lacks the key 'power'", lacks->kind.name),
                 "power: {idle: 5 W, work: 15}, of a core");
    return;
  }
  if (system.trace) refuse_in_traces(reader, machine);
  const bool warm = std::any_of(machine.nodes.begin(), machine.nodes.end(), [](const Node& node) { return node.kind.heating; });
  for (const RankStep& step : system.steps) {
    if (step.memory_share.value > 0 && !warm) {
      reader.error(step.memory_share.where, "'memory_share' needs the key 'temperature' of a kind of node",
                   "how much memory instructions warm cores is said there");
    }
  }
  const bool gpus = system.on_gpus();
  const bool meet = machine.meet_at_memories(system);
  for (const Node& node : machine.nodes) {
    if (!node.kind.heating || !node.kind.heating->limit || system.trace || (!gpus && !meet)) continue;
    reader.error(
        node.kind.heating->limit->where,
        fmt::format("ranks {}, and when cores are too hot is told of ranks that do not", gpus ? "use GPUs" : "share memories"),
        gpus ? "no 'limit'" : "memory: {sharing: fixed}, or no more ranks than sockets");
  }
  const Network& network = machine.network;
  // Else caps, which count what it draws more, would be exceeded.
  if (network.power.value < network.idle_power.value)
    reader.error(network.power.where, "an interface that sends draws no less than an idle one", "at least its 'idle_power'");
  RankPower power;
  power.where = machine.nodes.front().kind.power->where;
  if (network.switch_power.value > 0) {
    const auto switches = switches_of(network, machine.nodes.size());
    if (!switches && !network.topology.value.empty()) {
      reader.error(network.switch_power.where, fmt::format("how many switches '{}' has is not known", network.topology.value),
                   "those of the topologies fat tree, torus, hypercube and dragonfly are");
    }
    power.switches = network.switch_power.value * switches.value_or(0) * network.rails.value;
  }
  find_powers(PowerOfKinds(reader, costs, machine, system, power.switches), machine, system, power);
  for (const RankStep& step : system.steps) power.memory_shares.push_back(step.memory_share.value);
  system.power = std::move(power);
}

}  // namespace petriloom
