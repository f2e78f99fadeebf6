// SPDX-License-Identifier: Apache-2.0
// What of a net depends on the model time: guards that look at it, and in nets with such guards
// values that hold it, as a token that says when it was made. Time is left out when markings are
// explored, so that nothing may be decided by these.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

class TimeValues {
 public:
  /// `net` must outlive this.
  explicit TimeValues(const Net& net);

  /// Whether a guard of the transition depends on the time.
  [[nodiscard]] bool guard(TransitionId transition, std::size_t k) const {
    return !guards_.empty() && guards_[transition.index()][k] != 0;
  }
  /// Whether any does.
  [[nodiscard]] bool any_guard() const;
  /// Whether an expression over the binding and the draws of a transition depends on it.
  [[nodiscard]] bool depends(TransitionId transition, ExprId expr);
  /// Throws EvalError if what tokens are taken, how many, or which binding goes first depends on
  /// times that tokens hold.
  void refuse_what_decides();
  /// Throws EvalError if a state expression with so many slots depends on them.
  void refuse_what_is_asked(ExprId expr, std::uint32_t slots);

 private:
  /// Of a product or record, or a list of these, the components that depend on it, by bits; of
  /// anything else none or all.
  using Parts = std::uint64_t;
  using Slots = std::vector<Parts>;
  struct Bound {
    Slots slots;
    std::vector<std::uint32_t> terms;  // by variable: in how many it stands
  };

  bool pass();
  Bound bound(const Transition& transition);
  Parts parts(ExprId expr, Slots& slots);
  Parts parts_of_list(const Expr& node, Slots& slots);
  Parts parts_of_loop(const Expr& node, Slots& slots);
  Parts parts_of_call(const Expr& node, Slots& slots);
  [[nodiscard]] Parts fitted(Parts parts, ColourSetId set) const;
  [[nodiscard]] bool composite(ColourSetId set) const;
  void check_terms(const Transition& transition);
  [[noreturn]] void refuse(Location where, std::string_view what) const;

  const Net& net_;
  std::vector<Parts> places_;
  std::vector<std::vector<char>> guards_;  // by transition; empty if none looks at the time
  std::map<std::pair<std::size_t, Slots>, Parts> calls_;
};

}  // namespace petriloom
