// SPDX-License-Identifier: Apache-2.0
// Transitions of a net, with their arcs: when they may fire, what that does, and how long it takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/ids.h"
#include "engine/net/module.h"
#include "engine/net/timing.h"

namespace petriloom {

enum class ArcKind : std::uint8_t {
  input,      ///< takes `count` tokens of colour `value`
  output,     ///< puts `count` tokens of colour `value`, available after `delay`
  read,       ///< needs `count` available tokens of colour `value`, takes none
  inhibitor,  ///< needs fewer than `count` tokens matching `value` (available or not)
  reset,      ///< removes all tokens matching `value` (available or not)
  equal,      ///< needs exactly `count` tokens matching `value` (available or not); binds nothing
};

/// What an input arc collects: a list of tokens, which a variable of the binding is given before
/// the arc takes one token for each element (docs/semantics.md, rule 31).
struct Collect {
  /// Of the place's colours, with wildcards: which tokens are meant. It binds no variable.
  ExprId pattern;
  ExprId count;              ///< an int: how many, 0 or less for none; invalid: all that match
  std::uint32_t list = 0;    ///< the slot of the variable, in the binding
  std::uint32_t tokens = 0;  ///< a slot behind the binding: the tokens as the place holds them
  ExprId seen;               ///< over `tokens`: the list as the variable has it; invalid: the same
};

/// One term of an arc; an arc inscription of several terms is several of these. `value` of input
/// and read arcs is a pattern: variables in it are bound by matching. Wildcards may stand in
/// patterns and in the values of inhibitor, reset and equal arcs. Patterns are variables, literals,
/// tuples, records, wildcards, successor and predecessor, list literals, concat with a list literal
/// on one side, and inject, of patterns (engine/expr/match.h); any other part is computed and
/// compared.
struct Arc {
  PlaceId place;
  ArcKind kind = ArcKind::input;
  /// An int, of a fluid place a real: an amount; invalid: 1. A count of 0 or less makes the term
  /// absent (equal: asks for no token). Must not need unbound variables.
  ExprId count;
  ExprId value;       ///< of the place's colour set; if `each`, a list of it
  ExprId condition;   ///< bool; invalid: always. When false the term is absent
  ExprId delay;       ///< real, s, output only; invalid: 0
  bool each = false;  ///< one token (times count) for every element of the list `value`
  /// Input, with `each` and without a count: where the list comes from.
  std::optional<Collect> collect;
  /// Reset: a bool over the binding and slot `token` behind it, which stands for a token; only
  /// those of which it holds are removed. Invalid: all. Then `value` says no more than indices.
  ExprId such;
  std::uint32_t token = 0;
  /// Of a term with `collect` or `such`: how many indices of the place its path gave, layer by
  /// layer from outside, which the writer shows again.
  std::vector<std::uint32_t> indices;
  Location where;
};

enum class Memory : std::uint8_t { enabling, age, resampling };

struct Variable {
  std::string name;
  ColourSetId colour;
  ColourAliasId alias{};  ///< by which `colour` is written
};

/// A value that is evaluated once when a transition fires, before all else, for what it puts and
/// for its delays.
struct Draw {
  std::uint32_t slot = 0;  ///< of the transition, behind the binding
  ExprId value;            ///< may use the binding and the draws before it
  Location where;
  /// Constants of the type of the value that verification explores in place of it; empty: what it
  /// may draw.
  std::vector<ExprId> abstract;
};

struct Transition {
  std::string name;
  ModuleId module;
  /// The slots of a binding frame. The first `binding_size` are bound by the binding; the rest are
  /// let and lambda variables.
  std::vector<Variable> variables;
  std::uint32_t binding_size = 0;
  std::vector<Draw> draws;
  std::uint32_t folded = 0;    ///< the first so many variables are the indices of folded instances
  std::vector<ExprId> guards;  ///< bool, all must hold
  /// A bool over the indices: all hold for the instances that there are (filters of folded arrays).
  std::vector<ExprId> exists;
  // Over the binding alone, as are `exists` and `times` (docs/semantics.md, rule 9).
  ExprId priority;  ///< int, higher first; invalid: 0
  ExprId order;     ///< real, of equal priority lower first; invalid: 0
  ExprId weight;    ///< real > 0; invalid: first come, first served (docs/semantics.md)
  Timing timing = Timing::immediate;
  ExprId a, b;                ///< parameters of `timing`, real
  std::vector<ExprId> times;  ///< of scheduled timings (at, every), real; over the binding alone
  std::int64_t servers = 0;   ///< bindings that run at once; 0: infinite
  Memory memory = Memory::enabling;
  /// Of what its work is done, for as long as that takes: terms as of read arcs, which test nothing
  /// and take nothing. Over the binding alone, as is `at_most`, a limit of its speed (real > 0;
  /// invalid: none). docs/semantics.md, rule 30.
  std::vector<Arc> uses;
  ExprId at_most;
  ExprId delay;  ///< real, s: added to the delay of every output arc; invalid: 0
  /// Fairness takes the two for one transition: another of the same module, which has none itself;
  /// invalid: it stands alone (docs/semantics.md, rule 26).
  TransitionId fair_with;
  std::vector<Arc> arcs;
  Position at;
  Location where;
};

/// Whether the time of a transition is work, done at a speed that it shares with others.
inline bool shares(const Transition& transition) { return !transition.uses.empty() || transition.at_most.valid(); }

}  // namespace petriloom
