// SPDX-License-Identifier: Apache-2.0
#include "cli/results/results_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/results/time_spent_json.h"
#include "cli/results/verdicts.h"

namespace petriloom::cli {

namespace {

// Keys keep the order in which they are put, so that the documents can be compared as text.
using Json = nlohmann::ordered_json;

/// Puts a value under a name that the object does not have yet. Looking for it there, as [] does,
/// takes long where a hundred thousand measures have one each.
void add(Json& object, const std::string& name, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(name, std::move(value));
}

Json estimate(const Estimate& value) { return {{"mean", value.mean}, {"half_width", value.half_width}, {"n", value.n}}; }

Json messages(const Diagnostics& diagnostics, const Sources& sources) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics.list()) {
    list.push_back({{"where", sources.describe(diagnostic.where)}, {"message", diagnostic.message}});
  }
  return list;
}

Json empirical(const EmpiricalDistribution& one) {
  constexpr std::array<std::string_view, 3> kOver{"values", "time", "runs"};
  Json document = {{"over", kOver[static_cast<std::size_t>(one.over)]}, {"total", one.total}};
  if (!one.unit.empty()) document["unit"] = one.unit;
  if (one.total == 0) return document;
  document.update({{"least", one.least}, {"most", one.most}, {"error", one.error}});
  for (const Quantile& quantile : one.quantiles) {
    document["quantiles"].push_back({{"p", quantile.probability}, {"value", quantile.value}, {"half_width", quantile.half_width}});
  }
  for (const HistogramInterval& interval : one.histogram) {
    document["histogram"].push_back({{"from", interval.from}, {"to", interval.to}, {"share", interval.share}});
  }
  return document;
}

Json series_of(const Series& one) {
  Json document = {{"interval", one.interval}, {"mean", Json::array()}, {"half_width", Json::array()}, {"n", Json::array()}};
  if (!one.unit.empty()) document["unit"] = one.unit;
  for (const Estimate& sample : one.samples) {
    document["mean"].push_back(sample.mean);
    document["half_width"].push_back(sample.half_width);
    document["n"].push_back(sample.n);
  }
  return document;
}

/// Adds what was asked for beyond means.
void add_statistics(const SimulationResult& result, Json& document) {
  const Batches& batches = result.batches;
  if (batches.number > 0) {
    document["batches"] = {{"number", batches.number},
                           {"warm_up", batches.warm_up},
                           {"length", batches.length},
                           {"found", batches.found},
                           {"settled", batches.settled}};
  }
  for (const EmpiricalDistribution& one : result.distributions) document["distributions"][one.name] = empirical(one);
  for (const Series& one : result.series) document["series"][one.name] = series_of(one);
  for (const Precision& one : result.precision) {
    const Json reached = std::isfinite(one.reached) ? Json(one.reached) : Json(nullptr);
    document["precision"][one.name] = {{"wanted", one.wanted}, {"reached", reached}, {"met", one.met()}};
  }
}

Json observed(const std::vector<MeasureResult>& results) {
  Json document = Json::object();
  for (const MeasureResult& one : results) {
    Json value = estimate(one.value);
    if (one.value.n == 0) value["mean"] = nullptr;
    if (one.unit == "1/s") value["per"] = "s";
    add(document, one.name, std::move(value));
  }
  return document;
}

