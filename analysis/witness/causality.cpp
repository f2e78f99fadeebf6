// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/causality.h"

#include <algorithm>
#include <deque>
#include <map>

namespace petriloom {
namespace {

class Tracer {
 public:
  Tracer(NetModel& model, const StateSpace& space) : model_(model), space_(space) {}

  Trace run(const StatePath& path) {
    trace_.initial = model_.tokens(space_.states[path.states.front()]);
    for (const Tokens& tokens : trace_.initial) put(tokens, TracedToken::kNever);
    for (std::size_t k = 0; k < path.labels.size(); ++k) step(path, k);
    trace_.last = model_.tokens(space_.states[path.states.back()]);
    return std::move(trace_);
  }

 private:
  using Key = std::pair<PlaceId, Word>;

  void step(const StatePath& path, std::size_t k) {
    const auto firing = model_.find_firing(space_.states[path.states[k]], path.labels[k], space_.states[path.states[k + 1]]);
    if (!firing) return;  // cannot be: the edge was made by such a firing
    const std::size_t number = trace_.firings.size();
    trace_.firings.push_back({path.labels[k], firing->transition, firing->binding, {}, {}});
    Effects effects;
    model_.effects(*firing, effects);
    for (const Tokens& taken : effects.takes) take({taken.place, taken.colour}, static_cast<std::size_t>(taken.count), number);
    for (const Effects::Reset& reset : effects.resets) {
      for (auto& [key, queue] : waiting_) {
        if (key.first != reset.place || !model_.firing().resets(firing->transition, firing->binding, reset.arc, key.second))
          continue;
        take(key, queue.size(), number);
      }
    }
    for (const Effects::Put& out : effects.puts) put({out.place, out.colour, out.count}, number);
  }

  void put(const Tokens& tokens, std::size_t firing) {
    std::deque<std::size_t>& queue = waiting_[{tokens.place, tokens.colour}];
    for (std::int64_t k = 0; k < tokens.count; ++k) {
      queue.push_back(trace_.tokens.size());
      if (firing != TracedToken::kNever) trace_.firings[firing].puts.push_back(trace_.tokens.size());
      trace_.tokens.push_back({tokens.place, tokens.colour, firing, TracedToken::kNever});
    }
  }

  void take(const Key& key, std::size_t count, std::size_t firing) {
    std::deque<std::size_t>& queue = waiting_[key];
    for (; count > 0 && !queue.empty(); --count) {
      trace_.tokens[queue.front()].taken_by = firing;
      trace_.firings[firing].takes.push_back(queue.front());
      queue.pop_front();
    }
  }

  NetModel& model_;
  const StateSpace& space_;
  Trace trace_;
  std::map<Key, std::deque<std::size_t>> waiting_;
};

}  // namespace

std::int64_t count_of(const std::vector<Tokens>& marking, PlaceId place, Word colour) {
  const auto at = std::lower_bound(marking.begin(), marking.end(), Tokens{place, colour, 0});
  return at != marking.end() && at->place == place && at->colour == colour ? at->count : 0;
}

bool Trace::home(PlaceId place, Word colour) const { return count_of(initial, place, colour) > 0; }

Trace trace_path(NetModel& model, const StateSpace& space, const StatePath& path) { return Tracer(model, space).run(path); }

}  // namespace petriloom
