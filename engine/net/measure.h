// SPDX-License-Identifier: Apache-2.0
// Measures of a net: what a simulation records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/colour.h"
#include "engine/net/derived.h"
#include "engine/net/ids.h"
#include "engine/net/transition.h"

namespace petriloom {

enum class MeasureKind : std::uint8_t {
  count,  ///< number of firings of `transition` with `condition`
  sum,
  mean,
  minimum,
  maximum,
  first,
  last,      ///< of `value` over those firings; NaN-free: absent if there were none (sum: 0)
  average,   ///< time average of the state expression `value`
  integral,  ///< time integral of the state expression `value`
  peak,      ///< largest value of the state expression `value`
  /// Mean time from a firing of `transition` to the next one of `until`, first in, first out.
  delay,
  /// The time at which `condition` holds for the first time after a step (s); absent if never.
  passage,
  derived,  ///< of other measures, computed at the end
};

/// What a measure is of that is none of the net's own, but was added to see all of it
/// (engine/measure/observed.h).
enum class Observed : std::uint8_t {
  no,
  place,       ///< mean tokens, or the mean level
  transition,  ///< firings, which are shown per second
};

/// The firings of one transition that a measure looks at.
struct MeasuredFirings {
  TransitionId transition;
  ExprId condition;         ///< a bool over the binding and the keys
  ExprId value;             ///< real; not of counts and delays
  std::uint32_t slots = 0;  ///< slot of the first key (engine/questions/measure_keys.h)
};

/// What a simulation records. In a folded instance it is a family with a member for each key value.
struct Measure {
  std::string name;
  ModuleId module;
  MeasureKind kind = MeasureKind::count;
  /// What measures of firings look at; of delays where they begin. Each transition once.
  std::vector<MeasuredFirings> firings;
  std::vector<MeasuredFirings> until;  ///< where delays end
  /// Slots 0.. of the frame of state expressions; of firings: engine/questions/measure_keys.h.
  std::vector<Variable> keys;
  std::uint32_t slots = 0;             ///< size of the frame of state expressions
  ExprId condition;                    ///< passage: a bool over the marking
  ExprId value;                        ///< of state measures: a real over the marking
  std::optional<DerivedExpr> derived;  ///< of derived measures alone
  std::string unit;                    ///< shown with the number: "s", "J", "" ...
  /// The values of the keys, one row for each member; empty if there are no keys.
  std::vector<std::vector<Word>> members;
  Observed observed = Observed::no;
  bool in_total = false;  ///< observed: of an array whose total is observed, too
  Location where;
};

}  // namespace petriloom
