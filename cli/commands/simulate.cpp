// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/load/net_options.h"
#include "cli/load/run_section.h"
#include "cli/results/comparison.h"
#include "cli/results/results_json.h"
#include "cli/results/shown.h"
#include "cli/results/simulation_tables.h"
#include "cli/shell/bounds.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/output.h"
#include "cli/shell/table.h"
#include "cli/simulation/checkpoint_file.h"
#include "cli/simulation/endless.h"
#include "cli/simulation/engine_arguments.h"
#include "cli/simulation/gantt_chart.h"
#include "cli/simulation/progress.h"
#include "cli/simulation/ranks.h"
#include "cli/simulation/series_file.h"
#include "cli/simulation/statistics_options.h"
#include "cli/simulation/time_arguments.h"
#include "cli/simulation/trace_file.h"
#include "cli/simulation/unfinished.h"
#include "engine/questions/fluid.h"
#include "engine/simulate/chance.h"
#include "engine/simulate/engines.h"
#include "engine/text/parse_number.h"
#include "engine/trace/tee.h"

namespace petriloom::cli {

namespace {

constexpr double kCheckpointEvery = 60;  // s

struct SimulateOptions {
  std::string net;
  std::string json;
  std::string trace;
  GanttArguments gantt;
  NetOptions of_net;
  Shown shown;
  double until = 0;
  std::uint64_t replications = 0;
  std::string series_file;
  StatisticsArguments statistics;
  TimeArguments of_time;
  std::string tau_leap;
  EngineArguments of_engine;
  std::string from;
  std::string checkpoint;
  double checkpoint_every = 0;  // 0: not given
  double patience = 0;
  Bounds bounds;
  std::unique_ptr<CallOff> call_off;
  SimulationOptions simulation;
};

void set_up(OptionParser& parser, SimulateOptions& options) {
  parser.positional("NET", options.net, "the net, or a description");
  parser.time("--until", "TIME", options.until,
              "model time at which to end; default: when the net is dead or its stop condition holds");
  parser.number("--replications", "N", options.replications, 1, 1'000'000'000,
                "independent runs, for confidence intervals; default 1");
  parser.number("--seed", "S", options.simulation.seed, 0, UINT64_MAX, "seed of the random numbers; default 1");
  parser.number("--firings", "N", options.simulation.max_firings, 1, UINT64_MAX, "most firings of a run; default no limit");
  declare_statistics(parser, options.statistics);
  parser.flag_with_value("--tau-leap", "0.03", options.tau_leap,
                         "approximate by leaps in which no rate changes by more than this share (docs/approximation.md): "
                         "--tau-leap=EPSILON; default 0.03");
  options.of_engine.add_to(parser);
  parser.text("--series-file", "FILE", options.series_file, "the series as CSV; - is stdout");
  parser.text("--json", "FILE", options.json, "results as JSON; - is stdout, instead of the table");
  parser.text("--trace", "FILE", options.trace, "every firing of the first run: .csv, .json for Perfetto, .paje, or .sqlite");
  for (const std::string* file : {&options.series_file, &options.json, &options.trace, &options.checkpoint}) parser.writes(*file);
  options.of_time.add_to(parser, options.simulation);
  options.gantt.add_to(parser);
  parser.text("--from", "FILE", options.from,
              "start where a saved state of a run is (docs/checkpoints.md); its seed is that state's");
  parser.text("--checkpoint", "FILE", options.checkpoint, "keep unfinished runs in FILE; the same command goes on from there");
  parser.time("--checkpoint-every", "TIME", options.checkpoint_every, "time between checkpoints; default 60 s");
  parser.time("--patience", "TIME", options.patience,
              "under mpirun: silence after which a process is lost, and others do its work; default 60 s");
  options.bounds.add_to(parser);
  options.of_net.add_to(parser);
  options.of_net.add_measures_to(parser);
  options.shown.add_to(parser);
}

/// What charts and some traces show counts from the initial marking, and is not part of a saved
/// state. False, and reported, if such a run is asked for.
bool check_beginning(const SimulateOptions& options, Session& session) {
  const bool paje = options.trace.ends_with(".paje") || options.trace.ends_with(".trace");
  const TimeArguments& time = options.of_time;
  const char* counts = options.gantt.names.empty() ? nullptr : "--gantt-of";
  if (time.asks_loads()) counts = "--loads";
  if (time.utilisation) counts = "--utilisation";
  if (paje) counts = "a Paje trace";
  const char* whole = nullptr;  // of what no part can be kept
  if (time.asks_what_if()) whole = "--what-if: what is simulated again";
  if (time.utilisation) whole = "--utilisation: how busy modules were";
  if (time.asks_loads()) whole = "--loads: how much was used";
  if (options.simulation.critical_path) whole = "--critical-path: a path";
  if (!options.gantt.path.empty()) whole = "--gantt: a chart";
  if (options.checkpoint.empty() && options.checkpoint_every > 0) {
    session.status.error("petriloom simulate: --checkpoint-every wants --checkpoint FILE");
  } else if (!options.checkpoint.empty() && whole != nullptr) {
    session.status.error(fmt::format("petriloom simulate: {} cannot be gone on with from a --checkpoint", whole));
  } else if (!options.from.empty() && counts != nullptr) {
    session.status.error(
        fmt::format("petriloom simulate: {} counts tokens from the initial marking, which a run --from a state has not", counts));
  } else {
    return true;
  }
  return false;
}

/// Reads the state that --from names, if any. False, and reported, if the run cannot start there.
bool read_start(const SimulateOptions& options, const Net& net, std::optional<RunState>& from, Session& session) {
  if (options.simulation.own_streams && !(options.from.empty() && options.checkpoint.empty())) {
    session.status.error("petriloom simulate: --streams transition: --checkpoint and --from keep one stream, that of the run");
    return false;
  }
  if (options.from.empty()) return true;
  if (options.simulation.replications > 1) {
    session.status.error("petriloom simulate: --from: a saved state goes on as one run, not as several replications");
    return false;
  }
  if (!read_state_file(options.from, net, from, session)) return false;
  if (from->now <= options.simulation.until) return true;
  session.status.error(fmt::format("petriloom simulate: --until: {} is before the time of the saved state, {}",
                                   quantity(options.simulation.until, "s"), quantity(from->now, "s")));
  return false;
}

/// An option that asks for something that does not go with every engine.
struct AskedFor {
  std::string_view option;
  Extra extra;
  bool there;
};

/// All of them, in the order in which they are refused.
std::array<AskedFor, 10> asked_for(const SimulateOptions& options, const Ranks* ranks) {
  return {{{"--trace", Extra::trace, !options.trace.empty()},
           {"--gantt", Extra::trace, !options.gantt.path.empty()},
           {"--critical-path", Extra::trace, options.simulation.critical_path},
           {"--utilisation", Extra::trace, options.of_time.utilisation},
           {"--loads", Extra::trace, options.of_time.asks_loads()},
           {"--from", Extra::from, !options.from.empty()},
           {"--checkpoint", Extra::checkpoint, !options.checkpoint.empty()},
           {"--against", Extra::against, options.statistics.compares()},
           {"--streams transition", Extra::streams, options.simulation.own_streams},
           {"mpirun", Extra::ranks, ranks != nullptr && ranks->messenger() != nullptr}}};
}

bool refused(const AskedFor& one, RunKind kind) { return one.there && !supported(kind, one.extra); }

/// Reads --tau-leap, if it is given. False, and reported, if it is wrong or goes not with others.
bool read_leaping(SimulateOptions& options, Session& session) {
  if (options.tau_leap.empty()) return true;
  const std::string& text = options.tau_leap;
  const auto epsilon = parse_number<double>(text);
  const auto others = asked_for(options, nullptr);
  const auto* const other =
      std::find_if(others.begin(), others.end(), [](const AskedFor& one) { return refused(one, RunKind::leap); });
  if (!epsilon || !(*epsilon > 0 && *epsilon < 1)) {
    session.status.error(
        fmt::format("petriloom simulate: --tau-leap: '{}' is not a share above 0 and below 1, as in --tau-leap=0.01", text));
  } else if (other != others.end()) {
    session.status.error(
        fmt::format("petriloom simulate: {}: speaks of single firings, which --tau-leap does not make", other->option));
  } else {
    options.simulation.tau_leap = *epsilon;
    return true;
  }
  return false;
}

/// False, and reported, if the net has levels and something is asked for that holds tokens alone.
bool keeps_levels(const Net& net, const SimulateOptions& options, const Ranks& ranks, Session& session) {
  Diagnostics diagnostics;
  for (const AskedFor& one : asked_for(options, &ranks)) {
    if (refused(one, RunKind::fluid))
      refuse_fluid(net, fmt::format("{} is for nets of tokens alone", one.option), "simulate without it", diagnostics);
  }
  report(diagnostics, *net.sources, session);
  return !diagnostics.has_errors();
}

/// False, and reported, if several processes are to leap.
bool leaps_alone(const SimulateOptions& options, const Ranks& ranks, Session& session) {
  if (!options.simulation.tau_leap || ranks.messenger() == nullptr || supported(RunKind::leap, Extra::ranks)) return true;
  session.status.error("petriloom simulate: --tau-leap runs in one process, with --jobs threads; start it without mpirun");
  return false;
}

/// What must be the same for a checkpoint to be gone on with.
std::vector<std::pair<std::string, std::string>> settings_of(const SimulateOptions& options) {
  auto settings = checkpoint_settings(options.simulation);
  settings.emplace_back("trace", options.trace);
  settings.emplace_back("from", options.from);
  const auto all = [](const std::vector<std::string>& texts) {
    return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, " "));
  };
  settings.emplace_back("measure", all(options.of_net.measures));
  settings.emplace_back("show", all(options.shown.patterns));
  return settings;
}

