// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/net/suggest.h"

namespace petriloom::andl {

namespace {

struct AndlOperator {
  std::string_view text;
  Op op;
};
constexpr std::array kArithmetic = std::to_array<AndlOperator>(
    {{"+", Op::add}, {"-", Op::subtract}, {"*", Op::multiply}, {"/", Op::divide}, {"%", Op::modulo}, {"^", Op::power}});
constexpr std::array kComparisons = std::to_array<AndlOperator>({{"=", Op::equal},
                                                                 {"==", Op::equal},
                                                                 {"!=", Op::not_equal},
                                                                 {"<>", Op::not_equal},
                                                                 {"<=", Op::less_equal},
                                                                 {">=", Op::greater_equal},
                                                                 {"<", Op::less},
                                                                 {">", Op::greater}});

template <std::size_t kCount>
std::optional<Op> find(const std::array<AndlOperator, kCount>& table, std::string_view text) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const AndlOperator& each) { return each.text == text; });
  return found == table.end() ? std::nullopt : std::optional<Op>(found->op);
}

template <class Map>
std::vector<std::string> keys(const Map& map) {
  std::vector<std::string> all;
  for (const auto& entry : map) all.emplace_back(entry.first);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::optional<std::int64_t> trailing_number(std::string_view name) {
  std::size_t first = name.size();
  while (first > 0 && name[first - 1] >= '0' && name[first - 1] <= '9') --first;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(name.data() + first, name.data() + name.size(), value);
  return first == name.size() || error != std::errc() ? std::nullopt : std::optional<std::int64_t>(value);
}

ExprId Scope::fail(const Location& where, std::string message, std::string help) {
  builder_.diagnostics().error(where, std::move(message), std::move(help));
  return {};
}

void Scope::unknown(std::string_view what, std::string_view name, const Location& where,
                    const std::function<std::vector<std::string>()>& known) {
  fail(where, fmt::format("there is no {} '{}'", what, name), suggestion(builder_.diagnostics(), name, known));
}

ColourSetId Scope::colour_set(std::string_view name, const Location& where) {
  const auto found = colour_sets.find(name);
  if (found != colour_sets.end()) return found->second;
  if (name == "int" || name == "bool") return name == "int" ? ColourTable::kInt : ColourTable::kBool;
  unknown("colour set", name, where, [this] { return keys(colour_sets); });
  return {};
}

std::optional<std::int64_t> Scope::integer(const Term& term, std::string_view what) {
  const ExprId value = expression(term, ColourTable::kInt);
  if (!value.valid()) return std::nullopt;
  if (builder_.expr().type(value) == ColourTable::kReal) {
    const auto word = builder_.expr().require_constant(value, what);
    const double number = word ? real_of_word(*word) : 0;
    constexpr double kMost = 9e15;  // whole doubles are exact up to there
    if (word && number >= -kMost && number <= kMost && number == static_cast<double>(static_cast<std::int64_t>(number)))
      return static_cast<std::int64_t>(number);
    if (word) fail(term.where, fmt::format("{} must be a whole number", what));
    return std::nullopt;
  }
  const ExprId whole = builder_.expr().convert(value, ColourTable::kInt, term.where);
  return whole.valid() ? builder_.expr().require_constant(whole, what) : std::nullopt;
}

std::optional<double> Scope::real(const Term& term, std::string_view what) {
  const ExprId value = expression(term);
  if (!value.valid()) return std::nullopt;
  const ExprId converted = builder_.expr().convert(value, ColourTable::kReal, term.where);
  if (!converted.valid()) return std::nullopt;
  const auto word = builder_.expr().require_constant(converted, what);
  return word ? std::optional<double>(real_of_word(*word)) : std::nullopt;
}

ExprId Scope::expression(const Term& term, ColourSetId expected) {
  if (levels_ >= kMostLevels) return fail(term.where, fmt::format("more than {} levels with functions written out", kMostLevels));
  ++levels_;
  const ExprId made = expression_below(term, expected);
  --levels_;
  return made;
}

ExprId Scope::expression_below(const Term& term, ColourSetId expected) {
  switch (term.kind) {
    case TermKind::integer:
    case TermKind::real:
      return number(term);
    case TermKind::text:
      return colour(term.text, term.where, expected);
    case TermKind::name:
      return name(term, expected);
    case TermKind::indexed:
      return fail(term.where, fmt::format("'{}' has no index here", term.text),
                  "colours of index sets are written out, as `Son_3`");
    case TermKind::call:
      return call(term);
    case TermKind::tuple:
      return tuple(term, expected);
    case TermKind::unary:
      return unary(term, expected);
    case TermKind::binary:
      return binary(term);
    case TermKind::component: {
      const ExprId whole = expression(term.children[0]);
      const std::int64_t component = trailing_number(term.text).value_or(0);
      if (!whole.valid()) return {};
      const ColourSet& set = net_.colours[builder_.expr().type(whole)];
      if (component < 1 || component > static_cast<std::int64_t>(set.components.size()) || !set.composite()) {
        return fail(term.where, fmt::format("there is no component {}", term.text), "components count from 1");
      }
      return builder_.expr().project(whole, static_cast<std::size_t>(component - 1), term.where);
    }
    case TermKind::restricted:
    case TermKind::multiset:
      break;
  }
  return fail(term.where, "a multiset cannot stand here");
}

ExprId Scope::number(const Term& term) {
  const char* const end = term.text.data() + term.text.size();
  if (term.kind == TermKind::integer) {
    std::int64_t value = 0;
    const auto result = std::from_chars(term.text.data(), end, value);
    if (result.ec == std::errc() && result.ptr == end) return builder_.expr().integer(value, term.where);
    if (context != Context::reals) return fail(term.where, "this number is too large");
  }
  double value = 0;
  const auto result = std::from_chars(term.text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return fail(term.where, "this number is too large or too small");
  return builder_.expr().real(value, term.where);
}

// A colour by its name; of several sets the expected one decides.
ExprId Scope::colour(std::string_view text, const Location& where, ColourSetId expected) {
  const auto found = colours.find(text);
  if (found == colours.end()) {
    unknown("colour, variable or constant", text, where, [this] { return keys(bound); });
    return {};
  }
  for (const auto& [set, word] : found->second) {
    if (set == expected) return builder_.expr().literal(set, word, where);
  }
  const auto& [set, word] = found->second.front();
  if (found->second.size() > 1 && !expected.valid()) {
    return fail(where, fmt::format("'{}' is a colour of several colour sets, and which is meant does not show here", text));
  }
  return builder_.expr().literal(set, word, where);
}

bool Scope::bare_colour(const Term& term) const {
  return term.kind == TermKind::text || (term.kind == TermKind::name && bound.count(term.text) == 0 &&
                                         constants.count(term.text) == 0 && colours.count(term.text) > 0);
}

ExprId Scope::name(const Term& term, ColourSetId expected) {
  if (const auto found = bound.find(term.text); found != bound.end()) return found->second;
  if (bare_colour(term)) return colour(term.text, term.where, expected);
  if (const auto found = constants.find(term.text); found != constants.end()) return found->second;
  if (term.text == "true" || term.text == "false") return builder_.expr().boolean(term.text == "true", term.where);
  if (term.text == "dot") return builder_.expr().unit(term.where);
  if (const auto found = places.find(term.text); found != places.end()) {
    if (builder_.net()[found->second].fluid) return builder_.expr().level(found->second, term.where);
    return builder_.expr().tokens(found->second, {}, term.where);
  }
  if (const auto found = functions.find(term.text); found != functions.end()) return inlined(term, *found->second);
  unknown("variable, constant or colour", term.text, term.where, [this] {
    std::vector<std::string> known = keys(bound);
    for (std::string& each : keys(constants)) known.push_back(std::move(each));
    return known;
  });
  return {};
}

ExprId Scope::tuple(const Term& term, ColourSetId expected) {
  const bool known = expected.valid() && net_.colours[expected].kind == ColourKind::product &&
                     net_.colours[expected].components.size() == term.children.size();
  std::vector<ExprId> parts;
  for (std::size_t k = 0; k < term.children.size(); ++k) {
    parts.push_back(expression(term.children[k], known ? net_.colours[expected].components[k] : ColourSetId()));
    if (!parts.back().valid()) return {};
  }
  return known ? builder_.expr().tuple(expected, parts, term.where) : builder_.expr().tuple(parts, term.where);
}

// The number of a colour: of a number itself, of `Son_3` the 3.
ExprId Scope::index(ExprId operand, const Location& where) {
  const ColourSet& set = net_.colours[builder_.expr().type(operand)];
  if (set.kind == ColourKind::range || set.kind == ColourKind::integer) {
    return builder_.expr().convert(operand, ColourTable::kInt, where);
  }
  if (set.kind != ColourKind::enumeration) return fail(where, "only numbers and colours that end in a number have an index");
  const std::vector<std::string> labels = set.labels;
  const Word low = set.low;
  std::vector<ExprId> numbers;
  for (const std::string& label : labels) {
    const auto value = trailing_number(label);
    if (!value) return fail(where, fmt::format("the colour '{}' has no number that could be its index", label));
    numbers.push_back(builder_.expr().integer(*value, where));
  }
  const ExprId ordinal = builder_.expr().unary(Op::index_of, operand, where);
  const std::array<ExprId, 2> element{builder_.expr().list(ColourTable::kInt, numbers, where),
                                      builder_.expr().binary(Op::subtract, ordinal, builder_.expr().integer(low, where), where)};
  return builder_.expr().list_op(Op::element, element, where);
}

ExprId Scope::unary(const Term& term, ColourSetId expected) {
  const ExprId operand = expression(term.children[0], expected);
  if (!operand.valid()) return {};
  if (term.text == "!") return builder_.expr().unary(Op::not_, operand, term.where);
  if (term.text == "@") return index(operand, term.where);
  if (term.text != "+" && term.text != "-") return fail(term.where, "a multiset cannot stand here");
  const ColourKind kind = net_.colours[builder_.expr().type(operand)].kind;
  const bool plus = term.text == "+";
  if (kind == ColourKind::integer || kind == ColourKind::real) {
    return plus ? operand : builder_.expr().unary(Op::negate, operand, term.where);
  }
  return builder_.expr().unary(plus ? Op::successor : Op::predecessor, operand, term.where);
}

// Halved again and again, so that long tables do not become deep.
ExprId Scope::joined(const Term& term, Op op, std::size_t first, std::size_t last) {
  if (last - first == 1) return condition(term.children[first]);
  const std::size_t middle = first + (last - first) / 2;
  const ExprId left = joined(term, op, first, middle);
  const ExprId right = joined(term, op, middle, last);
  return left.valid() && right.valid() ? builder_.expr().binary(op, left, right, term.where) : ExprId();
}

ExprId Scope::compared(const Term& term, Op op) {
  const bool swapped = bare_colour(term.children[0]);
  const ExprId first = expression(term.children[swapped ? 1 : 0]);
  if (!first.valid()) return {};
  const ExprId second = expression(term.children[swapped ? 0 : 1], builder_.expr().type(first));
  if (!second.valid()) return {};
  return builder_.expr().binary(op, swapped ? second : first, swapped ? first : second, term.where);
}

ExprId Scope::binary(const Term& term) {
  if (term.text == "|" || term.text == "&") return joined(term, term.text == "|" ? Op::or_ : Op::and_, 0, term.children.size());
  if (const auto op = find(kComparisons, term.text)) return compared(term, *op);
  const auto op = find(kArithmetic, term.text);
  if (!op) return fail(term.where, "a multiset cannot stand here");
  ExprId left = expression(term.children[0]);
  ExprId right = expression(term.children[1]);
  if (!left.valid() || !right.valid()) return {};
  if (context == Context::reals && (*op == Op::divide || *op == Op::power)) {
    left = builder_.expr().convert(left, ColourTable::kReal, term.where);
    right = builder_.expr().convert(right, ColourTable::kReal, term.where);
  }
  return builder_.expr().binary(*op, left, right, term.where);
}

}  // namespace petriloom::andl
