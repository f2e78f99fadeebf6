// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

void Translator::make_colours() {
  colours_.assign(inference_.colour_count(), ColourTable::kUnit);
  for (std::uint32_t id = 1; id < inference_.colour_count(); ++id) {
    const ColourSetId made = make_colour(id);
    if (made.valid()) colours_[id] = made;
  }
}

ColourSetId Translator::named_colour(const std::string& name, ColourSetId otherwise) {
  if (const std::uint32_t id = inference_.find_colour(name)) return colours_[id];
  static constexpr std::array<std::pair<std::string_view, ColourSetId>, 5> kBuiltIn{{{"int", ColourTable::kInt},
                                                                                     {"bool", ColourTable::kBool},
                                                                                     {"string", ColourTable::kString},
                                                                                     {"real", ColourTable::kReal},
                                                                                     {"unit", ColourTable::kUnit}}};
  for (const auto& [built_in, set] : kBuiltIn) {
    if (built_in == name) return set;
  }
  return otherwise;
}

ColourSetId Translator::make_colour(std::uint32_t id) {
  const ColourInfo& info = inference_.colour(id);
  const ColourDecl& colour = *info.declaration;
  ColourTable& table = builder_.net().colours;
  std::vector<ColourSetId> parts;
  for (const auto& name : colour.names) parts.push_back(named_colour(name.first, ColourTable::kUnit));
  switch (colour.form) {
    case ColourForm::product:
      return table.add_product(info.name, parts, info.where);
    case ColourForm::record:
      return make_record(info);
    case ColourForm::list:
      return table.add_list(info.name, parts[0], info.where);
    case ColourForm::union_:
      return table.add_union(info.name, colour.labels, parts, info.where);
    case ColourForm::alias:
      return parts[0];
    case ColourForm::subset:
      return make_subset(info);
    default:
      return make_simple(info, id);
  }
}

ColourSetId Translator::make_simple(const ColourInfo& info, std::uint32_t id) {
  const ColourDecl& colour = *info.declaration;
  ColourTable& table = builder_.net().colours;
  switch (colour.form) {
    case ColourForm::boolean:
      return ColourTable::kBool;
    case ColourForm::integer:
      return colour.with.size() < 2 ? ColourTable::kInt : make_range(info);
    case ColourForm::time:
      return inference_.real_time() ? ColourTable::kReal : ColourTable::kInt;
    case ColourForm::real:
      return ColourTable::kReal;
    case ColourForm::string:
    case ColourForm::character:
      return ColourTable::kString;
    case ColourForm::enumeration: {
      std::vector<std::string> labels;
      for (const auto& [name, where] : colour.names) {
        if (std::find(labels.begin(), labels.end(), name) != labels.end())
          fail(where, fmt::format("the colour '{}' is there twice", name));
        labels.push_back(name);
      }
      if (labels.empty()) {
        fail(info.where, fmt::format("the colour set '{}' has no colours", info.name));
        return ColourTable::kUnit;
      }
      return table.add_enumeration(info.name, std::move(labels), info.where);
    }
    case ColourForm::index:
      return make_range(info);
    default:
      static_cast<void>(id);
      return ColourTable::kUnit;
  }
}

std::optional<Word> Translator::bound(const Expr& expr, ColourSetId type) {
  return constant(expr, type, "the bound of a colour set");
}

std::optional<Word> Translator::constant(const Expr& expr, ColourSetId type, std::string_view what) {
  Surroundings outside = std::move(now_);
  now_ = {};
  const ExprId value = naming([&] { return coerce(materialise(eval(expr), expr.type, expr.where), type, expr.where); });
  now_ = std::move(outside);
  if (!value.valid()) return std::nullopt;
  return e().require_constant(value, what);
}

ColourSetId Translator::make_range(const ColourInfo& info) {
  const ColourDecl& colour = *info.declaration;
  const auto low = bound(*colour.with[0], ColourTable::kInt);
  const auto high = bound(*colour.with[1], ColourTable::kInt);
  if (!low || !high) return ColourTable::kInt;
  if (*low > *high) {
    fail(info.where, fmt::format("the colour set '{}' is empty: {} is above {}", info.name, *low, *high));
    return ColourTable::kInt;
  }
  ColourTable& table = builder_.net().colours;
  if (colour.form == ColourForm::index) return table.add_index(info.name, colour.names[0].first, *low, *high, info.where);
  return table.add_range(info.name, *low, *high, info.where);
}

ColourSetId Translator::record_of(const Type& type, std::vector<ColourSetId> parts) {
  std::string key;
  std::string name = "record";
  for (std::size_t k = 0; k < parts.size(); ++k) {
    key += fmt::format("{}:{};", type.labels[k], parts[k].index());
    name += "_" + type.labels[k];
  }
  const auto known = records_.find(key);
  if (known != records_.end()) return known->second;
  const ColourSetId made = builder_.net().colours.add_record(name, type.labels, std::move(parts));
  records_[key] = made;
  return made;
}

