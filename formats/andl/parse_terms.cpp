// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "formats/andl/parser.h"

namespace petriloom::andl {

Document Parser::run() {
  try {
    file();
  } catch (const Stuck&) {
    // Reported where it was thrown; outside any statement there is nowhere to go on.
  }
  return std::move(document_);
}

bool Parser::accept(std::string_view word) {
  if (!at(word)) return false;
  advance();
  return true;
}

void Parser::unexpected(std::string_view wanted) {
  const std::string message = done() ? "the text ends too early" : fmt::format("unexpected `{}`", next().text);
  diagnostics_.error(next().where, message, fmt::format("expected {}", wanted));
}

void Parser::expect(std::string_view word) {
  if (accept(word)) return;
  unexpected(fmt::format("`{}`", word));
  throw Stuck{};
}

Parser::Level::Level(Parser& parser) : depth_(parser.depth_) {
  if (++depth_ <= kMostNested) return;
  --depth_;
  parser.diagnostics_.error(parser.next().where, "nested too deeply", fmt::format("at most {} levels", kMostNested));
  throw Stuck{};
}

std::string_view Parser::name(std::string_view what) {
  if (next().kind != TokenKind::name) {
    unexpected(what);
    throw Stuck{};
  }
  const std::string_view text = next().text;
  advance();
  return text;
}

// Behind the next `;` outside brackets, or in front of a heading of a section or of the end of the net.
void Parser::recover() {
  int open = 0;
  while (!done()) {
    if (open <= 0 && (section_heading() || (at("}") && peek(1).kind == TokenKind::end))) return;
    if (at("{")) ++open;
    if (at("}")) --open;
    const bool ends = at(";") && open <= 0;
    advance();
    if (ends) return;
  }
}

// Hangs a term below another one. What is too high would take too deep a recursion to read.
void Parser::adopt(Term& parent, Term child) {
  parent.height = std::max(parent.height, child.height + 1);
  if (parent.height > kMostHeight) {
    diagnostics_.error(parent.where, "nested too deeply", fmt::format("at most {} levels, or operators in a row", kMostHeight));
    throw Stuck{};
  }
  parent.children.push_back(std::move(child));
}

template <class Operand, std::size_t kCount>
Term Parser::chain(const std::array<std::string_view, kCount>& operators, const Operand& operand) {
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
Term Parser::joined(std::string_view operation, std::string_view doubled, const Operand& operand) {
  Term first = operand();
  if (!at(operation) && !at(doubled)) return first;
  Term term = leaf(TermKind::binary);
  term.text = operation;
  adopt(term, std::move(first));
  while (accept(operation) || accept(doubled)) adopt(term, operand());
  return term;
}

Term Parser::multiset() {
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
Term Parser::multiset_term() {
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

Term Parser::expression() {
  const Level level(*this);
  return joined("|", "||", [this] { return conjunction(); });
}

Term Parser::conjunction() {
  return joined("&", "&&", [this] { return comparison(); });
}

Term Parser::comparison() {
  constexpr std::array<std::string_view, 8> kOperators{"=", "==", "!=", "<>", "<=", ">=", "<", ">"};
  return chain(kOperators, [this] { return sum(); });
}

Term Parser::sum() {
  constexpr std::array<std::string_view, 2> kOperators{"+", "-"};
  return chain(kOperators, [this] { return product(); });
}

Term Parser::product() {
  constexpr std::array<std::string_view, 3> kOperators{"*", "/", "%"};
  return chain(kOperators, [this] { return power(); });
}

Term Parser::power() {
  constexpr std::array<std::string_view, 1> kOperators{"^"};
  return chain(kOperators, [this] { return unary(); });
}

Term Parser::unary() {
  constexpr std::array<std::string_view, 4> kOperators{"+", "-", "@", "!"};
  if (std::none_of(kOperators.begin(), kOperators.end(), [this](std::string_view each) { return at(each); })) return postfix();
  const Level level(*this);
  Term term = leaf(TermKind::unary);
  advance();
  adopt(term, unary());
  return term;
}

Term Parser::postfix() {
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

Term Parser::primary() {
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

Term Parser::call_or_name() {
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
