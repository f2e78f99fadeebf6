// SPDX-License-Identifier: Apache-2.0
// The declared colour sets as colour sets of the net.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

namespace {

class DeclaredColours {
 public:
  DeclaredColours(Translator& translator, const std::map<std::string, std::string>& labels)
      : translator_(translator),
        work_(translator.work()),
        values_(translator.values()),
        table_(work_.net().colours),
        labels_(labels) {}

  ColourSetId make(const ColourInfo& info);
  /// What declares no colour set of its own is another name: of int, of another one, of a record
  /// with the same fields. Invalid: it is none.
  ColourAliasId alias(const ColourInfo& info, ColourSetId made);
  [[nodiscard]] std::vector<ColourAliasId> aliases_of_parts(const ColourDecl& colour) const;

 private:
  ColourSetId named(const std::string& name) const;
  const std::string& in_net(const std::string& label) const;
  ColourSetId make_range(const ColourInfo& info);
  ColourSetId make_enumeration(const ColourInfo& info);
  ColourSetId make_union(const ColourInfo& info, const std::vector<ColourSetId>& parts);
  ColourSetId make_record(const ColourInfo& info, const std::vector<ColourSetId>& parts);
  ColourSetId make_subset(const ColourInfo& info, ColourSetId base);
  ExprId bound(const Expr& expr) { return translator_.constant_literal(expr, ColourTable::kInt, "the bound of a colour set"); }

