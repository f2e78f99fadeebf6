// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/causality.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

#include "analysis/model/difference.h"
#include "analysis/model/follow_path.h"

namespace petriloom {
namespace {

class Tracer {
 public:
  explicit Tracer(NetModel& model) : model_(model) {}

  Trace run(const FiringPath& path, const Limits& limits) {
    follow_path(model_, path, limits, [&](std::size_t step, StateBytes state) {
      if (step == 0) {
        trace_.initial = model_.tokens(state);
        for (const Tokens& tokens : trace_.initial) put(tokens, FollowedToken::kNever);
      }
      if (step == path.loop) trace_.at_loop = model_.tokens(state);
      if (step < path.firings.size()) {
        fire(path.firings[step]);
      } else {
        trace_.last = model_.tokens(state);
      }
    });
    return std::move(trace_);
  }

 private:
  using Key = std::pair<PlaceId, Word>;

  // In the state that the model has loaded.
  void fire(const BoundTransition& firing) {
    const std::size_t number = trace_.firings.size();
    const Label label = model_.labels().label(firing.transition, firing.binding);
    trace_.firings.push_back({label, firing.transition, firing.binding, {}, {}});
    Effects effects;
    model_.effects(firing, effects);
    for (const Tokens& taken : effects.takes) take({taken.place, taken.colour}, taken.count, number);
    for (const Effects::Reset& reset : effects.resets) {
      for (auto& [key, queue] : waiting_) {
        if (key.first != reset.place || !model_.firing().resets(firing.transition, firing.binding, reset.arc, key.second)) continue;
        take(key, std::numeric_limits<std::int64_t>::max(), number);
      }
    }
    for (const Effects::Put& out : effects.puts) put({out.place, out.colour, out.count}, number);
  }

  void put(const Tokens& tokens, std::size_t firing) {
    if (tokens.count <= 0) return;
    const std::size_t run = trace_.tokens.size();
    waiting_[{tokens.place, tokens.colour}].push_back(run);
    if (firing != FollowedToken::kNever) trace_.firings[firing].puts.push_back(run);
    trace_.tokens.push_back({tokens.place, tokens.colour, tokens.count, run, firing, FollowedToken::kNever});
  }

  void take(const Key& key, std::int64_t count, std::size_t firing) {
    std::deque<std::size_t>& queue = waiting_[key];
    while (count > 0 && !queue.empty()) {
      std::size_t run = queue.front();
      if (trace_.tokens[run].count <= count) {
        queue.pop_front();
      } else {
        run = trace_.split(run, count);
      }
      count -= trace_.tokens[run].count;
      trace_.tokens[run].taken_by = firing;
      trace_.firings[firing].takes.push_back(run);
    }
  }

  NetModel& model_;
  Trace trace_;
  std::map<Key, std::deque<std::size_t>> waiting_;
};

}  // namespace

std::size_t Trace::split(std::size_t token, std::int64_t count) {
  FollowedToken part = tokens[token];
  tokens[token].count -= count;
  part.count = count;
  tokens.push_back(part);
  if (part.put_by != FollowedToken::kNever) firings[part.put_by].puts.push_back(tokens.size() - 1);
  return tokens.size() - 1;
}

std::int64_t Trace::count(const std::vector<std::size_t>& runs) const {
  std::int64_t sum = 0;
  for (const std::size_t run : runs) sum += tokens[run].count;
  return sum;
}

bool Trace::home(PlaceId place, Word colour) const { return count_of(initial, place, colour) > 0; }

Trace trace_path(NetModel& model, const FiringPath& path, const Limits& limits) { return Tracer(model).run(path, limits); }

}  // namespace petriloom
