// SPDX-License-Identifier: Apache-2.0
// What a loop without delay (docs/semantics.md, rule 14) does: the firings that it repeats, and
// what they pile up.
#pragma once

#include "engine/course/replication_result.h"

namespace petriloom::coloured {

/// Adds to the diagnostics of a run what the loop does that it ended in, if it did
/// (ReplicationResult::stuck, which is empty afterwards). The run is continued from there on
/// coloured tokens, for 20,000 firings that nobody else is told of, and the shortest sequence that
/// these repeat is named (found by the failure function of D. Knuth, J. Morris, V. Pratt, 1977),
/// beginning with the transition that was declared first. If they repeat none, what grows is named.
void tell_loop(const Net& net, const RunOptions& options, ReplicationResult& run);

}  // namespace petriloom::coloured