ColourSetId Translator::make_record(const ColourInfo& info) {
  const ColourDecl& colour = *info.declaration;
  std::vector<std::pair<std::string, ColourSetId>> fields;
  std::vector<ColourSetId> parts;
  for (std::size_t k = 0; k < colour.labels.size(); ++k) {
    parts.push_back(named_colour(colour.names[k].first, ColourTable::kUnit));
    fields.emplace_back(colour.labels[k], parts.back());
  }
  std::sort(fields.begin(), fields.end());
  std::string key;
  for (std::size_t k = 0; k < fields.size(); ++k) {
    key += fmt::format("{}:{};", fields[k].first, fields[k].second.index());
    if (k > 0 && fields[k].first == fields[k - 1].first) {
      fail(info.where, fmt::format("the field '{}' is there twice", fields[k].first));
      return ColourTable::kUnit;
    }
  }
  // Records of the same fields are one type in ML, and so one colour set here.
  const auto known = records_.find(key);
  if (known != records_.end()) return known->second;
  const ColourSetId made = builder_.net().colours.add_record(info.name, colour.labels, parts, info.where);
  records_[key] = made;
  return made;
}

ColourSetId Translator::make_subset(const ColourInfo& info) {
  const ColourDecl& colour = *info.declaration;
  const ColourSetId base = named_colour(colour.names[0].first, ColourTable::kUnit);
  ColourTable& table = builder_.net().colours;
  if (!table[base].finite || table[base].size() > ColourTable::kMostMembers) {
    fail(info.where, fmt::format("the colour set '{}' is a subset of one that is not finite", info.name), "give the base bounds");
    return base;
  }
  std::vector<Word> members;
  const Expr& with = *colour.with[0];
  if (!colour.by) {
    const auto list = constant(with, table.add_list("", base), "a subset");
    if (!list) return base;
    const auto words = builder_.net().pool.view(*list);
    members.assign(words.begin(), words.end());
  } else {
    const Value chosen = eval(with);
    for (Word word = table[base].low; chosen.known() && word <= table[base].high; ++word) {
      const ExprId holds = naming([&] { return plain(apply(chosen, of(e().literal(base, word, with.where)), with), with.where); });
      const auto known = holds.valid() ? e().require_constant(holds, "the function of a subset") : std::nullopt;
      if (!known) return base;
      if (*known != 0) members.push_back(word);
    }
  }
  if (members.empty()) {
    fail(info.where, fmt::format("the colour set '{}' is empty", info.name));
    return base;
  }
  return table.add_subset(info.name, base, std::move(members), info.where);
}

ColourSetId Translator::colour_of(Type* type) {
  type = Types::found(meant(type));
  ColourTable& table = builder_.net().colours;
  if (!work({})) return ColourTable::kUnit;
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
      return colours_[type->colour];
    case TypeKind::list:
      return table.add_list("", colour_of(type->parts[0]));
    case TypeKind::tuple:
    case TypeKind::record:
      if (type->parts.empty()) return ColourTable::kUnit;
      if (type->parts.size() == 1 && type->kind == TypeKind::tuple) return colour_of(type->parts[0]);
      for (Type* part : type->parts) parts.push_back(colour_of(part));
      return type->kind == TypeKind::tuple ? table.add_product("", std::move(parts)) : record_of(*type, std::move(parts));
    case TypeKind::variable:
      return type->number ? ColourTable::kInt : ColourTable::kUnit;
    case TypeKind::function:
      break;
  }
  return ColourTable::kUnit;
}

ExprId Translator::coerce(ExprId value, ColourSetId to, const Location& where) {
  if (!value.valid() || !to.valid()) return {};
  const ColourSetId from = e().type(value);
  if (from == to) return value;
  if (builder_.net().colours.converts(from, to)) return e().convert(value, to, where);
  return rebuild(value, to, where);
}

// Records of the same fields with different bounds, and what holds such.
ExprId Translator::rebuild(ExprId value, ColourSetId to, const Location& where) {
  const ColourTable& table = builder_.net().colours;
  const ColourSet from_set = table[e().type(value)];
  const ColourSet to_set = table[to];
  if (from_set.composite() && to_set.composite() && from_set.components.size() == to_set.components.size()) {
    return naming([&]() -> ExprId {
      const Value whole = named(of(value), where);
      std::vector<ExprId> parts;
      for (std::size_t k = 0; k < to_set.components.size(); ++k) {
        std::size_t at = k;
        if (!to_set.fields.empty() && !from_set.fields.empty()) {
          at = static_cast<std::size_t>(std::find(from_set.fields.begin(), from_set.fields.end(), to_set.fields[k]) -
                                        from_set.fields.begin());
        }
        if (at >= from_set.components.size()) return e().convert(value, to, where);
        parts.push_back(coerce(e().project(whole.expr, at, where), to_set.components[k], where));
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
