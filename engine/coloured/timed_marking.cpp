// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/timed_marking.h"

#include <algorithm>
#include <tuple>

namespace petriloom::coloured {

TimedMarking::TimedMarking(const Net& net, const IndexTable& indices, const WordPool& pool)
    : marking_(net, indices, pool, GroupOrder::arrival), queues_(net.places.size()), changes_(net.places.size()) {
  marking_.set_arrivals(this);
}

TimedMarking::PlaceChange& TimedMarking::change_of(PlaceId place) {
  PlaceChange& change = changes_[place.index()];
  if (change.step != step_) change = {step_, 0};
  return change;
}

void TimedMarking::note_arrival(PlaceId place, std::int64_t count) {
  PlaceChange& change = change_of(place);
  if (change.arrived >= 0) change.arrived += count;
}

void TimedMarking::note_loss(PlaceId place) {
  PlaceChange& change = change_of(place);
  if (change.arrived > 0) change.arrived = -1;
}

void TimedMarking::append(PlaceId place, Marking::Slot slot, ArrivalRun run) {
  Queue& q = queue(place, slot);
  if (q.tail != kNone && nodes_[q.tail].run.arrival == run.arrival) {
    nodes_[q.tail].run.count += run.count;
    return;
  }
  std::uint32_t node = free_;
  if (node == kNone) {
    node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({});
  } else {
    free_ = nodes_[node].next;
  }
  nodes_[node] = {run, kNone};
  (q.tail == kNone ? q.head : nodes_[q.tail].next) = node;
  q.tail = node;
}

Marking::Slot TimedMarking::put(PlaceId place, Word colour, std::int64_t count, double now, double available) {
  if (available <= now) {
    const Marking::Slot slot = marking_.put(place, colour, count, available);
    append(place, slot, {available, count});
    note_arrival(place, count);
    return slot;
  }
  const Marking::Slot slot = marking_.put_future(place, colour, count);
  note_arrival(place, 0);
  events_.push_back({available, events_made_++, place, slot, queue(place, slot).generation, count});
  std::push_heap(events_.begin(), events_.end(), after);
  return slot;
}

void TimedMarking::take(PlaceId place, Marking::Slot slot, std::int64_t count, std::vector<ArrivalRun>& taken) {
  note_loss(place);
  Queue& q = queue(place, slot);
  std::int64_t left = count;
  while (left > 0) {
    Node& node = nodes_[q.head];
    const std::int64_t some = std::min(left, node.run.count);
    taken.push_back({node.run.arrival, some});
    left -= some;
    node.run.count -= some;
    if (node.run.count > 0) break;
    const std::uint32_t gone = q.head;
    q.head = node.next;
    if (q.head == kNone) q.tail = kNone;
    nodes_[gone].next = free_;
    free_ = gone;
  }
  if (q.head != kNone) marking_.set_arrival(place, slot, nodes_[q.head].run.arrival);
  marking_.take(place, slot, count);
}

void TimedMarking::remove(PlaceId place, Marking::Slot slot) {
  note_loss(place);
  Queue& q = queue(place, slot);
  while (q.head != kNone) {
    const std::uint32_t gone = q.head;
    q.head = nodes_[gone].next;
    nodes_[gone].next = free_;
    free_ = gone;
  }
  q.tail = kNone;
  ++q.generation;
  marking_.remove(place, slot);
}

void TimedMarking::drop_stale() {
  while (!events_.empty() && queue(events_.front().place, events_.front().slot).generation != events_.front().generation) {
    std::pop_heap(events_.begin(), events_.end(), after);
    events_.pop_back();
  }
}

double TimedMarking::next_arrival() {
  drop_stale();
  return events_.empty() ? std::numeric_limits<double>::infinity() : events_.front().time;
}

TimedMarking::Arrived TimedMarking::deliver() {
  drop_stale();
  const Event event = events_.front();
  std::pop_heap(events_.begin(), events_.end(), after);
  events_.pop_back();
  const Arrived arrived{event.place, event.slot, marking_.colour(event.place, event.slot),
                        marking_.available(event.place, event.slot)};
  marking_.mature(event.place, event.slot, event.count, event.time);
  note_arrival(event.place, event.count);
  append(event.place, event.slot, {event.time, event.count});
  return arrived;
}

void TimedMarking::arrivals(PlaceId place, Marking::Slot slot, std::int64_t count, std::vector<ArrivalRun>& out) const {
  const Queue& q = queues_[place.index()][slot];
  for (std::uint32_t node = q.head; node != kNone && count > 0; node = nodes_[node].next) {
    const std::int64_t some = std::min(count, nodes_[node].run.count);
    out.push_back({nodes_[node].run.arrival, some});
    count -= some;
  }
}

void TimedMarking::earliest(PlaceId place, Marking::Slot slot, std::int64_t count, std::vector<double>& out) const {
  std::vector<ArrivalRun> runs;
  arrivals(place, slot, count, runs);
  for (const ArrivalRun& run : runs) out.insert(out.end(), static_cast<std::size_t>(run.count), run.arrival);
}

std::vector<TimedMarking::Coming> TimedMarking::coming() const {
  std::vector<Coming> all;
  for (const Event& event : events_) {
    if (queues_[event.place.index()][event.slot].generation != event.generation) continue;
    all.push_back({event.place, event.slot, {event.time, event.count}});
  }
  const auto key = [](const Coming& one) { return std::tuple(one.place, one.slot, one.run.arrival); };
  std::sort(all.begin(), all.end(), [&](const Coming& a, const Coming& b) { return key(a) < key(b); });
  std::vector<Coming> joined;
  for (const Coming& one : all) {
    if (!joined.empty() && key(joined.back()) == key(one)) {
      joined.back().run.count += one.run.count;
    } else {
      joined.push_back(one);
    }
  }
  return joined;
}

}  // namespace petriloom::coloured
