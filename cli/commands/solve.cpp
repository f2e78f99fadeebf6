// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/solve.h"

#include <fmt/format.h>

#include "analysis/solve.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/results_json.h"
#include "cli/table.h"

namespace petriloom::cli {

namespace {

// A relative error as it comes from rounding alone.
constexpr double kRounding = 1e-12;

struct SolveCommandOptions {
  std::string net;
  std::string json;
  std::string scenario;
  std::size_t fold = 0;
  std::size_t method = 0;
  bool steady = false;
  bool all = false;
  double transient = 0;
  std::uint64_t points = 1;
  SolveOptions solve;
};

void set_up(OptionParser& parser, SolveCommandOptions& options) {
  options.solve.bytes = std::uint64_t{8} << 30U;
  parser.positional("NET", options.net,
                    "the net, or a description; its durations must be exponential or, one at a time, deterministic");
  parser.flag("--steady", options.steady, "the long run, or all until the end of a net that ends; the default");
  parser.time("--transient", "TIME", options.transient, "the run until this model time instead");
  parser.number("--points", "N", options.points, 1, 100'000,
                "with --transient: at how many times until then the probability of having ended is shown; default 1");
  parser.choice("--method", {"automatic", "direct", "gauss-seidel", "gmres"}, options.method, "how linear equations are solved");
  parser.flag("--all", options.all, "also the tokens of every place and the firings of every transition");
  parser.time("--time", "TIME", options.solve.steady.limits.seconds, "most time to spend; default no limit");
  parser.memory("--memory", "BYTES", options.solve.bytes, "most memory for markings; default 8G");
  parser.text("--json", "FILE", options.json, "results as JSON; - is stdout, instead of the tables");
  parser.choice("--fold", fold_names(), options.fold, "whether arrays of instances become colours");
  parser.text("--scenario", "NAME", options.scenario, "the scenario of the net to take (net language)");
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
    std::vector<Cell> row{measure.name, measure.value ? quantity(*measure.value, unit) : std::string("none")};
    if (at_end) row.emplace_back(measure.at_end ? quantity(*measure.at_end, measure.unit) : std::string());
    row.emplace_back(measure.note);
    table.add(std::move(row));
  }
  return table.empty() ? "" : "\n" + table.text(colour);
}

std::string amount_table(const std::vector<Amount>& amounts, const char* what, const char* value, const std::string& unit,
                         bool colour) {
  Table table({what, value});
  for (const Amount& amount : amounts) table.add({amount.name, quantity(amount.value, unit)});
  return table.empty() ? "" : "\n" + table.text(colour);
}

std::string summary(const SolveResult& result, const Net& net, bool all, bool colour) {
  std::string text =
      fmt::format("{}: {}\n{} markings, {} of them vanishing, {} firings between them; {}", net.name, horizon_text(result),
                  grouped(result.tangible + result.vanishing), grouped(result.vanishing), grouped(result.edges), result.method);
  if (result.iterations > 0) text += fmt::format(", {} iterations", grouped(result.iterations));
  text += result.error < kRounding ? ", exact but for rounding\n" : fmt::format(", error {:.1g}\n", result.error);
  if (result.horizon == Horizon::steady && result.recurrent > 1)
    text += fmt::format("{} parts are never left; what is shown is expected over which one is reached\n", result.recurrent);
  Table ended({">ended by", ">probability"});
  for (const EndedBy& one : result.ended) ended.add({quantity(one.time, "s"), fmt::format("{:.6g}", one.probability)});
  if (!ended.empty()) text += "\n" + ended.text(colour);
  text += measure_table(result, colour);
  if (!all && !result.measures.empty()) return text;
  text += amount_table(result.places, "place", result.horizon == Horizon::steady ? ">tokens" : ">tokens at the end", "", colour);
  text += amount_table(result.transitions, "transition", ">firings", per_second(result, "", true), colour);
  return text;
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

  const auto net = load_net(options.net, {"", fold_of(options.fold), false, options.scenario}, session);
  if (!net) return ExitCode::wrong;
  SolveOptions& solving = options.solve;
  if (options.transient > 0) solving.transient = options.transient;
  solving.points = options.points;
  solving.steady.method = static_cast<LinearMethod>(options.method);
  solving.steady.limits.cancelled = interrupted;
  solving.steady.limits.start = std::chrono::steady_clock::now();
  solving.progress = [&](std::uint64_t states, std::uint64_t edges) {
    session.status.progress(fmt::format("exploring: {} markings, {} firings", grouped(states), grouped(edges)));
  };
  const SolveResult result = solve(*net, solving);
  session.status.clear();
  report(result.diagnostics, *net->sources, session);
  if (result.diagnostics.has_errors()) return ExitCode::wrong;
  if (!result.solved()) {
    session.status.error("petriloom solve: not solved: " + describe(result.stopped));
    return ExitCode::undecided;
  }
  if (options.json != "-") print(summary(result, *net, options.all, session.colour));
  if (!options.json.empty() && !write_output(options.json, solution_json(result), session)) return ExitCode::wrong;
  return ExitCode::done;
}

}  // namespace petriloom::cli
