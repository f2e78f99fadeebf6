// SPDX-License-Identifier: Apache-2.0
#include "formats/source/unused.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace petriloom::source {
namespace {

using loom::Kind;

bool looked_at(const Declared& name) {
  switch (name.kind) {
    case NameKind::variable:
    case NameKind::constant:
      return true;
    case NameKind::function:  // a module need not use what it may be given
      return !is_parameter(name);
    // An alias tells where a name comes from (ports of the modules of a net written back).
    case NameKind::place:
      return name.node == nullptr || name.node->kind != Kind::alias;
    case NameKind::local:  // `map(x in l : 0)` has a meaning without using x
      return name.node != nullptr && name.node->kind == Kind::let;
    default:
      return false;
  }
}

/// Which of the scopes of a text are instances of which module: a place of a module is used if it
/// is so in one instance, as those of an array need not use all (a node without GPUs).
class OfModules {
 public:
  explicit OfModules(const Index& index) : module_(index.scopes.size()) {
    for (const Declared& name : index.names) {
      const loom::Node* const kind = name.node == nullptr || name.inner == kNoScope ? nullptr : name.node->child(Kind::kind);
      if (kind != nullptr) module_[name.inner] = kind->text;
    }
  }
  /// The module and the place in it, or nothing for what stands elsewhere.
  [[nodiscard]] std::optional<std::pair<std::string_view, std::string_view>> place(const Declared& name) const {
    if (name.kind != NameKind::place || module_[name.scope].empty()) return std::nullopt;
    return std::pair{module_[name.scope], name.name};
  }

 private:
  std::vector<std::string_view> module_;  ///< by scope
};

/// Whether nothing happens in a file itself: what it declares is for others.
bool library(const loom::Loaded& files) {
  const auto main = std::find_if(files.trees.begin(), files.trees.end(),
                                 [&files](const loom::Node& tree) { return tree.where.file == files.main; });
  return main == files.trees.end() || std::none_of(main->children.begin(), main->children.end(), [](const loom::Node& node) {
           return node.kind == Kind::transition || node.kind == Kind::instance || node.kind == Kind::scope;
         });
}

}  // namespace

void warn_of_unused(const Index& index, const loom::Loaded& files, Diagnostics& diagnostics) {
  std::vector<bool> used(index.names.size(), false);
  const OfModules of_modules(index);
  std::set<std::pair<std::string_view, std::string_view>> used_somewhere;
  const auto use = [&](std::size_t declared) {
    used[declared] = true;
    if (const auto place = of_modules.place(index.names[declared])) used_somewhere.insert(*place);
  };
  for (const Use& each : index.uses) use(each.declared);
  for (const std::size_t declared : index.by_name) use(declared);
  const bool for_others = library(files);
  for (std::size_t i = 0; i < index.names.size(); ++i) {
    const Declared& name = index.names[i];
    if (used[i] || name.where.file != files.main || !looked_at(name) || name.name == "_") continue;
    if (for_others && (name.scope == 0 || name.kind == NameKind::place)) continue;
    if (index.unresolved.contains(name.name)) continue;  // it may be meant
    if (const auto place = of_modules.place(name); place && used_somewhere.contains(*place)) continue;
    diagnostics.warning(name.where, fmt::format("nothing uses the {} `{}`", word_for(name.kind), name.name));
  }
}

}  // namespace petriloom::source
