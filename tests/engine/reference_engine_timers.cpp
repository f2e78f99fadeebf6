// SPDX-License-Identifier: Apache-2.0
// The timed transitions of the reference engine.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/random/durations.h"
#include "tests/engine/reference_engine.h"

namespace petriloom::test {

// Rule 13.
bool ReferenceEngine::next_timer(Key& chosen, std::size_t& position) const {
  const Timer* best = nullptr;
  std::pair<std::int64_t, double> best_precedence;
  for (const auto& [key, timed] : timed_) {
    const auto own = const_cast<ReferenceEngine*>(this)->precedence(key);
    for (std::size_t k = 0; k < timed.running.size(); ++k) {
      const Timer& timer = timed.running[k];
      const bool better = best == nullptr || timer.due < best->due || (timer.due == best->due && own < best_precedence);
      if (!better) continue;
      best = &timer;
      best_precedence = own;
      chosen = key;
      position = k;
    }
  }
  return best != nullptr && std::isfinite(best->due);
}

double ReferenceEngine::parameter(const Key& key, ExprId expr) {
  std::vector<Word> words = frame(key);
  return expr.valid() ? evaluator_.eval_real(expr, words) : 0;
}

// Rule 21 is about exponential transitions whose rate looks at the marking.
bool ReferenceEngine::rated(std::size_t transition) const {
  const Transition& t = net_.transitions[transition];
  return t.timing == Timing::exponential && net_.exprs[t.a].stateful();
}

// Rules 24 and 25.
double ReferenceEngine::next_time(const Key& key) {
  const Transition& t = net_.transitions[key.first];
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const auto to_come = [this](double time) { return time > now_ || (time == now_ && struck_ != now_); };
  double next = kNone;
  if (t.timing == Timing::at) {
    for (const ExprId expr : t.times) {
      if (to_come(parameter(key, expr))) next = std::min(next, parameter(key, expr));
    }
    return next;
  }
  const double period = parameter(key, t.times[1]);
  const double last = t.times.size() > 2 ? parameter(key, t.times[2]) : kNone;
  for (int k = 0;; ++k) {
    const double time = parameter(key, t.times[0]) + k * period;
    if (time > last + 1e-9 * period) return kNone;
    if (to_come(time)) return time;
  }
}

ReferenceEngine::Timer ReferenceEngine::new_timer(const Key& key) {
  const Transition& t = net_.transitions[key.first];
  if (scheduled(t.timing)) return {next_time(key), numbers_++, 0};
  const double a = parameter(key, t.a);
  const double drawn = sample(t.timing, a, parameter(key, t.b), random_);
  begun_ = begun_ || shares(t);
  if (shares(t)) return {std::numeric_limits<double>::infinity(), numbers_++, a, {drawn, now_}};
  return {now_ + drawn, numbers_++, a};
}

void ReferenceEngine::start(const Key& key) {
  Timed& timed = timed_[key];
  const bool rest = !timed.rests.empty();
  const bool same_rate = rest && (!rated(key.first) || timed.rests.front().rate == parameter(key, net_.transitions[key.first].a));
  if (same_rate) {
    const Rest kept = timed.rests.front();
    begun_ = begun_ || shares(net_.transitions[key.first]);
    timed.running.push_back({now_ + kept.rest, numbers_++, kept.rate, {kept.rest, now_}});
  } else {
    timed.running.push_back(new_timer(key));
  }
  if (rest) timed.rests.erase(timed.rests.begin());
}

void ReferenceEngine::draw_again(const Key& key, Timer& timer) {
  const std::uint64_t number = timer.number;
  timer = new_timer(key);
  timer.number = number;
}

// Rule 21.
void ReferenceEngine::follow_rates() {
  for (auto& [key, timed] : timed_) {
    if (!rated(key.first)) continue;
    for (Timer& timer : timed.running) {
      if (timer.rate != parameter(key, net_.transitions[key.first].a)) draw_again(key, timer);
      timer.rate = parameter(key, net_.transitions[key.first].a);
    }
  }
}

// Rules 11 and 12.
void ReferenceEngine::settle(bool fired) {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (net_.transitions[t].timing == Timing::immediate) continue;
    each_binding(t, [&](const Binding& binding) { timed_[{t, binding}]; });
  }
  std::map<Key, std::size_t> wanted;
  for (auto& [key, timed] : timed_) {
    wanted[key] = static_cast<std::size_t>(degree(key));
    while (timed.running.size() + timed.waiting.size() > wanted[key]) {
      if (!timed.waiting.empty()) {
        timed.waiting.pop_back();
        continue;
      }
      if (net_.transitions[key.first].memory == Memory::age)
        timed.rests.push_back({left(key, timed.running.back()), timed.running.back().rate});
      timed.running.pop_back();
    }
  }
  for (auto& [key, timed] : timed_) {
    if (!fired || net_.transitions[key.first].memory != Memory::resampling) continue;
    for (Timer& timer : timed.running) draw_again(key, timer);
  }
  follow_rates();
  for (auto& [key, timed] : timed_) {
    while (timed.running.size() + timed.waiting.size() < wanted[key]) {
      net_.transitions[key.first].servers > 0 ? timed.waiting.push_back(numbers_++) : start(key);
    }
  }
  serve();
}

// Rule 12: those of an instance serve its bindings.
void ReferenceEngine::serve() {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    std::set<Binding> instances;
    for (const auto& [key, timed] : timed_) {
      if (key.first == t) instances.insert(instance_of(key));
    }
    for (const Binding& instance : instances) {
      while (serve_one(t, instance)) continue;
    }
  }
}

ReferenceEngine::Binding ReferenceEngine::instance_of(const Key& key) const {
  return {key.second.begin(), key.second.begin() + net_.transitions[key.first].folded};
}

bool ReferenceEngine::serve_one(std::size_t transition, const Binding& instance) {
  std::int64_t running = 0;
  std::map<std::uint64_t, Key> queue;
  for (const auto& [key, timed] : timed_) {
    if (key.first != transition || instance_of(key) != instance) continue;
    running += static_cast<std::int64_t>(timed.running.size());
    for (const std::uint64_t ticket : timed.waiting) queue[ticket] = key;
  }
  if (queue.empty() || running >= net_.transitions[transition].servers) return false;
  Timed& timed = timed_[queue.begin()->second];
  timed.waiting.erase(timed.waiting.begin());
  start(queue.begin()->second);
  return true;
}

}  // namespace petriloom::test
