// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace petriloom::cpn::ml {

Expr* ExpressionParser::expression() {
  const Deeper deeper(*this);
  Expr* left = conjunction();
  std::size_t chain = 0;
  while (is("orelse")) {
    count_chain(chain);
    const Token op = next();
    left = joined(left, conjunction(), op);
  }
  if (is("handle")) {
    Expr* handled = arena_.expr(ExprKind::handle, next().where);
    handled->parts = {left};
    handled->clauses = match();
    return handled;
  }
  return left;
}

void ExpressionParser::count_chain(std::size_t& chain) {
  if (++chain > 1) ++chained_;
  if (chain > kMostChain) fail(fmt::format("more than {} operators in a row", kMostChain));
  if (chained_ > kMostChained) fail(fmt::format("more than {} operators in rows in one text", kMostChained));
}

Expr* ExpressionParser::conjunction() {
  Expr* left = typed();
  std::size_t chain = 0;
  while (is("andalso")) {
    count_chain(chain);
    const Token op = next();
    left = joined(left, typed(), op);
  }
  return left;
}

Expr* ExpressionParser::typed() {
  Expr* value = infix(0);
  while (is(":")) {
    Expr* node = arena_.expr(ExprKind::typed, next().where);
    node->parts = {value};
    node->written = type();
    value = node;
  }
  return value;
}

// `[b, c] % x` is x if b and c hold, else nothing; `[b, c] // m` is the multiset m.
Expr* ExpressionParser::conditioned(const Expr& conditions, Expr* value, const Token& op) {
  Expr* node = arena_.expr(ExprKind::branch, op.where);
  Expr* all = nullptr;
  for (Expr* part : conditions.parts) {
    Expr* both = all ? arena_.expr(ExprKind::infix, op.where) : part;
    if (all) both->name = "andalso", both->parts = {all, part};
    all = both;
  }
  if (!all) all = arena_.expr(ExprKind::name, op.where), all->name = "true";
  if (op.text == "%" && !(value->kind == ExprKind::infix && value->name == "`")) {
    Expr* once = arena_.expr(ExprKind::infix, op.where);
    Expr* one = arena_.expr(ExprKind::integer, op.where);
    one->text = "1";
    once->name = "`";
    once->parts = {one, value};
    value = once;
  }
  Expr* nothing = arena_.expr(ExprKind::name, op.where);
  nothing->name = "empty";
  node->parts = {all, value, nothing};
  return node;
}

Expr* ExpressionParser::joined(Expr* left, Expr* right, const Token& op) {
  if ((op.text == "%" || op.text == "//") && left->kind == ExprKind::list) return conditioned(*left, right, op);
  // Sums of multisets are often long: one node for all of them.
  const bool sum = op.text == "++" || op.text == "+++";
  if (sum && left->kind == ExprKind::infix && left->name == "++" && left->text != "closed") {
    left->parts.push_back(right);
    return left;
  }
  if (const Fixity* own = arena_.fixities.find(op.text); own && own->own) {
    Expr* node = arena_.expr(ExprKind::apply, op.where);
    Expr* function = arena_.expr(ExprKind::name, op.where);
    Expr* both = arena_.expr(ExprKind::tuple, op.where);
    function->name = op.text;
    both->parts = {left, right};
    node->parts = {function, both};
    return node;
  }
  Expr* node = arena_.expr(ExprKind::infix, op.where);
  node->name = op.text == "+++" ? "++" : op.text == "---" ? "--" : op.text;
  node->parts = {left, right};
  return node;
}

Expr* ExpressionParser::infix(int lowest) {
  const Deeper deeper(*this);
  Expr* left = operand();
  std::size_t chain = 0;
  while (const Fixity* here = operator_here()) {
    const Fixity op = *here;
    if (op.strength < lowest) break;
    const Token word = next();
    if (word.text != "++" && word.text != "+++") count_chain(chain);
    left = joined(left, infix(op.right ? op.strength : op.strength + 1), word);
  }
  return left;
}

Expr* ExpressionParser::unsupported(std::string_view what) {
  Expr* node = arena_.expr(ExprKind::unsupported, now().where);
  node->text = what;
  return node;
}

Expr* ExpressionParser::operand() {
  if (is("if")) return conditional();
  if (is("case")) return choice();
  if (is("fn")) return lambda();
  if (is("raise")) {
    Expr* node = arena_.expr(ExprKind::raise, next().where);
    node->parts = {expression()};
    return node;
  }
  if (is("while")) {
    Expr* node = unsupported("while");
    next();
    node->parts.push_back(expression());
    expect("do");
    node->parts.push_back(expression());
    return node;
  }
  return application();
}

Expr* ExpressionParser::conditional() {
  Expr* node = arena_.expr(ExprKind::branch, next().where);
  node->parts.push_back(expression());
  expect("then");
  node->parts.push_back(expression());
  expect("else");
  node->parts.push_back(expression());
  return node;
}

std::vector<Clause> ExpressionParser::match() {
  std::vector<Clause> clauses;
  accept("|");
  do {
    each_alternative([&] {
      Clause clause;
      clause.patterns = {pattern()};
      end_of_patterns();
      expect("=>");
      clause.body = expression();
      clauses.push_back(std::move(clause));
    });
  } while (accept("|"));
  return clauses;
}

