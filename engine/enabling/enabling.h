// SPDX-License-Identifier: Apache-2.0
// Finds the enabled bindings of transitions (docs/semantics.md, rules 3 to 6). Used by the
// simulator, the token game and the state space alike.
//
//   WordPool pool = net.pool;                       // one per run or thread
//   Enabling enabling(net, pool);
//   Marking marking(net, enabling.indices(), pool);
//   marking.assign(initial_tokens(net));            // firing.h
//   enabling.for_each(marking, [&](TransitionId t, std::span<const Word> frame) {
//     ...; return true;
//   });
//
// Where expressions of transitions count tokens, the evaluator must see the same marking
// (MarkingView, Evaluator::set_state).
//
// A frame holds one word for each variable of the transition; the first `binding_size` are the
// binding. Binding order is not specified but depends only on the contents and history of the
// marking. Priorities are not looked at here.
#pragma once

#include "engine/containers/function_ref.h"
#include "engine/enabling/binding_plan.h"
#include "engine/expr/eval.h"
#include "engine/marking/marking.h"

namespace petriloom {

/// Told of each enabled binding; returns false to stop. Must not change the marking nor start
/// another enumeration with the same Enabling; the frame is valid only during the call.
using BindingSink = FunctionRef<bool(TransitionId, std::span<const Word> frame)>;

class Enabling {
 public:
  /// `net` and `pool` must outlive this; `pool` must be a copy (or extension) of the net's. What
  /// evaluates polls `limits` (null: none), and throws LimitReached; they must outlive this, too.
  /// Without `compiled` it compiles the transitions itself, and throws EvalError if a variable can
  /// be bound by nothing.
  Enabling(const Net& net, WordPool& pool, const Limits* limits = nullptr,
           std::shared_ptr<const CompiledTransitions> compiled = nullptr);

  [[nodiscard]] const IndexTable& indices() const { return plans_.indices(); }
  /// To add indices for other uses (counting tokens in measures), before any marking is made.
  [[nodiscard]] IndexTable& indices() { return plans_.indices(); }
  [[nodiscard]] const BindingPlans& plans() const { return plans_; }
  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }
  [[nodiscard]] WordPool& pool() { return pool_; }
  [[nodiscard]] const Net& net() const { return net_; }

  // The enumerations below throw EvalError if an expression of a guard or term fails. They return
  // false if the sink stopped them. Each binding is reported once, unless two tokens of a place
  // with different colours match a read term that has wildcards.

