// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "formats/greatspn/cursor.h"

namespace petriloom::greatspn {

namespace {

constexpr int kMostNested = 100;

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// The binding slot of a variable, or the number of variables.
std::size_t slot_of(const Transition& transition, std::string_view name) {
  for (std::size_t k = 0; k < transition.binding_size; ++k) {
    if (transition.variables[k].name == name) return k;
  }
  return transition.variables.size();
}

}  // namespace

// `x`, `!x`, a colour, `S`, `S sub`, joined by + and -. A name that is no colour of the class is a
// variable.
bool Colours::element(Cursor& cursor, ColourSetId set, Transition& transition, std::vector<Atom>& atoms) {
  bool minus = cursor.accept("-");
  do {
    Atom atom;
    atom.minus = minus;
    while (cursor.accept("!")) ++atom.successors;
    const Word word = cursor.take();
    if (word.kind != Word::Kind::name) {
      builder_.diagnostics().error(cursor.where, fmt::format("unexpected `{}` in a colour function", word.text),
                                   "expected a variable, a colour or S");
      return false;
    }
    atom.name = word.text;
    const std::vector<std::string>& labels = builder_.net().colours[set].labels;
    if (word.text == "S") {
      atom.kind = Atom::Kind::all;
      if (cursor.next().kind == Word::Kind::name) {
        atom.kind = Atom::Kind::subclass;
        atom.name = cursor.take().text;
      }
    } else if (std::find(labels.begin(), labels.end(), word.text) != labels.end()) {
      atom.kind = Atom::Kind::colour;
    } else if (const Class* owner = class_of(set);
               owner != nullptr && owner->subclasses.find(word.text) != owner->subclasses.end()) {
      atom.kind = Atom::Kind::subclass;
    } else {
      const std::size_t slot = slot_of(transition, word.text);
      if (slot == transition.variables.size()) {
        transition.variables.push_back({std::string(word.text), set});
        transition.binding_size = static_cast<std::uint32_t>(transition.variables.size());
      } else if (transition.variables[slot].colour != set) {
        builder_.diagnostics().error(cursor.where, fmt::format("'{}' is a variable of two classes", word.text));
        return false;
      }
    }
    atoms.push_back(atom);
    minus = cursor.next().text == "-";
  } while (cursor.accept("+") || cursor.accept("-"));
  return true;
}

ExprId Colours::single(const Atom& atom, ColourSetId set, const Transition& transition, const Location& where) {
  ExprBuilder& expr = builder_.expr();
  ExprId made;
  if (atom.kind == Atom::Kind::colour) {
    const std::vector<std::string>& labels = builder_.net().colours[set].labels;
    made = expr.literal(set, std::find(labels.begin(), labels.end(), atom.name) - labels.begin(), where);
  } else {
    made = expr.variable(set, static_cast<std::uint32_t>(slot_of(transition, atom.name)), where);
  }
  for (int k = 0; k < atom.successors && made.valid(); ++k) made = expr.unary(Op::successor, made, where);
  return made;
}

// Whether a colour is among those that the atoms say: of S or a subclass, but not those taken away.
ExprId Colours::among(const std::vector<Atom>& atoms, ExprId part, ColourSetId set, Transition& transition, const Location& where) {
  ExprBuilder& expr = builder_.expr();
  ExprId in;
  bool all = false;
  ExprId out = expr.boolean(true, where);
  for (const Atom& atom : atoms) {
    const bool several = atom.kind == Atom::Kind::all || atom.kind == Atom::Kind::subclass;
    if (atom.kind == Atom::Kind::all && !atom.minus) {
      all = true;
      continue;
    }
    const ExprId same =
        several ? within(part, atom.name, where) : expr.binary(Op::equal, part, single(atom, set, transition, where), where);
    if (!same.valid()) return {};
    if (atom.minus) {
      out = expr.binary(Op::and_, expr.unary(Op::not_, same, where), out, where);
    } else {
      in = in.valid() ? expr.binary(Op::or_, in, same, where) : same;
    }
  }
  if (all && in.valid()) {
    builder_.diagnostics().error(where, "a colour function that counts a colour twice is not supported");
    return {};
  }
  return all || !in.valid() ? out : expr.binary(Op::and_, in, out, where);
}

std::optional<Colours::Summand> Colours::tuple(Cursor& cursor, ColourSetId domain, Transition& transition) {
  const std::vector<ColourSetId> sets = components(domain);
  const Location where = cursor.where;
  std::vector<std::vector<Atom>> elements;
  do {
    elements.emplace_back();
    if (elements.size() > sets.size()) break;
    if (!element(cursor, sets[elements.size() - 1], transition, elements.back())) return std::nullopt;
  } while (cursor.accept(","));
  if (elements.size() != sets.size() || !cursor.accept(">")) {
    builder_.diagnostics().error(where, fmt::format("unexpected `{}` in a colour function", cursor.next().text),
                                 fmt::format("expected a tuple of {} elements", sets.size()));
    return std::nullopt;
  }
  ExprBuilder& expr = builder_.expr();
  Summand made;
  const bool plain = std::all_of(elements.begin(), elements.end(), [](const std::vector<Atom>& atoms) {
    return atoms.size() == 1 && !atoms[0].minus && (atoms[0].kind == Atom::Kind::variable || atoms[0].kind == Atom::Kind::colour);
  });
  if (plain) {
    std::vector<ExprId> parts;
    for (std::size_t k = 0; k < sets.size(); ++k) parts.push_back(single(elements[k][0], sets[k], transition, where));
    made.value = sets.size() == 1 ? parts[0] : expr.tuple(domain, parts, where);
    return made;
  }
  // One token for each colour of the domain that the elements admit.
  made.each = true;
  const auto slot = static_cast<std::uint32_t>(transition.variables.size());
  transition.variables.push_back({fmt::format("c{}", slot), domain});
  const ExprId colour = expr.variable(domain, slot, where);
  ExprId admitted = expr.boolean(true, where);
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const ExprId part = sets.size() == 1 ? colour : expr.project(colour, k, where);
    const ExprId in = among(elements[k], part, sets[k], transition, where);
    if (!in.valid()) return std::nullopt;
    admitted = expr.binary(Op::and_, admitted, in, where);
  }
  made.value = expr.colours(domain, where);
  if (expr.constant(admitted) != petriloom::Word{1}) made.value = expr.comprehension(Op::filter, slot, made.value, admitted, where);
  return made;
}

