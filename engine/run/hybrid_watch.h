// SPDX-License-Identifier: Apache-2.0
// What may change while levels do and decides what happens next: comparisons in guards, flows, rates, measures and the stop
// condition (docs/fluid.md, F5).
#pragma once

#include "engine/run/hybrid_net.h"
#include "engine/run/measure.h"
#include "engine/run/timers.h"

namespace petriloom {

class HybridWatch {
 public:
  /// All are those of a run of the hybrid net's net, and kept by reference.
  HybridWatch(const HybridNet& hybrid, Enabling& enabling, const Timers& timers, const Measures& measures, const Marking& marking);

  /// Notes the values that all have now, for the bindings that are there now.
  void look();
  /// Whether one has another value. The evaluator must see the levels and the time.
  bool changed();
  /// Where the first stands that has another value.
  [[nodiscard]] Location first_changed();

 private:
  struct Item {
    std::uint32_t code = 0;
    std::vector<Word> frame;
    Word value = 0;
  };
  struct Measured {
    std::uint32_t code = 0;
    std::vector<Word> frame;
  };
  Word value_of(Item& item);
  std::uint32_t code_of(ExprId expr);

  const HybridNet& hybrid_;
  Enabling& enabling_;
  const Timers& timers_;
  const Marking& marking_;
  std::vector<Code> codes_;
  std::vector<std::vector<std::uint32_t>> watched_;  // by position in HybridNet::conditions
  std::vector<Measured> measured_;
  std::vector<Item> items_;
};

}  // namespace petriloom
