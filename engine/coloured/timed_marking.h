// SPDX-License-Identifier: Apache-2.0
// A marking with time: when each available token arrived, and when those not yet available will be.
#pragma once

#include <limits>

#include "engine/enabling/firing.h"
#include "engine/state/arrival_run.h"

namespace petriloom {
struct RunState;
}

namespace petriloom::coloured {

class TimedMarking final : private Marking::Arrivals {
 public:
  TimedMarking(const Net& net, const IndexTable& indices, const WordPool& pool);

  [[nodiscard]] const Marking& marking() const { return marking_; }

  /// What changes from now on, the time or tokens, belongs to the next step.
  void begin_step() { ++step_; }
  [[nodiscard]] std::uint64_t step() const { return step_; }
  /// The step in which tokens of the place came or went last.
  [[nodiscard]] std::uint64_t changed_in(PlaceId place) const { return changes_[place.index()].step; }
  /// Whether all available tokens of the place, if there are any, have arrived in this step.
  [[nodiscard]] bool all_new(PlaceId place) const {
    const PlaceChange& change = changes_[place.index()];
    return change.step == step_ && change.arrived == marking_.available_in(place);
  }

  /// Puts tokens available from `available`; at once if that is not after `now`. Returns their
  /// slot.
  Marking::Slot put(PlaceId place, Word colour, std::int64_t count, double now, double available);
  /// Takes the earliest arrived tokens of a slot, which must be there; appends their arrivals to
  /// `taken`.
  void take(PlaceId place, Marking::Slot slot, std::int64_t count, std::vector<ArrivalRun>& taken);
  /// Removes all tokens of a slot, available or not.
  void remove(PlaceId place, Marking::Slot slot);
  /// The time at which the next tokens become available; infinity if there are none.
  [[nodiscard]] double next_arrival();
  /// Tokens that became available. `before`: available ones of the colour until then.
  struct Arrived {
    PlaceId place;
    Marking::Slot slot = 0;
    Word colour = 0;
    std::int64_t before = 0;
  };
  /// Makes the tokens of the next event available; requires that there is one.
  Arrived deliver();
  /// Tokens that are not yet available.
  struct Coming {
    PlaceId place;
    Marking::Slot slot = 0;
    ArrivalRun run;
  };
  /// All of them, by place, slot and time; those of one slot and time are one entry.
  [[nodiscard]] std::vector<Coming> coming() const;
  /// Appends the arrivals of the `count` earliest available tokens of a slot.
  void arrivals(PlaceId place, Marking::Slot slot, std::int64_t count, std::vector<ArrivalRun>& out) const;

  /// Writes down all tokens.
  void save(const Net& net, const WordPool& pool, RunState& state) const;
  /// Puts the tokens of a state into the marking, which must be empty. Throws StateError.
  void load(const Net& net, WordPool& pool, const RunState& state);

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Node {
    ArrivalRun run;
    std::uint32_t next = kNone;
  };
  struct Queue {
    std::uint32_t head = kNone;
    std::uint32_t tail = kNone;
    /// Tokens on their way belong to one; removing all tokens starts a new one.
    std::uint32_t generation = 0;
  };
  struct Event {
    double time = 0;
    std::uint64_t number = 0;
    PlaceId place;
    Marking::Slot slot = 0;
    std::uint32_t generation = 0;
    std::int64_t count = 0;
  };
  /// How the tokens of a place changed last.
  struct PlaceChange {
    std::uint64_t step = 0;
    std::int64_t arrived = 0;  ///< in this step; negative if others were taken afterwards
  };
  static bool after(const Event& a, const Event& b) { return a.time != b.time ? a.time > b.time : a.number > b.number; }

  void earliest(PlaceId place, Marking::Slot slot, std::int64_t count, std::vector<double>& out) const override;
  void note_arrival(PlaceId place, std::int64_t count);
  void note_loss(PlaceId place);
  PlaceChange& change_of(PlaceId place);
  Queue& queue(PlaceId place, Marking::Slot slot) {
    std::vector<Queue>& queues = queues_[place.index()];
    if (queues.size() <= slot) queues.resize(slot + 1);
    return queues[slot];
  }
  void append(PlaceId place, Marking::Slot slot, ArrivalRun run);
  void drop_stale();

  Marking marking_;
  std::vector<std::vector<Queue>> queues_;  // by place and slot
  std::vector<Node> nodes_;
  std::uint32_t free_ = kNone;
  std::vector<Event> events_;  // a heap
  std::uint64_t events_made_ = 0;
  std::uint64_t step_ = 1;
  std::vector<PlaceChange> changes_;  // by place
};

}  // namespace petriloom::coloured
