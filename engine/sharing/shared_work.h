// SPDX-License-Identifier: Apache-2.0
// The work under way of transitions that share what they use (docs/semantics.md, rule 30): of each
// timer how much was left when its speed last changed, that speed, and when it ends if the speed
// stays as it is.
#pragma once

#include "engine/containers/function_ref.h"
#include "engine/containers/id_table.h"
#include "engine/containers/max_min.h"
#include "engine/enabling/enabling.h"
#include "engine/marking/marking.h"
#include "engine/state/run_state.h"

namespace petriloom {

class SharedWork {
 public:
  /// Both are kept by reference.
  SharedWork(Enabling& enabling, const Marking& marking);

  /// Whether tokens of the place are a capacity.
  [[nodiscard]] bool capacity(PlaceId place) const { return capacities_[place.index()]; }

  // Timers are numbered by the caller. What follows has its effect on speeds with `settle`.

  /// `timer`, of a binding, has so much work to do from `now` on. Throws EvalError.
  void start(std::uint32_t timer, TransitionId transition, std::span<const Word> binding, double work, double now);
  void stop(std::uint32_t timer);
  /// It has so much to do instead.
  void renew(std::uint32_t timer, double work, double now);
  /// Available tokens of `colour` have come or gone.
  void touched(PlaceId place, Word colour);
  /// Time is about to move on: speeds follow. `visit(timer, end)` is told when a timer that is new
  /// or has another speed ends now; infinity: never.
  void settle(double now, FunctionRef<void(std::uint32_t timer, double end)> visit);

  /// Whether work has begun since `settle`, or begun anew.
  [[nodiscard]] bool begun() const { return !renewed_.empty(); }

  /// The work that is left of a timer.
  [[nodiscard]] double left(std::uint32_t timer, double now) const;

  /// Writes down how far the timer is.
  void save(std::uint32_t timer, RunState::Timer& saved) const;
  /// Of a timer that was started just now: it is as far as one that was saved. `settle` tells of it
  /// only if its speed is another one now. Throws StateError.
  void load(std::uint32_t timer, const RunState::Timer& saved, double now);

 private:
  static constexpr std::uint32_t kNone = IdTable::kNone;
  struct Flow {
    double work = 0;   // left at `since`
    double since = 0;  // s
    double speed = 0;
    double end = 0;  // s
    bool renewed = false;
    std::vector<std::uint32_t> resources;
  };
  struct Resource {
    PlaceId place;
    Word colour = 0;
    std::uint32_t hash = 0;
    bool touched = false;
  };
  void ask(const Term& term, const Arc& arc);
  double limit_of(TransitionId transition);
  std::uint32_t find_or_make(PlaceId place, Word colour);
  [[nodiscard]] std::uint32_t find(PlaceId place, Word colour, std::uint32_t hash) const;
  [[nodiscard]] std::int64_t tokens(PlaceId place, Word colour) const { return marking_.available_of(place, colour); }
  void note(std::uint32_t timer);

  Enabling& enabling_;
  const Marking& marking_;
  std::vector<bool> capacities_;  // by place
  MaxMin speeds_;
  std::vector<Flow> flows_;          // by timer
  std::vector<Resource> resources_;  // by their numbers in speeds_
  IdTable table_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> renewed_;
  std::vector<Tokens> asked_;
  std::vector<MaxMin::Demand> demands_;
  std::vector<Word> frame_;
};

}  // namespace petriloom
