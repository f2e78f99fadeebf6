// SPDX-License-Identifier: Apache-2.0
// The enabled bindings of immediate transitions at one instant, and which of them goes first
// (docs/semantics.md, rules 9 and 10).
//
// Bindings are entered when a token may have enabled them and are looked at again only when they
// come up: while a binding stays enabled its tokens can only be taken away and replaced by later
// ones, so that its place in the order only gets worse. (Where the counts of a transition depend on
// the marking it may get better: such a binding is entered anew when they change.) Where the plan
// of an arc finds the best binding first, only that one is entered for a new token, and the next is
// looked for when it is gone; a long queue before a server thus costs nothing. Bindings of which
// one token says all wait for what they lack instead of being found again (waiting_lists).
#pragma once

#include "engine/coloured/timed_marking.h"
#include "engine/coloured/waiting_lists.h"
#include "engine/containers/id_table.h"
#include "engine/enabling/binding_order.h"
#include "engine/random/rng.h"

namespace petriloom::coloured {

class EnabledSet {
 public:
  EnabledSet(Firing& firing, const TimedMarking& marking);

  /// A token of `colour` has come to arc `arc` (input, read), gone from it (inhibitor), or come to
  /// or gone from what a dependency counts (numbered as in Enabling::for_each_using).
  void consider(TransitionId transition, std::size_t arc, Word colour);
  /// All bindings of a transition.
  void consider_all(TransitionId transition);
  /// Finds the binding to fire. False if no immediate transition is enabled.
  bool next(Random& random);
  [[nodiscard]] TransitionId transition() const { return items_[chosen_].transition; }
  /// The words of its binding, valid until the next call of `consider` or `next`.
  [[nodiscard]] std::span<const Word> binding() const { return items_[chosen_].binding; }
  /// The tokens that it takes, if they are known; valid as long.
  [[nodiscard]] std::span<const Tokens> inputs() const { return items_[chosen_].inputs; }
  /// A firing has taken its tokens, `used_up` all there were of some. If it is that of `binding()`,
  /// which is not valid any more then, what needs them again goes now, not when it comes up.
  void taken(std::span<const Word> fired, bool used_up);

 private:
  static constexpr std::uint32_t kConcrete = 0xffffffffU;
  static constexpr std::uint32_t kNoList = WaitingLists::kNone;
  /// One binding; or, with an arc, the best of those that use a token of `colour` there.
  struct Item {
    TransitionId transition;
    std::uint32_t arc = kConcrete;
    std::uint32_t hash = 0;
    std::uint32_t list = kNoList;  ///< in the heap it stands for those that wait in this list
    Word colour = 0;               ///< there; of a binding that can wait, of its key
    std::uint64_t step = 0;        ///< of the marking, in which it was looked at
    bool replaced = false;         ///< entered anew; goes when it comes up
    Precedence precedence;
    std::vector<Word> binding;
    std::vector<Tokens> inputs;  ///< what it takes, if that is known
    /// Looked up once it is compared with another of its precedence.
    bool has_arrivals = false;
    std::vector<ArrivalRun> arrivals;
  };

  /// Of a transition.
  struct Facts {
    bool weighted = false;
    bool only = false;                        ///< without variables
    std::uint64_t found = 0;                  ///< the step in which a binding was, last
    std::vector<std::uint8_t> first_is_best;  ///< by arc: of the plan
    // If its bindings can wait.
    std::optional<std::uint32_t> key_arc;  ///< nothing: they cannot
    std::vector<Code> guards;
    std::size_t waiting = 0;
    std::size_t sweep_at = 64;  ///< with so many waiting it is looked whether their keys are there
  };

