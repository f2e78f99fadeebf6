// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/translation/values.h"

namespace petriloom::cpn::ml {

void Values::enter(std::uint32_t id, ColourSetId set, ColourAliasId alias) {
  if (id >= colours_.size()) colours_.resize(id + 1, ColourTable::kUnit);
  aliases_.resize(colours_.size());
  colours_[id] = set;
  aliases_[id] = alias;
}

ColourSetId Values::record(std::string name, const std::vector<std::string>& labels, const std::vector<ColourSetId>& parts,
                           const Location& where) {
  std::vector<std::string> fields;
  for (std::size_t k = 0; k < parts.size(); ++k) fields.push_back(fmt::format("{}:{};", labels[k], parts[k].index()));
  std::sort(fields.begin(), fields.end());
  const auto [known, fresh] = records_.emplace(fmt::format("{}", fmt::join(fields, "")), ColourSetId{});
  if (fresh) {
    if (name.empty()) {
      const std::string fields_only = fmt::format("record_{}", fmt::join(labels, "_"));
      name = fields_only;
      for (int k = 2; table_.find(name).valid(); ++k) name = fmt::format("{}_{}", fields_only, k);
    }
    known->second = table_.add_record(std::move(name), labels, parts, where);
  }
  return known->second;
}

ColourSetId Values::colour_of(Type* type) {
  type = Types::found(work_.meant(type));
  if (!work_.spend({})) return ColourTable::kUnit;
  std::vector<ColourSetId> parts;
  switch (type->kind) {
    case TypeKind::integer:
      return ColourTable::kInt;
    case TypeKind::real:
      return ColourTable::kReal;
    case TypeKind::text:
    case TypeKind::character:
      return ColourTable::kString;
    case TypeKind::boolean:
      return ColourTable::kBool;
    case TypeKind::named:
      return colour(type->colour);
    case TypeKind::list:
      return table_.add_list("", colour_of(type->parts[0]));
    case TypeKind::tuple:
    case TypeKind::record:
      if (type->parts.empty()) return ColourTable::kUnit;
      if (type->parts.size() == 1 && type->kind == TypeKind::tuple) return colour_of(type->parts[0]);
      for (Type* part : type->parts) parts.push_back(colour_of(part));
      return type->kind == TypeKind::tuple ? table_.add_product("", std::move(parts)) : record("", type->labels, parts);
    case TypeKind::variable:
      return type->number ? ColourTable::kInt : ColourTable::kUnit;
    case TypeKind::function:
      break;
  }
  return ColourTable::kUnit;
}

ExprId Values::coerce(ExprId value, ColourSetId to, const Location& where) {
  if (!value.valid() || !to.valid()) return {};
  // Out of a colour set that holds it all, a colour is what it was before.
  const ExprArena& exprs = work_.net().exprs;
  while (e().type(value) != to && exprs[value].op == Op::convert && exprs[value].payload == 1) value = exprs.children(value)[0];
  const ColourSetId from = e().type(value);
  if (from == to) return value;
  if (table_.converts(from, to)) return e().convert(value, to, where);
  if (const auto known = before_.find(value.index()); known != before_.end() && e().type(known->second) == to) return known->second;
  const ExprId result = rebuild(value, to, where);
  if (result.valid() && holds_all(to, from)) before_.emplace(result.index(), value);
  return result;
}

// Whether nothing of `from` is refused by `to`, which has the same fields.
bool Values::holds_all(ColourSetId to, ColourSetId from) const {
  if (to == from) return true;
  const ColourSet& all = table_[to];
  const ColourSet& some = table_[from];
  if (all.composite() && all.components.size() == some.components.size()) {
    for (std::size_t k = 0; k < all.components.size(); ++k) {
      const auto at = std::find(some.fields.begin(), some.fields.end(), all.fields.empty() ? "" : all.fields[k]);
      const std::size_t same = at == some.fields.end() ? k : static_cast<std::size_t>(at - some.fields.begin());
      if (!holds_all(all.components[k], some.components[same])) return false;
    }
    return true;
  }
  if (all.kind == ColourKind::list && some.kind == ColourKind::list) return holds_all(all.components[0], some.components[0]);
  return !all.finite && all.kind != ColourKind::subset && table_.converts(from, to);
}

// Records of the same fields with different bounds, and what holds such.
ExprId Values::rebuild(ExprId value, ColourSetId to, const Location& where) {
  const ColourSet from_set = table_[e().type(value)];
  const ColourSet to_set = table_[to];
  if (from_set.composite() && to_set.composite() && from_set.components.size() == to_set.components.size()) {
    // Parts that are in sight stay so: patterns bind their variables.
    const bool apart = work_.net().exprs[value].op == Op::tuple;
    return work_.naming([&]() -> ExprId {
      const Value whole = apart ? Value(value) : work_.named(value, where);
      std::vector<ExprId> parts;
      for (std::size_t k = 0; k < to_set.components.size(); ++k) {
        std::size_t at = k;
        if (!to_set.fields.empty() && !from_set.fields.empty()) {
          at = static_cast<std::size_t>(std::find(from_set.fields.begin(), from_set.fields.end(), to_set.fields[k]) -
                                        from_set.fields.begin());
        }
        if (at >= from_set.components.size()) return e().convert(value, to, where);
        const ExprId part = apart ? work_.net().exprs.children(value)[at] : e().project(whole.expr, at, where);
        parts.push_back(coerce(part, to_set.components[k], where));
        if (!parts.back().valid()) return {};
      }
      return e().tuple(to, parts, where);
    });
  }
  if (from_set.kind == ColourKind::list && to_set.kind == ColourKind::list) {
    return over(Op::map, value, where, [&](ExprId element) { return coerce(element, to_set.components[0], where); });
  }
  return e().convert(value, to, where);
}

}  // namespace petriloom::cpn::ml
