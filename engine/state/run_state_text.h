// SPDX-License-Identifier: Apache-2.0
// States of runs as text (docs/checkpoints.md), to be kept in files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/net/net.h"
#include "engine/state/run_state.h"

namespace petriloom {

/// The state as JSON, with what tells the net it belongs to. The same state gives the same bytes.
std::string write_run_state(const Net& net, const RunState& state);

/// Reads what `write_run_state` wrote, from any bytes. Empty, with `problem` set, if it is no such
/// text or of another net; whether the state can be one of the net shows when it is loaded.
std::optional<RunState> read_run_state(const Net& net, std::string_view text, std::string& problem);

}  // namespace petriloom
