// SPDX-License-Identifier: Apache-2.0
// Time-independent traces of MPI programs, as SimGrid's smpi_replay takes them.
#pragma once

#include <span>

#include "formats/message_trace/trace_builder.h"

namespace petriloom {

/// One file for each rank, or one with all of them.
std::optional<MessageTrace> read_time_independent(std::span<const FileId> files, const Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
