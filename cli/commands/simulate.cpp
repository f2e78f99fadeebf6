// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/simulate.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/checkpoint_file.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/ranks.h"
#include "cli/results_json.h"
#include "cli/run_section.h"
#include "cli/table.h"
#include "cli/trace_file.h"

namespace petriloom::cli {

namespace {

struct SimulateOptions {
  std::string net;
  std::string json;
  std::string trace;
  std::size_t fold = 0;
  std::string scenario;
  double until = 0;
  std::uint64_t replications = 0;
  std::string from;
  std::string checkpoint;
  double checkpoint_every = 60;
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
  parser.text("--json", "FILE", options.json, "results as JSON; - is stdout, instead of the table");
  parser.text("--trace", "FILE", options.trace, "every firing of the first run: .csv, or .json for Perfetto");
  parser.text("--from", "FILE", options.from,
              "start where a saved state of a run is (docs/checkpoints.md); its seed is that state's");
  parser.text("--checkpoint", "FILE", options.checkpoint, "keep unfinished runs in FILE; the same command goes on from there");
  parser.time("--checkpoint-every", "TIME", options.checkpoint_every, "time between checkpoints; default 60 s");
  parser.time("--patience", "TIME", options.simulation.patience,
              "under mpirun: silence after which a process is lost, and others do its work; default 60 s");
  parser.choice("--fold", fold_names(), options.fold, "whether arrays of instances become colours");
  parser.text("--scenario", "NAME", options.scenario, "the scenario of the net to take (net language)");
}

std::string summary(const SimulationResult& result, const Net& net, bool colour) {
  std::string text = fmt::format("{}: ended ({}) at {}", net.name, ended_name(result.ended), quantity(result.time.mean, "s"));
  if (result.time.n > 1) text += fmt::format(" ± {} over {} runs", quantity(result.time.half_width, "s"), result.time.n);
  const double rate = result.wall_seconds > 0 ? static_cast<double>(result.firings) / result.wall_seconds : 0;
  text +=
      fmt::format("\n{} firings in {:.2f} s ({} a second), peak memory {:.0f} MiB\n", grouped(result.firings), result.wall_seconds,
                  grouped(static_cast<unsigned long long>(rate)), static_cast<double>(result.peak_bytes) / (1U << 20U));
  Table table({"measure", ">mean", ">± 95 %", ">runs"});
  for (const MeasureResult& measure : result.measures) {
    const bool known = measure.value.n > 0;
    table.add({measure.name, known ? quantity(measure.value.mean, measure.unit) : std::string("none"),
               measure.value.n > 1 ? quantity(measure.value.half_width, measure.unit) : std::string(),
               std::to_string(measure.value.n)});
  }
  if (!table.empty()) text += "\n" + table.text(colour);
  return text;
}

// A net without time that nothing ends would be simulated for ever, as its model time never reaches any limit. Whether a net dies
// is not known before; after so many firings the answer is that a limit is wanted.
constexpr std::uint64_t kMostFiringsUntimed = 2'000'000;

bool limit_untimed(const Net& net, SimulationOptions& simulation) {
  if (timed(net) || net.stop.valid() || simulation.max_firings != 0) return false;
  simulation.max_firings = kMostFiringsUntimed;
  return true;
}

/// Opens the trace if one is asked for, where a checkpoint left it. False, and reported, if that fails.
bool open_trace(const std::string& path, const Net& net, const CheckpointFile& checkpoint, std::unique_ptr<TraceFile>& trace,
                Session& session) {
  if (path.empty()) return true;
  std::string problem;
  const Checkpoint* resumed = checkpoint.resumed();
  const bool over = resumed != nullptr && resumed->finished.contains(0);
  if (over && std::filesystem::exists(path) && !std::filesystem::exists(path + ".tmp")) return true;  // complete already
  if (over) {
    trace = TraceFile::resume(path, net, "", problem);
  } else if (resumed != nullptr && resumed->running.contains(0)) {
    trace = TraceFile::resume(path, net, resumed->running.at(0).trace, problem);
  } else {
    trace = TraceFile::open(path, net, problem);
  }
  if (trace && checkpoint.options() != nullptr && !trace->resumable()) {
    trace.reset();
    problem = fmt::format("--checkpoint: a trace like '{}' cannot be gone on with", path);
  }
  if (!trace) session.status.error("petriloom simulate: " + problem);
  return trace != nullptr;
}

/// Says what is missing of a run that was stopped, or that lost some of its processes.
void report_missing(const SimulationResult& result, std::uint64_t replications, Session& session) {
  std::string ranks;
  for (const std::size_t rank : result.lost_ranks) ranks += fmt::format("{}{}", ranks.empty() ? "" : ", ", rank);
  if (!ranks.empty()) {
    session.status.note(fmt::format("lost: process {}{}", ranks, result.unfinished.empty() ? "; others did its work" : ""));
  }
  if (result.unfinished.empty() || replications < 2) return;
  std::string numbers;
  for (std::size_t k = 0; k < result.unfinished.size();) {
    std::size_t last = k;
    while (last + 1 < result.unfinished.size() && result.unfinished[last + 1] == result.unfinished[last] + 1) ++last;
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", result.unfinished[k]);
    if (last > k) numbers += fmt::format("-{}", result.unfinished[last]);
    k = last + 1;
  }
  session.status.note(fmt::format("not finished: replication {} of 0-{}", numbers, replications - 1));
}

/// Reads the state that --from names, if any. False, and reported, if the run cannot start there.
bool read_start(const SimulateOptions& options, const Net& net, std::optional<RunState>& from, Session& session) {
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

/// What must be the same for a checkpoint to be gone on with.
std::vector<std::pair<std::string, std::string>> settings_of(const SimulateOptions& options) {
  auto settings = checkpoint_settings(options.simulation);
  settings.emplace_back("trace", options.trace);
  settings.emplace_back("from", options.from);
  return settings;
}

/// Writes and prints what came out.
ExitCode write_results(const SimulateOptions& options, const Net& net, const SimulationResult& result, CheckpointFile& checkpoint,
                       TraceFile* trace, bool limited, Session& session) {
  session.status.clear();
  report(result.diagnostics, *net.sources, session);
  report_missing(result, options.simulation.replications, session);
  const bool stopped = result.ended == Ended::cancelled || !result.unfinished.empty();
  const bool kept = stopped && checkpoint.options() != nullptr;
  if (trace != nullptr && kept) trace->leave();
  if (trace != nullptr && !kept) {
    if (const std::string problem = trace->close(); !problem.empty()) {
      session.status.error(problem);
      return ExitCode::wrong;
    }
  }
  if (options.json != "-") print(summary(result, net, session.colour));
  if (!options.json.empty() && !write_output(options.json, simulation_json(result), session)) return ExitCode::wrong;
  if (result.diagnostics.has_errors()) return ExitCode::wrong;
  kept ? checkpoint.keep() : checkpoint.remove();
  if (limited && result.ended == Ended::firings) {
    session.status.error(fmt::format(
        "petriloom simulate: {}: the net has no time and has not ended after {} firings; --firings N says after how many "
        "to end, `stop when CONDITION;` in the net at which markings",
        options.net, grouped(kMostFiringsUntimed)));
    return ExitCode::wrong;
  }
  return stopped ? ExitCode::undecided : ExitCode::done;
}

}  // namespace

ExitCode run_simulate(const Command& command, Arguments arguments, Session& session) {
  SimulateOptions options;
  std::uint64_t jobs = 1;
  OptionParser parser(command.name, command.summary, command.example);
  set_up(parser, options);
  parser.number("--jobs", "J", jobs, 1, 1024, "threads; does not change the result; default 1");
  if (const auto ended = parser.parse(arguments, session)) return *ended;

  const auto net = load_net(options.net, {"", fold_of(options.fold), false, options.scenario}, session);
  if (!net) return ExitCode::wrong;
  SimulationOptions& simulation = options.simulation;
  if (is_description(options.net)) apply_run_section(options.net, simulation, session);
  if (options.until > 0) simulation.until = options.until;
  if (options.replications > 0) simulation.replications = options.replications;
  simulation.jobs = jobs;
  simulation.cancelled = interrupted;
  simulation.progress = [&](std::uint64_t firings, double now) {
    session.status.progress(fmt::format("simulating: {} firings, {} of model time", grouped(firings), quantity(now, "s")));
  };
  const bool limited = limit_untimed(*net, simulation);
  const auto ranks = Ranks::find(session);
  if (!ranks) return ExitCode::wrong;
  std::optional<RunState> from;
  if (!read_start(options, *net, from, session)) return ExitCode::wrong;
  if (from) simulation.from = &*from;
  CheckpointFile checkpoint(options.checkpoint, options.checkpoint_every, session);
  if (!checkpoint.open(*net, settings_of(options), ranks->worker())) return ExitCode::wrong;
  simulation.checkpoint = checkpoint.options();
  simulation.messenger = ranks->messenger();
  if (ranks->worker()) {
    simulate(*net, simulation);
    return ExitCode::done;
  }
  std::unique_ptr<TraceFile> trace;
  if (!open_trace(options.trace, *net, checkpoint, trace, session)) return ExitCode::wrong;
  if (trace) simulation.trace = trace->sink();

  const SimulationResult result = simulate(*net, simulation);
  return write_results(options, *net, result, checkpoint, trace.get(), limited, session);
}

}  // namespace petriloom::cli