Expr* ExpressionParser::choice() {
  Expr* node = arena_.expr(ExprKind::choice, next().where);
  node->parts.push_back(expression());
  expect("of");
  node->clauses = match();
  return node;
}

Expr* ExpressionParser::lambda() {
  Expr* node = arena_.expr(ExprKind::function, next().where);
  node->clauses = match();
  return node;
}

bool ExpressionParser::starts_atomic() const {
  const Token& word = now();
  switch (word.kind) {
    case TokenKind::name:
      return (!reserved(word.text) || word.text == "let" || word.text == "op") && !operator_here();
    case TokenKind::integer:
    case TokenKind::real:
    case TokenKind::text:
    case TokenKind::character:
    case TokenKind::selector:
      return true;
    default:
      return word.is("(") || word.is("[") || word.is("{") || word.is("!");
  }
}

// Words behind a declaration that is not closed with ';'.
bool ExpressionParser::after_declaration() const {
  constexpr std::array<std::string_view, 4> kWords{"declare", "timed", "colset", "var"};
  return now().kind == TokenKind::name && std::find(kWords.begin(), kWords.end(), now().text) != kWords.end();
}

Expr* ExpressionParser::application() {
  if (is("~")) {
    const Token word = next();
    Expr* node = arena_.expr(ExprKind::apply, word.where);
    Expr* negation = arena_.expr(ExprKind::name, word.where);
    negation->name = "~";
    const Deeper deeper(*this);
    node->parts = {negation, application()};
    return node;
  }
  Expr* left = atomic();
  std::size_t chain = 0;
  while (starts_atomic() && !after_declaration()) {
    count_chain(chain);
    Expr* node = arena_.expr(ExprKind::apply, left->where);
    node->parts = {left, atomic()};
    left = node;
  }
  return left;
}

Expr* ExpressionParser::word_expression() {
  const Token& word = next();
  ExprKind kind = ExprKind::name;
  if (word.kind == TokenKind::integer) kind = ExprKind::integer;
  if (word.kind == TokenKind::real) kind = ExprKind::real;
  if (word.kind == TokenKind::text) kind = ExprKind::text;
  if (word.kind == TokenKind::character) kind = ExprKind::character;
  if (word.kind == TokenKind::selector) kind = ExprKind::select;
  Expr* node = arena_.expr(kind, word.where);
  (kind == ExprKind::name || kind == ExprKind::select ? node->name : node->text) = word.text;
  return node;
}

Expr* ExpressionParser::atomic() {
  const Deeper deeper(*this);
  if (is("(")) return parenthesised();
  if (is("{")) return braces();
  if (is("let")) return block();
  if (is("!")) {
    const Token word = next();
    Expr* node = arena_.expr(ExprKind::apply, word.where);
    Expr* reading = arena_.expr(ExprKind::name, word.where);
    reading->name = "!";
    node->parts = {reading, atomic()};
    return node;
  }
  if (is("[")) {
    Expr* node = arena_.expr(ExprKind::list, next().where);
    while (!is("]")) {
      node->parts.push_back(expression());
      if (!accept(",")) break;
    }
    expect("]");
    return node;
  }
  if (is("op")) {
    next();
    if (now().kind != TokenKind::sign && now().kind != TokenKind::name) unexpected("an operator");
    Expr* node = arena_.expr(ExprKind::name, now().where);
    node->name = next().text;
    return node;
  }
  if (!starts_atomic()) unexpected("an expression");
  return word_expression();
}

Expr* ExpressionParser::parenthesised() {
  const Token open = next();
  Expr* node = arena_.expr(ExprKind::tuple, open.where);
  if (accept(")")) return node;
  node->parts.push_back(expression());
  if (is(";")) {
    node->kind = ExprKind::sequence;
    while (accept(";")) {
      if (!is(")")) node->parts.push_back(expression());
    }
  } else {
    while (accept(",")) node->parts.push_back(expression());
  }
  expect(")");
  if (node->parts.size() > 1 || node->kind == ExprKind::sequence) return node;
  // Brackets end what may be joined to.
  if (node->parts[0]->kind == ExprKind::infix && node->parts[0]->name == "++") node->parts[0]->text = "closed";
  return node->parts[0];
}

Expr* ExpressionParser::braces() {
  Expr* node = arena_.expr(ExprKind::record, next().where);
  while (!is("}")) {
    if (now().kind != TokenKind::name && now().kind != TokenKind::integer) unexpected("the name of a field");
    node->labels.push_back(next().text);
    expect("=");
    node->parts.push_back(expression());
    if (!accept(",")) break;
  }
  expect("}");
  return node;
}

Expr* ExpressionParser::block() {
  Expr* node = arena_.expr(ExprKind::block, next().where);
  node->declarations = declarations("in");
  expect("in");
  Expr* value = expression();
  if (is(";")) {
    Expr* sequence = arena_.expr(ExprKind::sequence, value->where);
    sequence->parts.push_back(value);
    while (accept(";")) {
      if (!is("end")) sequence->parts.push_back(expression());
    }
    value = sequence;
  }
  expect("end");
  node->parts = {value};
  return node;
}

}  // namespace petriloom::cpn::ml