// `2<x,y>+<S,!y>`, each term perhaps behind a predicate `[...]`.
std::vector<Colours::Summand> Colours::function(std::string_view text, ColourSetId domain, Transition& transition,
                                                const Location& where) {
  std::vector<Summand> all;
  if (text.starts_with("@")) {
    const auto position = number_of(text.substr(1));
    if (!position || *position < 1 || *position > static_cast<std::int64_t>(document_.definitions.size())) {
      builder_.diagnostics().error(where, fmt::format("there is no definition {}", text));
      return all;
    }
    text = document_.definitions[static_cast<std::size_t>(*position - 1)].text;
  }
  Cursor cursor{words_of(text), 0, where};
  do {
    ExprId condition;
    if (cursor.accept("[")) {
      condition = disjunction(cursor, transition);
      if (!condition.valid()) return {};
      if (!cursor.accept("]")) {
        builder_.diagnostics().error(where, "this predicate does not end", "expected `]`");
        return {};
      }
    }
    std::int64_t weight = 1;
    if (cursor.next().kind == Word::Kind::number) weight = number_of(cursor.take().text).value_or(-1);
    if (!cursor.accept("<") || weight < 0) {
      builder_.diagnostics().error(where, fmt::format("unexpected `{}` in a colour function", cursor.next().text), "expected `<`");
      return {};
    }
    std::optional<Summand> made = tuple(cursor, domain, transition);
    if (!made) return {};
    made->weight = weight;
    made->condition = condition;
    all.push_back(*made);
  } while (cursor.accept("+"));
  if (cursor.next().kind != Word::Kind::end) {
    builder_.diagnostics().error(where, fmt::format("unexpected `{}` in a colour function", cursor.next().text), "expected `+`");
    return {};
  }
  return all;
}

// Only terms bind variables; predicates are skipped.
void Colours::bind(std::string_view text, ColourSetId domain, Transition& transition, const Location& where) {
  Cursor cursor{words_of(text), 0, where};
  const std::vector<ColourSetId> sets = components(domain);
  while (cursor.next().kind != Word::Kind::end) {
    if (cursor.accept("[")) {
      while (cursor.next().kind != Word::Kind::end && !cursor.accept("]")) cursor.take();
    } else if (cursor.accept("<")) {
      for (const ColourSetId set : sets) {
        std::vector<Atom> atoms;
        if (!element(cursor, set, transition, atoms)) return;
        if (!cursor.accept(",")) break;
      }
    } else {
      cursor.take();
    }
  }
}

