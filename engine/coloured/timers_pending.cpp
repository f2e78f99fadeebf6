// SPDX-License-Identifier: Apache-2.0
// Timers as they are shown and chosen by hand.
#include <algorithm>

#include "engine/coloured/timers.h"

namespace petriloom::coloured {

// Of timers that are due at the same time the older one goes first.
std::uint32_t Timers::first_timer(const Live& live) const {
  return *std::min_element(live.timers.begin(), live.timers.end(), [this](std::uint32_t a, std::uint32_t b) {
    const double x = heap_.time_of(a);
    const double y = heap_.time_of(b);
    return x != y ? x < y : timers_[a].number < timers_[b].number;
  });
}

std::vector<Timers::Pending> Timers::pending(std::size_t most, bool& complete) {
  follow_speeds();
  struct Due {
    double time = 0;
    std::uint32_t live = 0;
  };
  std::vector<Due> all;
  for (std::uint32_t id = 0; id < lives_.end(); ++id) {
    const Live& live = lives_[id];
    if (!live.used || live.degree == 0) continue;
    all.push_back({live.timers.empty() ? std::numeric_limits<double>::infinity() : heap_.time_of(first_timer(live)), id});
  }
  complete = all.size() <= most;
  const std::size_t count = std::min(all.size(), most);
  const auto before = [this](const Due& a, const Due& b) {
    if (a.time != b.time) return a.time < b.time;
    const Precedence& x = lives_[a.live].precedence;
    const Precedence& y = lives_[b.live].precedence;
    return x != y ? goes_before(x, y) : lives_.before(a.live, b.live);
  };
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), before);
  std::vector<Pending> result;
  for (std::size_t k = 0; k < count; ++k) {
    const Live& live = lives_[all[k].live];
    result.push_back({live.transition, live.binding, all[k].time, live.timers.size()});
  }
  return result;
}

std::vector<Timers::Running> Timers::running(TransitionId transition) const {
  const std::vector<std::uint32_t> lives = lives_.in_order(transition);
  std::vector<Running> result;
  for (const std::uint32_t id : lives) {
    const Live& live = lives_[id];
    if (live.timers.empty()) continue;
    Running& running = result.emplace_back(Running{live.binding, {}});
    for (const std::uint32_t timer : live.timers) running.timers.emplace_back(timers_[timer].number, timer);
    std::sort(running.timers.begin(), running.timers.end());
  }
  return result;
}

void Timers::reconsider(TransitionId transition) {
  for (const std::uint32_t id : lives_.of(transition)) note(id);
  consider_all(transition);
}

void Timers::take(TransitionId transition, std::span<const Word> binding, double now) {
  follow_speeds();
  const std::uint32_t timer = first_timer(lives_[lives_.find(transition, binding)]);
  if (heap_.time_of(timer) <= now) struck_ = now;
  take_timer(timer);
}

}  // namespace petriloom::coloured
