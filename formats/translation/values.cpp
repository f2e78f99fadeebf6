// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

ExprId Translator::materialise(const Value& value, Type* type, const Location& where) {
  if (!value.known()) return {};
  Type* found = Types::found(meant(type));
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
    const ColourSet& colours = builder_.net().colours[set];
    std::vector<ExprId> parts;
    for (const std::string& field : std::vector<std::string>(colours.fields)) {
      const auto at = static_cast<std::size_t>(std::find(value.labels.begin(), value.labels.end(), field) - value.labels.begin());
      const auto of_type =
          static_cast<std::size_t>(std::find(found->labels.begin(), found->labels.end(), field) - found->labels.begin());
      if (at >= value.parts.size() || of_type >= found->parts.size()) return {};
      const ExprId part = materialise(value.parts[at], found->parts[of_type], where);
      parts.push_back(coerce(part, builder_.net().colours[set].components[parts.size()], where));
      if (!parts.back().valid()) return {};
    }
    return e().tuple(set, parts, where);
  }
  return plain(value, where);
}

ExprId Translator::plain(const Value& value, const Location& where) {
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
    fail(where, "a reference is used as a value", "its content is read with '!'");
    return {};
  }
  if (value.kind == ValueKind::record) {
    // Its fields decide: find a colour set that has them.
    Type dummy;
    std::vector<std::pair<std::string, ExprId>> fields;
    for (std::size_t k = 0; k < value.parts.size(); ++k) fields.emplace_back(value.labels[k], plain(value.parts[k], where));
    std::sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ColourSetId> sets;
    for (const auto& [label, part] : fields) {
      if (!part.valid()) return {};
      dummy.labels.push_back(label);
      sets.push_back(e().type(part));
    }
    const ColourSetId set = record_of(dummy, std::move(sets));
    std::vector<ExprId> parts;
    for (const std::string& field : std::vector<std::string>(builder_.net().colours[set].fields)) {
      const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& entry) { return entry.first == field; });
      parts.push_back(found->second);
    }
    return e().tuple(set, parts, where);
  }
  fail(where, "a function stands where a value is needed",
       "functions are read as arguments of functions, not as colours or results of a choice");
  return {};
}

ExprId Translator::no_value(ColourSetId type, const Location& where) {
  return e().list_op(Op::head, std::array{e().list(type, {}, where)}, where);
}

ExprId Translator::over(Op op, ExprId list, const Location& where, const std::function<ExprId(ExprId)>& body) {
  if (!list.valid()) return {};
  const ColourSet set = builder_.net().colours[e().type(list)];
  if (set.kind != ColourKind::list) return {};
  const std::uint32_t at = slot(fmt::format("v{}", now_.frame.slots.size()), set.components[0]);
  const ExprId made = naming([&] { return body(e().variable(set.components[0], at, where)); });
  if (!made.valid()) return {};
  return e().comprehension(op, at, list, made, where);
}

ExprId Translator::fold(ExprId list, ExprId start, const Location& where, const std::function<ExprId(ExprId, ExprId)>& body) {
  if (!list.valid() || !start.valid()) return {};
  const ColourSet set = builder_.net().colours[e().type(list)];
  if (set.kind != ColourKind::list) return {};
  const ColourSetId type = e().type(start);
  const std::uint32_t at = slot(fmt::format("v{}", now_.frame.slots.size()), type);
  const std::uint32_t element = slot(fmt::format("v{}", now_.frame.slots.size()), set.components[0]);
  const ExprId made = naming(
      [&] { return coerce(body(e().variable(type, at, where), e().variable(set.components[0], element, where)), type, where); });
  if (!made.valid()) return {};
  return e().fold(at, list, start, made, where);
}

}  // namespace petriloom::cpn::ml
