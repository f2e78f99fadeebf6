// SPDX-License-Identifier: Apache-2.0
// The document of `explore --json` (docs/json.md).
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/explore/write.h"

namespace petriloom::cli::explore {

namespace {

// Keys keep the order in which they are put.
using Json = nlohmann::ordered_json;

Json estimate_json(const Estimate& value) {
  if (value.n == 0 || !std::isfinite(value.mean)) return {{"mean", nullptr}, {"half_width", 0}, {"n", value.n}};
  return {{"mean", value.mean}, {"half_width", value.half_width}, {"n", value.n}};
}

Json optional_number(const std::optional<double>& value) { return value && std::isfinite(*value) ? Json(*value) : Json(); }

Json varied(const Sweep& sweep) {
  Json list = Json::array();
  for (const VariedKey& key : sweep.keys) {
    Json values = Json::array();
    for (const VariedValue& value : key.values) values.push_back({{"text", value.text}, {"number", optional_number(value.number)}});
    list.push_back({{"key", key.key}, {"values", std::move(values)}});
  }
  return list;
}

Json point(const Sweep& sweep, const Row& row) {
  Json at = Json::object();
  const std::vector<std::size_t> values = sweep.at(row.point);
  for (std::size_t k = 0; k < values.size(); ++k) at[sweep.keys[k].key] = sweep.text(k, values);
  Json json{{"point", row.point}, {"at", std::move(at)}};
  if (!row.error.empty()) json["error"] = row.error;
  if (row.ended.empty()) return json;
  json["time"] = estimate_json(row.time);
  json["ended"] = row.ended;
  Json measures = Json::object();
  for (const RowMeasure& measure : row.measures) {
    Json value = estimate_json(measure.value);
    if (!measure.unit.empty()) value["unit"] = measure.unit;
    measures.get_ref<Json::object_t&>().emplace_back(measure.name, std::move(value));
  }
  json["measures"] = std::move(measures);
  return json;
}

Json sensitivity(const Sweep& sweep, const Sensitivity& one) {
  const VariedKey& key = sweep.keys[one.key];
  return {{"measure", one.measure},
          {"key", key.key},
          {"least", one.least},
          {"least_at", key.values[one.least_at].text},
          {"largest", one.largest},
          {"largest_at", key.values[one.largest_at].text},
          {"ratio", optional_number(one.ratio)},
          {"elasticity", optional_number(one.elasticity)}};
}

}  // namespace

std::string findings_json(const Findings& findings) {
  const Sweep& sweep = findings.question.sweep;
  Json json{{"input", shown_path(findings.question.path)},
            {"vary", varied(sweep)},
            {"size", sweep.size()},
            {"wrong", findings.wrong()},
            {"points", Json::array()},
            {"sensitivities", Json::array()}};
  for (const Row& row : findings.rows) json["points"].push_back(point(sweep, row));
  for (const Sensitivity& one : findings.sensitivities) json["sensitivities"].push_back(sensitivity(sweep, one));
  if (!findings.objectives.empty()) {
    Json objectives = Json::array();
    for (const Objective& one : findings.objectives)
      objectives.push_back({{"measure", one.measure}, {"better", one.larger ? "larger" : "smaller"}});
    Json front = Json::array();
    for (const std::size_t row : findings.front) front.push_back(findings.rows[row].point);
    json["pareto"] = {{"objectives", std::move(objectives)}, {"points", std::move(front)}};
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace petriloom::cli::explore
