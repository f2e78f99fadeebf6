// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/checkpoint.h"

#include <fmt/format.h>

#include "engine/state/state_json.h"

namespace petriloom {

namespace {

constexpr const char* kCheckpointFormat = "petriloom checkpoint";
// To be raised when a result or a setting means something else.
constexpr int kCheckpointVersion = 1;

StateJson value_json(const std::optional<double>& value) { return value ? real_json(*value) : StateJson(nullptr); }

StateJson message_json(const Diagnostic& message) {
  const Location& where = message.where;
  const StateJson at = where.known() ? StateJson{where.file.index(), where.line, where.column} : StateJson(nullptr);
  return {{"severity", static_cast<int>(message.severity)}, {"where", at}, {"message", message.message}, {"help", message.help}};
}

StateJson recorded_json(const Recorded& recorded) {
  StateWriter writer;
  recorded.save(writer);
  StateJson numbers = StateJson::array();
  for (const SavedNumber& number : writer.take()) {
    const double* const real = std::get_if<double>(&number);
    numbers.push_back(real != nullptr ? real_json(*real) : StateJson(std::get<std::int64_t>(number)));
  }
  return numbers;
}

Recorded read_recorded(const StateField& field) {
  const std::vector<SavedNumber> numbers = field.list([](const StateField& number) { return number.number(); });
  StateReader reader(numbers);
  Recorded recorded;
  recorded.load(reader);
  reader.end();
  return recorded;
}

StateJson result_json(const ReplicationResult& result) {
  StateJson measures = StateJson::array();
  for (const auto& members : result.measures) {
    StateJson& values = measures.emplace_back(StateJson::array());
    for (const std::optional<double>& value : members) values.push_back(value_json(value));
  }
  StateJson messages = StateJson::array();
  for (const Diagnostic& message : result.diagnostics.list()) messages.push_back(message_json(message));
  return {{"time", real_json(result.time)}, {"firings", result.firings}, {"ended", static_cast<int>(result.ended)},
          {"dead_end", result.dead_end},    {"measures", measures},      {"recorded", recorded_json(result.recorded)},
          {"diagnostics", messages}};
}

void read_message(const Net& net, const StateField& field, Diagnostics& diagnostics) {
  const StateField place = field["where"];
  Location where;
  if (!place.null()) {
    where.file = place.at(0).id<FileId>(net.sources ? net.sources->size() : 0);
    where.line = static_cast<std::uint32_t>(place.at(1).natural());
    where.column = static_cast<std::uint32_t>(place.at(2).natural());
  }
  const bool error = field["severity"].natural() == static_cast<std::uint64_t>(Severity::error);
  error ? diagnostics.error(where, field["message"].text(), field["help"].text())
        : diagnostics.warning(where, field["message"].text(), field["help"].text());
}

ReplicationResult read_result_field(const Net& net, const StateField& field) {
  ReplicationResult result;
  result.time = field["time"].real();
  result.firings = field["firings"].natural();
  const std::uint64_t ended = field["ended"].natural();
  if (ended > static_cast<std::uint64_t>(Ended::error)) field["ended"].fail("there is no such end");
  result.ended = static_cast<Ended>(ended);
  result.dead_end = field.flag("dead_end");
  result.measures = field["measures"].list([](const StateField& members) {
    return members.list([](const StateField& value) { return value.null() ? std::nullopt : std::optional<double>(value.real()); });
  });
  bool fits = result.measures.empty() || result.measures.size() == net.measures.size();
  for (std::size_t m = 0; fits && m < result.measures.size(); ++m)
    fits = result.measures[m].size() == member_count(net.measures[m]);
  if (!fits) field["measures"].fail("not those of the net");
  result.recorded = read_recorded(field["recorded"]);
  const StateField messages = field["diagnostics"];
  for (std::size_t k = 0; k < messages.size(); ++k) read_message(net, messages.at(k), result.diagnostics);
  return result;
}

/// What every run records, and what is made of it, as one line.
std::string settings_text(const StatisticsOptions& statistics) {
  std::string text =
      fmt::format("warm-up {} {}, batches {}", statistics.warm_up, statistics.find_warm_up ? "found" : "given", statistics.batches);
  for (const DistributionRequest& one : statistics.distributions)
    text += fmt::format(", {} quantiles {} intervals {}", one.name, fmt::join(one.probabilities, " "), one.intervals);
  for (const SeriesRequest& one : statistics.series) text += fmt::format(", {} every {}", one.name, one.interval);
  for (const PrecisionRequest& one : statistics.precision) text += fmt::format(", {} within {}", one.name, one.relative);
  if (!statistics.precision.empty()) text += fmt::format(", after {}", statistics.least_replications);
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> checkpoint_settings(const SimulationOptions& options) {
  return {{"seed", std::to_string(options.seed)},
          {"until", fmt::format("{}", options.until)},
          {"firings", std::to_string(options.max_firings)},
          {"replications", std::to_string(options.replications)},
          {"statistics", settings_text(options.statistics)},
          {"antithetic", options.antithetic ? "yes" : "no"},
          {"streams", options.own_streams ? "transition" : "run"}};
}

std::string write_checkpoint(const Net& net, const Checkpoint& checkpoint) {
  StateJson settings = StateJson::object();
  for (const auto& [name, value] : checkpoint.settings) settings[name] = value;
  StateJson finished = StateJson::array();
  for (const auto& [number, result] : checkpoint.finished) {
    if (result.ended != Ended::cancelled) finished.push_back({{"number", number}, {"result", result_json(result)}});
  }
  StateJson running = StateJson::array();
  for (const auto& [number, paused] : checkpoint.running) {
    if (!paused.state.empty()) running.push_back({{"number", number}, {"state", paused.state}, {"trace", paused.trace}});
  }
  return state_text({{"format", kCheckpointFormat},
                     {"version", kCheckpointVersion},
                     {"net", net_json(net)},
                     {"settings", settings},
                     {"seconds", real_json(checkpoint.seconds)},
                     {"finished", finished},
                     {"running", running}});
}

std::optional<Checkpoint> read_checkpoint(const Net& net, std::string_view text,
                                          const std::vector<std::pair<std::string, std::string>>& settings, std::string& problem) {
  try {
    const StateJson document = parse_state(text, kCheckpointFormat, kCheckpointVersion);
    const StateField root(document);
    Checkpoint checkpoint;
    checkpoint.settings = settings;
    if (document.contains("seconds")) checkpoint.seconds = root["seconds"].real();
    const StateField kept = root["settings"];
    for (const auto& [name, value] : settings) {
      // A run before there was such an option did without it.
      const std::string saved = kept.has(name.c_str()) ? kept[name.c_str()].text() : "none";
      if (saved != value) throw StateError(fmt::format("it is of a run with another '{}' ({}, not {})", name, saved, value));
    }
    check_net(net, root["net"]);  // last, as options change a net, too
    const StateField finished = root["finished"];
    for (std::size_t k = 0; k < finished.size(); ++k) {
      checkpoint.finished[finished.at(k)["number"].natural()] = read_result_field(net, finished.at(k)["result"]);
    }
    const StateField running = root["running"];
    for (std::size_t k = 0; k < running.size(); ++k) {
      const StateField one = running.at(k);
      checkpoint.running[one["number"].natural()] = {one["state"].text(), one["trace"].text()};
    }
    return checkpoint;
  } catch (const StateError& error) {
    problem = error.what();
    return std::nullopt;
  }
}

std::string write_result(const ReplicationResult& result) { return state_text(result_json(result)); }

ReplicationResult read_result(const Net& net, std::string_view text) {
  const StateJson document = StateJson::parse(text, nullptr, false);
  return read_result_field(net, StateField(document));
}

}  // namespace petriloom
