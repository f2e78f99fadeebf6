// SPDX-License-Identifier: Apache-2.0
// Literals, composite values, and choosing by value.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "formats/common/units.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

struct Escape {
  char letter;
  char stands_for;
};
constexpr std::array kEscapes = {Escape{'n', '\n'}, Escape{'t', '\t'}, Escape{'r', '\r'}, Escape{'"', '"'}, Escape{'\\', '\\'}};

/// What stands at the backslash `at`, which is moved past it; nothing if that is no escape.
std::optional<char> escaped(std::string_view text, std::size_t& at) {
  const char letter = text[at + 1];
  for (const Escape& each : kEscapes) {
    if (each.letter != letter) continue;
    at += 2;
    return each.stands_for;
  }
  unsigned value = 0;
  const char* const begin = text.data() + at + 2;
  if (letter != 'x' || at + 4 > text.size() || std::from_chars(begin, begin + 2, value, 16).ptr != begin + 2) return std::nullopt;
  at += 4;
  return static_cast<char>(static_cast<unsigned char>(value));
}

}  // namespace

ExprId elaborate_number(Context& context, const Node& node, ColourSetId expected) {
  const bool fractional = node.text.find_first_of(".eE") != std::string_view::npos;
  const Node* const unit = node.child(Kind::unit);
  if (!fractional && unit == nullptr) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
    if (error == std::errc{}) {
      if (expected == ColourTable::kReal) return context.expr().real(static_cast<double>(value), node.where);
      return context.expr().integer(value, node.where);
    }
    context.diagnostics().error(node.where, "this integer is too large", "at most 9223372036854775807; a real is written 1e30");
    return {};
  }
  double value = 0;
  const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
  if (error != std::errc{}) {
    context.diagnostics().error(node.where, "this number is out of range");
    return {};
  }
  if (unit == nullptr) return context.expr().real(value, node.where);
  const std::optional<double> factor = unit_factor(unit->text);
  if (factor && !std::isfinite(value * *factor)) {
    context.diagnostics().error(node.where, "this number is out of range");
    return {};
  }
  if (factor) return context.expr().real(value * *factor, node.where);
  const std::string usual = usual_unit(unit->text);
  context.diagnostics().error(unit->where, fmt::format("there is no unit `{}`", unit->text),
                              usual.empty() ? suggest(unit->text, unit_names()) : fmt::format("did you mean '{}'?", usual));
  return {};
}

std::optional<std::string> text_of_literal(Context& context, const Node& node) {
  const std::string_view text = node.text;
  if (text.size() > kMostText) {
    context.diagnostics().error(node.where, fmt::format("this string is longer than {} bytes", kMostText));
    return std::nullopt;
  }
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      bytes += text[at++];
      continue;
    }
    if (const std::optional<char> byte = escaped(text, at)) {
      bytes += *byte;
      continue;
    }
    Location where = node.where;
    where.column += static_cast<std::uint32_t>(at + 1);
    context.diagnostics().error(where, fmt::format("there is no escape `{}`", text.substr(at, 2)),
                                "the escapes are \\n \\t \\r \\\" \\\\ and \\x with two hexadecimal digits");
    return std::nullopt;
  }
  return bytes;
}

ExprId elaborate_string(Context& context, const Node& node) {
  const std::optional<std::string> bytes = text_of_literal(context, node);
  return bytes ? context.expr().text(*bytes, node.where) : ExprId{};
}