/// Prints and writes all that was asked for. False, and reported, if a file cannot be written.
bool write_documents(const SimulationResult& result, const TimeSpent& spent, const std::string& net, const SimulateOptions& options,
                     Session& session) {
  if (options.json != "-" && options.series_file != "-") print(simulation_text(result, spent, net, options.shown, session.colour));
  const bool written = options.series_file.empty() || write_output(options.series_file, series_csv(result.series), session);
  return (options.json.empty() || write_output(options.json, simulation_json(result, spent), session)) && written;
}

/// Writes and prints what came out. `written`: so far.
ExitCode write_results(const SimulateOptions& options, const Net& net, const SimulationResult& result, const TimeSpent& spent,
                       CheckpointFile& checkpoint, TraceFile* trace, bool limited, bool written, Session& session) {
  session.status.clear();
  report(result.diagnostics, *net.sources, session);
  explain_stuck(net, result, session);
  report_missing(result, options.simulation.replications, session);
  options.of_engine.tell(result, session);
  const bool stopped =
      result.ended == Ended::cancelled || !result.unfinished.empty() || (spent.what_if && spent.what_if->cancelled);
  if (stopped) session.status.note(call_off_text(options.call_off->why()) + ": results and files are of what was done up to here");
  const bool kept = stopped && checkpoint.options() != nullptr;
  written = end_trace(trace, kept, session) && written;
  for (const std::string& doubt : simulation_doubts(result)) session.status.note("petriloom simulate: note: " + doubt);
  // Nothing was simulated.
  if (result.time.n == 0 && result.diagnostics.has_errors()) return ExitCode::wrong;
  written = write_documents(result, spent, net.name, options, session) && written;
  if (result.diagnostics.has_errors() || (spent.what_if && spent.what_if->failed)) return ExitCode::wrong;
  kept || !written ? checkpoint.keep() : checkpoint.remove();
  if (!written) return ExitCode::wrong;
  if (limited && result.ended == Ended::firings) return report_endless(options.net, session);
  const bool imprecise =
      std::any_of(result.precision.begin(), result.precision.end(), [](const Precision& one) { return !one.met(); });
  return stopped || imprecise ? ExitCode::undecided : ExitCode::done;
}

