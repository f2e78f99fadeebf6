// SPDX-License-Identifier: Apache-2.0
// A short way to the enabled transitions of place/transition nets. Says the same as the engine,
// which is tested; the rule is only written out for the case that tokens have no colour,
// transitions no variables, and counts are constant.
#pragma once

#include <optional>
#include <vector>

#include "engine/marking/marking.h"
#include "engine/net/net.h"

namespace petriloom {

class PlainNet {
 public:
  /// Nothing if some part of the net goes beyond constant arcs of place/transition nets (reset arcs
  /// do too).
  static std::optional<PlainNet> compile(const Net& net);

  /// Makes a marking (ascending, one entry for a place) the one that `enabled` looks at.
  void load(const std::vector<Tokens>& marking);
  /// Enabled transitions, ascending, appended to `out`.
  void enabled(std::vector<TransitionId>& out);
  [[nodiscard]] std::int64_t tokens(PlaceId place) const { return counts_[place.index()]; }
  /// What a firing adds to the places it changes, ascending; counts may be negative.
  [[nodiscard]] const std::vector<Tokens>& change(TransitionId transition) const { return rules_[transition.index()].change; }

 private:
  struct Need {
    PlaceId place;
    std::int64_t count = 0;
  };
  struct Rule {
    std::vector<Need> at_least;
    std::vector<Need> fewer_than;
    std::vector<Need> exactly;
    std::vector<Tokens> change;
    bool never = false;  // a guard is false
  };
  static std::optional<Rule> compile(const Net& net, const Transition& transition);
  void watch(const Net& net);
  [[nodiscard]] bool holds(const Rule& rule) const;

  std::vector<Rule> rules_;
  // Each transition is looked at only when one chosen place of those it needs is marked; those that
  // need none always.
  std::vector<std::vector<TransitionId>> watchers_;
  std::vector<TransitionId> always_;
  std::vector<std::int64_t> counts_;
  std::vector<PlaceId> marked_;
};

}  // namespace petriloom
