// SPDX-License-Identifier: Apache-2.0
// Functions, operators and exceptions.
#include <fmt/format.h>

#include <string_view>

#include "formats/ml/parser.h"

namespace petriloom::cpn::ml {

void Parser::recursive_value(Function& function) {
  function.where = now().where;
  function.name = name("the name of a function");
  if (accept(":")) type();
  expect("=");
  Expr* value = expression();
  if (value->kind != ExprKind::function) {
    diagnostics_.error(function.where, "the value of 'val rec' must be a function, fn ...");
    throw SyntaxError{};
  }
  function.clauses = value->clauses;
}

Declaration* Parser::functions() {
  Declaration* node = arena_.declaration(DeclarationKind::functions, next().where);
  do {
    Function& function = node->functions.emplace_back();
    function.where = now().where;
    do {
      each_alternative([&] { clause(function); });
    } while (accept("|"));
  } while (accept("and"));
  return node;
}

void Parser::clause(Function& function) {
  Clause clause;
  const std::string own = head(clause);
  end_of_patterns();
  if (function.clauses.empty()) {
    function.name = own;
    function.curried = clause.patterns.size();
  }
  if (own != function.name) fail(fmt::format("this clause is of '{}', those before it of '{}'", own, function.name));
  if (clause.patterns.size() != function.curried) fail("the clauses of this function have different numbers of parameters");
  if (accept(":")) function.result = type();
  expect("=");
  clause.body = expression();
  function.clauses.push_back(std::move(clause));
}

// f p q, op f p, or p f q of an operator f.
std::string Parser::head(Clause& clause) {
  const std::size_t begin = at_;
  if (!is("op") && starts_atomic_pattern()) {
    Pattern* const left = atomic_pattern();
    if (operator_here() && !is("=")) {
      Pattern* const both = arena_.pattern(PatternKind::tuple, now().where);
      const std::string own = next().text;
      both->parts = {left, atomic_pattern()};
      clause.patterns = {both};
      arena_.fixities.redefine(own);
      return own;
    }
    at_ = begin;
  }
  const bool any = accept("op");
  const std::string own = any && now().kind == TokenKind::sign ? next().text : name("the name of a function");
  if (any) arena_.fixities.redefine(own);
  while (starts_atomic_pattern()) clause.patterns.push_back(atomic_pattern());
  if (clause.patterns.empty()) unexpected("a pattern");
  return own;
}

// exception Full and Broken of int
Declaration* Parser::exceptions() {
  Declaration* node = arena_.declaration(DeclarationKind::exception, next().where);
  do {
    const Location where = now().where;
    node->names.emplace_back(name("the name of an exception"), where);
    node->contents.push_back(accept("of") ? type() : nullptr);
    if (is("=")) fail("a second name of an exception is not read");
  } while (accept("and"));
  return node;
}

// open Real Int
Declaration* Parser::opening() {
  Declaration* node = arena_.declaration(DeclarationKind::opening, next().where);
  do {
    const Location where = now().where;
    node->names.emplace_back(name("the name of a structure"), where);
  } while (at_name() && !starts_declaration(now()));
  return node;
}

// infix 6 plus |>
Declaration* Parser::operators() {
  const Token word = next();
  Declaration* node = arena_.declaration(DeclarationKind::nothing, word.where);
  int strength = 0;
  if (word.text != "nonfix" && now().kind == TokenKind::integer) {
    if (now().text.size() != 1) unexpected("a strength from 0 to 9");
    strength = next().text[0] - '0';
  }
  constexpr std::string_view kNone = "()[]{},;._'\"";
  while ((at_name() && !starts_declaration(now())) ||
         (now().kind == TokenKind::sign && kNone.find(now().text[0]) == std::string_view::npos)) {
    const std::string own = next().text;
    word.text == "nonfix" ? arena_.fixities.nonfix(own) : arena_.fixities.declare(own, strength, word.text == "infixr");
  }
  return node;
}

}  // namespace petriloom::cpn::ml
