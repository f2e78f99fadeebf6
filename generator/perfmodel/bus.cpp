// SPDX-License-Identifier: Apache-2.0
// The files of the bus.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "generator/perfmodel/model_text.h"

namespace petriloom {
namespace {

constexpr auto kBusFolders = std::to_array<std::string_view>({"bus", ".", "custom_bus"});
constexpr std::int64_t kMostDevices = 1024;
constexpr std::size_t kMostMemories = 1024;  // StarPU has at most 32

using Matrix = std::vector<std::vector<double>>;

/// A square of numbers, a row a line; values are multiplied by `unit`. At least the first `needed`
/// of each are numbers.
Matrix read_matrix(ModelText& text, std::string_view what, double most, double unit, std::size_t needed) {
  Matrix rows;
  const std::string expected = fmt::format("{} from 0 to {}, or nan", what, most);
  while (!text.failed()) {
    std::vector<double> row;
    ModelWord word = text.next();
    if (word.text.empty() && rows.size() == (rows.empty() ? 1 : rows.front().size())) return rows;
    const Location first = word.where;
    for (; !word.text.empty(); word = text.next_of_line()) {
      ModelWord at = word;
      double value = 0;
      const char* const whole = at.text.data() + at.text.size();
      const auto [end, error] = std::from_chars(at.text.data(), whole, value);
      const bool none = at.text == "nan" || at.text == "-nan";
      const bool must_be = row.size() < needed && rows.size() < needed;
      if (error != std::errc{} || end != whole || (none && must_be) || (!none && !(value >= 0 && value <= most))) {
        text.wrong(at, must_be ? fmt::format("{} from 0 to {}, as there are so many memories", what, most) : expected);
        return rows;
      }
      row.push_back(none ? std::nan("") : value * unit);
    }
    if (row.empty() || row.size() > kMostMemories || (!rows.empty() && row.size() != rows.front().size())) {
      text.wrong({"", first}, row.empty()
                                  ? fmt::format("a row of {}", what)
                                  : fmt::format("a square of at most {} numbers a side, as in the first row", kMostMemories));
      return rows;
    }
    rows.push_back(std::move(row));
    if (rows.size() > rows.front().size()) text.wrong({"", first}, "as many rows as columns");
  }
  return rows;
}

void read_config(ModelText& text, BusModel& bus) {
  bus.cpus = static_cast<int>(text.whole("the number of CPUs", 1, kMostDevices));
  bus.cuda = static_cast<int>(text.whole("the number of CUDA devices", 0, kMostDevices));
  bus.opencl = static_cast<int>(text.whole("the number of OpenCL devices", 0, kMostDevices));
}

void read_affinity(ModelText& text, BusModel& bus) {
  while (!text.failed()) {
    ModelWord word = text.next();
    if (word.text.empty()) return;
    std::vector<int> cpus;
    bool first = true;
    for (; !word.text.empty(); word = text.next_of_line()) {
      int value = 0;
      const char* const whole = word.text.data() + word.text.size();
      const auto [end, error] = std::from_chars(word.text.data(), whole, value);
      if (error != std::errc{} || end != whole || value < 0 || (!first && value >= bus.cpus)) {
        text.wrong(word, first ? std::string("the number of a GPU") : fmt::format("a CPU from 0 to {}", bus.cpus - 1));
        return;
      }
      if (!first) cpus.push_back(value);
      first = false;
    }
    bus.affinity.push_back(std::move(cpus));
  }
}

/// A matrix that has a row for each memory.
bool large_enough(const Matrix& matrix, std::size_t memories, std::string_view file, const PerformanceModels& models,
                  Diagnostics& diagnostics) {
  if (matrix.size() >= memories) return true;
  diagnostics.error(models.asked,
                    fmt::format("{} of '{}' has {} rows, and there are {} memories", file, models.host, matrix.size(), memories));
  return false;
}

}  // namespace

std::optional<BusModel> read_bus(const PerformanceModels& models, Sources& sources, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  BusModel bus;
  const auto open = [&](const std::string& ending, std::string_view what) {
    return open_model(models, kBusFolders, ending, what, sources, diagnostics);
  };
  if (const auto file = open(".config", "how many devices there are")) {
    ModelText text(sources, *file, diagnostics);
    read_config(text, bus);
  }
  if (diagnostics.error_count() > before) return std::nullopt;
  const auto memories = 1 + static_cast<std::size_t>(bus.cuda);
  constexpr double kMostRate = 1e12;  // MB/s
  constexpr double kMostDelay = 1e12;
  if (const auto file = open(".bandwidth", "bandwidths")) {
    ModelText text(sources, *file, diagnostics);
    bus.bandwidth = read_matrix(text, "a bandwidth in MB/s", kMostRate, 1e6, memories);
  }
  if (const auto file = open(".latency", "latencies")) {
    ModelText text(sources, *file, diagnostics);
    bus.latency = read_matrix(text, "a latency in us", kMostDelay, 1e-6, memories);
  }
  if (const auto file = open(".affinity", "which CPUs are near")) {
    ModelText text(sources, *file, diagnostics);
    read_affinity(text, bus);
  }
  if (diagnostics.error_count() > before) return std::nullopt;
  const bool bandwidths = large_enough(bus.bandwidth, memories, "the file of bandwidths", models, diagnostics);
  const bool latencies = large_enough(bus.latency, memories, "the file of latencies", models, diagnostics);
  return bandwidths && latencies ? std::optional(std::move(bus)) : std::nullopt;
}

}  // namespace petriloom
