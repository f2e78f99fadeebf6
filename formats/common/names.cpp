// SPDX-License-Identifier: Apache-2.0
#include "formats/common/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <string_view>

#include "engine/expr/match.h"

namespace petriloom {

std::string Identifiers::make(std::string_view name) {
  std::string identifier;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128;
    const bool allowed = plain || c == '_' || also_.find(c) != std::string::npos;
    // Several replaced characters in a row, as in `[3].`, become one; none at the end.
    if (allowed)
      identifier += c;
    else if (!identifier.empty() && identifier.back() != '_')
      identifier += '_';
  }
  while (!identifier.empty() && identifier.back() == '_' && name.back() != '_') identifier.pop_back();
  if (identifier.empty() || (std::isalpha(static_cast<unsigned char>(identifier[0])) == 0 && identifier[0] != '_')) {
    identifier.insert(0, "n");
  }
  std::string free = identifier;
  for (std::size_t k = 2; !used_.insert(free).second; ++k) free = identifier + "_" + std::to_string(k);
  return free;
}

bool usual_colour_name(std::string_view name) {
  constexpr std::array<std::string_view, 7> kUsual{"UNIT", "BOOL", "INT", "INTINF", "TIME", "REAL", "STRING"};
  return std::find(kUsual.begin(), kUsual.end(), name) != kUsual.end();
}

bool like_slot(std::string_view name) {
  const std::size_t digits = name.find_first_not_of("v_");
  return name.starts_with("v") && digits != std::string_view::npos &&
         name.find_first_not_of("0123456789", digits) == std::string_view::npos;
}

namespace {

std::string own_name(const std::string& name) { return like_slot(name) ? std::string() : name; }

}  // namespace

std::vector<std::string> local_names(const Transition& transition) {
  std::vector<std::string> names(transition.variables.size());
  for (std::size_t k = transition.binding_size; k < names.size(); ++k) names[k] = own_name(transition.variables[k].name);
  for (const Draw& draw : transition.draws) names[draw.slot].clear();
  return names;
}

std::vector<std::string> local_names(const Function& function) {
  std::vector<std::string> names(function.parameters.size());
  for (const std::string& name : function.local_names) names.push_back(own_name(name));
  return names;
}

void LocalNames::bind(Word slot, ExprId body, const std::function<std::string(const std::string&)>& made,
                      const std::function<std::string(Word)>& text) {
  const auto at = static_cast<std::size_t>(slot);
  if (at >= wanted_.size() || wanted_[at].empty()) return;
  if (others_.empty()) {
    for (const std::string_view word : kValueWords) others_.emplace(word);
    others_.insert({"sum", "content"});  // names that writers give values themselves
    for (const Constant& constant : net_.constants) others_.insert(constant.name);
    for (const Function& function : net_.functions) others_.insert(function.name);
    for (std::size_t k = 0; k < net_.colours.size(); ++k) {
      const ColourSet& set = net_.colours[ColourSetId(k)];
      if (set.kind != ColourKind::record) others_.insert(set.fields.begin(), set.fields.end());
    }
  }
  std::unordered_set<std::string> used;
  const std::vector<std::uint32_t> inside = own_variables(net_, body);  // these give way themselves
  for (const std::uint32_t other : free_variables(net_, body, std::numeric_limits<std::size_t>::max())) {
    if (other != at && std::find(inside.begin(), inside.end(), other) == inside.end()) used.insert(text(other));
  }
  const auto taken = [&](const std::string& name) { return others_.contains(name) || used.contains(name); };
  std::string name = wanted_[at];
  while (taken(name) || taken(made(name))) name += "_";
  given_.resize(std::max(given_.size(), at + 1));
  given_[at] = made(name);
}

const std::string& LocalNames::of(Word slot) const {
  static const std::string kNone;
  const auto at = static_cast<std::size_t>(slot);
  return at < given_.size() ? given_[at] : kNone;
}

std::optional<double> literal_real(const Net& net, ExprId expr, double otherwise) {
  if (!expr.valid()) return otherwise;
  const Expr& node = net.exprs[expr];
  if (node.op != Op::literal) return std::nullopt;
  return net.colours[node.type].kind == ColourKind::real ? real_of_word(node.payload) : static_cast<double>(node.payload);
}

std::optional<std::int64_t> literal_integer(const Net& net, ExprId expr, std::int64_t otherwise) {
  if (!expr.valid()) return otherwise;
  const Expr& node = net.exprs[expr];
  if (node.op != Op::literal) return std::nullopt;
  return node.payload;
}

}  // namespace petriloom
