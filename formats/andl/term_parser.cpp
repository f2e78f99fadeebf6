// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/term_parser.h"

#include <fmt/format.h>

#include <array>

namespace petriloom::andl {

bool TermParser::accept(std::string_view word) {
  if (!at(word)) return false;
  advance();
  return true;
}

void TermParser::unexpected(std::string_view wanted) {
  const std::string message = done() ? "the text ends too early" : fmt::format("unexpected `{}`", next().text);
  diagnostics_.error(next().where, message, fmt::format("expected {}", wanted));
}

void TermParser::expect(std::string_view word) {
  if (accept(word)) return;
  unexpected(fmt::format("`{}`", word));
  throw Stuck{};
}

TermParser::Level::Level(TermParser& parser) : depth_(parser.depth_) {
  if (++depth_ <= kMostNested) return;
  --depth_;
  parser.diagnostics_.error(parser.next().where, "nested too deeply", fmt::format("at most {} levels", kMostNested));
  throw Stuck{};
}

std::string_view TermParser::name(std::string_view what) {
  if (next().kind != TokenKind::name) {
    unexpected(what);
    throw Stuck{};
  }
  const std::string_view text = next().text;
  advance();
  return text;
}

// Hangs a term below another one. What is too high would take too deep a recursion to read.
void TermParser::adopt(Term& parent, Term child) {
  parent.height = std::max(parent.height, child.height + 1);
  if (parent.height > kMostHeight) {
    diagnostics_.error(parent.where, "nested too deeply", fmt::format("at most {} levels, or operators in a row", kMostHeight));
    throw Stuck{};
  }
  parent.children.push_back(std::move(child));
}

template <class Operand, std::size_t kCount>
Term TermParser::chain(const std::array<std::string_view, kCount>& operators, const Operand& operand) {
  Term left = operand();
  while (true) {
    const auto found = std::find_if(operators.begin(), operators.end(), [this](std::string_view each) { return at(each); });
    if (found == operators.end()) return left;
    Term term = leaf(TermKind::binary);
    advance();
    adopt(term, std::move(left));
    adopt(term, operand());
    left = std::move(term);
  }
}

// Any number of operands of one operator as one term, since tables are long.
template <class Operand>
Term TermParser::joined(std::string_view operation, std::string_view doubled, const Operand& operand) {
  Term first = operand();
  if (!at(operation) && !at(doubled)) return first;
  Term term = leaf(TermKind::binary);
  term.text = operation;
  adopt(term, std::move(first));
  while (accept(operation) || accept(doubled)) adopt(term, operand());
  return term;
}

Term TermParser::multiset() {
  Term first = multiset_term();
  if (!at("++") && !at("--")) return first;
  Term term{TermKind::multiset, {}, first.where, {}, 1};
  adopt(term, std::move(first));
  while (at("++") || at("--")) {
    Term removed = leaf(TermKind::unary);
    const bool plus = at("++");
    advance();
    if (plus) {
      adopt(term, multiset_term());
    } else {
      adopt(removed, multiset_term());
      adopt(term, std::move(removed));
    }
  }
  return term;
}

// ``[predicate] count`colour``
Term TermParser::multiset_term() {
  if (at("[")) {
    const Level level(*this);
    Term term = leaf(TermKind::restricted);
    advance();
    adopt(term, expression());
    expect("]");
    adopt(term, multiset_term());
    return term;
  }
  Term left = expression();
  if (!at("`")) return left;
  Term term = leaf(TermKind::binary);
  advance();
  adopt(term, std::move(left));
  adopt(term, at("[") ? multiset_term() : expression());
  return term;
}

Term TermParser::expression() {
  const Level level(*this);
  return joined("|", "||", [this] { return conjunction(); });
}

Term TermParser::conjunction() {
  return joined("&", "&&", [this] { return comparison(); });
}

Term TermParser::comparison() {
  constexpr std::array<std::string_view, 8> kOperators{"=", "==", "!=", "<>", "<=", ">=", "<", ">"};
  return chain(kOperators, [this] { return sum(); });
}

Term TermParser::sum() {
  constexpr std::array<std::string_view, 2> kOperators{"+", "-"};
  return chain(kOperators, [this] { return product(); });
}

Term TermParser::product() {
  constexpr std::array<std::string_view, 3> kOperators{"*", "/", "%"};
  return chain(kOperators, [this] { return power(); });
}

Term TermParser::power() {
  constexpr std::array<std::string_view, 1> kOperators{"^"};
  return chain(kOperators, [this] { return unary(); });
}

Term TermParser::unary() {
  constexpr std::array<std::string_view, 4> kOperators{"+", "-", "@", "!"};
  if (std::none_of(kOperators.begin(), kOperators.end(), [this](std::string_view each) { return at(each); })) return postfix();
  const Level level(*this);
  Term term = leaf(TermKind::unary);
  advance();
  adopt(term, unary());
  return term;
}

Term TermParser::postfix() {
  Term term = primary();
  // `x:1`; a `:` before anything else ends a part of a transition.
  while (at(":") && peek(1).kind == TokenKind::integer &&
         (term.kind == TermKind::name || term.kind == TermKind::component || term.kind == TermKind::tuple) &&
         peek(1).offset == next().offset + 1) {
    Term part{TermKind::component, peek(1).text, next().where, {}, 1};
    advance();
    advance();
    adopt(part, std::move(term));
    term = std::move(part);
  }
  return term;
}

Term TermParser::primary() {
  Term term;
  switch (next().kind) {
    case TokenKind::integer:
      term = leaf(TermKind::integer);
      break;
    case TokenKind::real:
      term = leaf(TermKind::real);
      break;
    case TokenKind::text:
      term = leaf(TermKind::text);
      break;
    case TokenKind::name:
      return call_or_name();
    default: {
      if (!at("(")) {
        unexpected("a number, a name or `(`");
        throw Stuck{};
      }
      term = leaf(TermKind::tuple);
      advance();
      do {
        adopt(term, multiset());
      } while (accept(","));
      expect(")");
      if (term.children.size() == 1) {
        Term inner = std::move(term.children.front());
        return inner;
      }
      return term;
    }
  }
  advance();
  return term;
}

Term TermParser::call_or_name() {
  Term term = leaf(TermKind::name);
  advance();
  if (at("(")) {
    term.kind = TermKind::call;
    advance();
    while (!at(")")) {
      adopt(term, multiset());
      if (!accept(",")) break;
    }
    expect(")");
  } else if (at("[") && tokens_[at_ - 1].offset + tokens_[at_ - 1].text.size() == next().offset) {
    term.kind = TermKind::indexed;
    advance();
    adopt(term, sum());
    expect("]");
  }
  return term;
}

}  // namespace petriloom::andl
