// SPDX-License-Identifier: Apache-2.0
// Shared work in the reference engine (docs/semantics.md, rule 30): before time moves
// on, and when work has begun, all speeds are found anew.
#include "tests/engine/reference_engine.h"

namespace petriloom::test {

// What is left of a timer: of work, or of its time.
double ReferenceEngine::left(const Key& key, const Timer& timer) const {
  return shares(net_.transitions[key.first]) ? timer.work.left(now_) : timer.due - now_;
}

void ReferenceEngine::follow_speeds() {
  begun_ = false;
  std::vector<SlowFlow> flows;
  std::vector<Timer*> timers;
  for (auto& [key, timed] : timed_) {
    const Transition& t = net_.transitions[key.first];
    std::vector<Word> words = frame(key);
    for (Timer& timer : timed.running) {
      if (!shares(t)) continue;
      timers.push_back(&timer);
      SlowFlow& flow = flows.emplace_back();
      if (t.at_most.valid()) flow.limit = evaluator_.eval_real(t.at_most, words);
      for (const Arc& use : t.uses) {
        const std::int64_t n = count(use, words);
        if (n <= 0) continue;
        for (const Word colour : colours(use, words)) flow.uses[{use.place.index(), colour}] += n;
      }
    }
  }
  fill_progressively(flows, [this](const SlowResource& resource) {
    return number(resource.first, true, [&](Word c) { return c == resource.second; });
  });
  for (std::size_t k = 0; k < flows.size(); ++k) {
    timers[k]->work.go_on(now_, flows[k].speed);
    timers[k]->due = timers[k]->work.due;
  }
}

}  // namespace petriloom::test
