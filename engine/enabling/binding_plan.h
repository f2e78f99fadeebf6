// SPDX-License-Identifier: Apache-2.0
// How the enabled bindings of a transition are found: for the transition as a whole and for each of
// its arcs (given a token of the arc's place) a fixed order of steps, each of which binds variables
// or discards.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/compiled/dependency.h"
#include "engine/enabling/priority.h"
#include "engine/join/plan.h"

namespace petriloom {

/// One arc term, compiled.
struct Term {
  ArcKind kind = ArcKind::input;
  PlaceId place;
  std::uint32_t arc = 0;  ///< its number in the transition
  bool each = false;
  bool always_one = false;   ///< no condition, and the count is 1
  bool never = false;        ///< whatever the binding and the marking are, it is not there
  bool varying = false;      ///< count, condition or value look at the marking
  bool may_not_fit = false;  ///< output: its value is of another colour set than its place
  Code count;                ///< invalid: 1
  Code condition;            ///< invalid: always
  /// Colour, or list of colours if `each`; not to be run if the pattern has wildcards.
  Code value;
  Code delay;
  bool collects = false;      ///< `pattern` is of what is collected
  bool collects_all = false;  ///< whatever their number
  Code collected;             ///< how many are collected; invalid: 1, or all
  Code seen;                  ///< over slot `tokens`: the list; invalid: the same
  std::uint32_t tokens = 0;
  Code such;  ///< reset, over slot `token`: which of those that match; invalid: all
  std::uint32_t token = 0;
  /// Of the colour; of the elements if `each` (then only a partial description).
  Pattern pattern;
  /// Reset: the tokens that match are in the group of `index` whose key these parts of the pattern
  /// are. Not of `each`.
  std::vector<std::uint32_t> key;
  IndexId index;
  /// Input: the number of what it says of bindings which token they take, if it alone does.
  std::uint32_t rank = TokenIndex::kNoRank;
  std::vector<std::uint32_t> variables;  ///< all that the term needs
  std::vector<std::uint32_t> presence;   ///< those that count and condition need
};

/// What to do with a part of a colour whose word is read as it is.
struct PlainPart {
  Accessor accessor;
  enum class Kind : std::uint8_t { binds, is_variable, is_word } kind = Kind::binds;
  std::uint32_t slot = 0;  ///< binds, is_variable
  Word word = 0;           ///< is_word
};

/// One step of a plan, compiled. A `lookup` asks for as many available tokens of a colour, or of
/// those that match wildcards, as the kind of its term says; `index` is of the place, on `key`.
struct PlanStep : JoinStep {
  /// `parts`, if all are plain and bind whatever came before; else empty.
  std::vector<PlainPart> plain;
  Code code;        ///< assign; guards lie with their transition
  Pattern pattern;  ///< assign
};

struct Plan {
  std::vector<PlanStep> steps;
  std::vector<PartAction> trigger;       ///< what to do with the parts of the given token
  std::vector<PlainPart> plain_trigger;  ///< the same, as PlanStep::plain
  /// The first binding found is, of all this plan finds, the one that comes first by
  /// docs/semantics.md, rule 9.
  bool first_is_best = false;
};

struct TransitionPlan {
  std::vector<Term> terms;   ///< in order of the arcs
  std::vector<Code> guards;  ///< that steps ask for by number
  Plan all;
  Plan check;  ///< of a binding that is given
  /// Parallel to the arcs of the transition, empty for output, reset and equal arcs; then one for
  /// each of `dependencies`, which finds the bindings that are affected when a given colour comes
  /// or goes.
  std::vector<Plan> by_arc;
  std::vector<Dependency> dependencies;
  PrecedenceCode precedence;
  std::vector<std::uint32_t> precedence_slots;  ///< the variables on which it depends
  Code a, b, weight;                            ///< of the transition
  std::vector<Code> times;                      ///< of the transition
  std::vector<Code> draws;                      ///< their values, in the order of the text
  std::vector<std::uint32_t> draw_slots;        ///< where they go
  std::vector<Term> uses;                       ///< of the transition; without patterns
  Code at_most;                                 ///< of the transition
  std::uint32_t frame_size = 0;
  std::uint32_t binding_size = 0;
  /// Two input terms may ask for the same colour, so that needs have to be added up.
  bool joined_inputs = false;
  /// Each input term takes one token, always, so that a search that finds a binding has seen what
  /// all of them take.
  bool inputs_seen = false;
  /// What the input terms ask for, or the read terms, depends on the marking.
  bool varying_inputs = false;
  /// Of some variables it depends on the binding which term binds them.
  bool tells_binders = false;
  // The terms of some kinds that may be there, by number, so that nobody looks for them.
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> changes;  ///< outputs and resets
};

/// What a guard is whatever the binding and the marking are; nothing if they decide it.
std::optional<bool> always(const Net& net, ExprId guard);
/// Adds what the terms of a transition count to decide what is enabled.
void add_counts_of_terms(const Transition& transition, const std::vector<Term>& terms, Dependencies& dependencies);

/// The transitions of a net, compiled. Nothing in it is of one run, so that several share it, also
/// at the same time.
struct CompiledTransitions {
  /// Throws EvalError if a variable can be bound by nothing, or if an input arc has a wildcard. The
  /// net must outlive this.
  explicit CompiledTransitions(const Net& net);
  /// A term by whose tokens precedences can be told.
  struct RankedTerm {
    TransitionId transition;
    std::uint32_t arc = 0;
  };
  IndexTable indices;  ///< that the plans use
  std::vector<TransitionPlan> plans;
  std::vector<RankedTerm> ranked;  ///< by the number of the rank
};

/// The plans of all transitions of a net, and the indices of one run.
class BindingPlans {
 public:
  /// `net` and `pool` must outlive this; `compiled` is of the net.
  BindingPlans(const Net& net, WordPool& pool, std::shared_ptr<const CompiledTransitions> compiled);
  [[nodiscard]] const TransitionPlan& operator[](TransitionId id) const { return compiled_->plans[id.index()]; }
  [[nodiscard]] const IndexTable& indices() const { return indices_; }
  /// Adds an index for other uses (counting tokens in measures); before any marking is made.
  [[nodiscard]] IndexTable& indices() { return indices_; }

 private:
  std::shared_ptr<const CompiledTransitions> compiled_;
  IndexTable indices_;
  std::vector<std::unique_ptr<TokenRank>> ranks_;
};

}  // namespace petriloom
