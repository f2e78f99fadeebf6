// SPDX-License-Identifier: Apache-2.0
// Random nets in which transitions do work of what they share (docs/semantics.md, rule 30).
#pragma once

#include "engine/net/net.h"

namespace petriloom::test {

/// The random net in which most durations are work done of tokens of its places; the same for the
/// same number.
Net with_sharing(Net net, std::uint64_t number);

}  // namespace petriloom::test
