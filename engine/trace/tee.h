// SPDX-License-Identifier: Apache-2.0
// Reports a run to several.
#pragma once

#include <vector>

#include "engine/trace/sink.h"

namespace petriloom {

class TraceTee final : public TraceSink {
 public:
  /// Adds one, which must outlive this.
  void add(TraceSink* sink) { sinks_.push_back(sink); }
  /// What to report to: nobody (null), the only one, or this.
  [[nodiscard]] TraceSink* sink() {
    if (sinks_.empty()) return nullptr;
    return sinks_.size() == 1 ? sinks_.front() : this;
  }

  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override {
    for (TraceSink* sink : sinks_) sink->fired(now, transition, binding, pool);
  }
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override {
    for (TraceSink* sink : sinks_) sink->put(now, available, place, colour, count);
  }
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override {
    for (TraceSink* sink : sinks_) sink->taken(now, arrival, place, colour, count);
  }
  void move_colours(FunctionRef<Word(PlaceId, Word)> moved) override {
    for (TraceSink* sink : sinks_) sink->move_colours(moved);
  }
  void finish(double now) override {
    for (TraceSink* sink : sinks_) sink->finish(now);
  }

 private:
  std::vector<TraceSink*> sinks_;
};

}  // namespace petriloom
