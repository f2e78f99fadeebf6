// SPDX-License-Identifier: Apache-2.0
// What exploring the markings of a net depends on: what cannot be explored, and what makes it
// simpler.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/clocks/time_values.h"
#include "analysis/model/atoms.h"
#include "engine/enabling/binding_plan.h"
#include "engine/net/net.h"

namespace petriloom {

/// Throws EvalError, with the place, if the net has levels, or lists of tokens that decide.
void refuse_what_cannot_be_explored(const Net& net);

/// What may depend on the time, of which nothing is known when states are explored.
enum class Clocks : std::uint8_t {
  refused,   ///< times that tokens hold
  left_out,  ///< and orders, weights and durations, at which nobody looks
  open,      ///< and guards; the model itself refuses the rest
};

/// Throws EvalError, with the place, if anything else depends on the time, or an atom does.
void refuse_what_times_decide(const Net& net, const std::vector<Atom>& atoms, Clocks clocks);
/// The same where guards, orders, weights and durations may.
void refuse_what_times_decide(TimeValues& times, const std::vector<Atom>& atoms);

/// The priorities that the bindings of a transition may have.
struct PriorityRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// Those of each transition; empty if they do not matter, as in nets with time or where all are
/// equal.
std::vector<PriorityRange> priorities_of(const Net& net, const BindingPlans& plans);

/// Whether what can fire can still fire with more tokens, priorities apart: arcs only take, read
/// and put, and nothing else that decides what can fire and what it does looks at the marking.
bool more_tokens_never_hinder(const Net& net);

}  // namespace petriloom
