// SPDX-License-Identifier: Apache-2.0
// The files of codelets.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "generator/perfmodel/model_text.h"

namespace petriloom {
namespace {

constexpr auto kCodeletFolders = std::to_array<std::string_view>({"codelets/45", "codelets"});
constexpr std::int64_t kVersion = 45;
constexpr std::int64_t kMostParts = 4096;         // combinations of devices, devices, implementations
constexpr std::int64_t kMostEntries = 1'000'000;  // of a history
constexpr double kMostReal = 1e300;
constexpr double kMostBytes = 1e18;
constexpr double kMostMicroseconds = 1e15;
constexpr int kMostLinks = 8;

RegressionModel read_regression(ModelText& text) {
  RegressionModel model;
  for (const char* sum : {"a sum of ln x", "a sum of (ln x)^2", "a sum of ln y", "a sum of ln x ln y"}) {
    text.number(sum, -kMostReal, kMostReal, true);
  }
  model.alpha = text.number("alpha", -kMostReal, kMostReal, true);
  model.beta = text.number("beta", -kMostReal, kMostReal, true);
  model.samples = text.number("a number of samples", 0, kMostReal);
  model.least = text.number("a least size", 0, kMostBytes);
  model.most = text.number("a largest size", 0, kMostBytes);
  model.a = text.number("a", -kMostReal, kMostReal, true);
  model.b = text.number("b", -kMostReal, kMostReal, true);
  model.c = text.number("c", -kMostReal, kMostReal, true);
  const std::int64_t coefficients = text.whole("the number of coefficients", 0, kMostParts);
  for (std::int64_t i = 0; i < coefficients && !text.failed(); ++i) {
    model.coefficients.push_back(text.number("a coefficient", -kMostReal, kMostReal, true));
  }
  return model;
}

HistoryEntry read_entry(ModelText& text) {
  HistoryEntry entry;
  entry.footprint = text.hexadecimal("a footprint");
  entry.bytes = text.number("a size in bytes", 0, kMostBytes);
  entry.flop = text.number("a number of flop", 0, kMostReal);
  entry.mean = text.number("a mean in us", 0, kMostMicroseconds) * 1e-6;
  entry.deviation = text.number("a deviation in us", 0, kMostMicroseconds, true) * 1e-6;
  text.number("a sum", 0, kMostReal);
  text.number("a sum of squares", 0, kMostReal);
  entry.samples = text.whole("a number of samples", 0, INT64_MAX);
  return entry;
}

void read_combination(ModelText& text, Codelet& codelet) {
  CodeletModel model;
  const std::int64_t devices = text.whole("the number of types of devices", 1, kMostParts);
  for (std::int64_t i = 0; i < devices && !text.failed(); ++i) {
    const std::int64_t kind = text.whole("a type of device", 0, static_cast<std::int64_t>(DeviceKind::hip));
    const std::int64_t number = text.whole("a device", 0, kMostParts);
    const std::int64_t cores = text.whole("a number of cores", 0, kMostParts);
    if (i > 0) continue;
    model.device = static_cast<DeviceKind>(kind);
    model.number = static_cast<int>(number);
    model.cores = static_cast<int>(cores);
  }
  const std::int64_t implementations = text.whole("the number of implementations", 0, kMostParts);
  for (std::int64_t i = 0; i < implementations && !text.failed(); ++i) {
    model.implementation = static_cast<int>(i);
    model.history.clear();
    const std::int64_t entries = text.whole("the number of entries", 0, kMostEntries);
    model.regression = read_regression(text);
    for (std::int64_t k = 0; k < entries && !text.failed(); ++k) model.history.push_back(read_entry(text));
    // What runs on devices of several types at once is a model of none of them.
    if (devices == 1) codelet.models.push_back(model);
  }
}

/// The name of another file that is all that a file holds; git keeps links so where it has none.
std::optional<std::string> linked(std::string_view text, const PerformanceModels& models) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  const std::string ending = "." + models.host;
  const bool one_word = text.find_first_of(" \t\r\n#/") == std::string_view::npos;
  if (!one_word || !text.ends_with(ending) || text.size() == ending.size()) return std::nullopt;
  return std::string(text.substr(0, text.size() - ending.size()));
}

template <class Use>
void each_entry(const Codelet& codelet, DeviceKind device, int number, const Use& use) {
  for (const CodeletModel& model : codelet.models) {
    if (model.device != device || model.number != number || model.cores > 1) continue;
    for (const HistoryEntry& entry : model.history) {
      if (entry.samples > 0) use(entry);
    }
  }
}

}  // namespace

std::optional<Codelet> read_codelet(const PerformanceModels& models, const std::string& name, Sources& sources,
                                    Diagnostics& diagnostics) {
  std::string file_name = name;
  std::optional<FileId> file;
  for (int links = 0;; ++links) {
    file = open_model(models, kCodeletFolders, file_name, "what a codelet took", sources, diagnostics);
    if (!file) return std::nullopt;
    const std::optional<std::string> target = linked(sources.text(*file), models);
    if (!target) break;
    if (links == kMostLinks) {
      diagnostics.error({*file, 1, 1}, fmt::format("more than {} files that stand for another", kMostLinks));
      return std::nullopt;
    }
    file_name = *target;
  }
  ModelText text(sources, *file, diagnostics);
  Codelet codelet{name, {}, {*file, 0, 0}};
  text.whole("the version of the format", kVersion, kVersion);
  const std::int64_t combinations = text.whole("the number of combinations", 0, kMostParts);
  for (std::int64_t i = 0; i < combinations && !text.failed(); ++i) read_combination(text, codelet);
  if (const ModelWord rest = text.next(); !rest.text.empty()) text.wrong(rest, "the end of the file");
  return text.failed() ? std::nullopt : std::optional(std::move(codelet));
}

bool has_codelet(const PerformanceModels& models, const std::string& name) {
  return model_path(models, kCodeletFolders, name).has_value();
}

std::optional<double> measured_time(const Codelet& codelet, DeviceKind device, int number, double bytes) {
  std::optional<double> least;
  each_entry(codelet, device, number, [&](const HistoryEntry& entry) {
    if (entry.bytes == bytes && (!least || entry.mean < *least)) least = entry.mean;
  });
  return least;
}

std::vector<double> measured_sizes(const Codelet& codelet, DeviceKind device, int number) {
  std::set<double> sizes;
  each_entry(codelet, device, number, [&](const HistoryEntry& entry) { sizes.insert(entry.bytes); });
  return {sizes.begin(), sizes.end()};
}

}  // namespace petriloom