Json simulation(const SimulationResult& result, const TimeSpent& spent = {}) {
  Json measures = Json::object();
  for (const MeasureResult& measure : result.measures) {
    Json value = estimate(measure.value);
    if (measure.value.n == 0) value["mean"] = nullptr;
    if (!measure.unit.empty()) value["unit"] = measure.unit;
    if (measure.per_second) value["per"] = "s";
    if (result.batches.number > 0 && measure.value.n > 1) value["correlation"] = measure.correlation;
    add(measures, measure.name, std::move(value));
  }
  const std::optional<double> rate = result.firings_per_second();
  Json document = {{"time", result.time.n > 1 ? estimate(result.time) : Json(result.time.mean)},
                   {"firings", result.firings},
                   {"wall_seconds", result.wall_seconds},
                   {"firings_per_second", rate ? Json(*rate) : Json(nullptr)},
                   {"peak_bytes", result.peak_bytes},
                   {"measures", measures}};
  if (!result.places.empty() || !result.transitions.empty()) {
    document["places"] = observed(result.places);
    document["transitions"] = observed(result.transitions);
  }
  if (!result.unfinished.empty()) document["unfinished"] = result.unfinished;
  document["ended"] = ended_name(result.ended);
  if (result.dead_ends > 0) document["dead_ends"] = result.dead_ends;
  add_time_spent(result, spent, document);
  if (const Leaps& leaps = result.leaps; leaps.epsilon > 0) {
    document["approximation"] = {{"method", "tau-leaping"},
                                 {"epsilon", leaps.epsilon},
                                 {"leaps", leaps.leaps},
                                 {"exact_steps", leaps.exact_steps},
                                 {"rejected", leaps.rejected}};
  }
  if (const Flowing& flowing = result.flowing; flowing.tolerance > 0) {
    document["fluid"] = {{"tolerance", flowing.tolerance}, {"steps", flowing.steps}, {"crossings", flowing.crossings}};
  }
  add_statistics(result, document);
  return document;
}

Json witness(const std::optional<Witness>& witness) {
  if (!witness) return nullptr;
  Json steps = Json::array();
  for (const WitnessStep& step : witness->steps) steps.push_back({{"transition", step.name}, {"binding", step.binding}});
  Json marking = Json::object();
  for (const MarkedPlace& place : witness->final_marking) marking[place.place] = place.tokens;
  return {{"steps", steps}, {"loop", witness->loop ? Json(*witness->loop) : Json(nullptr)}, {"final_marking", marking}};
}

Json blame(const std::vector<Blame>& suspects, const Sources& sources) {
  const auto place = [&](const Location& where) { return where.known() ? Json(sources.describe(where)) : Json(nullptr); };
  Json list = Json::array();
  for (const Blame& suspect : suspects) {
    list.push_back({{"module", suspect.module},
                    {"reason", suspect.reason},
                    {"where", place(suspect.where)},
                    {"instance", place(suspect.instance)},
                    {"description", place(suspect.origin)}});
  }
  return list;
}

Json verification(const VerifyResult& result, const Net& net) {
  Json properties = Json::array();
  for (const PropertyResult& property : result.properties) {
    Json entry = {{"name", property.name},     {"formula", property.formula}, {"verdict", verdict_name(property.verdict)},
                  {"method", property.method}, {"states", property.states},   {"seconds", property.seconds},
                  {"note", property.note}};
    if (property.linear) entry["fairness"] = fairness_name(result.fairness);
    entry["asked"] = property.asked.line > 0 ? Json(net.sources->describe(property.asked)) : Json(nullptr);
    entry["witness"] = witness(property.witness);
    entry["blame"] = blame(property.blame, *net.sources);
    properties.push_back(std::move(entry));
  }
  const StateSpaceFacts& space = result.state_space;
  Json document = {{"properties", properties},
                   {"state_space",
                    {{"states", space.states},
                     {"edges", space.edges},
                     {"complete", space.complete},
                     {"dead_markings", space.dead_markings},
                     {"most_tokens_in_place", space.most_tokens_in_place},
                     {"most_tokens_in_marking", space.most_tokens_in_marking}}},
                   {"time_left_out", result.time_left_out}};
  if (result.urgent) document["urgent"] = true;
  if (space.final_dead_markings) document["state_space"]["final_dead_markings"] = *space.final_dead_markings;
  const std::array remarks{std::pair{"time_means", time_left_out_text(result, net)},
                           std::pair{"abstract_means", abstract_text(result)}, std::pair{"fairness_means", fairness_text(result)},
                           std::pair{"advice", advice_text(result, "NET")}};
  for (const auto& [key, text] : remarks) {
    if (!text.empty()) document[key] = text;
  }
  if (!result.diagnostics.list().empty()) document["diagnostics"] = messages(result.diagnostics, *net.sources);
  return document;
}

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json amounts(const std::vector<Amount>& amounts) {
  Json document = Json::object();
  for (const Amount& amount : amounts) add(document, amount.name, amount.value);
  return document;
}

