// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/causality.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

namespace petriloom {
namespace {

class Tracer {
 public:
  Tracer(NetModel& model, const StateSpace& space) : model_(model), space_(space) {}

  Trace run(const StatePath& path) {
    trace_.initial = model_.tokens(space_.states[path.states.front()]);
    for (const Tokens& tokens : trace_.initial) put(tokens, TracedToken::kNever);
    for (std::size_t k = 0; k < path.labels.size(); ++k) {
      space_.limits.check();
      step(path, k);
    }
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
    for (const Tokens& taken : effects.takes) take({taken.place, taken.colour}, taken.count, number);
    for (const Effects::Reset& reset : effects.resets) {
      for (auto& [key, queue] : waiting_) {
        if (key.first != reset.place || !model_.firing().resets(firing->transition, firing->binding, reset.arc, key.second))
          continue;
        take(key, std::numeric_limits<std::int64_t>::max(), number);
      }
    }
    for (const Effects::Put& out : effects.puts) put({out.place, out.colour, out.count}, number);
  }

  void put(const Tokens& tokens, std::size_t firing) {
    if (tokens.count <= 0) return;
    const std::size_t run = trace_.tokens.size();
    waiting_[{tokens.place, tokens.colour}].push_back(run);
    if (firing != TracedToken::kNever) trace_.firings[firing].puts.push_back(run);
    trace_.tokens.push_back({tokens.place, tokens.colour, tokens.count, run, firing, TracedToken::kNever});
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
  const StateSpace& space_;
  Trace trace_;
  std::map<Key, std::deque<std::size_t>> waiting_;
};

}  // namespace

std::int64_t count_of(const std::vector<Tokens>& marking, PlaceId place, Word colour) {
  const auto at = std::lower_bound(marking.begin(), marking.end(), Tokens{place, colour, 0});
  return at != marking.end() && at->place == place && at->colour == colour ? at->count : 0;
}

std::size_t Trace::split(std::size_t token, std::int64_t count) {
  TracedToken part = tokens[token];
  tokens[token].count -= count;
  part.count = count;
  tokens.push_back(part);
  if (part.put_by != TracedToken::kNever) firings[part.put_by].puts.push_back(tokens.size() - 1);
  return tokens.size() - 1;
}

std::int64_t Trace::count(const std::vector<std::size_t>& runs) const {
  std::int64_t sum = 0;
  for (const std::size_t run : runs) sum += tokens[run].count;
  return sum;
}

bool Trace::home(PlaceId place, Word colour) const { return count_of(initial, place, colour) > 0; }

Trace trace_path(NetModel& model, const StateSpace& space, const StatePath& path) { return Tracer(model, space).run(path); }

}  // namespace petriloom
