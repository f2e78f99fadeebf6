// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/endless.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/structural/endless.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

namespace {

// A net without time that nothing ends would be simulated for ever. Whether a net dies is not known
// before; after so many firings the answer is that a limit is wanted.
constexpr std::uint64_t kMostFiringsUntimed = 2'000'000;

// Looked at before a run without an end: little beside a run, and enough for what is small.
constexpr std::uint64_t kMostMarkings = 1'000;

}  // namespace

bool has_end(const Net& net, const SimulationOptions& simulation) {
  return std::isfinite(simulation.until) || simulation.max_firings != 0 || net.stop.valid();
}

std::optional<std::string> why_endless(const Net& net, const SimulationOptions& simulation,
                                       const std::function<bool()>& cancelled) {
  if (has_end(net, simulation) || !timed(net)) return std::nullopt;
  return never_ends(net, kMostMarkings, cancelled);
}

bool runs_for_ever(const Net& net, const std::string& path, std::string_view command, const SimulationOptions& simulation,
                   Session& session) {
  session.status.progress("looking whether the net can die");
  const auto why = why_endless(net, simulation, interrupted);
  session.status.clear();
  if (!why) return false;
  session.status.error(fmt::format("petriloom {}: {}: nothing ends this run: {}, and no end is given", command, path, *why));
  session.status.error(command == "run" ? "  help: `run: {until: 1 h}` in the description says when it ends"
                                        : "  help: give --until TIME or --firings N, or write `stop when CONDITION;` in the net");
  return true;
}

std::string endless_note(std::string_view command) {
  return fmt::format(
      "petriloom {}: note: no end is given, and after {} firings the run goes on; Ctrl-C ends it with what is known, --until TIME "
      "or "
      "--firings N says when it ends",
      command, grouped(kFiringsBeforeNote));
}

bool limit_untimed(const Net& net, SimulationOptions& simulation) {
  if (timed(net) || net.stop.valid() || simulation.max_firings != 0) return false;
  simulation.max_firings = kMostFiringsUntimed;
  return true;
}

ExitCode report_endless(const std::string& net, Session& session) {
  session.status.error(
      fmt::format("petriloom simulate: {}: the net has no time and has not ended after {} firings; --firings N says after how many "
                  "to end, `stop when CONDITION;` in the net at which markings",
                  net, grouped(kMostFiringsUntimed)));
  return ExitCode::wrong;
}

}  // namespace petriloom::cli
