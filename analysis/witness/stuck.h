// SPDX-License-Identifier: Apache-2.0
// The scene of a deadlock: how it came about, and which transitions are stuck halfway, holding
// tokens that were moved.
#pragma once

#include "analysis/witness/blame.h"
#include "analysis/witness/causality.h"
#include "analysis/witness/waiting.h"

namespace petriloom {

/// A transition that holds a token which did not lie there at the start: one without is not stuck
/// but idle.
struct Stuck {
  Waiter waiter;
  std::vector<std::size_t> tokens;  ///< those it holds that were moved, the latest last
  /// Numbers of others that hold what it needs, or what leads to it.
  std::vector<std::size_t> waits_for;
  std::string held_by;  ///< how that is said
};

/// Keeps references to all it is made from.
class Scene {
 public:
  Scene(NetModel& model, const FiringPath& path, const Limits& limits);

  NetModel& model;
  const Limits& limits;
  Trace trace;
  std::vector<Stuck> stuck;
  /// Transitions that have some of what they need, but no token that was moved.
  std::vector<Stuck> idle;

  [[nodiscard]] const Net& net() const { return model.net(); }
  [[nodiscard]] bool home(std::size_t token) const { return trace.home(trace.tokens[token].place, trace.tokens[token].colour); }
  [[nodiscard]] ModuleId module_of(std::size_t firing) const { return net()[trace.firings[firing].transition].module; }
  /// Whether the firing belongs to the module instance of the stuck transition.
  [[nodiscard]] bool same_instance(const Stuck& one, std::size_t firing) const;
  /// Whether a stuck transition has this token, or an equal one.
  [[nodiscard]] bool holds(const Stuck& one, std::size_t token) const;
  /// Whether the place is the module's own and only its transitions have arcs there.
  [[nodiscard]] bool internal(PlaceId place, ModuleId module) const;

  [[nodiscard]] std::string token_name(PlaceId place, Word colour) const;
  [[nodiscard]] std::string token_name(std::size_t token) const;
  [[nodiscard]] std::string missing_name(const MissingTokens& missing) const;
  [[nodiscard]] std::string firing_name(std::size_t firing) const;
  [[nodiscard]] std::string waiter_name(const Stuck& one) const;
  [[nodiscard]] Blame blame_firing(std::size_t firing, std::string reason) const;
  /// At the stuck transition itself; `how` says what part it plays.
  [[nodiscard]] Blame blame_waiter(const Stuck& one, const std::string& how) const;

 private:
  std::vector<std::size_t> moved_tokens(const Waiter& waiter);
  /// What enabled bindings take in the last marking, ascending, each colour once: it is not stuck.
  [[nodiscard]] std::vector<Tokens> movable();
  [[nodiscard]] std::span<const Word> indices_of(const Stuck& one) const;
};

}  // namespace petriloom