/// Names of what is no larger than the error of the solution.
void add_below_error(const SolveResult& result, Json& document) {
  const auto add = [&](const char* what, const auto& all) {
    for (const auto& one : all) {
      if (one.below_error) document["below_error"][what].push_back(one.name);
    }
  };
  add("measures", result.measures);
  add("places", result.places);
  add("transitions", result.transitions);
  for (const SolvedMeasure& measure : result.measures) {
    if (measure.end_below_error) document["below_error"]["at_end"].push_back(measure.name);
  }
}

/// Names of what was found to its derivatives.
Json sensitivity(const SolveResult& result, const Sensitivity& by) {
  Json measures = Json::object();
  for (std::size_t m = 0; m < result.measures.size(); ++m) {
    Json value = {{"value", number(by.measures[m])}};
    if (by.at_end[m]) value["at_end"] = *by.at_end[m];
    measures[result.measures[m].name] = value;
  }
  Json document = {{"constant", by.name}, {"at", by.value}, {"measures", measures}};
  document["places"] = Json::object();
  for (std::size_t p = 0; p < by.places.size(); ++p) add(document["places"], result.places[p].name, by.places[p]);
  document["transitions"] = Json::object();
  for (std::size_t t = 0; t < by.transitions.size(); ++t)
    add(document["transitions"], result.transitions[t].name, by.transitions[t]);
  if (by.time) document["time"] = *by.time;
  return document;
}

Json solution(const SolveResult& result) {
  constexpr std::array<std::string_view, 3> kHorizons{"steady", "end", "transient"};
  Json measures = Json::object();
  for (const SolvedMeasure& measure : result.measures) {
    Json value = {{"value", number(measure.value)}};
    if (measure.at_end) value["at_end"] = *measure.at_end;
    if (!measure.unit.empty()) value["unit"] = measure.unit;
    if (measure.counted && result.horizon == Horizon::steady) value["per"] = "s";
    if (!measure.note.empty()) value["note"] = measure.note;
    add(measures, measure.name, std::move(value));
  }
  Json document = {{"horizon", kHorizons[static_cast<std::size_t>(result.horizon)]},
                   {"time", number(result.time)},
                   {"states", {{"tangible", result.tangible}, {"vanishing", result.vanishing}, {"edges", result.edges}}},
                   {"recurrent", result.recurrent},
                   {"method", result.method},
                   {"iterations", result.iterations},
                   {"error", result.error},
                   {"seconds", result.seconds},
                   {"measures", measures},
                   {"places", amounts(result.places)},
                   {"transitions", amounts(result.transitions)}};
  add_below_error(result, document);
  for (const EndedBy& one : result.ended) document["ended_by"].push_back({{"time", one.time}, {"probability", one.probability}});
  for (const AtTime& point : result.points) {
    Json values = Json::object();
    for (std::size_t k = 0; k < point.measures.size(); ++k) values[result.at_times[k]] = point.measures[k];
    document["points"].push_back({{"time", point.time}, {"values", values}});
  }
  for (const Sensitivity& by : result.sensitivities) document["sensitivities"].push_back(sensitivity(result, by));
  return document;
}

Json figure(const Figure& figure) {
  return {{"unit", figure.unit},
          {"simulated", number(figure.simulated)},
          {"half_width", figure.half_width},
          {"analytic", number(figure.analytic)},
          {"difference_percent", number(figure.difference())}};
}

