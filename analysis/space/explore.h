// SPDX-License-Identifier: Apache-2.0
// Breadth-first exploration of a model: all states, all edges, and where the atoms hold.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/space/state_graph.h"
#include "analysis/space/state_set.h"
#include "analysis/space/state_store.h"
#include "engine/net/diagnostics.h"
#include "engine/text/limits.h"

namespace petriloom {

struct StateSpace;

struct ExploreOptions {
  std::size_t atoms = 0;  ///< atoms 0 .. atoms-1 of the model are recorded
  /// The atom that says in which dead states it is intended to end; absent: in none.
  std::optional<std::size_t> final_atom;
  Limits limits;
  /// Once the model is known to be unbounded, so that exploring cannot end, this many more states
  /// are looked at.
  std::uint64_t states_after_unbounded = 20000;
  /// Called now and then; may be empty.
  std::function<void(std::uint64_t states, std::uint64_t edges)> progress;
  /// Asked after every expanded state; true ends the exploration because nothing more needs to be
  /// known. May be empty.
  std::function<bool(const StateSpace&)> enough;
};

/// `larger` is reached from `smaller` and covers it: the steps between can be repeated for ever.
struct Pump {
  StateNumber smaller = 0;
  StateNumber larger = 0;
};

/// States in order of discovery; those with a row in `graph` are expanded, and only of those the
/// atoms are known.
struct StateSpace {
  StateStore states;
  StateGraph graph;
  std::vector<StateNumber> parent;  ///< from which each state was discovered first; of 0: itself
  std::vector<StateSet> atoms;      ///< over the expanded states
  Stopped stopped = Stopped::complete;
  std::uint64_t dead = 0;  ///< number of dead states
  StateNumber first_dead = kNoState;
  std::uint64_t final_dead = 0;           ///< number of those in which it is intended to end
  StateNumber first_deadlock = kNoState;  ///< the first of the others
  TokenMaxima maxima;                     ///< over the expanded states
  std::optional<Pump> pump;               ///< a proof that the model is unbounded
  /// An error in an expression, which ended the exploration.
  Diagnostics diagnostics;
  /// For whatever looks at it afterwards: first those of the exploration.
  Limits limits;

  [[nodiscard]] bool complete() const { return stopped == Stopped::complete; }
  [[nodiscard]] std::size_t size() const { return states.size(); }
  [[nodiscard]] std::uint64_t bytes() const;
};

/// `places` is the number of places of which the maxima are wanted.
StateSpace explore(Model& model, std::size_t places, const ExploreOptions& options);

}  // namespace petriloom
