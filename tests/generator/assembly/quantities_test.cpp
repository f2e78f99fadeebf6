// SPDX-License-Identifier: Apache-2.0
// Every unit, and every round value from 1 ns to 1 h (and what corresponds to it in other
// dimensions), through every key of a description that takes a quantity: the net that is made of it
// can be read, and has that value.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "generator/assembly/generate.h"
#include "generator/description/quantity.h"
#include "tests/own_folder.h"
#include "tests/sanitized.h"

namespace petriloom::quantities_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

/// 1, 2 .. 9, 10, 20 .. 900 in each unit, as far as SI values lie from low to high.
std::vector<std::string> round_values(Dimension dimension, double low, double high) {
  std::vector<std::string> texts;
  const std::string units = unit_list(dimension);
  for (std::size_t begin = 0; begin < units.size();) {
    const std::size_t end = std::min(units.find(", ", begin), units.size());
    for (const int power : {1, 10, 100}) {
      for (int digit = 1; digit <= 9; ++digit) {
        std::string text = fmt::format("{} {}", digit * power, units.substr(begin, end - begin));
        const auto value = parse_quantity(text, dimension);
        if (std::get<double>(value) >= low && std::get<double>(value) <= high) texts.push_back(std::move(text));
      }
    }
    begin = end + 2;
  }
  return texts;
}

/// One description with a quantity in every key that takes one: the next of its dimension, so that
/// all come to every key in turn.
class Turns {
 public:
  [[nodiscard]] std::size_t longest() const {
    std::size_t most = 0;
    for (const auto& [dimension, texts] : values_) most = std::max(most, texts.size());
    return most;
  }
  [[nodiscard]] const std::string& at(Dimension dimension, std::size_t turn) const {
    const std::vector<std::string>& texts = values_.at(dimension);
    return texts[turn % texts.size()];
  }
  [[nodiscard]] std::string link(std::size_t turn) const {
    const std::string& time = at(Dimension::time, turn);
    const std::string last =
        turn % 2 == 0 ? "per_byte: " + at(Dimension::time_per_byte, turn) : "bandwidth: " + at(Dimension::byte_rate, turn / 2);
    return fmt::format("{{latency: {0}, overhead: {0}, gap: {0}, {1}, overhead_per_byte: {2}}}", time, last,
                       at(Dimension::time_per_byte, turn));
  }
  [[nodiscard]] std::string description(std::size_t turn) const {
    const std::string& time = at(Dimension::time, turn);
    const std::string& power = at(Dimension::power, turn);
    const std::string& clock = at(Dimension::frequency, turn);
    const std::string seconds = fmt::format("{}", std::get<double>(parse_quantity(time, Dimension::time)));
    const std::string unit = fmt::format("{{idle_power: {0}, phases: {{a: {{time: {1}, power: 30}}}}}}", power, seconds);
    return fmt::format(
        "costs: {{m: {{cpu: {0}, gpu: {0}}}}}\n"
        "machine:\n"
        "  kinds:\n"
        "    k: {{cores_per_socket: 1, frequency: {1}, cache: {{latency: {2}}},\n"
        "        memory: {{latency: {2}, bandwidth: {3}}}, gpus: {{processors: 1, frequency: {1}}},\n"
        "        bus: {{to_device: {4}, to_host: {4}, power: {5}}}, nic: {4}}}\n"
        "  nodes: [{{kind: k, count: 2}}]\n"
        "  network: {{sharing: packets, packet: {6}, link: {4}, bandwidth: {3}, hop_latency: {2}, power: {5}}}\n"
        "runtime: {{scheduling_time: {2}, driver_time: {2}}}\n"
        "application: {{grid: [2, 1], block: [4, 4], gpu_block: 1, halo: {{width: 1, bytes_per_point: {6}}}}}\n"
        "mapping: {{cost_model: m}}\n"
        "run: {{until: {2}}}\n",
        unit, clock, time, at(Dimension::byte_rate, turn), link(turn), power, at(Dimension::bytes, turn));
  }

 private:
  std::map<Dimension, std::vector<std::string>> values_{
      {Dimension::time, round_values(Dimension::time, 1e-12, 3600)},
      {Dimension::frequency, round_values(Dimension::frequency, 1e3, 1e12)},
      {Dimension::bytes, round_values(Dimension::bytes, 1, 1e9)},
      {Dimension::byte_rate, round_values(Dimension::byte_rate, 1, 1e18)},
      {Dimension::time_per_byte, round_values(Dimension::time_per_byte, 0, 1e3)},
      {Dimension::power, round_values(Dimension::power, 0, 1e9)},
  };
};

/// What stands behind `words` in the text of the assembly, as a number.
double behind(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? -1 : std::strtod(text.c_str() + at + words.size(), nullptr);
}

TEST(Quantities, EveryUnitAndRoundValueInEveryKeyMakesANetThatIsRead) {
  const test::OwnFolder folder;
  const std::filesystem::path path = folder / "quantities.yaml";
  const Turns turns;
  for (std::size_t turn = 0; turn < turns.longest(); turn += test::sanitized() ? 10U : 1U) {
    const std::string text = turns.description(turn);
    std::ofstream(path) << text;
    DescriptionResult read = read_description(path.string(), {kRoot});
    ASSERT_TRUE(read.description) << text << read.diagnostics.format(*read.sources);
    const Assembly assembly = assemble(*read.description, components_of_node(*read.description, sizes(*read.description)),
                                       *read.sources, read.diagnostics);
    const Network& network = read.description->machine.network;
    EXPECT_EQ(behind(assembly.text, ", latency = "), network.hop_latency.value);
    EXPECT_EQ(behind(assembly.text, "bandwidth = "), network.bandwidth.value);
    EXPECT_EQ(behind(assembly.text, "packet_bytes = "), network.packet_bytes.value);
    EXPECT_EQ(behind(assembly.text, "message_latency = "), network.link.latency + network.link.overhead);
    EXPECT_EQ(behind(assembly.text, "memory_latency_of_all : real = "),
              read.description->machine.nodes[0].kind.memory_latency.value);
    GenerateOptions options;
    options.search_path = {kRoot};
    const ReadResult made = generate(path.string(), options);
    ASSERT_TRUE(made.net) << text << made.diagnostics.format(*made.sources);
  }
}

}  // namespace
}  // namespace petriloom::quantities_test