  /// All enabled bindings of all transitions, in order of declaration of the transitions.
  bool for_each(const Marking& marking, BindingSink sink);
  /// All enabled bindings of one transition.
  bool for_each(const Marking& marking, TransitionId transition, BindingSink sink);
  /// All enabled bindings of the transition whose arc `arc` (its number in the transition) affects
  /// tokens of `colour`: takes or reads one (input, read), or would be inhibited by one
  /// (inhibitor). With `ignore_inhibitors` also those that an inhibitor arc forbids. Numbers from
  /// the number of arcs up are TransitionPlan::dependencies: all bindings for which it counts
  /// tokens of `colour`.
  bool for_each_using(const Marking& marking, TransitionId transition, std::size_t arc, Word colour, BindingSink sink,
                      bool ignore_inhibitors = false);
  /// The first binding that `for_each_using` finds; if the plan of the arc has `first_is_best` and
  /// the marking is ordered by arrival, the best one by rule 9. False if there is none.
  bool find_using(const Marking& marking, TransitionId transition, std::size_t arc, Word colour, BindingSink sink);
  /// False if no binding of the transition is enabled because a guard is false whatever it is, or a
  /// place has fewer available tokens than each takes or reads. Costs next to nothing.
  [[nodiscard]] bool possible(const Marking& marking, TransitionId transition) const {
    const Needed& needed = needed_[transition.index()];
    for (std::uint32_t k = needed.begin; k < needed.end; ++k) {
      if (marking.available_in(needed_places_[k]) < needed_tokens_[k]) return false;
    }
    return !needed.never;
  }
  /// Places from each of which all bindings of a transition take or read.
  [[nodiscard]] std::span<const PlaceId> needed(TransitionId transition) const {
    const Needed& needed = needed_[transition.index()];
    return std::span(needed_places_).subspan(needed.begin, needed.end - needed.begin);
  }
  /// What decides which bindings of a transition are enabled, and what they take.
  struct Decided {
    std::vector<PlaceId> places;
    bool more = false;  ///< the time too, or levels of fluid places
  };
  [[nodiscard]] const Decided& decided_by(TransitionId transition) const { return decided_[transition.index()]; }
  /// Whether a guard is false whatever the binding is.
  [[nodiscard]] bool never(TransitionId transition) const { return needed_[transition.index()].never; }
  /// Whether a binding (the first `binding_size` words) is enabled.
  bool enabled(const Marking& marking, TransitionId transition, std::span<const Word> binding);
  /// In a sink: what the input terms of the transition take in the binding that is found, into
  /// `inputs` (cleared first); nothing unless `inputs_seen` holds for the plan.
  void inputs_seen(TransitionId transition, std::vector<Tokens>& inputs) const;
  /// Whether any binding of the transition is enabled.
  bool fireable(const Marking& marking, TransitionId transition);
  /// Whether no transition is enabled.
  bool dead(const Marking& marking);
  /// Of a binding: its words, or a frame that starts with them. It may be called by a sink. Throws
  /// EvalError.
  [[nodiscard]] Precedence precedence(TransitionId transition, std::span<const Word> binding) {
    const PrecedenceCode& code = plans_[transition].precedence;
    return code.same() ? code.all() : evaluated(transition, binding);
  }
  /// That of a binding of a transition that has one. Throws EvalError if it is not positive.
  [[nodiscard]] double weight(const Marking& marking, TransitionId transition, std::span<const Word> binding);

 private:
  friend class BindingSearch;
  bool search(const Marking& marking, TransitionId transition, std::size_t arc, Word colour, BindingSink sink,
              bool ignore_inhibitors, bool best_only);
  [[nodiscard]] Precedence evaluated(TransitionId transition, std::span<const Word> binding);

  /// Of a transition, its part of `needed_places_`.
  struct Needed {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool never = false;  ///< a guard is false
  };
  void find_needed();
  [[nodiscard]] Decided find_decided(TransitionId transition) const;
  [[nodiscard]] std::int64_t always_taken(const Term& term);

  const Net& net_;
  WordPool& pool_;
  Evaluator evaluator_;
  BindingPlans plans_;
  std::vector<Needed> needed_;
  std::vector<Decided> decided_;
  std::vector<PlaceId> needed_places_;
  std::vector<std::int64_t> needed_tokens_;  // at least, of each
  std::vector<Word> frame_;
  std::vector<Word> precedence_frame_;
  // Of variables that a term may or may not bind: 0, or which term did.
  std::vector<std::uint32_t> bound_;
  std::vector<Word> chosen_;          // colour of the token that a scan or a look-up chose, by term
  std::vector<std::uint8_t> absent_;  // scans whose term is absent
  std::vector<Tokens> inputs_;
};

/// What state expressions see of a marking (for Evaluator::set_state).
class MarkingView final : public StateView {
 public:
  MarkingView(const Marking& marking, Enabling& enabling) : marking_(marking), enabling_(enabling) {}
  [[nodiscard]] std::int64_t tokens(PlaceId place) const override;
  [[nodiscard]] std::int64_t tokens_if(PlaceId place, const std::function<bool(Word)>& match) const override;
  [[nodiscard]] std::int64_t tokens(PlaceId place, Word colour) const override;
  [[nodiscard]] bool fireable(TransitionId transition) const override;
  [[nodiscard]] bool dead() const override;

 private:
  const Marking& marking_;
  Enabling& enabling_;
};

}  // namespace petriloom
