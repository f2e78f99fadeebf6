// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison/cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/load/hashes.h"
#include "cli/results/results_json.h"
#include "engine/state/fingerprint.h"
#include "formats/common/output_file.h"
#include "formats/loom/loom.h"

namespace petriloom::cli::claims {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const FigureValue& figure) {
  if (!figure.missing.empty()) return {{"missing", figure.missing}};
  if (figure.verdict) return {{"verdict", verdict_name(*figure.verdict)}};
  return {{"mean", figure.mean}, {"half_width", figure.half_width}, {"unit", figure.unit}};
}

FigureValue figure_of(const Json& json) {
  FigureValue figure;
  if (json.contains("missing")) {
    figure.missing = json["missing"].get<std::string>();
  } else if (json.contains("verdict")) {
    for (const auto verdict : {petriloom::Verdict::holds, petriloom::Verdict::refuted, petriloom::Verdict::undecided}) {
      if (json["verdict"] == verdict_name(verdict)) figure.verdict = verdict;
    }
  } else {
    figure.mean = json.at("mean").get<double>();
    figure.half_width = json.at("half_width").get<double>();
    figure.unit = json.at("unit").get<std::string>();
  }
  return figure;
}

}  // namespace

std::string cache_key(const Net& net, const Asking& asking) {
  std::vector<std::string> figures;
  for (const Figure& figure : asking.figures) figures.push_back(figure.of);
  const SimulationOptions& simulation = asking.simulation;
  std::string key = fmt::format("program {:016x}; net {:016x}; figures {}; ", hash_of_program(), fmt::join(fingerprint(net), " "),
                                fmt::join(figures, ", "));
  switch (asking.question) {
    case Question::simulate:
      return key + fmt::format("simulate until {} firings {} replications {} seed {}", simulation.until, simulation.max_firings,
                               simulation.replications, simulation.seed);
    case Question::solve:
      return key + fmt::format("solve until {}", simulation.until);
    case Question::verify:
      break;
  }
  // Properties are no part of the fingerprint of a net.
  return key + fmt::format("verify urgent {} of {:016x}", asking.urgent, hash_of(write_loom(net, {}).text));
}

std::string Cache::file_of(const std::string& key) const { return fmt::format("{}/{:016x}.json", folder_, hash_of(key)); }

std::optional<std::vector<FigureValue>> Cache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream in(file_of(key), std::ios::binary);
  if (!in) return std::nullopt;
  const Json json = Json::parse(std::string{std::istreambuf_iterator<char>(in), {}}, nullptr, false);
  try {
    // Two keys may have one hash.
    if (json.is_discarded() || json.at("key") != key) return std::nullopt;
    std::vector<FigureValue> figures;
    for (const Json& one : json.at("figures")) figures.push_back(figure_of(one));
    return figures;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string Cache::keep(const std::string& key, const std::vector<FigureValue>& figures) const {
  if (folder_.empty()) return {};
  Json json{{"key", key}, {"figures", Json::array()}};
  for (const FigureValue& figure : figures) json["figures"].push_back(json_of(figure));
  return write_file(file_of(key), json.dump(2) + "\n");
}

}  // namespace petriloom::cli::claims
