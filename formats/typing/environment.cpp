// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/environment.h"

#include <algorithm>

namespace petriloom::cpn::ml {

Environment::Environment() {
  binders_.emplace_back();  // 0 is no binder, and no colour set
  colours_.emplace_back();
}

std::uint32_t Environment::find(std::string_view name) const {
  auto found = names_.find(std::string(name));
  if (!structure_.empty() && (found == names_.end() || found->second < first_inside_)) {
    found = names_.find(in_structure(name, [this](const std::string& full) {
      const auto known = names_.find(full);
      return known != names_.end() && known->second != 0;
    }));
  }
  return found == names_.end() ? 0 : found->second;
}

void Environment::inside(std::string structure) {
  structure_ = std::move(structure);
  first_inside_ = static_cast<std::uint32_t>(binders_.size());
}

std::uint32_t Environment::find_colour(std::string_view name) const {
  const auto found = colour_ids_.find(in_structure(name, [this](const std::string& full) { return colour_ids_.contains(full); }));
  return found == colour_ids_.end() ? 0 : found->second;
}

std::vector<std::string> Environment::colour_names() const {
  std::vector<std::string> all;
  for (std::size_t k = 1; k < colours_.size(); ++k) all.push_back(colours_[k].name);
  return all;
}

std::uint32_t Environment::add(Binder binder) {
  const auto id = static_cast<std::uint32_t>(binders_.size());
  std::uint32_t& slot = names_[binder.name];
  undo_.emplace_back(binder.name, slot);
  slot = id;
  binders_.push_back(std::move(binder));
  return id;
}

std::uint32_t Environment::bind(const std::string& name, Type* type, const Location& where) {
  Binder binder;
  binder.name = name;
  binder.type = type;
  binder.where = where;
  binder.depth = depth();
  return add(std::move(binder));
}

void Environment::end_scope(std::size_t mark) {
  while (undo_.size() > mark) {
    names_[undo_.back().first] = undo_.back().second;
    undo_.pop_back();
  }
}

std::uint32_t Environment::add(ColourInfo colour) {
  const auto id = static_cast<std::uint32_t>(colours_.size());
  if (!colour.name.empty()) colour_ids_[colour.name] = id;
  colours_.push_back(std::move(colour));
  return id;
}

std::vector<std::uint32_t> Environment::leave_function() {
  std::vector<std::uint32_t> used = std::move(frees_.back());
  frees_.pop_back();
  return used;
}

void Environment::use(std::uint32_t id) {
  const Binder& binder = binders_[id];
  const bool captured = binder.kind == BinderKind::local || binder.kind == BinderKind::variable ||
                        (binder.kind == BinderKind::function && binder.local);
  if (!captured) return;
  for (std::size_t k = binder.kind == BinderKind::variable ? 0 : binder.depth; k < frees_.size(); ++k) {
    if (std::find(frees_[k].begin(), frees_[k].end(), id) == frees_[k].end()) frees_[k].push_back(id);
  }
}

}  // namespace petriloom::cpn::ml
