// SPDX-License-Identifier: Apache-2.0
// Which of several enabled bindings goes first by what the net says of them, and how often one
// binding may be enabled at a time.
#pragma once

#include "engine/compiled/code.h"

namespace petriloom {

/// The most times that one binding of a timed transition may be enabled at a time (docs/limits.md).
inline constexpr std::int64_t kMostEnablingDegree = 10'000'000;

/// What the net says of a binding (docs/semantics.md, rules 9 and 13). Arrivals decide what is
/// equal.
struct Precedence {
  std::int64_t priority = 0;  ///< higher goes first
  double order = 0;           ///< then lower goes first; a number
  friend bool operator==(const Precedence&, const Precedence&) = default;
};

/// Whether `a` goes before `b`.
inline bool goes_before(const Precedence& a, const Precedence& b) {
  return a.priority != b.priority ? a.priority > b.priority : a.order < b.order;
}

/// The precedence of the bindings of all transitions of a net.
class Precedences {
 public:
  /// Both must outlive this.
  Precedences(const Net& net, Evaluator& evaluator);
  /// Of a binding: its words, or a frame that starts with them. Throws EvalError.
  [[nodiscard]] Precedence of(TransitionId transition, std::span<const Word> binding) {
    const Codes& codes = codes_[transition.index()];
    return codes.same ? codes.all : evaluated(transition, binding);
  }
  /// Whether all bindings of a transition have the same.
  [[nodiscard]] bool same(TransitionId transition) const { return codes_[transition.index()].same; }

 private:
  struct Codes {
    Code priority, order;  ///< invalid: 0
    bool same = true;
    Precedence all;  ///< if it is the same
  };
  [[nodiscard]] Precedence evaluated(TransitionId transition, std::span<const Word> binding);

  const Net& net_;
  Evaluator& evaluator_;
  std::vector<Codes> codes_;  // by transition
  std::vector<Word> frame_;
};

}  // namespace petriloom
