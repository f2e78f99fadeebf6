// SPDX-License-Identifier: Apache-2.0
#include "formats/common/units.h"

#include <array>

namespace petriloom::loom {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr double kKi = 1024.0;
constexpr double kMi = kKi * 1024.0;
constexpr double kGi = kMi * 1024.0;
constexpr double kTi = kGi * 1024.0;

constexpr std::array kUnits = {
    Unit{"s", 1},         Unit{"ms", 1e-3},      Unit{"us", 1e-6},      Unit{"ns", 1e-9},      Unit{"ps", 1e-12},
    Unit{"min", 60},      Unit{"h", 3600},       Unit{"Hz", 1},         Unit{"kHz", 1e3},      Unit{"MHz", 1e6},
    Unit{"GHz", 1e9},     Unit{"B", 1},          Unit{"kB", 1e3},       Unit{"MB", 1e6},       Unit{"GB", 1e9},
    Unit{"TB", 1e12},     Unit{"KiB", kKi},      Unit{"MiB", kMi},      Unit{"GiB", kGi},      Unit{"TiB", kTi},
    Unit{"B/s", 1},       Unit{"kB/s", 1e3},     Unit{"MB/s", 1e6},     Unit{"GB/s", 1e9},     Unit{"TB/s", 1e12},
    Unit{"bit/s", .125},  Unit{"kbit/s", 125},   Unit{"Mbit/s", 125e3}, Unit{"Gbit/s", 125e6}, Unit{"Tbit/s", 125e9},
    Unit{"KiB/s", kKi},   Unit{"MiB/s", kMi},    Unit{"GiB/s", kGi},    Unit{"TiB/s", kTi},    Unit{"flop", 1},
    Unit{"kflop", 1e3},   Unit{"Mflop", 1e6},    Unit{"Gflop", 1e9},    Unit{"Tflop", 1e12},   Unit{"flop/s", 1},
    Unit{"kflop/s", 1e3}, Unit{"Mflop/s", 1e6},  Unit{"Gflop/s", 1e9},  Unit{"Tflop/s", 1e12}, Unit{"FLOP", 1},
    Unit{"MFLOP", 1e6},   Unit{"GFLOP", 1e9},    Unit{"TFLOP", 1e12},   Unit{"FLOP/s", 1},     Unit{"MFLOP/s", 1e6},
    Unit{"GFLOP/s", 1e9}, Unit{"TFLOP/s", 1e12}, Unit{"W", 1},          Unit{"mW", 1e-3},      Unit{"kW", 1e3},
    Unit{"MW", 1e6},      Unit{"J", 1},          Unit{"mJ", 1e-3},      Unit{"kJ", 1e3},       Unit{"MJ", 1e6},
};

/// How data sheets write what stands behind the k, M, G or T of a unit.
struct Spelling {
  std::string_view written;
  std::string_view unit;
};

// A small b is of bits: who is led from Gb/s to GB/s has eight times as much.
constexpr std::array kSpellings = {
    Spelling{"bps", "bit/s"},     Spelling{"b/s", "bit/s"},     Spelling{"bit/sec", "bit/s"},  Spelling{"bits/s", "bit/s"},
    Spelling{"Bps", "B/s"},       Spelling{"B/sec", "B/s"},     Spelling{"bytes/s", "B/s"},    Spelling{"byte/s", "B/s"},
    Spelling{"FLOPS", "flop/s"},  Spelling{"FLOP/s", "flop/s"}, Spelling{"flops", "flop/s"},   Spelling{"Flops", "flop/s"},
    Spelling{"Flop/s", "flop/s"}, Spelling{"FLOPs", "flop/s"},  Spelling{"flops/s", "flop/s"}, Spelling{"sec", "s"},
    Spelling{"second", "s"},      Spelling{"seconds", "s"},
};

}  // namespace

std::size_t micro_sign(std::string_view text) { return text.starts_with("\xC2\xB5") || text.starts_with("\xCE\xBC") ? 2 : 0; }

std::string plain_unit(std::string_view unit) {
  const std::size_t micro = micro_sign(unit);
  return micro == 0 ? std::string(unit) : "u" + std::string(unit.substr(micro));
}

std::optional<double> unit_factor(std::string_view written) {
  const std::string unit = plain_unit(written);
  for (const Unit& each : kUnits) {
    if (each.name == unit) return each.factor;
  }
  return std::nullopt;
}

std::string usual_unit(std::string_view written) {
  const std::string unit = plain_unit(written);
  for (const Spelling& spelling : kSpellings) {
    if (!unit.ends_with(spelling.written)) continue;
    std::string prefix = unit.substr(0, unit.size() - spelling.written.size());
    if (prefix == "K") prefix = "k";
    const std::string meant = prefix + std::string(spelling.unit);
    if (unit_factor(meant)) return meant;
  }
  return {};
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const Unit& each : kUnits) names.emplace_back(each.name);
  return names;
}

}  // namespace petriloom::loom
