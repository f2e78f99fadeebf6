// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/progressive_filling.h"

#include <algorithm>
#include <cmath>

namespace petriloom::test {

namespace {

constexpr double kNoLevel = std::numeric_limits<double>::infinity();

// At which speed the resource is full, if the flows that have no speed yet go on alike.
double level(const std::vector<SlowFlow>& flows, const SlowResource& resource, std::int64_t capacity) {
  std::map<double, std::int64_t> known;
  std::int64_t open = 0;
  for (const SlowFlow& flow : flows) {
    const auto found = flow.uses.find(resource);
    if (found == flow.uses.end()) continue;
    open += found->second;
    if (flow.speed >= 0) known[flow.speed] += found->second;
  }
  double result = static_cast<double>(capacity) / static_cast<double>(open);
  double taken = 0;
  for (const auto& [speed, weight] : known) {
    open -= weight;
    if (open == 0) return kNoLevel;
    taken += speed * static_cast<double>(weight);
    result = std::max(speed, (static_cast<double>(capacity) - taken) / static_cast<double>(open));
  }
  return result;
}

}  // namespace

double SlowWork::left(double now) const {
  if (now >= due) return 0;
  return now == since ? work : std::max(0.0, work - speed * (now - since));
}

void SlowWork::go_on(double now, double with) {
  if (with == speed) return;
  if (speed >= 0) work = left(now);
  since = now;
  speed = with;
  due = now + work / speed;
  if (speed == 0 || std::isinf(work)) due = std::numeric_limits<double>::infinity();
  if (work <= 0) due = now;
}

void fill_progressively(std::vector<SlowFlow>& flows, const std::function<std::int64_t(const SlowResource&)>& capacity) {
  for (;;) {
    std::map<SlowResource, double> levels;
    double least = kNoLevel;
    bool open = false;
    for (const SlowFlow& flow : flows) {
      if (flow.speed >= 0) continue;
      open = true;
      least = std::min(least, flow.limit);
      for (const auto& [resource, weight] : flow.uses) {
        const auto [entry, fresh] = levels.try_emplace(resource, 0);
        if (fresh) entry->second = level(flows, resource, capacity(resource));
        least = std::min(least, entry->second);
      }
    }
    if (!open) return;
    for (SlowFlow& flow : flows) {
      if (flow.speed >= 0) continue;
      const bool full = flow.limit == least || std::any_of(flow.uses.begin(), flow.uses.end(),
                                                           [&](const auto& use) { return levels.at(use.first) == least; });
      if (full) flow.speed = least;
    }
  }
}

}  // namespace petriloom::test
