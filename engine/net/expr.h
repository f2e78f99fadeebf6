// SPDX-License-Identifier: Apache-2.0
// Typed expressions, held as nodes of one array per net. Made by ExprBuilder (which checks types),
// run by Evaluator.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/net/colour.h"
#include "engine/net/ids.h"

namespace petriloom {

enum class Op : std::uint8_t {
  literal,  ///< payload: the word (handles refer to the net's own pool)
  /// Payload: slot in the frame (transition variable, function parameter, let or lambda variable).
  variable,
  /// Matches any colour; only in patterns of read, inhibitor, input and reset arcs and of token
  /// counts.
  wildcard,
  let,      ///< payload: slot; children: value, body
  if_,      ///< children: condition, then, else
  call,     ///< payload: function; children: arguments
  tuple,    ///< children: components of a product or record
  project,  ///< payload: component number; child: composite
  /// Child: an expression of another colour set (see ColourTable::converts); out of range is a
  /// run-time error. Payload: 1 if the words are the same in both and there is nothing to check
  /// (ColourTable::same_words), else 0.
  convert,
  negate,
  add,
  subtract,
  multiply,
  divide,
  modulo,  ///< int: divide truncates toward zero, by 0 is a run-time error; real: IEEE
  minimum,
  maximum,
  absolute,
  power,
  floor,
  ceil,
  round,
  sqrt,
  exp,
  log,  ///< floor, ceil, round: real -> int
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  not_,
  and_,
  or_,  ///< and, or: the right side is evaluated only if needed
  successor,
  predecessor,  ///< of a finite colour set, cyclic
  /// Finite colour -> int: the ordinal of a bool or enumeration, the index of an index colour.
  index_of,
  /// int -> finite simple colour set (of the node's type); out of range is a run-time error.
  colour_at,
  list,  ///< children: elements
  length,
  head,
  tail,
  element,
  append,
  concat,
  contains,    ///< element(l, i): i from 0; append(l, x); concat(l, m); contains(l, x)
  range_list,  ///< children: low, high: [low, ..., high], up to ValueOperations::kMostListElements
  colours,     ///< the list of all colours of a finite colour set (the element type of its type)
  slice,       ///< slice(l, from, count): elements from.., at most count, clipped to what is there
  reverse,
  update,    ///< update(l, i, x): element i replaced; out of range is a run-time error
  remove,    ///< remove(l, x): without the first x
  position,  ///< position(l, x): where the first x is, from 0, or -1 -> int
  distinct,  ///< the first occurrence of every element
  ///< length, concat, element, contains, slice, reverse, update, remove, position and distinct work
  ///< on strings too; what is an element of a list is a string of length 1 there (contains, remove,
  ///< position: any string, found as a part)
  inject,   ///< payload: variant; child: its content. Of the node's type, a union
  variant,  ///< child: a union -> int, the number of its variant
  /// Payload: variant; child: a union -> what that variant holds; another one is a run-time error.
  content,
  to_text,  ///< child: anything -> string: a string as it is, else as ColourTable::format writes it
  /// Payload: Distribution; children: its parameters (engine/expr/distribution.h). Drawn anew each
  /// time it is evaluated, which is once for each firing.
  random,
  map,
  filter,
  fold,
  forall,
  exists,
  sum,
  argmin,
  sort,
  ///< map/filter/forall/exists/sum/argmin/sort: payload: slot of the element; children: list, body.
  ///< argmin: the first element with the least body; sort: ascending by body, stable. fold:
  ///< payload: slot of the accumulator, element in the next slot; children: list, start, body
  /// Payload: place; child: none (all tokens) or one pattern. State expressions only. -> int.
  tokens,
  level,     ///< payload: fluid place. State expressions only. -> real
  fireable,  ///< payload: transition. State expressions only. -> bool
  dead,      ///< no transition is enabled. State expressions only. -> bool
  now,       ///< the model time in s, real. Only in measures and in delays.
  /// The list of the tokens of a place in order of their colours, each colour as often as it is
  /// there. Payload: place. State expressions only.
  token_list,
  least,
  greatest,
  ///< least/greatest: payload: slot of the element; children: list, body. The least and greatest
  ///< body; of no element a run-time error
};

/// What `Op::random` draws from; engine/expr/distribution.h has their names and parameters.
enum class Distribution : std::uint8_t {
  exponential,  ///< rate
  uniform,      ///< a, b
  normal,       ///< mean, standard deviation
  erlang,       ///< shape (int), rate
  gamma,        ///< shape, scale
  weibull,      ///< shape, scale
  lognormal,    ///< mean and standard deviation of the logarithm
  chi_squared,  ///< degrees of freedom (int)
  student,      ///< degrees of freedom (int)
  triangular,   ///< a, mode, b
  beta,         ///< a, b
  discrete,     ///< a, b (int): every int from a to b, as likely as each other
  bernoulli,    ///< p: 1, otherwise 0
  binomial,     ///< n (int), p
  poisson,      ///< mean
  geometric,    ///< p: failures before the first success
};

/// What of a state an expression looks at, itself or in a function that it calls: a set of these
/// bits.
namespace look {
constexpr unsigned tokens = 1;   ///< how many tokens are in a place
constexpr unsigned levels = 2;   ///< of fluid places
constexpr unsigned enabled = 4;  ///< what can fire
constexpr unsigned time = 8;     ///< now
constexpr unsigned random = 16;  ///< a value that is drawn
constexpr unsigned state = tokens | levels | enabled | time;
}  // namespace look

/// One node. Children are `children[first .. first + count)` of the arena.
struct Expr {
  Op op = Op::literal;
  bool wildcards = false;  ///< a wildcard is in it; set by ExprArena::add
  std::uint8_t looks = 0;  ///< bits of `look`; set by ExprArena::add and ExprArena::settle
  /// It, or something in it, names a constant; not what functions do that it calls. Set by
  /// ExprArena::add.
  bool named = false;
  ColourSetId type;
  Word payload = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  /// Nodes on the longest path down; at most ExprBuilder::kMostHeight; set by ExprArena::add.
  std::uint32_t height = 1;
  /// Literal: the constant (Net::constants) by whose name it is written; else invalid.
  ConstantId constant;
  /// Literal: the expression with named constants that it was folded from; else invalid. For who
  /// writes the net (`as_written`): it is not evaluated, and nothing is in it that is not closed.
  ExprId written;
  Location where;