ExprId Colours::guard(std::string_view text, const Transition& transition, const Location& where) {
  Cursor cursor{words_of(text), 0, where};
  const bool bracket = cursor.accept("[");
  const ExprId made = disjunction(cursor, transition);
  if (!made.valid()) return {};
  if ((bracket && !cursor.accept("]")) || cursor.next().kind != Word::Kind::end) {
    builder_.diagnostics().error(where, fmt::format("unexpected `{}` in a guard", cursor.next().text));
    return {};
  }
  return made;
}

ExprId Colours::disjunction(Cursor& cursor, const Transition& transition) {
  if (cursor.depth >= kMostNested) {
    builder_.diagnostics().error(cursor.where, "nested too deeply", fmt::format("at most {} levels", kMostNested));
    return {};
  }
  ++cursor.depth;
  ExprId left = conjunction(cursor, transition);
  while (left.valid() && (cursor.accept("or") || cursor.accept("|"))) {
    cursor.accept("|");
    const ExprId right = conjunction(cursor, transition);
    left = right.valid() ? builder_.expr().binary(Op::or_, left, right, cursor.where) : right;
  }
  --cursor.depth;
  return left;
}

ExprId Colours::conjunction(Cursor& cursor, const Transition& transition) {
  ExprId left = comparison(cursor, transition);
  while (left.valid() && (cursor.accept("and") || cursor.accept("&"))) {
    cursor.accept("&");
    const ExprId right = comparison(cursor, transition);
    left = right.valid() ? builder_.expr().binary(Op::and_, left, right, cursor.where) : right;
  }
  return left;
}

ExprId Colours::comparison(Cursor& cursor, const Transition& transition) {
  ExprBuilder& expr = builder_.expr();
  if (cursor.next().text == "not" || (cursor.next().text == "!" && cursor.words[cursor.at + 1].text == "(")) {
    cursor.take();
    if (++cursor.depth > kMostNested) return disjunction(cursor, transition);
    const ExprId inner = comparison(cursor, transition);
    --cursor.depth;
    return inner.valid() ? expr.unary(Op::not_, inner, cursor.where) : inner;
  }
  if (cursor.accept("(")) {
    const ExprId inner = disjunction(cursor, transition);
    if (inner.valid() && !cursor.accept(")")) {
      builder_.diagnostics().error(cursor.where, "a bracket is not closed");
      return {};
    }
    return inner;
  }
  // `d(x) = sub`: the static subclass of a colour.
  const bool subclass = cursor.next().text == "d" && cursor.words[cursor.at + 1].text == "(";
  if (subclass) cursor.at += 2;
  const ExprId left = operand(cursor, transition);
  if (subclass && !cursor.accept(")")) {
    builder_.diagnostics().error(cursor.where, "a bracket is not closed");
    return {};
  }
  const Word sign = cursor.take();
  const bool equal = sign.text == "=" || sign.text == "in";
  if (!left.valid()) return {};
  if (!equal && sign.text != "<>" && sign.text != "!=") {
    builder_.diagnostics().error(cursor.where, fmt::format("unexpected `{}` in a guard", sign.text), "expected = or <>");
    return {};
  }
  if (subclass || sign.text == "in") {
    const ExprId in = within(left, cursor.take().text, cursor.where);
    return equal || !in.valid() ? in : expr.unary(Op::not_, in, cursor.where);
  }
  const ExprId right = operand(cursor, transition);
  return right.valid() ? expr.binary(equal ? Op::equal : Op::not_equal, left, right, cursor.where) : right;
}

ExprId Colours::operand(Cursor& cursor, const Transition& transition) {
  Atom atom;
  while (cursor.accept("!")) ++atom.successors;
  const Word word = cursor.take();
  atom.name = word.text;
  const std::size_t slot = slot_of(transition, word.text);
  if (slot < transition.variables.size()) return single(atom, transition.variables[slot].colour, transition, cursor.where);
  for (const auto& [name, each] : classes_) {
    const std::vector<std::string>& labels = builder_.net().colours[each.set].labels;
    if (std::find(labels.begin(), labels.end(), word.text) == labels.end()) continue;
    atom.kind = Atom::Kind::colour;
    return single(atom, each.set, transition, cursor.where);
  }
  builder_.diagnostics().error(cursor.where, fmt::format("there is no variable or colour '{}'", word.text));
  return {};
}

}  // namespace petriloom::greatspn
