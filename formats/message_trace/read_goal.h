// SPDX-License-Identifier: Apache-2.0
// GOAL as text, as LogGOPSim's txt2bin takes it.
#pragma once

#include "formats/message_trace/trace_builder.h"

namespace petriloom {

/// The trace of a file of `sources`; nothing, with messages, if anything is wrong.
std::optional<MessageTrace> read_goal(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
