// SPDX-License-Identifier: Apache-2.0
// The tokens of a run, saved and loaded.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/coloured/timed_marking.h"
#include "engine/state/run_state.h"

namespace petriloom::coloured {

namespace {

constexpr std::int64_t kMostSaved = std::int64_t{1} << 62U;  // tokens in a place

/// Reads places and colours of a state and counts its tokens.
class TokenReader {
 public:
  TokenReader(const Net& net, WordPool& pool) : net_(net), pool_(pool), counted_(net.places.size()) {}

  /// The colour of some tokens, whose place is looked at too.
  Word colour(PlaceId place, const ColourValue& value) {
    if (!place.valid() || place.index() >= net_.places.size()) throw StateError("there are tokens in a place that the net has not");
    std::span<const Word> words = value;
    const std::optional<Word> colour = read_value(net_.colours, net_[place].colour, words, pool_);
    if (!colour || !words.empty()) {
      throw StateError(fmt::format("{}: a token is no colour of {}", path(net_, place), net_.colours.describe(net_[place].colour)));
    }
    return *colour;
  }
  void count(PlaceId place, std::int64_t count) {
    std::int64_t& sum = counted_[place.index()];
    if (count < 1 || count > kMostSaved - sum) {
      throw StateError(fmt::format("{}: there cannot be {} tokens more", path(net_, place), count));
    }
    sum += count;
  }

 private:
  const Net& net_;
  WordPool& pool_;
  std::vector<std::int64_t> counted_;
};

}  // namespace

void TimedMarking::save(const Net& net, const WordPool& pool, RunState& state) const {
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    const PlaceId place(p);
    std::vector<Marking::Slot> slots;
    for (Marking::Slot slot = 0; slot < marking_.slots(place); ++slot) {
      if (marking_.total(place, slot) > 0 && marking_.available(place, slot) > 0) slots.push_back(slot);
    }
    std::sort(slots.begin(), slots.end(), [&](Marking::Slot a, Marking::Slot b) {
      return net.colours.compare(net[place].colour, marking_.colour(place, a), marking_.colour(place, b), pool) < 0;
    });
    for (const Marking::Slot slot : slots) {
      RunState::Held& held = state.held.emplace_back();
      held.place = place;
      append_value(net.colours, net[place].colour, marking_.colour(place, slot), pool, held.colour);
      arrivals(place, slot, marking_.available(place, slot), held.arrivals);
    }
  }
  std::vector<Event> events;
  for (const Event& event : events_) {
    if (queues_[event.place.index()][event.slot].generation == event.generation) events.push_back(event);
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return after(b, a); });
  for (const Event& event : events) {
    RunState::Coming& coming = state.coming.emplace_back();
    coming.place = event.place;
    append_value(net.colours, net[event.place].colour, marking_.colour(event.place, event.slot), pool, coming.colour);
    coming.time = event.time;
    coming.count = event.count;
  }
}

void TimedMarking::load(const Net& net, WordPool& pool, const RunState& state) {
  TokenReader reader(net, pool);
  for (const RunState::Held& held : state.held) {
    const Word colour = reader.colour(held.place, held.colour);
    if (marking_.available_of(held.place, colour) > 0) throw StateError(path(net, held.place) + ": a colour is there twice");
    for (const ArrivalRun& run : held.arrivals) {
      reader.count(held.place, run.count);
      if (!(run.arrival <= state.now)) throw StateError(path(net, held.place) + ": an available token arrives later");
      put(held.place, colour, run.count, state.now, run.arrival);
    }
  }
  double last = state.now;
  for (const RunState::Coming& coming : state.coming) {
    const Word colour = reader.colour(coming.place, coming.colour);
    reader.count(coming.place, coming.count);
    if (!(coming.time > state.now && coming.time >= last) || std::isinf(coming.time)) {
      throw StateError(path(net, coming.place) + ": tokens on their way are not in order of time");
    }
    last = coming.time;
    put(coming.place, colour, coming.count, state.now, coming.time);
  }
}

}  // namespace petriloom::coloured
