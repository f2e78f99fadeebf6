// SPDX-License-Identifier: Apache-2.0
// What may change while levels do and decides what happens next: comparisons in guards, flows,
// rates, measures and the stop condition (docs/fluid.md, F5).
#pragma once

#include "engine/coloured/timers.h"
#include "engine/fluid/hybrid_net.h"
#include "engine/measure/measure.h"

namespace petriloom::fluid {

class Watch {
 public:
  /// All are those of a run of the hybrid net's net, and kept by reference.
  Watch(const HybridNet& hybrid, Enabling& enabling, const coloured::Timers& timers, const RewardVariables& measures,
        const Marking& marking);

  /// Notes the values that all have now, for the bindings that are there now.
  void look();
  /// Whether one has another value. The evaluator must see the levels and the time.
  bool changed();
  /// Number of functions that tell how far what is watched is from changing. They are of what
  /// `look` noted.
  [[nodiscard]] std::size_t gaps() const { return gaps_.size(); }
  /// How far the present levels and time are from a change of what function `number` is of:
  /// negative beyond it, not a number where that has no value. The evaluator must see them.
  double gap(std::size_t number);
  /// The degree of a function as a polynomial of levels and the time; 0 if it is none.
  [[nodiscard]] int degree(std::size_t number) const { return codes_[items_[gaps_[number].item].code].degree; }
  /// Where the first stands that has another value.
  [[nodiscard]] Location first_changed();

 private:
  /// What is watched, and the two sides of a comparison or the number that is rounded, if it is one
  /// of numbers.
  struct Watched {
    Watched(const Net& net, ExprId expr);
    Code code, left, right;
    Op op = Op::literal;  ///< the comparison or rounding; literal: neither, or one of equality
    int degree = 0;       ///< of left - right, or of what is rounded
    bool real = true;     ///< type of both sides
  };
  struct Item {
    std::uint32_t code = 0;
    std::vector<Word> frame;
    Word value = 0;
  };
  struct Measured {
    std::uint32_t code = 0;
    std::vector<Word> frame;
  };
  /// One of one item; of what is rounded there are two.
  struct Gap {
    std::uint32_t item = 0;
    bool upper = false;
  };
  Word value_of(Item& item);
  double number_of(const Code& code, Item& item, bool real);
  std::uint32_t code_of(ExprId expr);

  const HybridNet& hybrid_;
  Enabling& enabling_;
  const coloured::Timers& timers_;
  const Marking& marking_;
  std::vector<Watched> codes_;
  std::vector<std::vector<std::uint32_t>> watched_;  // by position in HybridNet::conditions
  std::vector<Measured> measured_;
  std::vector<Item> items_;
  std::vector<Gap> gaps_;
};

}  // namespace petriloom::fluid
