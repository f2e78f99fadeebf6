// SPDX-License-Identifier: Apache-2.0
// The slow, obvious explorer of rule 29 (docs/semantics.md), which keeps every token by itself.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/marking/marking.h"

namespace petriloom::test {

/// A marking as it can be compared: what is available, and what is on its way.
struct SeenMarking {
  std::vector<Tokens> available;
  std::vector<Tokens> coming;
  friend auto operator<=>(const SeenMarking&, const SeenMarking&) = default;
};

/// A step as it can be compared: the number of a transition, or one more when time passes.
struct SeenStep {
  SeenMarking from;
  std::size_t transition = 0;
  SeenMarking to;
  friend auto operator<=>(const SeenStep&, const SeenStep&) = default;
};

struct SeenSpace {
  std::set<SeenMarking> markings;
  std::set<SeenStep> steps;
  std::set<SeenMarking> dead;
};

/// All that can be reached; nothing if it is more than `most` states. Delays must be numbers, or
/// random and above 0. Throws EvalError.
std::optional<SeenSpace> explore_slowly(const Net& net, std::size_t most);

}  // namespace petriloom::test
