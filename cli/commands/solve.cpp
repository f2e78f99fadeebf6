// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/solve/solve.h"
#include "cli/load/net_options.h"
#include "cli/results/results_json.h"
#include "cli/results/shown.h"
#include "cli/shell/bounds.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/output.h"
#include "cli/shell/table.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

namespace {

// A relative error as it comes from rounding alone.
constexpr double kRounding = 1e-12;

struct SolveCommandOptions {
  std::string net;
  std::string json;
  NetOptions of_net;
  Shown shown;
  std::string sensitivity;
  std::size_t method = 0;
  bool steady = false;
  bool all = false;
  double transient = 0;
  std::uint64_t points = 1;
  Bounds bounds;
  SolveOptions solve;
};

void set_up(OptionParser& parser, SolveCommandOptions& options) {
  options.bounds.bytes = std::uint64_t{8} << 30U;
  parser.positional("NET", options.net,
                    "the net, or a description; its durations must be exponential or, one at a time, deterministic");
  parser.flag("--steady", options.steady, "the long run, or all until the end of a net that ends; the default");
  parser.time("--transient", "TIME", options.transient, "the run until this model time instead");
  parser.number(
      "--points", "N", options.points, 1, 100'000,
      "with --transient: at how many times until then the probability of having ended, and what state measures or places then "
      "have, is shown; default 1");
  parser.choice("--method", {"automatic", "direct", "gauss-seidel", "aggregation", "gmres"}, options.method,
                "how linear equations are solved");
  parser.flag("--all", options.all, "also the tokens of every place and the firings of every transition");
  options.bounds.add_to(parser);
  parser.text("--json", "FILE", options.json, "results as JSON; - is stdout, instead of the tables");
  parser.writes(options.json);
  options.of_net.add_to(parser);
  options.of_net.add_measures_to(parser);
  options.shown.add_to(parser);
  parser.text("--sensitivity", "NAME,NAME...", options.sensitivity, "also the derivatives of all results by these real constants");
}

/// A number that may be all error is shown as one.
std::string or_error(const std::string& text, bool below_error) { return below_error ? text + " (below the error)" : text; }
bool below_error(const EndedBy& ended, const SolveResult& result) {
  return ended.probability > 0 && ended.probability <= result.error;
}
bool any_below_error(const SolveResult& result) {
  const auto below = [](const auto& one) { return one.below_error; };
  return std::any_of(result.measures.begin(), result.measures.end(),
                     [](const SolvedMeasure& one) { return one.below_error || one.end_below_error; }) ||
         std::any_of(result.places.begin(), result.places.end(), below) ||
         std::any_of(result.transitions.begin(), result.transitions.end(), below) ||
         std::any_of(result.ended.begin(), result.ended.end(), [&](const EndedBy& one) { return below_error(one, result); });
}

/// What is known at each of several times.
std::string point_table(const SolveResult& result, bool all, bool colour) {
  constexpr std::size_t kMostColumns = 8;
  const std::size_t columns = all ? result.at_times.size() : std::min(result.at_times.size(), kMostColumns);
  std::vector<std::string> titles{">time"};
  if (!result.ended.empty()) titles.emplace_back(">ended by");
  for (std::size_t k = 0; k < columns; ++k) titles.push_back(">" + result.at_times[k]);
  Table table(titles);
  for (std::size_t row = 0; row < result.points.size(); ++row) {
    const AtTime& point = result.points[row];
    std::vector<Cell> cells{quantity(point.time, "s")};
    if (!result.ended.empty()) {
      const EndedBy& ended = result.ended[row];
      cells.emplace_back(or_error(fmt::format("{:.6g}", ended.probability), below_error(ended, result)));
    }
    for (std::size_t k = 0; k < columns; ++k) cells.emplace_back(fmt::format("{:.6g}", point.measures[k]));
    table.add(std::move(cells));
  }
  if (table.empty()) return {};
  const std::size_t left = result.at_times.size() - columns;
  return "\n" + table.text(colour) + (left > 0 ? fmt::format("{} more: --show 'GLOB' chooses\n", grouped(left)) : "");
}

std::string horizon_text(const SolveResult& result) {
  switch (result.horizon) {
    case Horizon::steady:
      return "in the long run";
    case Horizon::end:
      return fmt::format("until the end, expected at {}", quantity(*result.time, "s"));
    case Horizon::transient:
      break;
  }
  return fmt::format("until {}", quantity(*result.time, "s"));
}

/// The net, and the constants by which it is to be differentiated; nothing, and reported, if
/// something is wrong.
std::optional<Net> load_with_parameters(SolveCommandOptions& options, Session& session) {
  const auto given = options.of_net.load(session);
  if (!given) return std::nullopt;
  const LoadOptions& load = *given;
  std::vector<std::string> names;
  for (std::size_t begin = 0, end = 0; begin < options.sensitivity.size(); begin = end + 1) {
    end = std::min(options.sensitivity.find(',', begin), options.sensitivity.size());
    names.push_back(options.sensitivity.substr(begin, end - begin));
  }
  LoadOptions asked = load;
  for (const std::string& name : names) asked.constants.try_emplace(name);
  if (!names.empty() && is_description(options.net, session)) {
    session.status.error(
        "petriloom solve: derivatives are by constants of a net; `petriloom generate` the net of the description first");
    return std::nullopt;
  }
  ReadResult read = read_any(options.net, asked, session);
  if (!read.net || names.empty()) {
    report(read.diagnostics, *read.sources, session);
    return std::move(read.net);
  }
  for (const std::string& name : names) {
    const auto value = read.constants.find(name);
    if (value == read.constants.end()) {
      session.status.error(fmt::format("petriloom solve: `{}` is not one real number; derivatives are by such constants", name));
      return std::nullopt;
    }
    const auto changed = [&session, load, name, path = options.net](double to) {
      LoadOptions other = load;
      other.constants[name] = fmt::format("{}", to);
      ReadResult result = read_any(path, other, session);
      if (!result.net) report(result.diagnostics, *result.sources, session);
      return std::move(result.net);
    };
    options.solve.parameters.push_back({name, value->second, changed});
  }
  report(read.diagnostics, *read.sources, session);
  return std::move(read.net);
}

/// The unit of what is counted: in the long run per second.
std::string per_second(const SolveResult& result, const std::string& unit, bool counted) {
  if (!counted || result.horizon != Horizon::steady) return unit;
  return unit.empty() ? "1/s" : unit + "/s";
}

std::string measure_table(const SolveResult& result, bool colour) {
  const bool at_end = result.horizon != Horizon::steady;
  Table table(at_end ? std::vector<std::string>{"measure", ">expected", ">at the end", "note"}
                     : std::vector<std::string>{"measure", ">expected", "note"});
  for (const SolvedMeasure& measure : result.measures) {
    const std::string unit = per_second(result, measure.unit, measure.counted);
    std::vector<Cell> row{measure.name,
                          measure.value ? or_error(quantity(*measure.value, unit), measure.below_error) : std::string("none")};
    if (at_end)
      row.emplace_back(measure.at_end ? or_error(quantity(*measure.at_end, measure.unit), measure.end_below_error) : std::string());
    row.emplace_back(measure.note);
    table.add(std::move(row));
  }
  return table.empty() ? "" : "\n" + table.text(colour);
}

std::string amount_table(const std::vector<Amount>& amounts, const char* what, const char* value, const std::string& unit, bool all,
                         bool colour) {
  const Listed listed = list_rows(
      amounts.size(), all, [&](std::size_t k) { return amounts[k].in_total; }, [&](std::size_t k) { return amounts[k].value; });
  Table table({what, value});
  for (const std::size_t k : listed.rows)
    table.add({amounts[k].name, or_error(quantity(amounts[k].value, unit), amounts[k].below_error)});
  return table.empty() ? "" : "\n" + table.text(colour) + left_out_text(listed, std::string(what) + "s");
}

/// The derivatives of what the other tables show.
std::string sensitivity_table(const SolveResult& result, const Sensitivity& by, bool all, bool colour) {
  const bool at_end = result.horizon != Horizon::steady;
  std::vector<std::string> titles{fmt::format("derivative by {} at {:.6g}", by.name, by.value), ">expected"};
  if (at_end) titles.emplace_back(">at the end");
  Table table(titles);
  const auto add = [&](const std::string& name, const std::optional<double>& value, const std::optional<double>& last) {
    const auto text = [](const std::optional<double>& one) { return one ? fmt::format("{:.6g}", *one) : std::string(); };
    std::vector<Cell> row{name, text(value)};
    if (at_end) row.emplace_back(text(last));
    table.add(std::move(row));
  };
  if (by.time) add("time of the end", by.time, {});
  for (std::size_t m = 0; m < result.measures.size(); ++m) add(result.measures[m].name, by.measures[m], by.at_end[m]);
  if (all || result.measures.empty()) {
    for (std::size_t p = 0; p < result.places.size(); ++p) {
      const std::optional<double> value = by.places[p];
      add(result.places[p].name, at_end ? std::nullopt : value, at_end ? value : std::nullopt);
    }
    for (std::size_t t = 0; t < result.transitions.size(); ++t) add(result.transitions[t].name, by.transitions[t], {});
  }
  return table.empty() ? "" : "\n" + table.text(colour);
}

std::string sensitivities(const SolveResult& result, bool all, bool colour) {
  std::string text;
  for (const Sensitivity& by : result.sensitivities) text += sensitivity_table(result, by, all, colour);
  return text;
}

std::string summary(const SolveResult& result, const Net& net, bool all, bool colour) {
  std::string text = fmt::format("{}: {}\n{}, {} of them vanishing, {} between them; {}", net.name, horizon_text(result),
                                 counted(grouped(result.tangible + result.vanishing), "marking"), grouped(result.vanishing),
                                 counted(grouped(result.edges), "firing"), result.method);
  if (result.iterations > 0) text += fmt::format(", {}", counted(grouped(result.iterations), "iteration"));
  text += result.error < kRounding && !any_below_error(result) ? ", exact but for rounding\n"
                                                               : fmt::format(", error {:.1g}\n", result.error);
  if (result.horizon == Horizon::steady && result.recurrent > 1)
    text += fmt::format("{} parts are never left; what is shown is expected over which one is reached\n", result.recurrent);
  Table ended({">ended by", ">probability"});
  for (const EndedBy& one : result.ended)
    ended.add({quantity(one.time, "s"), or_error(fmt::format("{:.6g}", one.probability), below_error(one, result))});
  if (!result.points.empty()) {
    text += point_table(result, all, colour);
  } else if (!ended.empty()) {
    text += "\n" + ended.text(colour);
  }
  text += measure_table(result, colour);
  if (!all && !result.measures.empty()) return text + sensitivities(result, all, colour);
  text +=
      amount_table(result.places, "place", result.horizon == Horizon::steady ? ">tokens" : ">tokens at the end", "", all, colour);
  text += amount_table(result.transitions, "transition", ">firings", per_second(result, "", true), all, colour);
  return text + sensitivities(result, all, colour);
}

}  // namespace

