// SPDX-License-Identifier: Apache-2.0
// Energy, clocks, caps and temperatures of ranks: each key turned, with its effect told by hand;
// and the power that a trace tells, integrated apart from the measures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "generator/assembly/generate.h"

namespace petriloom::rank_power_test {
namespace {

/// Two nodes of two cores, of 1 and 2 Gflop/s, which draw 15 and 25 W at work.
const std::string kPowered =
    "machine:\n"
    "  kinds:\n"
    "    k: {cores_per_socket: 2, frequency: 2 GHz, flop_per_cycle: 1, frequencies: [1 GHz, 2 GHz],\n"
    "        power: {idle: 5 W, work: 5 + 0.01 * f, message: 8}, memory: {latency: 1 us, bandwidth: 4 GB/s}}\n"
    "  nodes: [{kind: k, count: 2}]\n"
    "  network: {link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W}\n";

struct PowerRun {
  std::map<std::string, double> values;
  std::string trace;
};

PowerRun powered_run(const std::string& application, const std::vector<DescriptionSetting>& settings) {
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  options.input = {settings, kPowered + application};
  const ReadResult result = generate("powered.yaml", options);
  PowerRun made;
  if (!result.net) {
    ADD_FAILURE() << result.diagnostics.format(*result.sources);
    return made;
  }
  std::ostringstream told;
  CsvTrace trace(*result.net, told);
  SimulationOptions simulation;
  simulation.trace = &trace;
  for (const MeasureResult& measure : simulate(*result.net, simulation).measures) made.values[measure.name] = measure.value.mean;
  made.trace = told.str();
  return made;
}

struct PowerKnob {
  const char* name;
  const char* application;
  std::vector<std::pair<const char*, const char*>> settings;
  std::map<std::string, double> expected;
};
std::ostream& operator<<(std::ostream& out, const PowerKnob& knob) { return out << knob.name; }

#define POWERED(list) "application: {kind: ranks, steps: [" list "]}\n"
constexpr const char* kSecond = POWERED("{work: {flop: 4e9}}");
constexpr const char* kTwoSeconds = POWERED("{work: {flop: 8e9}}");
constexpr const char* kMessages = POWERED("{shift: {bytes: 1 MB}}");
constexpr double kUs = 1e-6;
/// Of a message of 1 MB: for both overheads, gap and bytes a core handles it; then it waits.
constexpr double kHandled = (2 + 3 + 1000 + 2) * kUs;
constexpr double kWaited = 10 * kUs;
/// Per cent of a core heat it from 40 to 80 in ln 3 s, at half the clock it would come to 60.
constexpr const char* kHeat = "machine.kinds.k.temperature";
const double kInverse = std::exp(-1.0);

/// A core works a second, cools for a little more, and works a second.
double twice_heated(double decay) {
  const double once = 100 - 60 * kInverse;
  const double cooled = 40 + (once - 40) * std::exp(-(1 + 17 * kUs) / decay);
  return 100 + (cooled - 100) * kInverse;
}

const PowerKnob kPowerKnobs[] = {
    {"work", kSecond, {}, {{"run_time", 1}, {"core_energy", 100}, {"energy", 100}, {"mean_power", 100}, {"gflops_per_watt", 0.08}}},
    {"work_power", kSecond, {{"machine.kinds.k.power.work", "5 + 0.02 * f"}}, {{"core_energy", 180}}},
    {"half_the_clock", kSecond, {{"machine.kinds.k.frequency", "1 GHz"}}, {{"run_time", 2}, {"core_energy", 120}}},
    {"clock_of_a_step", POWERED("{work: {flop: 4e9, frequency: 1 GHz}}"), {}, {{"run_time", 2}, {"core_energy", 120}}},
    {"memory_does_not_follow_the_clock",
     POWERED("{work: {bytes: 4 GB, frequency: 1 GHz}}"),
     {},
     {{"run_time", 1}, {"core_energy", 60}}},
    {"one_node_at_half_the_clock",
     kSecond,
     {{"machine.nodes", "[{kind: k}, {kind: k, frequency: 1 GHz}]"}},
     {{"run_time", 2}, {"core_energy", 2 * (25 + 5) + 2 * 15 * 2}}},
    {"messages", kMessages, {}, {{"run_time", kHandled + kWaited}, {"core_energy", 4 * (8 * kHandled + 5 * kWaited)}}},
    {"idle", kMessages, {{"machine.kinds.k.power.idle", "10 W"}}, {{"core_energy", 4 * (8 * kHandled + 10 * kWaited)}}},
    {"message", kMessages, {{"machine.kinds.k.power.message", "9"}}, {{"core_energy", 4 * (9 * kHandled + 5 * kWaited)}}},
    {"asleep",
     kMessages,
     {{"machine.kinds.k.power.sleep", "{power: 1 W, after: 4 us}"}},
     {{"run_time", kHandled + kWaited}, {"core_energy", 4 * (8 * kHandled + (5 * 4 + 1 * 6) * kUs)}}},
    {"asleep_at_once",
     kMessages,
     {{"machine.kinds.k.power.sleep", "{power: 1 W}"}},
     {{"core_energy", 4 * (8 * kHandled + 1 * kWaited)}}},
    {"waking",
     kMessages,
     {{"machine.kinds.k.power.sleep", "{power: 1 W, after: 4 us, wake: 20 us}"}},
     {{"run_time", kHandled + kWaited + 20 * kUs}, {"core_energy", 4 * (8 * kHandled + (5 * 24 + 1 * 6) * kUs)}}},
    {"change_of_clock",
     POWERED("{work: {flop: 4e9, frequency: 1 GHz}}, {work: {flop: 4e9}}"),
     {{"machine.kinds.k.power.change", "{time: 10 ms, power: 7 W}"}},
     {{"run_time", 3.02}, {"core_energy", 4 * (15 * 2 + 25 * 1 + 7 * 0.02)}}},
    {"idle_while_it_changes",
     POWERED("{work: {flop: 4e9, frequency: 1 GHz}}, {work: {flop: 4e9}}"),
     {{"machine.kinds.k.power.change", "{time: 10 ms}"}},
     {{"run_time", 3.02}, {"core_energy", 4 * (15 * 2 + 25 * 1 + 5 * 0.02)}}},
    {"memory", POWERED("{work: {flop: 4e9, bytes: 2 GB}}"), {{"machine.kinds.k.memory.power", "3 W"}}, {{"memory_energy", 3}}},
    {"idle_memory",
     POWERED("{work: {flop: 4e9, bytes: 2 GB}}"),
     {{"machine.kinds.k.memory.power", "3 W"}, {"machine.kinds.k.memory.idle_power", "1 W"}},
     {{"memory_energy", 2 * (1 + 2 * 0.5)}}},
    {"interfaces", kMessages, {}, {{"network_energy", 2 * 6 * 1003 * kUs}}},
    {"idle_interfaces", kMessages, {{"machine.network.idle_power", "2 W"}}, {{"network_energy", 2 * (6 * 1003 + 2 * 14) * kUs}}},
    {"two_rails",
     kMessages,
     {{"machine.network.rails", "2"}, {"machine.network.idle_power", "2 W"}, {"machine.network.switch_power", "10 W"}},
     {{"network_energy", 2 * (4 * 1003 + 2 * 2 * 1017) * kUs}, {"switch_energy", 2 * 10 * 1017 * kUs}}},
    {"switch", kSecond, {{"machine.network.switch_power", "10 W"}}, {{"switch_energy", 10}, {"energy", 110}}},
    {"switches_of_a_tree",
     kSecond,
     {{"machine.network.switch_power", "10 W"}, {"machine.network.leaf_switches", "2"}},
     {{"switch_energy", 30}}},
    {"switches_of_levels",
     kSecond,
     {{"machine.network.switch_power", "10 W"},
      {"machine.network.topology", "{name: fat tree, children: [2, 3], parents: [1, 2]}"}},
     {{"switch_energy", 50}}},
    {"switches_of_a_torus",
     kSecond,
     {{"machine.network.switch_power", "10 W"}, {"machine.network.topology", "{name: torus, dimensions: [2, 2]}"}},
     {{"switch_energy", 40}}},
    {"switches_of_a_hypercube",
     kSecond,
     {{"machine.network.switch_power", "10 W"}, {"machine.network.topology", "hypercube"}},
     {{"switch_energy", 20}}},
    {"switches_of_a_dragonfly",
     kSecond,
     {{"machine.network.switch_power", "10 W"},
      {"machine.network.topology", "{name: dragonfly, groups: 3, routers: 2, nodes: 1, inner_speed: 1 GB/s, outer_speed: 1 GB/s}"}},
     {{"switch_energy", 60}}},
    // A node may draw 2 cores * 25 W and 6 W of its interface, both nodes twice as much.
    {"cap_above", kSecond, {{"machine.kinds.k.power.cap", "25 W"}}, {{"run_time", 1}}},
    {"cap_at_80_per_cent", kSecond, {{"machine.kinds.k.power.cap", "20 W"}}, {{"run_time", 2}, {"core_energy", 120}}},
    {"node_cap_above", kSecond, {{"machine.kinds.k.power.node_cap", "56 W"}}, {{"run_time", 1}}},
    {"node_cap_at_80_per_cent", kSecond, {{"machine.kinds.k.power.node_cap", "44.8 W"}}, {{"run_time", 2}, {"core_energy", 120}}},
    {"power_cap_above", kSecond, {{"machine.power_cap", "112 W"}}, {{"run_time", 1}}},
    {"power_cap_at_80_per_cent", kSecond, {{"machine.power_cap", "89.6 W"}}, {{"run_time", 2}, {"core_energy", 120}}},
    {"power_cap_and_switches",
     kSecond,
     {{"machine.power_cap", "112 W"}, {"machine.network.switch_power", "1 W"}},
     {{"run_time", 2}, {"core_energy", 120}}},
    {"heated", kSecond, {{kHeat, "{idle: 40, rise: 1 s, per_watt: 4}"}}, {{"highest_temperature", 100 - 60 * kInverse}}},
    {"of_each_rank", kSecond, {{kHeat, "{idle: 40, rise: 1 s, per_watt: 4}"}}, {{"temperature[1]", 100 - 60 * kInverse}}},
    {"warmer_when_idle", kSecond, {{kHeat, "{idle: 50, rise: 1 s, per_watt: 4}"}}, {{"highest_temperature", 100 - 50 * kInverse}}},
    {"rise", kSecond, {{kHeat, "{idle: 40, rise: 2 s, per_watt: 4}"}}, {{"highest_temperature", 100 - 60 * std::exp(-0.5)}}},
    {"per_watt", kSecond, {{kHeat, "{idle: 40, rise: 1 s, per_watt: 6}"}}, {{"highest_temperature", 150 - 110 * kInverse}}},
    {"offset",
     kSecond,
     {{kHeat, "{idle: 40, rise: 1 s, per_watt: 4, offset: 10}"}},
     {{"highest_temperature", 110 - 70 * kInverse}}},
    {"memory_share",
     POWERED("{work: {flop: 4e9, memory_share: 0.5}}"),
     {{kHeat, "{idle: 40, rise: 1 s, per_watt: 4, memory: 30}"}},
     {{"highest_temperature", 115 - 75 * kInverse}}},
    {"decay",
     POWERED("{work: {flop: 4e9}}, {shift: {bytes: 1 GB}}"),
     {{kHeat, "{idle: 40, rise: 1 s, decay: 3 s, per_watt: 4}"}, {"application.iterations", "2"}},
     {{"highest_temperature", twice_heated(3)}}},
    {"decay_as_rise",
     POWERED("{work: {flop: 4e9}}, {shift: {bytes: 1 GB}}"),
     {{kHeat, "{idle: 40, rise: 1 s, per_watt: 4}"}, {"application.iterations", "2"}},
     {{"highest_temperature", twice_heated(1)}}},
    // 80 after ln 3; at half the clock to 70 in 2 ln 2, in which ln 2 of the work are done.
    {"limit",
     kTwoSeconds,
     {{kHeat, "{idle: 40, rise: 1 s, decay: 2 s, per_watt: 4, limit: 80, hysteresis: 10}"}},
     {{"highest_temperature", 80},
      {"run_time", 2 + std::log(2.0)},
      {"core_energy", 4 * (25 * (2 - std::log(2.0)) + 15 * 2 * std::log(2.0))}}},
    // To 75 in 2 ln 4/3, and to 80 again in ln 5/4, twice.
    {"hysteresis",
     kTwoSeconds,
     {{kHeat, "{idle: 40, rise: 1 s, decay: 2 s, per_watt: 4, limit: 80}"}},
     {{"highest_temperature", 80}, {"run_time", 2 + 2 * std::log(4.0 / 3)}}},
    {"change_when_hot",
     kTwoSeconds,
     {{kHeat, "{idle: 40, rise: 1 s, decay: 2 s, per_watt: 4, limit: 80, hysteresis: 10}"},
      {"machine.kinds.k.power.change", "{time: 10 ms}"}},
     {{"highest_temperature", 80},
      // The change cools by a part of what half the clock has to: 80 - 40 e^-0.005 above 40.
      {"run_time", 2 + 0.02 + std::log((40 + 40 * std::exp(-0.005) - 60) / 10)}}},
};

class RankPowerKnobs : public testing::TestWithParam<PowerKnob> {};

TEST_P(RankPowerKnobs, HaveTheirEffect) {
  std::vector<DescriptionSetting> settings;
  for (const auto& [key, value] : GetParam().settings) settings.push_back({key, value});
  const PowerRun made = powered_run(GetParam().application, settings);
  for (const auto& [measure, expected] : GetParam().expected) {
    ASSERT_TRUE(made.values.contains(measure)) << measure;
    EXPECT_NEAR(made.values.at(measure), expected, 1e-9 * std::max(1.0, expected)) << measure;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RankPowerKnobs, testing::ValuesIn(kPowerKnobs),
                         [](const testing::TestParamInfo<PowerKnob>& of) { return std::string(of.param.name); });

/// Between two times something draws so much more than idle cores, memories and interfaces do.
struct Drawn {
  double from = 0, to = 0, watts = 0;
};

/// What a firing of a rank tells: when, at which step it works or sends, until when, at which clock
/// it goes on, and from when it waits.
struct Told {
  std::string transition;
  double time = 0, spent = 0, waits = 0, left = 0;
  int step = -1;
  int clock = 1;
  int before = 1;  ///< the clock that it came with
};

double number_after(const std::string& text, const std::string& name) {
  return std::stod(text.substr(text.find(name) + name.size()));
}

/// The firings of a rank, in order.
std::vector<Told> told_of(const std::string& trace, int rank) {
  std::vector<Told> all;
  std::istringstream lines(trace);
  const std::string of_firing = fmt::format("\"e = rank({}),", rank);
  const std::string of_change = fmt::format("e = rank({}), q", rank);
  const std::string of_token = fmt::format("\"(rank({}), ", rank);
  bool own = false;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> parts;
    std::istringstream fields(line);
    for (std::string field; parts.size() < 3 && std::getline(fields, field, ',');) parts.push_back(field);
    if (parts[0] == "fire") {
      own = parts[2].starts_with("ranks.") &&
            (line.find(of_firing) != std::string::npos || line.find(of_change) != std::string::npos);
      if (!own) continue;
      all.push_back({parts[2].substr(6), std::stod(parts[1])});
      all.back().before = static_cast<int>(number_after(line, "clock = "));
    } else if (own && parts[0] == "put" && (parts[2] == "ranks.WAIT" || parts[2] == "ranks.WORK") &&
               line.find(of_token) != std::string::npos) {
      Told& told = all.back();
      const std::string point = line.substr(line.find(of_token) + of_token.size());
      told.step = static_cast<int>(number_after(point, "("));
      told.clock = static_cast<int>(number_after(line, "clock = "));
      told.left = number_after(line, "left = ");
      told.spent = number_after(line, "spent = ");
      told.waits = std::stod(line.substr(line.rfind(',') + 1));
    }
  }
  return all;
}

constexpr double kOverhead = 2 * kUs;
constexpr double kIdleCore = 5, kAsleepCore = 1, kMessageCore = 8, kChangingCore = 7;
constexpr double kSleepsAfter = 4 * kUs, kWakes = 20 * kUs, kChanges = 10e-3;
constexpr double kSending = 6 - 2;     // W above an idle interface
constexpr double kMemoryFull = 3 - 1;  // W above idle memory at 4 GB/s
constexpr double kBytesMoved = 2e9;
double at_work(int clock) { return clock == 0 ? 15 : 25; }
double seconds_at(int clock) { return clock == 0 ? 4 : 2; }

/// Of the program {work, shift}: what a rank and its node draw, by what each firing tells of time.
void draw(const std::vector<Told>& all, std::vector<Drawn>& drawn) {
  double waits = 0;
  int clock = all.front().before;
  const auto cores = [&drawn](double from, double to, double watts) { drawn.push_back({from, to, 2 * (watts - kIdleCore)}); };
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Told& told = all[k];
    double at = told.time;
    const bool changes = told.transition == "change_clock";
    // Where a spell of work ends with another clock, it was the other of the two until then.
    const int worked = told.left > 0 ? 1 - told.clock : told.transition == "end_program" ? clock : told.clock;
    if (!changes) {
      if (at - waits > kSleepsAfter) {
        cores(waits + kSleepsAfter, at, kAsleepCore);
        at += kWakes;
      }
      if (worked != clock) {
        cores(at, at + kChanges, kChangingCore);
        at += kChanges;
      }
      const bool received = k > 0 && all[k - 1].step == 1;
      const double handles = kOverhead * ((received ? 1 : 0) + (told.step == 1 ? 1 : 0));
      cores(at, at + handles, kMessageCore);
      at += handles;
    }
    if (told.transition == "end_program") break;
    double until = told.time + told.spent;
    if (told.left > 0) {
      cores(until - kChanges, until, kChangingCore);
      until -= kChanges;
    }
    if (told.step == 0) {
      cores(at, until, at_work(worked));
      drawn.push_back({at, until, kMemoryFull * kBytesMoved / seconds_at(worked) / 4e9});
    }
    if (told.left == 0) {
      cores(until, told.waits, kMessageCore);
      drawn.push_back({until, told.waits, kSending});
    }
    waits = told.waits;
    clock = told.clock;
  }
}

/// The power at each time, over a constant one: its integral, and the most.
std::pair<double, double> integrated(const std::vector<Drawn>& drawn, double always, double end) {
  std::vector<double> times{0, end};
  for (const Drawn& one : drawn) {
    times.push_back(one.from);
    times.push_back(one.to);
  }
  std::sort(times.begin(), times.end());
  long double joules = 0;
  double most = 0;
  for (std::size_t k = 1; k < times.size(); ++k) {
    const double middle = (times[k - 1] + times[k]) / 2;
    if (!(times[k - 1] < middle && middle < times[k])) continue;
    double watts = always;
    for (const Drawn& one : drawn) watts += one.from < middle && middle < one.to ? one.watts : 0;
    joules += static_cast<long double>(watts) * (times[k] - times[k - 1]);
    most = std::max(most, watts);
  }
  return {static_cast<double>(joules), most};
}

const std::string kAll =
    "application: {kind: ranks, iterations: 3, steps: [{work: {flop: 8e9, bytes: 2 GB}}, {shift: {bytes: 1 "
    "MB}}]}\n";
const std::vector<DescriptionSetting> kAllSettings{
    {"machine.kinds.k.power.sleep", "{power: 1 W, after: 4 us, wake: 20 us}"},
    {"machine.kinds.k.power.change", "{time: 10 ms, power: 7 W}"},
    {"machine.kinds.k.memory.power", "3 W"},
    {"machine.kinds.k.memory.idle_power", "1 W"},
    {"machine.network.idle_power", "2 W"},
    {"machine.network.switch_power", "10 W"},
};

/// The measured energy, that of the trace, and the highest power in it.
struct Both {
  double measured = 0, integral = 0, most = 0, run_time = 0;
};

Both both_of(std::vector<DescriptionSetting> settings) {
  settings.insert(settings.begin(), kAllSettings.begin(), kAllSettings.end());
  const PowerRun made = powered_run(kAll, settings);
  std::vector<Drawn> drawn;
  for (int rank = 0; rank < 2; ++rank) draw(told_of(made.trace, rank), drawn);
  const double end = made.values.at("run_time");
  const auto [joules, most] = integrated(drawn, 4 * kIdleCore + 2 * 1 + 2 * 2 + 10, end);
  return {made.values.at("energy"), joules, most, end};
}

TEST(RankEnergy, IsTheIntegralOfThePowerThatATraceTells) {
  const Both both = both_of({});
  EXPECT_NEAR(both.integral, both.measured, 1e-9 * both.measured);
  EXPECT_GT(both.measured, 4 * 25 * 6);
}

TEST(RankEnergy, IsThatIntegralAlsoWhereTemperatureChangesClocks) {
  const Both cool = both_of({});
  const Both both = both_of({{kHeat, "{idle: 40, rise: 1 s, decay: 2 s, per_watt: 3, memory: 20, limit: 80, hysteresis: 10}"},
                             {"application.steps[0].work.memory_share", "1"}});
  EXPECT_GT(both.run_time, cool.run_time + 1);
  EXPECT_NEAR(both.integral, both.measured, 1e-9 * both.measured);
}

TEST(RankCaps, AreExceededAtNoTime) {
  // All that draws: 4 cores of 25 W, 2 memories at 3 W, 2 interfaces at 6 W, the switch.
  const double whole = 4 * 25 + 2 * 3 + 2 * 6 + 10;
  EXPECT_GT(both_of({}).most, 0.8 * whole);
  for (const char* cap : {"128 W", "102.4 W", "90 W"}) {
    const Both both = both_of({{"machine.power_cap", cap}});
    EXPECT_LE(both.most, std::stod(cap)) << cap;
    EXPECT_NEAR(both.integral, both.measured, 1e-9 * both.measured) << cap;
  }
  // At 80 % the cores take the lower clock: three times four seconds in place of two.
  EXPECT_NEAR(both_of({{"machine.power_cap", "102.4 W"}}).run_time - both_of({}).run_time, 6, 1e-9);
}

}  // namespace
}  // namespace petriloom::rank_power_test
