// SPDX-License-Identifier: Apache-2.0
// Colour classes, markings, functions and guards of GreatSPN (stochastic well-formed nets).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/build/builder.h"
#include "formats/greatspn/document.h"

namespace petriloom::greatspn {

/// A word of a colour function, guard or definition.
struct Word {
  enum class Kind : std::uint8_t { name, number, symbol, end };
  Kind kind = Kind::end;
  std::string_view text;
};

/// All words of a text, the last one of kind `end`; characters that belong to none are symbols of
/// their own.
std::vector<Word> words_of(std::string_view text);

/// The colours of one net. Mistakes are reported to the builder's diagnostics.
class Colours {
 public:
  Colours(const Document& document, NetBuilder& builder) : document_(document), builder_(builder) { classes(); }

  /// The colour set of a domain such as `P,Q`; unit if empty. Invalid, and reported, if a class is
  /// unknown.
  ColourSetId domain(std::string_view text, const Location& where);
  /// A summand of a function: one token of `value`, or one for each element of the list if `each`.
  struct Summand {
    std::int64_t weight = 1;
    ExprId value;
    ExprId condition;
    bool each = false;
  };
  /// The summands of a colour function over a domain. New variables are added to the transition.
  std::vector<Summand> function(std::string_view text, ColourSetId domain, Transition& transition, const Location& where);
  /// Adds the variables that a function has, without making anything of it.
  void bind(std::string_view text, ColourSetId domain, Transition& transition, const Location& where);
  /// A guard. Invalid, and reported, if it is wrong.
  ExprId guard(std::string_view text, const Transition& transition, const Location& where);
  /// The text of a definition by name, or empty.
  [[nodiscard]] const Definition* definition(std::string_view name) const;

 private:
  struct Class {
    ColourSetId set;
    // First and last colour.
    std::map<std::string, std::pair<std::int64_t, std::int64_t>, std::less<>> subclasses;
  };
  struct Cursor;
  struct Atom;

  void classes();
  bool subclass(const Definition& definition, std::vector<std::string>& labels);
  [[nodiscard]] const Class* class_of(ColourSetId set) const;
  [[nodiscard]] std::vector<ColourSetId> components(ColourSetId domain) const;
  std::optional<Summand> tuple(Cursor& cursor, ColourSetId domain, Transition& transition);
  bool element(Cursor& cursor, ColourSetId set, Transition& transition, std::vector<Atom>& atoms);
  ExprId single(const Atom& atom, ColourSetId set, const Transition& transition, const Location& where);
  ExprId among(const std::vector<Atom>& atoms, ExprId part, ColourSetId set, Transition& transition, const Location& where);
  ExprId disjunction(Cursor& cursor, const Transition& transition);
  ExprId conjunction(Cursor& cursor, const Transition& transition);
  ExprId comparison(Cursor& cursor, const Transition& transition);
  ExprId operand(Cursor& cursor, const Transition& transition);
  ExprId within(ExprId value, std::string_view subclass, const Location& where);

  const Document& document_;
  NetBuilder& builder_;
  std::map<std::string, Class, std::less<>> classes_;
};

}  // namespace petriloom::greatspn
