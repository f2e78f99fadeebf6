// SPDX-License-Identifier: Apache-2.0
// CPN ML as it is written: expressions, patterns, types and declarations of the subset that
// formats/cpn reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/net/diagnostics.h"
#include "formats/ml/fixity.h"

namespace petriloom::cpn::ml {

struct Type;  // formats/typing/types.h

// ---- types as written

enum class WrittenKind : std::uint8_t { variable, name, tuple, record, function };

struct Written {
  WrittenKind kind = WrittenKind::name;
  std::string name;  ///< variable: 'a; name: the constructor
  std::vector<std::string> labels;
  std::vector<Written*> parts;  ///< arguments, components, fields, or domain and range
  Location where;
};

// ---- patterns

enum class PatternKind : std::uint8_t {
  wildcard,
  variable,     ///< name; a constructor without argument if there is one of that name
  integer,      ///< text
  text,         ///< text
  character,    ///< text
  real,         ///< text
  tuple,        ///< parts; none: ()
  record,       ///< labels and parts; `open` with ...
  list,         ///< parts
  cons,         ///< parts: head, tail
  constructor,  ///< name, parts[0]
  as,           ///< name, parts[0]
  unsupported,  ///< text: what it is
};

struct Pattern {
  PatternKind kind = PatternKind::wildcard;
  std::string name;
  std::string text;
  std::vector<std::string> labels;
  std::vector<Pattern*> parts;
  bool open = false;
  Written* written = nullptr;  ///< its type, if it says so
  Type* known = nullptr;       ///< its type, if that of what it stands for is known before
  Location where;
  // Found by inference:
  Type* type = nullptr;
  std::uint32_t binder = 0;   ///< of the variable; 0: none
  std::int32_t variant = -1;  ///< constructor: which one
  std::string problem;        ///< why it cannot be translated
};

// ---- expressions

enum class ExprKind : std::uint8_t {
  integer,     ///< text
  real,        ///< text
  text,        ///< text
  character,   ///< text
  name,        ///< name, in full: "Int.toString"
  select,      ///< #name, a function
  tuple,       ///< parts; none: ()
  record,      ///< labels, parts
  list,        ///< parts
  apply,       ///< parts: function, argument
  infix,       ///< name, parts (two; any number for ++)
  function,    ///< clauses
  branch,      ///< parts: condition, then, else
  choice,      ///< case: parts[0], clauses
  block,       ///< let: declarations, parts[0]
  sequence,    ///< parts: the last one is the value
  typed,       ///< parts[0], written
  raise,       ///< parts[0]
  handle,      ///< parts[0], clauses of exceptions
  unsupported  ///< text: what it is; parts: what is in it
};

struct Declaration;
struct Expr;

/// One clause of a function, fn or case. A function of several curried parameters has several
/// patterns.
struct Clause {
  std::vector<Pattern*> patterns;
  Expr* body = nullptr;
};

struct Expr {
  ExprKind kind = ExprKind::tuple;
  std::string name;
  std::string text;
  std::vector<std::string> labels;
  std::vector<Expr*> parts;
  std::vector<Clause> clauses;
  std::vector<Declaration*> declarations;
  Written* written = nullptr;
  Location where;
  // Found by inference:
  Type* type = nullptr;
  /// Name: the variable or function it stands for; 0: a library function.
  std::uint32_t binder = 0;
  std::vector<Type*> instances;  ///< name: the types its type variables stand for here
  std::string problem;           ///< why it cannot be translated; empty if it can
  std::string help;              ///< what would be
  /// Function: the local variables of the surroundings it uses, ascending.
  std::vector<std::uint32_t> frees;
};

// ---- declarations

enum class DeclarationKind : std::uint8_t {
  value,
  functions,
  colour,
  variables,
  reference,
  abbreviation,
  datatype,
  exception,
  opening,  ///< names: of structures
  local,
  nothing,
  unsupported
};

/// `fun f p = e | f q = g`; `val rec f = fn ...` is one too.
struct Function {
  std::string name;
  std::vector<Clause> clauses;
  std::size_t curried = 1;  ///< number of parameters one after the other
  Written* result = nullptr;
  Location where;
  std::uint32_t binder = 0;
  Type* type = nullptr;
  std::vector<Type*> generals;  ///< type variables it has for each use
  /// Local variables of the surroundings that it and its companions use.
  std::vector<std::uint32_t> frees;
};

enum class ColourForm : std::uint8_t {
  unit,
  boolean,
  integer,
  time,
  real,
  string,
  character,
  enumeration,
  index,
  product,
  record,
  list,
  union_,
  alias,
  subset
};

struct ColourFormName {
  std::string_view name;
  ColourForm form;
};

/// Forms that have one name wherever they are written.
inline constexpr std::array<ColourFormName, 14> kColourForms{{{"unit", ColourForm::unit},
                                                              {"bool", ColourForm::boolean},
                                                              {"int", ColourForm::integer},
                                                              {"intinf", ColourForm::integer},
                                                              {"time", ColourForm::time},
                                                              {"real", ColourForm::real},
                                                              {"string", ColourForm::string},
                                                              {"char", ColourForm::character},
                                                              {"index", ColourForm::index},
                                                              {"product", ColourForm::product},
                                                              {"record", ColourForm::record},
                                                              {"list", ColourForm::list},
                                                              {"union", ColourForm::union_},
                                                              {"subset", ColourForm::subset}}};

/// A colour set. Names refer to other colour sets.
struct ColourDecl {
  ColourForm form = ColourForm::unit;
  /// Components, element, base, labels of an enumeration or new names; index: its name.
  std::vector<std::pair<std::string, Location>> names;
  /// Record, union: fields or variants, parallel to `names` (empty: no content).
  std::vector<std::string> labels;
  std::vector<Expr*> with;  ///< bounds, or the list or function of a subset
  bool by = false;          ///< subset: by a function
  bool timed = false;
};

struct Declaration {
  DeclarationKind kind = DeclarationKind::nothing;
  std::string name;                 ///< colour, reference, abbreviation
  Pattern* pattern = nullptr;       ///< value
  Expr* value = nullptr;            ///< value, reference
  std::vector<Function> functions;  ///< with `and`
  ColourDecl colour;
  std::vector<std::pair<std::string, Location>> names;  ///< variables, exceptions, constructors
  std::vector<Written*> contents;                       ///< datatype, exception: of each, or null
  Written* written = nullptr;                           ///< type of the variables; abbreviation
  /// Local: hidden ones first, then the others.
  std::vector<Declaration*> inner;
  std::string text;  ///< unsupported: what it is
  /// Value: it was looked at what references hold then, so it is no function, which looks later.
  bool at_once = false;
  /// The structure it stands in: names without it in front are looked up there first.
  std::string structure;
  Location where;
};

/// Whether the expression is one with a delay: `x @+ d`.
inline bool is_delay(const Expr& expr) {
  return expr.kind == ExprKind::infix && (expr.name == "@+" || expr.name == "@++" || expr.name == "@@+");
}

/// Whether `test` holds of one of the expressions directly inside another: its parts, and those in
/// its clauses and declarations.
template <class Test>
bool any_inside(const Expr& expr, const Test& test) {
  const auto in_clauses = [&](const std::vector<Clause>& clauses) {
    return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) { return test(*clause.body); });
  };
  const auto in_declaration = [&](const Declaration* declaration) {
    if (declaration->value && test(*declaration->value)) return true;
    return std::any_of(declaration->functions.begin(), declaration->functions.end(),
                       [&](const Function& function) { return in_clauses(function.clauses); });
  };
  return std::any_of(expr.parts.begin(), expr.parts.end(), [&](const Expr* part) { return test(*part); }) ||
         in_clauses(expr.clauses) || std::any_of(expr.declarations.begin(), expr.declarations.end(), in_declaration);
}

/// Holds the nodes of one file, which stay where they are, and what its operators are.
class Arena {
 public:
  /// What texts declare holds for those that are parsed after them.
  Fixities fixities;

  Expr* expr(ExprKind kind, const Location& where);
  Pattern* pattern(PatternKind kind, const Location& where);
  Written* written(WrittenKind kind, const Location& where);
  Declaration* declaration(DeclarationKind kind, const Location& where);

 private:
  std::deque<Expr> exprs_;
  std::deque<Pattern> patterns_;
  std::deque<Written> types_;
  std::deque<Declaration> declarations_;
};

}  // namespace petriloom::cpn::ml