/// Bytes of input that are not UTF-8 come out as replacement characters instead of ending the
/// program.
std::string text(const Json& document) { return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  constexpr std::array<std::string_view, 3> kNames{"holds", "refuted", "undecided"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view ended_name(Ended ended) {
  constexpr std::array<std::string_view, 7> kNames{"until", "dead", "condition", "firings", "cancelled", "precision", "error"};
  return kNames[static_cast<std::size_t>(ended)];
}

std::string ended_text(const SimulationResult& result) {
  const bool as_it_may = result.ended == Ended::dead && result.says_final;
  const std::string_view ended = as_it_may ? "final" : ended_name(result.ended);
  if (result.dead_ends == 0) return std::string(ended);
  const std::uint64_t runs = result.time.n * (result.antithetic ? 2 : 1);
  if (result.dead_ends >= runs) return "stuck";
  return fmt::format("{}; {} stuck", ended, counted(result.dead_ends, "run"));
}

std::string simulation_json(const SimulationResult& result, const TimeSpent& spent) { return text(simulation(result, spent)); }

std::string comparison_json(const Comparison& comparison) {
  Json documents[] = {Json::object(), Json::object(), Json::object()};
  for (const Difference& one : comparison.measures) {
    Json value = {{"first", estimate(one.first)},
                  {"second", estimate(one.second)},
                  {"difference", estimate(one.difference)},
                  {"correlation", one.correlation}};
    if (one.difference.n == 0) value["first"]["mean"] = value["second"]["mean"] = value["difference"]["mean"] = nullptr;
    if (!one.unit.empty()) value["unit"] = one.unit;
    add(documents[static_cast<std::size_t>(one.observed)], one.name, std::move(value));
  }
  Json document = {{"measures", documents[0]}};
  if (!documents[1].empty() || !documents[2].empty()) {
    document["places"] = documents[1];
    document["transitions"] = documents[2];
  }
  document["only_in_one"] = comparison.only_in_one;
  document["first"] = simulation(comparison.first);
  document["second"] = simulation(comparison.second);
  // Both are simulated in turns, so that none has a time or a memory of its own.
  for (const char* side : {"first", "second"}) {
    for (const char* cost : {"wall_seconds", "firings_per_second", "peak_bytes"}) document[side].erase(cost);
  }
  return text(document);
}

std::string verification_json(const VerifyResult& result, const Net& net) { return text(verification(result, net)); }

std::string check_json(const std::vector<CheckedFile>& files) {
  constexpr std::array<std::string_view, 3> kSeverities{"error", "warning", "note"};
  Json list = Json::array();
  for (const CheckedFile& file : files) {
    std::vector<Diagnostic> messages = file.diagnostics.list();
    std::stable_sort(messages.begin(), messages.end(), [](const Diagnostic& a, const Diagnostic& b) { return a.where < b.where; });
    for (const Diagnostic& message : messages) {
      Json entry = {{"checked", file.path}, {"file", nullptr}, {"line", nullptr}, {"column", nullptr}};
      if (message.where.known()) entry["file"] = file.sources->name(message.where.file);
      if (message.where.known() && message.where.line > 0) {
        entry["line"] = message.where.line;
        entry["column"] = message.where.column;
      }
      entry["severity"] = kSeverities[static_cast<std::size_t>(message.severity)];
      entry["message"] = message.message;
      entry["help"] = message.help.empty() ? Json(nullptr) : Json(message.help);
      list.push_back(std::move(entry));
    }
  }
  return text({{"diagnostics", list}});
}

std::string solution_json(const SolveResult& result) { return text(solution(result)); }

std::string study_json(const Study& study) {
  Json document = {{"name", study.name},
                   {"description", study.description},
                   {"net",
                    {{"places", study.net.places.size()},
                     {"transitions", study.net.transitions.size()},
                     {"modules", study.net.modules.size()}}}};
  for (const Figure& one : study.figures) document["figures"][one.name] = figure(one);
  document["nodes"] = Json::array();
  for (const NodeFigure& node : study.nodes) {
    document["nodes"].push_back({{"node", node.node}, {"time", figure(node.time)}, {"energy", figure(node.energy)}});
  }
  document["utilisation"] = study.time.utilisation ? utilisation_json(*study.time.utilisation) : Json::array();
  document["simulation"] = simulation(study.simulation, study.time);
  document["simulation"].erase("utilisation");
  Json& path = document["simulation"]["critical_path"];
  if (path.is_object()) path.erase("steps");  // there are as many as tasks
  document["verification"] = Json::array();
  for (const Verification& one : study.verifications) {
    Json entry = {{"subject", one.subject}};
    entry.update(verification(one.result, one.net));
    document["verification"].push_back(entry);
  }
  document["exports"] = Json::array();
  for (const Export& one : study.exports) {
    document["exports"].push_back({{"format", one.format},
                                   {"file", one.refused.empty() ? Json(one.file) : Json(nullptr)},
                                   {"refused", one.refused.empty() ? Json(nullptr) : Json(one.refused)},
                                   {"note", one.note.empty() ? Json(nullptr) : Json(one.note)}});
  }
  return text(document);
}

}  // namespace petriloom::cli
