// SPDX-License-Identifier: Apache-2.0
// An ANDL or CANDL text as it is written, before names mean anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::andl {

enum class TermKind : std::uint8_t {
  integer,
  real,
  text,
  name,
  call,   ///< `text` is the function; children: arguments
  tuple,  ///< (a, b)
  unary,  ///< `text` is the operator: + - @ !
  /// `text` is the operator, with ` for the coefficient of a colour; | and & may have more than two
  /// children.
  binary,
  multiset,    ///< children joined by ++; those after -- are unary `--`
  component,   ///< x:2; `text` is the number
  restricted,  ///< [predicate] term; children: predicate, term
  indexed,     ///< name[term]
};

/// An expression; `text` is a part of the file.
struct Term {
  TermKind kind = TermKind::name;
  std::string_view text;
  Location where;
  std::vector<Term> children;
  std::uint32_t height = 1;  ///< terms on the longest path down
};

struct Constant {
  std::string_view type;  ///< int, double, bool or a colour set
  std::string_view name;
  std::vector<Term> values;  ///< one for each value set, or one for all
  Location where;
};

/// One item of a colour set between braces: a colour, `from..to`, or `name[from..to]`.
struct ColourItem {
  std::vector<Term> bounds;  ///< one: a colour; two: a range
  std::string_view index;    ///< the name before the brackets, if any
  Location where;
};

struct ColourSetLine {
  enum class Kind : std::uint8_t { items, product, subset, same };
  Kind kind = Kind::items;
  std::string_view name;
  std::vector<ColourItem> items;
  /// Of a product; the base of a subset; the other name of `same`.
  std::vector<std::string_view> components;
  std::vector<Term> predicate;  ///< of a subset: one
  Location where;
};

struct VariableLine {
  std::string_view colour;
  std::string_view name;
  Location where;
};

struct FunctionLine {
  std::string_view result;  ///< empty in the section `functions:`
  std::string_view name;
  std::vector<VariableLine> parameters;
  std::vector<Term> body;  ///< one
  Location where;
};

struct PlaceLine {
  bool continuous = false;
  bool fixed = false;       ///< marked {fix}
  std::string_view colour;  ///< empty in uncoloured nets
  std::string_view name;
  std::vector<Term> marking;  ///< one, or none for an empty place
  Location where;
};

/// `[place operator weight]`; without operator a modifier.
struct ArcItem {
  std::string_view place;
  std::string_view operation;
  std::vector<Term> weight;
  Location where;
};

enum class Section : std::uint8_t { none, stochastic, immediate, deterministic, scheduled, continuous };

struct TransitionLine {
  Section section = Section::none;
  std::string_view name;
  bool reversible = false;
  std::vector<Term> guard;  ///< at most one
  std::vector<ArcItem> conditions;
  std::vector<ArcItem> updates;
  /// Third part: rate, weight, delay, or start, period, end; none if absent.
  std::vector<Term> time;
  bool interval = false;  ///< the third part is [from, to]
  Location where;
};

struct Document {
  std::string_view net_class;
  std::string_view name;
  std::vector<std::string_view> value_sets;
  std::vector<Constant> constants;
  std::vector<ColourSetLine> colour_sets;
  std::vector<VariableLine> variables;
  std::vector<FunctionLine> colour_functions;
  std::vector<FunctionLine> functions;
  std::vector<PlaceLine> places;
  std::vector<TransitionLine> transitions;
  Location observers;                ///< the first section of observers, which are not read
  std::vector<Location> continuous;  ///< headings `continuous:` that have lines
};

/// Reads a text. What cannot be understood is reported, and reading goes on after the next `;`.
Document parse(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace petriloom::andl