  Translator& translator_;
  Workspace& work_;
  Values& values_;
  ColourTable& table_;
  const std::map<std::string, std::string>& labels_;
};

const std::string& DeclaredColours::in_net(const std::string& label) const {
  const auto found = labels_.find(label);
  return found == labels_.end() ? label : found->second;
}

ColourSetId DeclaredColours::named(const std::string& name) const {
  if (const std::uint32_t id = work_.environment().find_colour(name)) return values_.colour(id);
  static constexpr std::array<std::pair<std::string_view, ColourSetId>, 4> kBuiltIn{
      {{"int", ColourTable::kInt}, {"bool", ColourTable::kBool}, {"string", ColourTable::kString}, {"real", ColourTable::kReal}}};
  for (const auto& [built_in, set] : kBuiltIn) {
    if (built_in == name) return set;
  }
  return ColourTable::kUnit;
}

ColourSetId DeclaredColours::make(const ColourInfo& info) {
  const ColourDecl& colour = *info.declaration;
  std::vector<ColourSetId> parts;
  for (const auto& name : colour.names) parts.push_back(named(name.first));
  switch (colour.form) {
    case ColourForm::unit:
      return ColourTable::kUnit;
    case ColourForm::boolean:
      return ColourTable::kBool;
    case ColourForm::integer:
      return colour.with.size() < 2 ? ColourTable::kInt : make_range(info);
    case ColourForm::time:
      return work_.inference().real_time() ? ColourTable::kReal : ColourTable::kInt;
    case ColourForm::real:
      return ColourTable::kReal;
    case ColourForm::string:
    case ColourForm::character:
      return ColourTable::kString;
    case ColourForm::enumeration:
      return make_enumeration(info);
    case ColourForm::index:
      return make_range(info);
    case ColourForm::product:
      return table_.add_product(info.name, parts, info.where);
    case ColourForm::record:
      return make_record(info, parts);
    case ColourForm::list:
      return table_.add_list(info.name, parts[0], info.where);
    case ColourForm::union_:
      return make_union(info, parts);
    case ColourForm::alias:
      return parts[0];
    case ColourForm::subset:
      return make_subset(info, parts[0]);
  }
  return ColourTable::kUnit;
}

ColourAliasId DeclaredColours::alias(const ColourInfo& info, ColourSetId made) {
  if (info.name.empty() || table_[made].name == info.name) return {};
  const bool of_other = info.declaration->form == ColourForm::alias || info.declaration->form == ColourForm::subset;
  return table_.add_alias(info.name, made, of_other ? aliases_of_parts(*info.declaration)[0] : ColourAliasId(), info.where);
}

std::vector<ColourAliasId> DeclaredColours::aliases_of_parts(const ColourDecl& colour) const {
  std::vector<ColourAliasId> aliases;
  for (const auto& [name, where] : colour.names) aliases.push_back(values_.alias(work_.environment().find_colour(name)));
  return aliases;
}

ColourSetId DeclaredColours::make_enumeration(const ColourInfo& info) {
  std::vector<std::string> labels;
  for (const auto& [name, where] : info.declaration->names) {
    if (std::find(labels.begin(), labels.end(), in_net(name)) != labels.end())
      work_.fail(where, fmt::format("the colour '{}' is there twice", name));
    labels.push_back(in_net(name));
  }
  if (!labels.empty()) return table_.add_enumeration(info.name, std::move(labels), info.where);
  work_.fail(info.where, fmt::format("the colour set '{}' has no colours", info.name));
  return ColourTable::kUnit;
}

ColourSetId DeclaredColours::make_union(const ColourInfo& info, const std::vector<ColourSetId>& parts) {
  std::vector<std::string> variants;
  for (const std::string& name : info.declaration->labels) variants.push_back(in_net(name));
  return table_.add_union(info.name, std::move(variants), parts, info.where);
}

ColourSetId DeclaredColours::make_range(const ColourInfo& info) {
  const ColourDecl& colour = *info.declaration;
  const ExprId written_low = bound(*colour.with[0]);
  const ExprId written_high = bound(*colour.with[1]);
  if (!written_low.valid() || !written_high.valid()) return ColourTable::kInt;
  const ExprArena& exprs = work_.net().exprs;
  const Word low = exprs[written_low].payload;
  const Word high = exprs[written_high].payload;
  if (low > high) {
    work_.fail(info.where, fmt::format("the colour set '{}' is empty: {} is above {}", info.name, low, high));
    return ColourTable::kInt;
  }
  const std::size_t before = table_.size();
  const ColourSetId made = colour.form == ColourForm::index
                               ? table_.add_index(info.name, in_net(colour.names[0].first), low, high, info.where)
                               : table_.add_range(info.name, low, high, info.where);
  if (table_.size() > before && (exprs[written_low].named || exprs[written_high].named)) {
    table_.write_bounds(made, written_low, written_high);
  } else {
    work_.e().fix(written_low);
    work_.e().fix(written_high);
  }
  return made;
}

ColourSetId DeclaredColours::make_record(const ColourInfo& info, const std::vector<ColourSetId>& parts) {
  std::vector<std::string> labels = info.declaration->labels;
  std::sort(labels.begin(), labels.end());
  if (const auto twice = std::adjacent_find(labels.begin(), labels.end()); twice != labels.end()) {
    work_.fail(info.where, fmt::format("the field '{}' is there twice", *twice));
    return ColourTable::kUnit;
  }
  return values_.record(info.name, info.declaration->labels, parts, info.where);
}

ColourSetId DeclaredColours::make_subset(const ColourInfo& info, ColourSetId base) {
  const ColourDecl& colour = *info.declaration;
  if (!table_[base].finite || table_[base].size() > ColourTable::kMostMembers) {
    work_.warn_once(info.where,
                    fmt::format("'{}' is a subset of a colour set that is not finite: taken as that, unchecked", info.name));
    return base;
  }
  work_.e().fix(base);
  std::vector<Word> members;
  const Expr& with = *colour.with[0];
  if (!colour.by) {
    const auto list = translator_.constant(with, table_.add_list("", base), "a subset");
    if (!list) return base;
    const auto words = work_.net().pool.view(*list);
    members.assign(words.begin(), words.end());
  } else {
    const Value chosen = translator_.eval(with);
    for (Word word = table_[base].low; chosen.known() && word <= table_[base].high; ++word) {
      const ExprId holds = work_.naming([&] {
        return values_.plain(translator_.calls().apply(chosen, work_.e().literal(base, word, with.where), with), with.where);
      });
      const auto known = holds.valid() ? work_.e().require_constant(holds, "the function of a subset") : std::nullopt;
      if (!known) return base;
      if (*known != 0) members.push_back(word);
    }
  }
  if (members.empty()) {
    work_.fail(info.where, fmt::format("the colour set '{}' is empty", info.name));
    return base;
  }
  return table_.add_subset(info.name, base, std::move(members), info.where);
}

}  // namespace

void declare_colours(Translator& translator, const std::map<std::string, std::string>& labels) {
  DeclaredColours declared(translator, labels);
  const Environment& environment = translator.work().environment();
  ColourTable& colours = translator.work().net().colours;
  for (std::uint32_t id = 1; id < environment.colour_count(); ++id) {
    const ColourInfo& info = environment.colour(id);
    const std::size_t before = colours.size();
    const ColourSetId made = declared.make(info);
    if (!made.valid()) continue;
    if (colours.size() > before) colours.name_components(made, declared.aliases_of_parts(*info.declaration));
    translator.values().enter(id, made, declared.alias(info, made));
  }
}

}  // namespace petriloom::cpn::ml