ExprId label_value(Context& context, Symbol& symbol, const Node& node, ColourSetId expected) {
  bool valid = resolve_label(context, symbol);
  for (Symbol* other : symbol.same) valid = resolve_label(context, *other) && valid;
  if (!valid) return {};
  if (expected.valid()) expected = context.colours().base_of(expected);
  const Symbol* chosen = symbol.same.empty() || symbol.type == expected ? &symbol : nullptr;
  for (const Symbol* other : symbol.same) {
    if (other->type == expected) chosen = other;
  }
  if (chosen == nullptr) {
    std::string sets = "`" + context.colours().describe(symbol.type) + "." + symbol.name + "`";
    for (const Symbol* other : symbol.same) sets += " or `" + context.colours().describe(other->type) + "." + symbol.name + "`";
    context.diagnostics().error(node.where, fmt::format("`{}` is a colour of several colour sets", node.text), "write " + sets);
    return {};
  }
  return context.expr().literal(chosen->type, *chosen->word, node.where);
}

ExprId elaborate_tuple(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (node.children.empty()) return context.expr().unit(node.where);
  std::vector<ColourSetId> types(node.children.size());
  if (expected.valid() && context.colours()[expected].composite() &&
      context.colours()[expected].components.size() == node.children.size()) {
    types = context.colours()[expected].components;
  } else {
    expected = {};
  }
  std::vector<ExprId> parts;
  for (std::size_t i = 0; i < node.children.size(); ++i) parts.push_back(elaborate(context, env, node.children[i], types[i]));
  if (std::any_of(parts.begin(), parts.end(), [](ExprId part) { return !part.valid(); })) return {};
  return expected.valid() ? context.expr().tuple(expected, parts, node.where) : context.expr().tuple(parts, node.where);
}

ExprId elaborate_record(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (!expected.valid() || context.colours()[expected].kind != ColourKind::record) {
    context.diagnostics().error(node.where, "a record cannot stand here",
                                expected.valid() ? fmt::format("expected {}", context.colours().describe(expected))
                                                 : "its colour set must be known from where it stands");
    return {};
  }
  const ColourSet set = context.colours()[expected];
  std::vector<ExprId> parts(set.fields.size());
  bool failed = false;
  std::vector<bool> given(set.fields.size());
  for (const Node& field : node.children) {
    const auto found = std::find(set.fields.begin(), set.fields.end(), field.text);
    const auto k = static_cast<std::size_t>(found - set.fields.begin());
    if (found == set.fields.end() || given[k]) {
      const std::string set_name = context.colours().describe(expected);
      context.diagnostics().error(field.where,
                                  found == set.fields.end() ? fmt::format("{} has no field `{}`", set_name, field.text)
                                                            : fmt::format("the field `{}` is given twice", field.text),
                                  found == set.fields.end() ? suggest(field.text, set.fields) : std::string());
      failed = true;
      continue;
    }
    given[k] = true;
    parts[k] = elaborate(context, env, field.children[0], set.components[k]);
    failed = failed || !parts[k].valid();
  }
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (given[k]) continue;
    if (env.partial) {  // in a pattern fields that are left out match anything
      parts[k] = elaborate(context, env, Node{Kind::name, node.where, "_", {}}, set.components[k]);
      failed = failed || !parts[k].valid();
      continue;
    }
    context.diagnostics().error(node.where, fmt::format("the field `{}` is missing", set.fields[k]),
                                "expected a colour of " + context.colours().describe(expected));
    failed = true;
  }
  return failed ? ExprId{} : context.expr().tuple(expected, parts, node.where);
}

ExprId elaborate_list(Context& context, Env& env, const Node& node, ColourSetId expected) {
  ColourSetId element;
  if (expected.valid() && context.colours()[expected].kind == ColourKind::list) element = context.colours()[expected].components[0];
  if (node.children.empty() && !element.valid()) {
    context.diagnostics().error(node.where, "the empty list cannot stand here", "the colour set of its elements is not known");
    return {};
  }
  std::vector<ExprId> elements;
  ColourSetId hint = element;
  for (const Node& child : node.children) {
    elements.push_back(elaborate(context, env, child, hint));
    if (!elements.back().valid()) return {};
    if (!hint.valid()) hint = context.expr().type(elements.back());
  }
  return context.expr().list(element, elements, node.where);
}

}  // namespace petriloom::loom