/// Simulates one net, and writes what comes of it.
ExitCode simulate_one(const Net& net, SimulateOptions& options, CheckpointFile& checkpoint, bool limited, Session& session) {
  SimulationOptions& simulation = options.simulation;
  std::unique_ptr<TraceFile> trace;
  std::unique_ptr<GanttChart> gantt;
  const auto parts = read_parts(options.of_time, {net, options.net, options.of_net}, session);
  if (!parts || !open_trace(options.trace, net, checkpoint, trace, session) ||
      !GanttChart::open(options.gantt, net, gantt, session)) {
    if (checkpoint.resumed() == nullptr) checkpoint.remove();  // nothing is in it
    return ExitCode::wrong;
  }
  TraceTee sinks;
  if (trace) sinks.add(trace->sink());
  if (gantt) sinks.add(gantt->sink());
  TimeRecorders times(net, options.of_time.utilisation, options.of_time.asks_loads());
  times.add_to(sinks);
  simulation.trace = sinks.sink();
  if (trace && checkpoint.options() != nullptr) {
    // A trace with a gap cannot be gone on with: the run ends, and keeps its last checkpoint.
    checkpoint.hold_while([&trace] { return trace->failed(); });
    simulation.cancelled = [&trace, called_off = simulation.cancelled] { return called_off() || trace->failed(); };
  }

  SimulationProgress progress(simulation, session);
  if (!has_end(net, simulation)) progress.say_once(kFiringsBeforeNote, endless_note("simulate"));
  SimulationResult result = simulate(net, simulation);
  keep_shown(options.shown, result);
  bool drawn = !gantt || gantt->write(result.critical_path, session);
  TimeSpent spent = times.take(result.critical_path, 1);
  drawn = write_heat_map(options.of_time, spent, net.name, session) && drawn;
  spent.path_by = options.of_time.path_by;
  if (options.of_time.asks_what_if()) spent.what_if = simulate_again(net, options.of_time, *parts, simulation, result, session);
  return write_results(options, net, result, spent, checkpoint, trace.get(), limited, drawn, session);
}