ExitCode run_solve(const Command& command, Arguments arguments, Session& session) {
  SolveCommandOptions options;
  OptionParser parser(command.name, command.summary, command.example);
  set_up(parser, options);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  if (options.steady && options.transient > 0) {
    session.status.error("petriloom solve: --steady and --transient exclude each other");
    return ExitCode::wrong;
  }
  if (options.points > 1 && options.transient == 0) {
    session.status.error("petriloom solve: --points needs --transient, the last of these times");
    return ExitCode::wrong;
  }

  options.bounds.hold();
  const auto net = load_with_parameters(options, session);
  if (!net || !options.shown.check({&*net}, Folded::each, session)) return ExitCode::wrong;
  SolveOptions& solving = options.solve;
  if (options.transient > 0) solving.transient = options.transient;
  solving.points = options.points;
  solving.steady.method = static_cast<LinearMethod>(options.method);
  // A part of a solution is none: until there is one, time that is up and signals end the program
  // at once, whatever it is at (cli/shell/interrupts.h).
  solving.bytes = options.bounds.bytes;
  solving.progress = [&](std::uint64_t states, std::uint64_t edges) {
    session.status.progress(fmt::format("exploring: {} markings, {} firings", grouped(states), grouped(edges)));
  };
  SolveResult result = solve(*net, solving);
  keep_results();
  keep_shown(options.shown, result);
  session.status.clear();
  report(result.diagnostics, *net->sources, session);
  if (result.diagnostics.has_errors()) return ExitCode::wrong;
  if (!result.solved()) {
    session.status.error("petriloom solve: not solved: " + (result.unsolved.empty() ? describe(result.stopped) : result.unsolved));
    return ExitCode::undecided;
  }
  if (options.json != "-") print(summary(result, *net, options.all || options.shown.given(), session.colour));
  if (!options.json.empty() && !write_output(options.json, solution_json(result), session)) return ExitCode::wrong;
  return ExitCode::done;
}

}  // namespace petriloom::cli
