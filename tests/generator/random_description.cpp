// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/random_description.h"

#include <fmt/format.h>

#include <array>
#include <random>
#include <string_view>

namespace petriloom::test {
namespace {

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  std::string make() {
    const int columns = from_to(1, 3);
    const int rows = from_to(1, 2);
    const int nodes = columns * rows;
    const int first = from_to(1, nodes);
    std::string text = "links:\n  wire: " + link() + "\n  bus: " + link() + "\n";
    text += "costs:\n  m:\n    cpu: " + unit() + "\n    gpu: " + unit() + "\n";
    text += "machine:\n  kinds:\n    plain: " + kind(false) + "\n    rich: " + kind(true) + "\n";
    text += fmt::format("  nodes:\n    - {{kind: {}, count: {}}}\n", word({"plain", "rich"}), first);
    for (int n = first; n < nodes; ++n) text += fmt::format("    - {{kind: {}}}\n", word({"plain", "rich"}));
    text += network(nodes);
    text += fmt::format("runtime: {{policy: {}, scheduling_time: {}, driver_time: {}}}\n", word({"static", "eager", "dm"}), time(),
                        time());
    text += fmt::format(
        "application: {{grid: [{}, {}], periodic: {}, iterations: {}, block: [{}, {}], gpu_block: {}, halo: {{width: {}, "
        "bytes_per_point: {} B}}, restart: {}}}\n",
        columns, rows, word({"true", "false"}), from_to(1, 3), from_to(4, 64), from_to(4, 64), from_to(1, 8), from_to(0, 4),
        from_to(0, 300), word({"true", "false"}));
    text += "mapping: {cost_model: m, " + distribution(nodes) + "}\n";
    text += "properties:\n  - {name: finishes, ctl: AF DONE}\n  - {name: small, invariant: 'tokens(DONE) <= 1'}\n";
    return text;
  }

 private:
  int from_to(int low, int high) { return low + static_cast<int>(random_() % static_cast<std::uint32_t>(high - low + 1)); }
  std::string_view word(std::initializer_list<std::string_view> words) { return words.begin()[random_() % words.size()]; }
  std::string time() { return fmt::format("{} {}", from_to(0, 9), word({"s", "ms", "us", "ns"})); }

  std::string link() {
    const std::string last =
        from_to(0, 1) == 0 ? fmt::format("per_byte: {} ns/B", from_to(0, 9)) : fmt::format("bandwidth: {} GB/s", from_to(1, 50));
    return fmt::format("{{latency: {}, overhead: {}, gap: {}, {}}}", time(), time(), time(), last);
  }

  std::string unit() {
    return fmt::format("{{idle_power: {} W, phases: {{one: {{time: {} / f, power: {}}}, two: {{time: 0.{}, power: 3}}}}}}",
                       from_to(0, 40), from_to(1, 2000), from_to(1, 90), from_to(1, 9));
  }

  /// At most as many cards as cores.
  std::string kind(bool gpus) {
    const int sockets = from_to(1, 3);
    const int cores = from_to(1, 4);
    std::string text = fmt::format(
        "{{sockets: {}, cores_per_socket: {}, frequency: {} MHz, cache: {{latency: {}}}, memory: {{latency: {}, bandwidth: {} "
        "GB/s}}",
        sockets, cores, from_to(500, 3000), time(), time(), from_to(1, 100));
    if (gpus) {
      const int per_card = from_to(1, 3);
      text += fmt::format(
          ", gpus: {{processors: {}, per_card: {}, frequency: {} MHz}}, bus: {{to_device: bus, to_host: bus, power: {} W, sharing: "
          "{}}}",
          from_to(0, sockets * cores * per_card), per_card, from_to(300, 1000), from_to(0, 30),
          word({"processor", "card", "socket", "node"}));
    }
    if (from_to(0, 1) == 0) text += ", nic: bus";
    return text + "}";
  }

  std::string network(int nodes) {
    if (nodes == 1) return "";
    const std::string joined = from_to(0, 1) == 0
                                   ? fmt::format("leaf_switches: {}, spine_switches: {}", from_to(1, nodes), from_to(1, 2))
                                   : fmt::format("topology: {{name: torus, dimensions: [{}, {}]}}", (nodes + 1) / 2, from_to(2, 3));
    return fmt::format("  network: {{{}, sharing: {}, link: wire, bandwidth: {} GB/s, hop_latency: {}, power: {} W}}\n", joined,
                       word({"alone", "fair", "packets"}), from_to(1, 9), time(), from_to(0, 9));
  }

  std::string distribution(int nodes) {
    if (from_to(0, 1) == 0) return fmt::format("rounds: {}", from_to(1, 3));
    std::string blocks;
    for (int n = 0; n < nodes; ++n) blocks += fmt::format("{}{}", n == 0 ? "" : ", ", from_to(0, 40));
    return fmt::format("distribution: blocks, blocks: [{}]", blocks);
  }

  std::mt19937 random_;
};

}  // namespace

std::string random_description(std::uint32_t seed) { return Maker(seed).make(); }

}  // namespace petriloom::test