/// Simulates the other variant, too, and prints how they differ.
ExitCode simulate_against(Net& net, const SimulateOptions& options, Session& session) {
  const StatisticsArguments& asked = options.statistics;
  const bool of_one = !options.trace.empty() || !options.checkpoint.empty() || !options.from.empty() ||
                      !options.gantt.path.empty() || options.simulation.critical_path || options.of_time.utilisation ||
                      options.of_time.asks_loads() || options.of_time.asks_what_if();
  if (of_one) {
    session.status.error(
        "petriloom simulate: --trace, --gantt, --critical-path, --utilisation, --loads, --what-if, --checkpoint and --from are of "
        "one net: give them without --against");
    return ExitCode::wrong;
  }
  const OtherNet variant(asked, options.net, options.of_net);
  const std::string& path = variant.path;
  auto other = variant.load(session);
  if (!other) return ExitCode::wrong;
  observe_shown(net, options.shown);
  observe_shown(*other, options.shown);
  SimulationOptions simulation = options.simulation;
  simulation.progress = [&](std::uint64_t firings, double now) {
    session.status.progress(fmt::format("simulating: {} firings, {} of model time", grouped(firings), quantity(now, "s")));
  };
  if (runs_for_ever(*other, path, "simulate", simulation, session)) return ExitCode::wrong;
  const bool paired = simulation.antithetic || !simulation.statistics.precision.empty();
  if (!paired && !has_chance(net)) make_one_if_alike(*other, simulation, session);
  const bool limited = limit_untimed(net, simulation) || limit_untimed(*other, simulation);
  Comparison comparison = compare(net, *other, simulation);
  keep_shown(options.shown, comparison);
  session.status.clear();
  report(comparison.first.diagnostics, *net.sources, session);
  report(comparison.second.diagnostics, *other->sources, session);
  explain_stuck(net, comparison.first, session);
  explain_stuck(*other, comparison.second, session);
  const auto [first, second] = variant_names({options.net, options.of_net.scenario, options.of_net.settings},
                                             {path, variant.of_net.scenario, variant.of_net.settings});
  if (options.json != "-") print(comparison_text(comparison, first, second, asked.antithetic, options.shown, session.colour));
  if (!options.json.empty() && !write_output(options.json, comparison_json(comparison), session)) return ExitCode::wrong;
  const auto ended = [&](Ended how) { return comparison.first.ended == how || comparison.second.ended == how; };
  if (comparison.first.diagnostics.has_errors() || comparison.second.diagnostics.has_errors()) return ExitCode::wrong;
  if (limited && ended(Ended::firings)) return report_endless(path, session);
  return ended(Ended::cancelled) ? ExitCode::undecided : ExitCode::done;
}

}  // namespace