  /// Whether a place from which all bindings take or read has only tokens that have just arrived,
  /// and `arc` is of another: then all that is enabled is found by those.
  [[nodiscard]] bool found_elsewhere(TransitionId transition, std::size_t arc) const;
  std::uint32_t obtain(TransitionId transition, std::uint32_t arc, Word colour, std::uint32_t hash);
  void enter(TransitionId transition, std::span<const Word> binding);
  void enter_best(TransitionId transition, std::uint32_t arc, Word colour);
  bool find_best(Item& item);
  [[nodiscard]] bool weighted(TransitionId transition) const { return facts_[transition.index()].weighted; }
  /// What an item is compared by, but for its arrivals.
  void set_order(Item& item);
  /// Its arrivals, unless the marking has changed since: then it goes before all others of its
  /// precedence, and is looked at anew.
  void find_arrivals(Item& item);
  /// What a binding that can wait is compared by.
  void set_order_by_inputs(Item& item);
  void fill_arrivals(std::span<const Tokens> inputs, Item& item);
  /// Whether an item is as it was when it was looked at last.
  [[nodiscard]] bool untouched(const Item& item) const;
  /// False if an item has gone that has lost the token of its arc, or what all its bindings need.
  [[nodiscard]] bool still_possible(const Item& item) const;
  /// Whether the item, looked at anew, is still enabled and where it was in the order.
  enum class Refreshed : std::uint8_t { same, later, gone };
  Refreshed refresh(Item& item);
  [[nodiscard]] bool before(Item& a, Item& b);
  void push(std::uint32_t id);
  /// The item, which is in the heap, goes when it comes up, as its binding is entered anew.
  void replace(std::uint32_t id);
  /// Whether the binding of an item is now before its place in the order; then makes way for it to
  /// be entered anew.
  bool replace_if_better(std::uint32_t id);
  void sift_down(std::size_t at);
  void choose_by_weight(Random& random);
  std::uint32_t take_top();
  void drop(std::uint32_t id);

  // enabled_set_waiting.cpp
  [[nodiscard]] bool can_wait(TransitionId transition) const { return facts_[transition.index()].key_arc.has_value(); }
  /// The token of `colour` has come that is the key of a binding.
  void enter_key(TransitionId transition, Word colour);
  bool bind_key(TransitionId transition, Word colour);
  /// Finds what never changes of a binding that can wait. False if it is never enabled. Throws
  /// EvalError.
  bool look_first(Item& item);
  /// From now on bindings of the transition are searched.
  void search_from_now_on(TransitionId transition);
  /// What a binding that can wait lacks.
  enum class Lack : std::uint8_t { nothing, key, token };
  /// Finds `lacking_`, the first token that is missing.
  Lack look(const Item& item);
  /// The arrivals of `inputs` without those that a list lacks; of what else is not there the
  /// earliest that is possible.
  void arrivals_without(std::span<const Tokens> inputs, std::span<const Tokens> lacks, std::vector<ArrivalRun>& arrivals);
  /// Puts a binding, at which was looked, into the list of those that lack `lacks_`: what those of
  /// the list `before` do, if there is one, and `lacking_`, which is missing.
  void wait(std::uint32_t id, std::uint32_t before);
  void add_to(std::uint32_t list, std::uint32_t id);
  [[nodiscard]] bool waits_before(std::uint32_t a, std::uint32_t b) const;
  /// A token has come for which bindings may wait.
  void wake(TransitionId transition, std::size_t arc, Word colour);
  /// The first of a list that is enabled goes into the heap, if its tokens are there; else it waits
  /// for one of them.
  void promote(std::uint32_t list);
  /// Looks at the top of the heap, which can wait, again.
  void refresh_top();
  void sweep(TransitionId transition);

  Firing& firing_;
  Enabling& enabling_;
  const Net& net_;
  const TimedMarking& marking_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> heap_;
  IdTable table_;
  std::uint32_t chosen_ = 0;
  std::vector<Tokens> inputs_;
  std::vector<Tokens> compared_inputs_;
  Tokens lacking_;
  std::vector<Tokens> lacks_;
  std::vector<std::uint32_t> woken_;
  std::vector<Word> key_binding_;
  std::vector<Word> key_frame_;
  std::vector<Facts> facts_;  // by transition
  WaitingLists waiting_;
  std::vector<ArrivalRun> old_arrivals_;
  std::vector<std::pair<std::uint32_t, double>> candidates_;
};

}  // namespace petriloom::coloured
