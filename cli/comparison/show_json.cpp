// SPDX-License-Identifier: Apache-2.0
// The document of `compare --json` (docs/json.md).
#include <array>
#include <nlohmann/json.hpp>

#include "cli/claims/points.h"
#include "cli/comparison/show.h"
#include "cli/results/results_json.h"

namespace petriloom::cli::claims {

namespace {

// Keys keep the order in which they are put.
using Json = nlohmann::ordered_json;

/// A value of an axis: a number, or a word.
Json axis_value(const Axis& axis, std::size_t value) {
  const std::string& text = axis.values[value].text;
  return axis.kind == Axis::Kind::words ? Json(text) : Json::parse(text, nullptr, false);
}

Json where(const Claims& claims, const std::vector<std::size_t>& axes, const std::vector<std::size_t>& at) {
  Json json = Json::object();
  for (std::size_t k = 0; k < axes.size(); ++k) json[claims.axes[axes[k]].name] = axis_value(claims.axes[axes[k]], at[k]);
  return json;
}

std::string_view inside_name(Inside inside) {
  constexpr std::array<std::string_view, 3> kNames{"inside", "outside", "unclear"};
  return kNames[static_cast<std::size_t>(inside)];
}

Json judgement_json(const Judgement& judgement) {
  Json json{{"verdict", verdict_text(judgement.verdict)}};
  if (judgement.verdict == Verdict::not_comparable) json["reason"] = reason_text(judgement.reason);
  return json;
}

Json value_json(const Claims& claims, const Claim& claim, const HeldValue& value) {
  Json json = Json::object();
  if (value.at) json["at"] = where(claims, {*claim.over}, {*value.at});
  if (value.published != nullptr) json["published"] = {{"text", value.published->text}, {"value", value.published->value}};
  if (value.number) {
    json.update({{"value", value.number->mean}, {"low", value.number->low}, {"high", value.number->high}});
  } else {
    json["value"] = value.word;
  }
  if (value.inside) json["inside"] = inside_name(*value.inside);
  return json;
}

Json family_json(const Claims& claims, const Claim& claim, const Family& family) {
  Json json = Json::object();
  if (!claim.open.empty()) json["open"] = where(claims, claim.open, family.open);
  if (claim.bound) json["inside"] = inside_name(family.inside);
  if (family.factor) json["fitted_factor"] = *family.factor;
  if (!family.missing.empty()) json["missing"] = family.missing;
  json["values"] = Json::array();
  for (const HeldValue& value : family.values) json["values"].push_back(value_json(claims, claim, value));
  return json;
}

Json claim_json(const Claims& claims, const Judged& judged) {
  constexpr std::array kBoundNames{"digits", "per_cent", "interval", "factor", "ranking", "monotone", "verdict"};
  const Claim& claim = *judged.claim;
  Json json{{"name", claim.name}, {"says", claim.says}, {"source", claim.source}};
  if (claim.value) json["expression"] = claim.value->text;
  if (claim.bound) json["bound"] = kBoundNames[static_cast<std::size_t>(claim.bound->kind)];
  json.update(judgement_json(judged.judgement));
  json["expected"] = judgement_json(claim.expected);
  json["as_expected"] = judged.as_expected();
  if (!claim.fitted.empty()) json["fitted"] = claim.fitted;
  if (!judged.note.empty()) json["note"] = judged.note;
  json["families"] = Json::array();
  for (const Family& family : judged.families) json["families"].push_back(family_json(claims, claim, family));
  return json;
}

Json figure_json(const FigureValue& value) {
  if (!value.missing.empty()) return nullptr;
  if (value.verdict) return verdict_name(*value.verdict);
  Json json{{"mean", value.mean}, {"half_width", value.half_width}};
  if (!value.unit.empty()) json["unit"] = value.unit;
  return json;
}

Json run_json(const Claims& claims, const Run& run, const std::vector<Point>& points) {
  Json json{{"name", run.name}, {"points", Json::array()}};
  for (const Point& point : points) {
    Json one{{"at", where(claims, run.axes, point.at)}, {"figures", Json::object()}};
    for (std::size_t k = 0; k < point.figures.size(); ++k) one["figures"][run.figures[k].name] = figure_json(point.figures[k]);
    if (!point.missing.empty()) one["missing"] = point.missing;
    json["points"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
  const Claims& claims = comparison.claims;
  Json json{{"example", claims.name}};
  std::array<std::size_t, 3> counts{};
  bool expected = true;
  for (const Judged& judged : comparison.judged) {
    ++counts[static_cast<std::size_t>(judged.judgement.verdict)];
    expected = expected && judged.as_expected();
  }
  json.update({{"reproduced", counts[0]}, {"not_reproduced", counts[1]}, {"not_comparable", counts[2]}, {"as_expected", expected}});
  json["claims"] = Json::array();
  for (const Judged& judged : comparison.judged) json["claims"].push_back(claim_json(claims, judged));
  if (!comparison.left_out.empty()) json["left_out"] = comparison.left_out;
  json["runs"] = Json::array();
  for (const std::size_t run : comparison.runs) json["runs"].push_back(run_json(claims, claims.runs[run], comparison.figures[run]));
  return json.dump(2) + "\n";
}

}  // namespace petriloom::cli::claims
