// SPDX-License-Identifier: Apache-2.0
#include "cli/play/recorder.h"

namespace petriloom::cli {

void Recorder::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool&) {
  if (last_.size() == kKept) last_.pop_front();
  last_.push_back({now, transition, {binding.begin(), binding.end()}, {}, {}});
  ++count_;
}

void Recorder::put(double, double available, PlaceId place, Word colour, std::int64_t count) {
  // Put by hand, not by a firing.
  if (last_.empty() || last_.back().put.size() == kMostTokens) return;
  last_.back().put.push_back({place, colour, count, available});
}

void Recorder::taken(double, double, PlaceId place, Word colour, std::int64_t count) {
  if (last_.empty()) return;
  std::vector<Moved>& taken = last_.back().taken;
  // Tokens of one colour that had arrived at different times are told one after the other.
  if (!taken.empty() && taken.back().place == place && taken.back().colour == colour) {
    taken.back().count += count;
  } else if (taken.size() < kMostTokens) {
    taken.push_back({place, colour, count, 0});
  }
}

void Recorder::finish(double) {}

void Recorder::clear() {
  last_.clear();
  count_ = 0;
}

}  // namespace petriloom::cli
