// SPDX-License-Identifier: Apache-2.0
// What flows at one moment: the bindings of continuous transitions and of hazards that are enabled,
// and how fast that changes the levels (docs/fluid.md, F2, F3 and F6).
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engine/coloured/timers.h"
#include "engine/fluid/hybrid_net.h"
#include "engine/fluid/level_amounts.h"

namespace petriloom::fluid {

/// How levels and integrals of hazards change, by position: first the fluid places, then the
/// hazards.
using Rates = std::vector<double>;

class Flows {
 public:
  /// `timers`, `marking` and `enabling` are those of a run of the hybrid net's net; they and
  /// `amounts` are kept by reference.
  Flows(const HybridNet& hybrid, const LevelAmounts& amounts, Enabling& enabling, const coloured::Timers& timers,
        const Marking& marking);

  /// One exponential transition that is enabled, with a rate that looks at levels.
  struct Hazard {
    TransitionId transition;
    std::vector<Word> binding;
    double integral = 0;  ///< of its rate, until now
    /// For each timer, in the order in which they were started: its number, the timer, and the
    /// integral at which it fires.
    struct Target {
      std::uint64_t number = 0;
      std::uint32_t timer = 0;
      double integral = 0;
    };
    std::vector<Target> targets;
    std::vector<Word> frame;
    [[nodiscard]] const Target& next() const;
  };

  /// Looks anew at what is enabled. `draw` gives the next exponentially distributed number (mean 1)
  /// for a binding. True if other transitions flow than before, or other hazards are there.
  bool look(const std::function<double(TransitionId, std::span<const Word>)>& draw);
  [[nodiscard]] std::vector<Hazard>& hazards() { return hazards_; }
  /// Whether a continuous transition is enabled.
  [[nodiscard]] bool any() const { return !flows_.empty(); }
  /// Whether all rates stay as they are until the next event.
  [[nodiscard]] bool steady() const { return steady_; }
  /// Whether a rate looks at tokens.
  [[nodiscard]] bool counting() const { return counting_; }
  /// Whether a rate looks at the time.
  [[nodiscard]] bool clocked() const { return clocked_; }

  /// Finds the places that limit what flows out of them: those of level 0 or below, if more would
  /// flow out than in. True if others do than before.
  bool limit(std::span<const double> levels);
  /// How levels and integrals change; of places that limit, not at all. The evaluator must see the
  /// levels. Throws EvalError, also where what flows through empty places that feed each other
  /// cannot be found.
  void rates(Rates& rates);
  /// Brings what flows to the levels and the time that the evaluator sees. Throws EvalError.
  void renew() { rates(unused_); }
  /// Whether other places would limit at these levels than do.
  bool limits_otherwise(std::span<const double> levels);
  /// Whether some places limit now.
  [[nodiscard]] bool any_limits() const { return any_limits_; }
  /// Whether a place limits now.
  [[nodiscard]] bool limiting(std::size_t slot) const { return limiting_[slot] != 0; }
  /// A number that is negative where a place would limit that does not now (its level), or would
  /// not that does (what would flow out of it beyond what flows in; after `renew`).
  [[nodiscard]] double room(std::size_t slot, std::span<const double> levels) const;
  /// Throws EvalError if the rate of a hazard is negative: to be asked where levels are not tried,
  /// but true.
  void check_hazards();

 private:
  struct Flow {
    TransitionId transition;
    std::vector<Word> frame;
    std::vector<std::pair<std::uint32_t, double>> moves;  ///< what a flow of 1 adds to each place
    double rate = 0;
  };
  void moves(Flow& flow);
  // shares.cpp
  void share();
  double share_once();
  bool solve_shares();
  [[nodiscard]] std::pair<double, double> through(std::size_t slot) const;
  double rate_of(TransitionId transition, std::vector<Word>& frame);

  const HybridNet& hybrid_;
  const LevelAmounts& amounts_;
  Enabling& enabling_;
  const coloured::Timers& timers_;
  const Marking& marking_;
  std::vector<Flow> flows_;
  std::vector<Hazard> hazards_;
  std::vector<std::vector<std::uint32_t>> users_;  // by place: flows that change it
  std::vector<char> limiting_;
  std::vector<double> shares_;           // by place: what is left of flows out of it
  std::vector<double> inflow_, demand_;  // of places that limit
  Rates unused_;
  bool any_limits_ = false;
  bool steady_ = true;
  bool counting_ = false;
  bool clocked_ = false;
};

}  // namespace petriloom::fluid
