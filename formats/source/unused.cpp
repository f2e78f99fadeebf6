// SPDX-License-Identifier: Apache-2.0
#include "formats/source/unused.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::source {
namespace {

using loom::Kind;

bool looked_at(const Declared& name) {
  switch (name.kind) {
    case NameKind::variable:
    case NameKind::constant:
    case NameKind::function:
      return true;
    case NameKind::place:  // an alias tells where a name comes from (ports of the modules of a net written back)
      return name.node == nullptr || name.node->kind != Kind::alias;
    case NameKind::local:  // `map(x in l : 0)` has a meaning without using x
      return name.node != nullptr && name.node->kind == Kind::let;
    default:
      return false;
  }
}

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
  for (const Use& use : index.uses) used[use.declared] = true;
  const bool for_others = library(files);
  for (std::size_t i = 0; i < index.names.size(); ++i) {
    const Declared& name = index.names[i];
    if (used[i] || name.where.file != files.main || !looked_at(name) || name.name == "_") continue;
    if (for_others && (name.scope == 0 || name.kind == NameKind::place)) continue;
    if (index.unresolved.contains(name.name)) continue;  // it may be meant
    diagnostics.warning(name.where, fmt::format("nothing uses the {} `{}`", describe(name.kind), name.name));
  }
}

}  // namespace petriloom::source
