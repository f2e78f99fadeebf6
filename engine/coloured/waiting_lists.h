// SPDX-License-Identifier: Apache-2.0
// Bindings that wait for tokens: of a transition that takes tokens and asks for nothing else that
// changes, one of which (its key) says what the binding is. Such bindings stay known while other
// tokens are missing.
//
// Those that have been found to lack the same tokens are one list, in the order in which they would
// go first. A list waits for one of its tokens that is missing (as the watched literals of
// M. Moskewicz et al., "Chaff", 2001). So a token that comes finds the lists that wait for it and
// the first of each, and no other binding is looked at.
#pragma once

#include "engine/containers/function_ref.h"
#include "engine/containers/id_table.h"
#include "engine/enabling/binding_plan.h"
#include "engine/marking/marking.h"

namespace petriloom::coloured {

/// The arc of an immediate transition whose token says all of a binding, if its bindings can wait:
/// it only takes tokens, the binding gives which, and what its guards and its precedence say does
/// not change. Nothing where searches find the first binding without going
/// through others.
std::optional<std::uint32_t> key_arc(const Net& net, const Transition& transition, const TransitionPlan& plan);

/// Lists of ids. What they stand for is the caller's.
class WaitingLists {
 public:
  static constexpr std::uint32_t kNone = IdTable::kNone;
  /// Whether one id goes before another.
  using Before = FunctionRef<bool(std::uint32_t, std::uint32_t)>;

  /// The list of those that lack these tokens, which is made if there is none.
  std::uint32_t list_of(TransitionId transition, std::span<const Tokens> lacks);
  /// Ascending; until the next call of `list_of`.
  [[nodiscard]] std::span<const Tokens> lacks(std::uint32_t list) const { return lists_[list].lacks; }
  void add(std::uint32_t list, std::uint32_t id, Before before);
  [[nodiscard]] bool empty(std::uint32_t list) const { return lists_[list].ids.empty(); }
  [[nodiscard]] std::uint32_t first(std::uint32_t list) const { return lists_[list].ids.front(); }
  /// Takes out the first.
  void pop(std::uint32_t list, Before before);

  /// The list waits for one of its tokens, of which some are missing; before, it waits for none.
  void watch(std::uint32_t list, const Tokens& missing);
  [[nodiscard]] bool watches(std::uint32_t list) const { return lists_[list].watch != kNone; }
  /// The lists that wait for such a token, which they do no longer, into `lists` (cleared first).
  void wake(TransitionId transition, PlaceId place, Word colour, std::vector<std::uint32_t>& lists);

  /// Who of a list was taken out as its first and stands for it elsewhere; kNone: nobody.
  [[nodiscard]] std::uint32_t front(std::uint32_t list) const { return lists_[list].front; }
  /// A list that has none, and nobody who waits, is given up.
  void set_front(std::uint32_t list, std::uint32_t id);
  /// Nobody stands for the list for now; it is kept until `set_front`.
  void stand_down(std::uint32_t list) { lists_[list].front = kNone; }
  /// Takes out those of a transition for which `goes` is true.
  void sweep(TransitionId transition, FunctionRef<bool(std::uint32_t)> goes, Before before);

 private:
  struct List {
    TransitionId transition;
    std::vector<Tokens> lacks;
    std::uint32_t hash = 0;
    std::uint32_t front = kNone;
    std::uint32_t watch = kNone;  ///< number of the token that it waits for
    std::uint32_t at = 0;         ///< position among those that wait for it
    bool used = false;
    std::vector<std::uint32_t> ids;  ///< a heap
  };
  /// A token that lists wait for.
  struct Watch {
    TransitionId transition;
    PlaceId place;
    Word colour = 0;
    std::uint32_t hash = 0;
    std::vector<std::uint32_t> lists;
  };
  [[nodiscard]] std::uint32_t find_watch(TransitionId transition, PlaceId place, Word colour) const;
  void unwatch(std::uint32_t list);
  void drop_watch(std::uint32_t watch);
  void drop_if_empty(std::uint32_t list);

  std::vector<List> lists_;
  std::vector<std::uint32_t> free_lists_;
  IdTable list_table_;
  std::vector<Watch> watches_;
  std::vector<std::uint32_t> free_watches_;
  IdTable watch_table_;
};

}  // namespace petriloom::coloured
