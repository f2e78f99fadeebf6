// SPDX-License-Identifier: Apache-2.0
// The textual format of time Petri nets of the TINA toolbox (`.net`).
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Whether a text looks like one: its first word, comments apart, is one of those that open a
/// declaration.
bool recognise_tina(std::string_view text);

/// Reads a net. Intervals [0,w[ throughout make a net without time; intervals [a,a] throughout make
/// deterministic and immediate transitions. Anything between leaves the time of firing open, which
/// the net cannot, and is refused at its place, as are stopwatch arcs and in timed nets priorities
/// that are no ranking; `ReadOptions::untimed` leaves time out.
ReadResult read_tina(const std::string& path, std::string text, const ReadOptions& options);

/// Writes a net, unfolded first if it is coloured: without time, or with deterministic and
/// immediate transitions, whose delays become whole numbers of a unit that a comment names. What
/// TINA has no form for is refused.
WriteResult write_tina(const Net& net, const WriteOptions& options);

}  // namespace petriloom
