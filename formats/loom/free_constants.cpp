// SPDX-License-Identifier: Apache-2.0
// Names of constants that mean these constants wherever they stand in the text.
#include <algorithm>
#include <set>

#include "formats/loom/called_functions.h"
#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

/// The names that a value can have which is no constant.
std::set<std::string> names_of_values(const Net& net) {
  std::set<std::string> names(kValueWords.begin(), kValueWords.end());
  const auto add = [&names](const std::vector<std::string>& more) { names.insert(more.begin(), more.end()); };
  for (const Transition& transition : net.transitions) add(variable_names(net, transition));
  for (const Function& function : net.functions) add(function.parameter_names);
  for (const Module& module : net.modules) add(module.index_names);
  for (const Measure& measure : net.measures) {
    for (const Variable& key : measure.keys) names.insert(key.name);
  }
  for (std::size_t i = 0; i < net.colours.size(); ++i) {
    const ColourSet& set = net.colours[ColourSetId(i)];
    add(set.labels);
    if (set.kind == ColourKind::union_) add(set.fields);
  }
  bool lists = false;
  for (std::size_t i = 0; i < net.exprs.size() && !lists; ++i) lists = net.exprs[ExprId(i)].op == Op::token_list;
  if (!lists) return names;
  for (const Place& place : net.places) names.insert(place.name);
  for (const Module& module : net.modules) {
    for (const Reference& reference : module.references) names.insert(reference.name);
  }
  return names;
}

}  // namespace

std::optional<Net> with_free_constants(const Net& net) {
  if (net.constants.empty()) return std::nullopt;
  const std::vector<ExprId> late = values_of_calls(net);
  std::set<std::string> taken = names_of_values(net);
  std::vector<std::string> names;
  bool changed = false;
  for (const Constant& constant : net.constants) {
    std::string name = constant.name;
    while (like_slot(name) || !writable(name) || taken.contains(name)) name = writable(name) ? name + "_" : "c_";
    taken.insert(name);
    changed = changed || name != constant.name;
    names.push_back(std::move(name));
  }
  if (!changed && late.empty()) return std::nullopt;
  Net made = net;
  for (const ExprId value : late) fix_constants(made, value);
  for (std::size_t k = 0; k < names.size(); ++k) made.constants[k].name = std::move(names[k]);
  return made;
}

}  // namespace petriloom::loom
