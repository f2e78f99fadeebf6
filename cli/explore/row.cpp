// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/row.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace petriloom::cli::explore {

namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity.
Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

double number_in(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto& word = json.get_ref<const std::string&>();
  return word == "nan" ? std::nan("") : word == "inf" ? HUGE_VAL : -HUGE_VAL;
}

Json estimate_line(const Estimate& value) { return {number(value.mean), number(value.half_width), value.n}; }

Estimate estimate_in(const Json& json) {
  Estimate value;
  value.mean = number_in(json.at(0));
  value.half_width = number_in(json.at(1));
  value.n = json.at(2).get<decltype(value.n)>();
  return value;
}

}  // namespace

const Estimate* Row::find(std::string_view name) const {
  const auto valid = [](const Estimate& value) { return value.n > 0 && std::isfinite(value.mean) ? &value : nullptr; };
  if (name == kTime) return valid(time);
  for (const RowMeasure& measure : measures) {
    if (measure.name == name) return valid(measure.value);
  }
  return nullptr;
}

std::string write_row(const Row& row) {
  Json measures = Json::array();
  for (const RowMeasure& one : row.measures) measures.push_back({one.name, one.unit, estimate_line(one.value)});
  const Json json{{"point", row.point}, {"time", estimate_line(row.time)}, {"ended", row.ended}, {"error", row.error},
                  {"files", row.files}, {"measures", std::move(measures)}};
  // Paths in messages may be no UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Row> read_row(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    Row row;
    row.point = json.at("point").get<std::size_t>();
    row.time = estimate_in(json.at("time"));
    row.ended = json.at("ended").get<std::string>();
    row.error = json.at("error").get<std::string>();
    row.files = json.at("files").get<std::vector<std::string>>();
    for (const Json& one : json.at("measures"))
      row.measures.push_back({one.at(0).get<std::string>(), one.at(1).get<std::string>(), estimate_in(one.at(2))});
    return row;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace petriloom::cli::explore
