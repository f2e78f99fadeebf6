// SPDX-License-Identifier: Apache-2.0
// Simulations that nothing would end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/shell/exit_code.h"
#include "cli/shell/session.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli {

/// Firings after which a run without an end that was not refused says so.
inline constexpr std::uint64_t kFiringsBeforeNote = 10'000'000;

/// Whether an end is given: a time, a number of firings, or a stop condition of the net.
[[nodiscard]] bool has_end(const Net& net, const SimulationOptions& simulation);
/// Why nothing ends a run of a net with time, for which no end is given; empty if something may.
[[nodiscard]] std::optional<std::string> why_endless(const Net& net, const SimulationOptions& simulation,
                                                     const std::function<bool()>& cancelled);
/// Whether a run of a net with time has no end: none is given, and the net is never dead. That is
/// reported then, with what to write. `path` is what the user calls the net.
bool runs_for_ever(const Net& net, const std::string& path, std::string_view command, const SimulationOptions& simulation,
                   Session& session);
/// What is said while a run without an end goes on for long.
std::string endless_note(std::string_view command);

/// The model time of a net without time never reaches any limit. Without another end it is given a
/// number of firings, and true is returned.
bool limit_untimed(const Net& net, SimulationOptions& simulation);
/// Says that this number was reached.
ExitCode report_endless(const std::string& net, Session& session);

}  // namespace petriloom::cli
