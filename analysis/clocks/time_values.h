// SPDX-License-Identifier: Apache-2.0
// What of a net depends on the model time: guards that look at it, and values that hold it, as a
// token that says when it was made. There is no clock when markings are explored, so that nothing
// may be decided by these (docs/semantics.md, rule 29).
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/clocks/time_parts.h"
#include "engine/net/net.h"

namespace petriloom {

/// Whether what tokens are put, or what is drawn for that, looks at the time.
[[nodiscard]] bool puts_times(const Net& net);

class TimeValues {
 public:
  /// By slot of a frame.
  using Slots = std::vector<TimeParts>;

  /// `net` must outlive this. It is one with delays or durations: without them the time is 0
  /// throughout, and nothing depends on it.
  explicit TimeValues(const Net& net);

  /// Whether a guard of the transition depends on the time.
  [[nodiscard]] bool guard(TransitionId transition, std::size_t k) const {
    return !guards_.empty() && guards_[transition.index()][k] != 0;
  }
  /// Whether any does.
  [[nodiscard]] bool any_guard() const;
  /// Whether the order of the transition does.
  [[nodiscard]] bool order(TransitionId transition) const { return !orders_.empty() && orders_[transition.index()] != 0; }
  /// Whether an expression over the binding and the draws of a transition depends on it.
  [[nodiscard]] bool depends(TransitionId transition, ExprId expr);
  /// What depends on it in the binding and the draws of a transition, supposing that nothing is put
  /// or drawn that does but times.
  [[nodiscard]] Slots slots(TransitionId transition) { return bound(net_[transition]).slots; }
  /// What of an expression does, in such a frame; sets the slots of what it binds itself.
  TimeParts parts(ExprId expr, Slots& slots);
  [[nodiscard]] const TimePartsOf& of() const { return of_; }

  /// Throws EvalError if what is put but for times, what tokens are taken, how many, or a priority
  /// depends on the time.
  void refuse_what_decides();
  /// Throws EvalError if an order, a weight or a duration does.
  void refuse_what_chances();
  /// Throws EvalError if a state expression with so many slots depends on it.
  void refuse_what_is_asked(ExprId expr, std::uint32_t slots);

 private:
  struct Bound {
    Slots slots;
    std::vector<std::uint32_t> terms;  // by variable: in how many it stands
  };

  bool pass();
  Bound bound(const Transition& transition);
  [[nodiscard]] TimeParts listed(PlaceId place) const;
  TimeParts parts_of_tokens(const Expr& node, Slots& slots);
  TimeParts parts_of_list(const Expr& node, Slots& slots);
  TimeParts parts_of_loop(const Expr& node, Slots& slots);
  TimeParts parts_of_fold(const Expr& node, Slots& slots);
  TimeParts parts_of_elements(ExprId list, Slots& slots);
  TimeParts parts_of_call(const Expr& node, Slots& slots);
  void check_puts(const Transition& transition, const Bound& binding);
  void check_term(const Transition& transition, const Arc& arc, const Bound& binding);
  bool decided(ExprId expr, const Bound& binding);
  [[noreturn]] void refuse(Location where, std::string_view what) const;

  const Net& net_;
  TimePartsOf of_;
  std::vector<TimeParts> places_;
  std::vector<std::vector<char>> guards_;  // by transition; empty if nothing depends on the time
  std::vector<char> orders_;               // by transition; likewise
  std::map<std::pair<std::size_t, Slots>, TimeParts> calls_;
};

}  // namespace petriloom
