// SPDX-License-Identifier: Apache-2.0
#include "formats/source/name_index.h"

#include <algorithm>

#include "formats/source/index_builder.h"

namespace petriloom::source {

using loom::Kind;
using loom::Node;

std::optional<std::size_t> Index::find(std::size_t scope, NameSpace space, std::string_view name) const {
  std::size_t also = kNoScope;
  while (scope != kNoScope) {
    const auto found = scopes[scope].names.find({space, name});
    if (found != scopes[scope].names.end()) return found->second;
    if (also == kNoScope) also = scopes[scope].also;
    scope = scopes[scope].parent;
    if (scope == kNoScope) std::swap(scope, also);
  }
  return std::nullopt;
}

std::optional<std::size_t> Index::at(const Location& where) const {
  const auto covers = [&where](const Location& start, std::size_t length) {
    return start.file == where.file && start.line == where.line && start.column <= where.column &&
           where.column <= start.column + length;
  };
  auto use = std::upper_bound(uses.begin(), uses.end(), where, [](const Location& at, const Use& each) { return at < each.where; });
  for (int back = 0; back < 2 && use != uses.begin(); ++back) {
    --use;
    if (covers(use->where, use->length)) return use->declared;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (covers(names[i].where, names[i].length)) return i;
  }
  return std::nullopt;
}

std::size_t Index::members(std::size_t declared) const {
  const Declared& name = names[declared];
  if (name.kind != NameKind::instance || name.inner != kNoScope) return name.inner;
  const Node* const kind = name.node == nullptr ? nullptr : name.node->child(Kind::kind);
  if (kind == nullptr) return kNoScope;
  const std::optional<std::size_t> module = find(name.scope, NameSpace::module, kind->text);
  return module ? names[*module].inner : kNoScope;
}

bool is_parameter(const Declared& name) {
  const bool of_module = name.node != nullptr && name.node->kind == Kind::module && name.kind != NameKind::module;
  return name.kind == NameKind::parameter || of_module;
}

Index index_of(const loom::Loaded& files, const Sources& sources) {
  IndexBuilder builder(sources);
  return builder.build(files);
}

}  // namespace petriloom::source
