// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/pattern_parser.h"

namespace petriloom::cpn::ml {

Pattern* PatternParser::pattern() {
  const Deeper deeper(*this);
  if (at_name() && (after(1).is("as") || (after(1).is(":") && after(3).is("as")))) {
    Pattern* node = arena_.pattern(PatternKind::as, now().where);
    node->name = next().text;
    if (accept(":")) node->written = type();
    expect("as");
    node->parts = {pattern()};
    return node;
  }
  Pattern* result = cons_pattern();
  while (accept(":")) {
    Written* written = type();
    if (!result->written) result->written = written;
  }
  return result;
}

bool PatternParser::next_choice() {
  std::vector<std::size_t>& chosen = choices_.chosen;
  std::size_t k = chosen.size();
  while (k > 0 && chosen[k - 1] + 1 == choices_.of[k - 1]) chosen[--k] = 0;
  if (k == 0) return false;
  if (++parsed_again_ > kMostAlternatives) fail("this text has more than 1000 clauses by its alternatives (p | q)");
  ++chosen[k - 1];
  choices_.met = 0;
  choices_.open = true;
  return true;
}

// p | q | r, of which the one that is chosen remains.
Pattern* PatternParser::alternatives() {
  Pattern* result = pattern();
  if (!is("|") || !choices_.open) return result;
  const std::size_t at = choices_.met++;
  if (at == choices_.chosen.size()) {
    choices_.chosen.push_back(0);
    choices_.of.push_back(1);
  }
  std::size_t k = 0;
  while (accept("|")) {
    Pattern* const next = pattern();
    if (++k == choices_.chosen[at]) result = next;
  }
  choices_.of[at] = k + 1;
  return result;
}

Pattern* PatternParser::cons_pattern() {
  const Deeper deeper(*this);
  Pattern* left = applied_pattern();
  if (is("::")) {
    Pattern* node = arena_.pattern(PatternKind::cons, next().where);
    node->parts = {left, cons_pattern()};
    return node;
  }
  if (is("@") || is("`") || is("^^") || is("^")) {
    // A multiset or a text taken apart: not a pattern of Standard ML.
    Pattern* node = arena_.pattern(PatternKind::unsupported, now().where);
    node->text = "the operator '" + next().text + "' in a pattern";
    node->parts = {left, cons_pattern()};
    return node;
  }
  return left;
}

Pattern* PatternParser::applied_pattern() {
  if (at_name() && !is("op")) {
    const Token word = now();
    const std::size_t before = at_;
    next();
    if (starts_atomic_pattern()) {
      Pattern* node = arena_.pattern(PatternKind::constructor, word.where);
      node->name = word.text;
      node->parts = {atomic_pattern()};
      return node;
    }
    at_ = before;
  }
  return atomic_pattern();
}

bool PatternParser::starts_atomic_pattern() const {
  switch (now().kind) {
    case TokenKind::name:
      return at_name() && !is("o") && !is("div") && !is("mod") && !(operator_here() && operator_here()->own);
    case TokenKind::integer:
    case TokenKind::real:
    case TokenKind::text:
    case TokenKind::character:
      return true;
    default:
      return is("(") || is("[") || is("{") || is("_");
  }
}

Pattern* PatternParser::tuple_pattern() {
  Pattern* node = arena_.pattern(PatternKind::tuple, next().where);
  if (accept(")")) return node;
  do {
    node->parts.push_back(alternatives());
  } while (accept(","));
  expect(")");
  return node->parts.size() == 1 ? node->parts[0] : node;
}

Pattern* PatternParser::record_pattern() {
  Pattern* node = arena_.pattern(PatternKind::record, next().where);
  while (!is("}")) {
    if (accept("...")) {
      node->open = true;
      break;
    }
    const Token label = now();
    if (label.kind != TokenKind::name && label.kind != TokenKind::integer) unexpected("the name of a field");
    next();
    node->labels.push_back(label.text);
    if (accept("=")) {
      node->parts.push_back(pattern());
    } else {
      // {a, b} stands for {a = a, b = b}.
      Pattern* variable = arena_.pattern(PatternKind::variable, label.where);
      variable->name = label.text;
      if (accept(":")) variable->written = type();
      node->parts.push_back(variable);
    }
    if (!accept(",")) break;
  }
  expect("}");
  return node;
}

Pattern* PatternParser::atomic_pattern() {
  const Deeper deeper(*this);
  const Token word = now();
  if (is("(")) return tuple_pattern();
  if (is("{")) return record_pattern();
  if (is("_")) {
    next();
    return arena_.pattern(PatternKind::wildcard, word.where);
  }
  if (is("[")) {
    Pattern* node = arena_.pattern(PatternKind::list, next().where);
    while (!is("]")) {
      node->parts.push_back(pattern());
      if (!accept(",")) break;
    }
    expect("]");
    return node;
  }
  PatternKind kind = PatternKind::variable;
  if (word.kind == TokenKind::integer) kind = PatternKind::integer;
  if (word.kind == TokenKind::real) kind = PatternKind::real;
  if (word.kind == TokenKind::text) kind = PatternKind::text;
  if (word.kind == TokenKind::character) kind = PatternKind::character;
  if (kind == PatternKind::variable && !at_name()) unexpected("a pattern");
  Pattern* node = arena_.pattern(kind, word.where);
  (kind == PatternKind::variable ? node->name : node->text) = next().text;
  return node;
}

Written* PatternParser::type() {
  const Deeper deeper(*this);
  Written* left = product_type();
  if (!is("->")) return left;
  Written* node = arena_.written(WrittenKind::function, next().where);
  node->parts = {left, type()};
  return node;
}

Written* PatternParser::product_type() {
  Written* first = applied_type();
  if (!is("*")) return first;
  Written* node = arena_.written(WrittenKind::tuple, first->where);
  node->parts.push_back(first);
  while (accept("*")) node->parts.push_back(applied_type());
  return node;
}

Written* PatternParser::applied_type() {
  const Deeper deeper(*this);
  std::vector<Written*> arguments;
  Written* result = nullptr;
  const Location where = now().where;
  if (accept("(")) {
    do {
      arguments.push_back(type());
    } while (accept(","));
    expect(")");
    if (arguments.size() == 1) result = arguments[0];
  } else if (accept("{")) {
    result = arena_.written(WrittenKind::record, where);
    while (!is("}")) {
      if (now().kind != TokenKind::name && now().kind != TokenKind::integer) unexpected("the name of a field");
      result->labels.push_back(next().text);
      expect(":");
      result->parts.push_back(type());
      if (!accept(",")) break;
    }
    expect("}");
  } else if (now().kind == TokenKind::type_variable) {
    result = arena_.written(WrittenKind::variable, where);
    result->name = next().text;
  } else {
    result = arena_.written(WrittenKind::name, where);
    result->name = name("a type");
  }
  std::size_t chain = 0;
  while (at_name() || !result) {
    if (++chain > kMostDepth) fail("this type has too many parts");
    Written* outer = arena_.written(WrittenKind::name, now().where);
    outer->name = name("a type");
    outer->parts = result ? std::vector<Written*>{result} : arguments;
    result = outer;
  }
  return result;
}

}  // namespace petriloom::cpn::ml
