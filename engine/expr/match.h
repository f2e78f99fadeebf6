// SPDX-License-Identifier: Apache-2.0
// Arc patterns taken apart, for matching colours against them: which part of a colour is which
// variable, constant or expression. The one place that knows what a pattern is: validation,
// unfolding and the engine's binding search all use it.
#pragma once

#include <optional>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// One step from a colour to a part of it.
struct PartStep {
  enum class Kind : std::uint8_t {
    component,  ///< component `first` of a product or record
    base,       ///< a colour of a subset as one of its base
    variant,    ///< the number of the variant of a union, int
    length,     ///< the number of elements of a list or bytes of a string, int
    at_least,   ///< whether there are at least `first` of them, bool
    content,    ///< what variant `first` of a union holds
    front,      ///< element `first` of a list, or byte of a string as an int
    back,       ///< the same from the end; 0 is the last
    rest,       ///< the list or string without its first `first` and last `last` elements
  };
  Kind kind = Kind::component;
  ColourSetId set;  ///< where the step starts from
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  /// Whether every colour of `set` has that part.
  [[nodiscard]] bool certain() const { return kind < Kind::content; }
  friend bool operator==(const PartStep&, const PartStep&) = default;
};

/// A leaf of a pattern. That a union is of one variant or a list of some length is a constant leaf
/// too.
struct ColourPart {
  enum class Kind : std::uint8_t { variable, constant, computed };
  Kind kind = Kind::constant;
  std::vector<PartStep> path;  ///< from the colour to the part, outermost step first
  ColourSetId type;            ///< colour set of the part in the colour
  ColourSetId leaf;            ///< colour set of the variable or expression
  std::uint32_t slot = 0;      ///< variable
  /// Variable: the part is its successor so many times (predecessor: negative), cyclic in `type`.
  int turn = 0;
  Word word = 0;                     ///< constant, of `leaf`
  ExprId expr;                       ///< computed: the expression, of `leaf`
  std::vector<std::uint32_t> needs;  ///< computed: the variables in it

  /// Whether every colour of the pattern's type has this part.
  [[nodiscard]] bool certain() const;
};

struct ColourPattern {
  ColourSetId type;
  /// Wildcards leave none.
  std::vector<ColourPart> parts;
  bool wildcards = false;  ///< some part of the colour is not looked at

  /// Whether matching can bind the variable.
  [[nodiscard]] bool binds(std::uint32_t slot) const;
};

/// Takes apart a pattern for colours of `type`. Variables are the slots below `binding_size`.
ColourPattern colour_pattern(const Net& net, ExprId pattern, ColourSetId type, std::size_t binding_size);
/// The part of a colour that `part` speaks of; empty if the colour has no such part.
std::optional<Word> part_word(const ColourTable& colours, const ColourPart& part, Word colour, WordPool& pool);
/// One step of the way; empty if there is no such part.
std::optional<Word> step_word(const ColourTable& colours, const PartStep& step, Word colour, WordPool& pool);
/// The word of the part as one of the leaf's colour set, turned back for a variable; empty if it
/// does not fit.
std::optional<Word> leaf_word(const ColourTable& colours, const ColourPart& part, Word word, WordPool& pool);
/// What the variable would be, or the constant or expression must be, for the pattern to match the
/// colour: `leaf_word` of `part_word`; empty if it cannot match.
std::optional<Word> matched_word(const ColourTable& colours, const ColourPart& part, Word colour, WordPool& pool);
/// A colour of a finite colour set moved by `turn` places, cyclic.
inline Word turned(const ColourSet& set, Word word, int turn) {
  const Word size = set.high - set.low + 1;
  const Word moved = (word - set.low + turn % size) % size;
  return set.low + (moved < 0 ? moved + size : moved);
}
/// A colour of one set as one of another, also from those reals that are integers back to integers;
/// empty if it does not fit.
std::optional<Word> convert_back(const ColourTable& colours, ColourSetId from, ColourSetId to, Word word, WordPool& pool);
/// The slots below `limit` that the expression reads, ascending; those at and above are its own let
/// and lambda variables.
std::vector<std::uint32_t> free_variables(const Net& net, ExprId expr, std::size_t limit);
/// Whether an expression does no more with the list in a variable than to look into it: to count,
/// find or take its elements.
bool only_looks_into(const Net& net, ExprId expr, std::uint32_t slot);
/// The slots that an expression binds itself, those of let and lambda variables, in the order in
/// which it does.
std::vector<std::uint32_t> own_variables(const Net& net, ExprId expr);
/// Whether the children of a node in a pattern are patterns themselves, so that wildcards may stand
/// in them.
bool pattern_node(const Net& net, ExprId expr);

/// Visits the expressions of a transition, but for `exists`, which say what instances there are;
/// those that it lacks are invalid.
template <class Visit>
void for_each_expression(const Transition& transition, const Visit& visit) {
  for (const ExprId guard : transition.guards) visit(guard);
  const auto visit_term = [&](const Arc& arc) {
    for (const ExprId expr : {arc.value, arc.count, arc.condition, arc.delay, arc.such}) visit(expr);
    if (!arc.collect) return;
    for (const ExprId expr : {arc.collect->pattern, arc.collect->count, arc.collect->seen}) visit(expr);
  };
  for (const Arc& arc : transition.arcs) visit_term(arc);
  for (const Arc& use : transition.uses) visit_term(use);
  for (const Draw& draw : transition.draws) visit(draw.value);
  for (const ExprId time : transition.times) visit(time);
  for (const ExprId expr : {transition.priority, transition.order, transition.weight, transition.a, transition.b, transition.delay,
                            transition.at_most}) {
    visit(expr);
  }
}

}  // namespace petriloom
