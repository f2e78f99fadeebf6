// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/scc.h"

#include <algorithm>

namespace petriloom {
namespace {

constexpr std::uint32_t kUnseen = static_cast<std::uint32_t>(-1);

class Tarjan {
 public:
  Tarjan(const StateGraph& graph, std::size_t states, const StateSet* within, const Limits& limits)
      : graph_(graph), within_(within), poll_(limits), low_(states, kUnseen) {
    result_.of.assign(states, kUnseen);
  }

  Components run() {
    for (StateNumber state = 0; state < low_.size(); ++state) {
      if (low_[state] == kUnseen) visit(state);
    }
    return std::move(result_);
  }

 private:
  struct Frame {
    StateNumber state;
    std::uint32_t index;  // when it was first seen
    std::size_t next_edge;
  };

  void enter(StateNumber state) {
    calls_.push_back({state, seen_, 0});
    low_[state] = seen_++;
    open_.push_back(state);
  }

  void visit(StateNumber root) {
    enter(root);
    while (!calls_.empty()) {
      poll_();
      Frame& frame = calls_.back();
      const bool followed = graph_.expanded(frame.state) && (within_ == nullptr || (*within_)[frame.state]);
      const auto targets = followed ? graph_.targets(frame.state) : std::span<const StateNumber>();
      if (frame.next_edge == targets.size()) {
        leave();
        continue;
      }
      const StateNumber target = targets[frame.next_edge++];
      if (within_ != nullptr && !(*within_)[target]) continue;
      if (low_[target] == kUnseen) {
        enter(target);
      } else if (result_.of[target] == kUnseen) {
        low_[frame.state] = std::min(low_[frame.state], low_[target]);
      }
    }
  }

  void leave() {
    const Frame frame = calls_.back();
    calls_.pop_back();
    if (low_[frame.state] == frame.index) {
      for (StateNumber member = kNoState; member != frame.state;) {
        member = open_.back();
        open_.pop_back();
        result_.of[member] = result_.count;
      }
      ++result_.count;
    }
    if (!calls_.empty()) {
      std::uint32_t& low = low_[calls_.back().state];
      low = std::min(low, low_[frame.state]);
    }
  }

  const StateGraph& graph_;
  const StateSet* within_;
  Poll poll_;
  Components result_;
  std::vector<std::uint32_t> low_;
  std::vector<StateNumber> open_;
  std::vector<Frame> calls_;
  std::uint32_t seen_ = 0;
};

}  // namespace

Components strong_components(const StateGraph& graph, std::size_t states, const StateSet* within, const Limits& limits) {
  return Tarjan(graph, states, within, limits).run();
}

std::vector<std::uint32_t> Components::terminal(const StateGraph& graph) const {
  std::vector<char> left(count, 0);
  for (StateNumber state = 0; state < of.size(); ++state) {
    if (!graph.expanded(state)) {
      left[of[state]] = 1;
      continue;
    }
    for (const StateNumber target : graph.targets(state)) {
      if (of[target] != of[state]) left[of[state]] = 1;
    }
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t component = 0; component < count; ++component) {
    if (left[component] == 0) result.push_back(component);
  }
  return result;
}

}  // namespace petriloom
