// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace petriloom::cpn::ml {

ExprId Values::materialise(const Value& value, Type* type, const Location& where) {
  if (!value.known()) return {};
  Type* found = Types::found(work_.meant(type));
  if (value.kind == ValueKind::expr) return value.expr;
  if (value.kind == ValueKind::tuple && found->kind == TypeKind::tuple && found->parts.size() == value.parts.size()) {
    std::vector<ExprId> parts;
    for (std::size_t k = 0; k < value.parts.size(); ++k) {
      parts.push_back(materialise(value.parts[k], found->parts[k], where));
      if (!parts.back().valid()) return {};
    }
    return e().tuple(parts, where);
  }
  if (value.kind == ValueKind::record && found->kind == TypeKind::record) {
    const ColourSetId set = colour_of(found);
    const ColourSet& colours = table_[set];
    std::vector<ExprId> parts;
    for (const std::string& field : std::vector<std::string>(colours.fields)) {
      const auto at = static_cast<std::size_t>(std::find(value.labels.begin(), value.labels.end(), field) - value.labels.begin());
      const auto of_type =
          static_cast<std::size_t>(std::find(found->labels.begin(), found->labels.end(), field) - found->labels.begin());
      if (at >= value.parts.size() || of_type >= found->parts.size()) return {};
      const ExprId part = materialise(value.parts[at], found->parts[of_type], where);
      parts.push_back(coerce(part, table_[set].components[parts.size()], where));
      if (!parts.back().valid()) return {};
    }
    return e().tuple(set, parts, where);
  }
  return plain(value, where);
}

ExprId Values::plain(const Value& value, const Location& where) {
  if (!value.known()) return {};
  if (value.kind == ValueKind::expr) return value.expr;
  if (value.kind == ValueKind::tuple) {
    std::vector<ExprId> parts;
    for (const Value& part : value.parts) {
      parts.push_back(plain(part, where));
      if (!parts.back().valid()) return {};
    }
    return e().tuple(parts, where);
  }
  if (value.kind == ValueKind::reference) {
    work_.fail(where, "a reference is used as a value", "its content is read with '!'");
    return {};
  }
  if (value.kind == ValueKind::record) return plain_record(value, where);
  if (value.kind == ValueKind::constructed) {
    work_.fail(where, "a value of a datatype stands where one of a colour set is needed",
               "datatypes are read where their values are known while the file is read; a union is a colour set");
    return {};
  }
  work_.fail(where, "a function stands where a value is needed",
             "functions are read as arguments of functions, not as colours or results of a choice");
  return {};
}

// Its fields decide: a colour set that has them.
ExprId Values::plain_record(const Value& value, const Location& where) {
  std::map<std::string, ExprId> fields;
  for (std::size_t k = 0; k < value.parts.size(); ++k) fields.emplace(value.labels[k], plain(value.parts[k], where));
  std::vector<std::string> labels;
  std::vector<ColourSetId> sets;
  for (const auto& [label, part] : fields) {
    if (!part.valid()) return {};
    labels.push_back(label);
    sets.push_back(e().type(part));
  }
  const ColourSetId set = record("", labels, sets);
  std::vector<ExprId> parts;
  for (const std::string& field : table_[set].fields) parts.push_back(fields.at(field));
  return e().tuple(set, parts, where);
}

ExprId Values::no_value(ColourSetId type, std::string_view why, const Location& where) {
  const std::array none{e().list(type, {}, where)};
  const ExprId text = e().text(why, where);
  petriloom::Expr node;
  node.op = Op::head;
  node.type = type;
  node.payload = work_.net().exprs[text].payload;
  node.where = where;
  return none[0].valid() ? work_.net().exprs.add(node, none) : ExprId{};
}

ExprId Values::over(Op op, ExprId list, const Location& where, const std::function<ExprId(ExprId)>& body) {
  if (!list.valid()) return {};
  const ColourSet set = table_[e().type(list)];
  if (set.kind != ColourKind::list) return {};
  const std::uint32_t at = work_.slot(set.components[0]);
  const ExprId made = work_.naming([&] { return body(e().variable(set.components[0], at, where)); });
  if (!made.valid()) return {};
  return e().comprehension(op, at, list, made, where);
}

ExprId Values::fold(ExprId list, ExprId start, const Location& where, const std::function<ExprId(ExprId, ExprId)>& body) {
  if (!list.valid() || !start.valid()) return {};
  const ColourSet set = table_[e().type(list)];
  if (set.kind != ColourKind::list) return {};
  const ColourSetId type = e().type(start);
  const std::uint32_t at = work_.slot(type);
  const std::uint32_t element = work_.slot(set.components[0]);
  const ExprId made = work_.naming(
      [&] { return coerce(body(e().variable(type, at, where), e().variable(set.components[0], element, where)), type, where); });
  if (!made.valid()) return {};
  return e().fold(at, list, start, made, where);
}

Value Values::literal(ExprKind kind, const std::string& text, const Location& where) {
  if (kind == ExprKind::integer) {
    std::int64_t number = 0;
    const std::size_t prefix = text.find("0x");
    const bool hex = prefix != std::string::npos && prefix <= 1;
    std::string digits = text;
    if (hex) digits.erase(prefix, 2);
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
    if (result.ec != std::errc())
      return work_.fail(where, fmt::format("the number {} is too large", text), "whole numbers have 64 bits");
    return e().integer(number, where);
  }
  if (kind == ExprKind::real) {
    double number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
      return work_.fail(where, fmt::format("the number {} is too large", text));
    return e().real(number, where);
  }
  return e().text(text, where);
}

Value Values::select(const std::string& field, const Value& from, const Location& where) {
  if (from.kind == ValueKind::record) {
    for (std::size_t k = 0; k < from.labels.size(); ++k) {
      if (from.labels[k] == field) return from.parts[k];
    }
  }
  const std::optional<std::size_t> component = component_of(field);
  if (from.kind == ValueKind::tuple && component && *component < from.parts.size()) return from.parts[*component];
  if (from.kind != ValueKind::expr) return work_.fail(where, fmt::format("there is no field '{}'", field));
  const ColourSet& set = table_[e().type(from.expr)];
  if (set.kind == ColourKind::product && component) return e().project(from.expr, *component, where);
  return e().field(from.expr, field, where);
}

}  // namespace petriloom::cpn::ml