  /// Whether its value depends on the marking, what can fire or the time.
  [[nodiscard]] bool stateful() const { return (looks & look::state) != 0; }
  /// Whether its value is drawn, or something in it.
  [[nodiscard]] bool random() const { return (looks & look::random) != 0; }
};

struct Function;

/// The nodes of all expressions of a net. Nodes are appended only, children before parents.
class ExprArena {
 public:
  ExprId add(Expr node, std::span<const ExprId> children);
  /// Once all functions have bodies: what these look at is looked at by who calls them.
  void settle(const std::vector<Function>& functions);
  /// Whether an expression, which may be invalid, looks at any of these.
  [[nodiscard]] bool looks(ExprId id, unsigned any_of) const { return id.valid() && (nodes_[id.index()].looks & any_of) != 0; }
  [[nodiscard]] const Expr& operator[](ExprId id) const { return nodes_[id.index()]; }
  [[nodiscard]] std::span<const ExprId> children(ExprId id) const {
    const Expr& node = nodes_[id.index()];
    return {children_.data() + node.first, node.count};
  }
  /// The children of a node at hand: `children_at(node.first)[0 .. node.count)`.
  [[nodiscard]] const ExprId* children_at(std::uint32_t first) const { return children_.data() + first; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  std::vector<Expr> nodes_;
  std::vector<ExprId> children_;
};

/// A user function. Parameters take slots 0, 1, ...; `slots` counts them and all let and lambda
/// variables of the body.
struct Function {
  std::string name;
  std::vector<std::string> parameter_names;
  std::vector<ColourSetId> parameters;
  ColourSetId result;
  ExprId body;
  std::uint32_t slots = 0;
  /// What the slots behind the parameters are called where they are given a value; empty for those
  /// without a name, and at the end left out.
  std::vector<std::string> local_names;
  /// By which names the colour sets of the parameters are written, and behind them that of the
  /// result; or empty.
  std::vector<ColourAliasId> aliases;
  Location where;
};

/// Whether what an operation gives depends on the bounds of the colour sets in its type.
constexpr bool depends_on_bounds(Op op) { return op == Op::colours || op == Op::successor || op == Op::predecessor; }
/// Whether an operation looks at the tokens of the place that is its payload.
constexpr bool looks_at_tokens(Op op) { return op == Op::tokens || op == Op::token_list; }
/// Whether an operation compares two values.
constexpr bool compares(Op op) { return op >= Op::equal && op <= Op::greater_equal; }
/// Whether an operation goes through a list, its first child, with its last for each element.
constexpr bool goes_through_list(Op op) { return (op >= Op::map && op <= Op::sort) || op == Op::least || op == Op::greatest; }

/// Visits an expression and all below it, parents first. `visit(ExprId)` returns false to skip the
/// children.
template <class Visit>
void for_each_expr(const ExprArena& arena, ExprId root, const Visit& visit) {
  if (!root.valid() || !visit(root)) return;
  for (const ExprId child : arena.children(root)) for_each_expr(arena, child, visit);
}

/// Visits the nodes of an expression that look at the tokens of a place: `visit(ExprId)`. Functions
/// look at none.
template <class Visit>
void for_each_tokens(const ExprArena& arena, ExprId root, const Visit& visit) {
  for_each_expr(arena, root, [&](ExprId id) {
    if (looks_at_tokens(arena[id].op)) visit(id);
    return arena.looks(id, look::tokens);
  });
}

}  // namespace petriloom
