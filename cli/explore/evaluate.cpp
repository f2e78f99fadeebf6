// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/evaluate.h"

#include <fmt/format.h>

#include <new>

#include "cli/load/run_section.h"
#include "cli/results/results_json.h"
#include "cli/simulation/endless.h"
#include "cli/simulation/unfinished.h"
#include "engine/simulate/chance.h"
#include "engine/text/limits.h"
#include "engine/text/quote.h"

namespace petriloom::cli::explore {

namespace {

void keep(const std::vector<MeasureResult>& results, std::vector<RowMeasure>& measures) {
  for (const MeasureResult& one : results) {
    // Of firings per second it is the unit that says so.
    measures.push_back({one.name, one.per_second ? one.unit + "/s" : one.unit, one.value});
  }
}

/// The end of the run and the number of replications, by options before the description.
SimulationOptions plan(const Question& question, const ReadSystem& system) {
  SimulationOptions simulation = question.simulation;
  if (system.description) apply_run_section(*system.description, simulation);
  if (question.until > 0) simulation.until = question.until;
  if (question.replications > 0) simulation.replications = question.replications;
  if (!has_chance(*system.net.net)) simulation.replications = 1;
  return simulation;
}

/// Simulates the net of a point. False if that was called off.
bool simulate_point(const Question& question, ReadSystem& system, Row& row) {
  Net& net = *system.net.net;
  SimulationOptions simulation = plan(question, system);
  if (const auto why = why_endless(net, simulation, simulation.cancelled)) {
    row.error = fmt::format("nothing ends this run: {} (--until TIME says when it ends)", *why);
    return true;
  }
  const bool limited = limit_untimed(net, simulation);
  observe_shown(net, question.shown);
  SimulationResult result = simulate(net, simulation);
  if (result.diagnostics.has_errors()) {
    row.error = one_line(result.diagnostics, *net.sources);
    return true;
  }
  if (result.ended == Ended::cancelled || !result.unfinished.empty()) return false;
  if (limited && result.ended == Ended::firings) {
    row.error = fmt::format("the net has no time and has not ended after {} firings", simulation.max_firings);
    return true;
  }
  if (result.dead_ends > 0) {
    row.error = kStuck;
    return true;
  }
  keep_shown(question.shown, result);
  row.time = result.time;
  row.ended = ended_name(result.ended);
  keep(result.measures, row.measures);
  keep(result.places, row.measures);
  keep(result.transitions, row.measures);
  return true;
}

}  // namespace

std::vector<std::string> InputFiles::add(const Sources& sources) {
  std::vector<std::string> names;
  const std::lock_guard lock(mutex_);
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const FileId file(k);
    // Values given on the command line have names that no file has.
    const std::string& name = sources.name(file);
    if (!sources.made(file) && !name.starts_with("--") && seen_.insert(name).second) names.push_back(name);
  }
  return names;
}

ReadSystem read_point(const Question& question, std::size_t point, Session& session) {
  LoadOptions load = question.load;
  const std::vector<std::size_t> at = question.sweep.at(point);
  for (std::size_t k = 0; k < at.size(); ++k) {
    load.constants[question.sweep.keys[k].key] = question.sweep.text(k, at);
    load.given_by[question.sweep.keys[k].key] = "--vary";
  }
  return read_system(question.path, load, session);
}

std::optional<Row> evaluate(const Question& question, std::size_t point, InputFiles& files, Session& session) {
  Row row;
  row.point = point;
  try {
    ReadSystem system = read_point(question, point, session);
    row.files = files.add(*system.net.sources);
    if (!system.net.net || system.net.diagnostics.has_errors()) {
      row.error = one_line(system.net.diagnostics, *system.net.sources);
      return row;
    }
    if (!simulate_point(question, system, row)) return std::nullopt;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  } catch (const LimitReached&) {
    return std::nullopt;
  } catch (const std::exception& error) {
    row.error = fmt::format("{}{}", kInternalError, error.what());
  }
  return row;
}

std::string one_line(const Diagnostics& diagnostics, const Sources& sources) {
  std::string text;
  for (const Diagnostic& one : diagnostics.list()) {
    if (one.severity != Severity::error) continue;
    if (!text.empty()) text += "; ";
    if (one.where.known()) text += sources.describe(one.where) + ": ";
    text += one.message;
    if (!one.help.empty()) text += fmt::format(" ({})", one.help);
  }
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

}  // namespace petriloom::cli::explore