ExitCode run_simulate(const Command& command, Arguments arguments, Session& session) {
  SimulateOptions options;
  std::uint64_t jobs = 1;
  OptionParser parser(command.name, command.summary, command.example);
  set_up(parser, options);
  parser.number("--jobs", "J", jobs, 1, 1024, "threads; does not change the result; default 1");
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  constexpr std::uint64_t kBytesOfThread = std::uint64_t{10} << 20U;  // its stack
  options.bounds.hold(jobs * kBytesOfThread);
  if (!read_statistics(options.statistics, options.simulation, command.name, session)) return ExitCode::wrong;
  if (!has_place_for_series(options.statistics, options.series_file, options.json, session) || !read_leaping(options, session) ||
      !options.of_engine.read(options.simulation, session) || !options.of_time.read(options.simulation, session))
    return ExitCode::wrong;

  const auto load = options.of_net.load(session);
  auto net = load ? load_net(options.net, *load, session) : std::nullopt;
  if (!net && options.statistics.compares()) OtherNet(options.statistics, options.net, options.of_net).tell_wrong(session);
  if (!net || !options.shown.check({&*net}, Folded::in_total, session)) return ExitCode::wrong;
  SimulationOptions& simulation = options.simulation;
  if (is_description(options.net, session)) apply_run_section(options.net, *load, simulation, session);
  if (options.until > 0) simulation.until = options.until;
  const bool several = options.statistics.antithetic || options.statistics.compares();
  const bool ends = has_end(*net, simulation);
  if (!plan_replications(options.replications, several, ends, simulation, command.name, session) ||
      !check_beginning(options, session))
    return ExitCode::wrong;
  // A saved state may be one that the net does not come to, and --time ends a run, too.
  const bool bounded = !options.from.empty() || options.bounds.seconds > 0;
  if (!bounded && runs_for_ever(*net, options.net, "simulate", simulation, session)) return ExitCode::wrong;
  simulation.jobs = jobs;
  options.call_off = std::make_unique<CallOff>(options.bounds);
  simulation.cancelled = [&options] { return options.call_off->asked(); };
  keep_results();
  const bool limited = limit_untimed(*net, simulation);
  const auto ranks = Ranks::find(session);
  if (!ranks) return ExitCode::wrong;
  simulation.patience = ranks->patience(options.patience, command.name, session);
  if (!has_fluid(*net)) options.of_engine.tell_without_levels(session);
  if (!several && simulation.statistics.precision.empty()) make_one_if_alike(*net, simulation, session);
  // Two variants are simulated by the first process alone.
  if (options.statistics.compares()) return ranks->worker() ? ExitCode::done : simulate_against(*net, options, session);
  if (!leaps_alone(options, *ranks, session) || !keeps_levels(*net, options, *ranks, session)) return ExitCode::wrong;
  std::optional<RunState> from;
  if (!read_start(options, *net, from, session)) return ExitCode::wrong;
  if (from) simulation.from = &*from;
  // A saved state has records of the net's own measures; what is observed beside begins there.
  if (from && net->measures.empty()) simulation.statistics.warm_up = std::max(simulation.statistics.warm_up, from->now);
  if (!from || net->measures.empty()) observe_shown(*net, options.shown);
  CheckpointFile checkpoint(options.checkpoint, options.checkpoint_every > 0 ? options.checkpoint_every : kCheckpointEvery,
                            session);
  if (!checkpoint.open(*net, settings_of(options), ranks->worker())) return ExitCode::wrong;
  simulation.checkpoint = checkpoint.options();
  simulation.messenger = ranks->messenger();
  if (ranks->worker()) {
    simulate(*net, simulation);
    return ExitCode::done;
  }
  return simulate_one(*net, options, checkpoint, limited, session);
}

}  // namespace petriloom::cli
