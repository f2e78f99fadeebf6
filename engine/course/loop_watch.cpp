// SPDX-License-Identifier: Apache-2.0
#include "engine/course/loop_watch.h"

#include <algorithm>

namespace petriloom {

LoopWatch::LoopWatch(const Net& net) : net_(net), active_(timed(net)) {
  std::uint64_t marked = 0;
  for (const Place& place : net.places) marked += place.initial.size();
  most_ = std::max(kMostFirings, kMostFiringsEach * marked);
}

void LoopWatch::note(TransitionId transition) {
  if (seen_.empty()) seen_.assign(net_.transitions.size(), false);
  seen_[transition.index()] = true;
}

void LoopWatch::save(RunState& state) const {
  state.loop.firings = count_;
  for (std::size_t t = 0; t < seen_.size(); ++t) {
    if (seen_[t]) state.loop.seen.emplace_back(t);
  }
}

void LoopWatch::load(const RunState& state) {
  count_ = state.loop.firings;
  if (active_ && count_ >= most_) throw StateError("more firings without the time moving than there can be");
  for (const TransitionId transition : state.loop.seen) {
    if (!transition.valid() || transition.index() >= net_.transitions.size()) {
      throw StateError("a transition of a loop without delay is none of the net");
    }
    note(transition);
  }
}

}  // namespace petriloom
