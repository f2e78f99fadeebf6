// SPDX-License-Identifier: Apache-2.0
// Declares the names of a file.
#include <algorithm>

#include "formats/source/index_builder.h"

namespace petriloom::source {

using loom::Kind;

namespace {

/// The kind under which tools show a name.
NameKind shown(NameKind kind) {
  return kind == NameKind::variant ? NameKind::label : kind == NameKind::alias ? NameKind::place : kind;
}

/// An index as it stands in the name of an element; empty if it is to be computed.
std::string index_name(const loom::Node& node) {
  switch (node.kind) {
    case Kind::number:
    case Kind::name:
    case Kind::select:  // Side.north
      return std::string(node.text);
    case Kind::call:  // Node(3)
      return node.children.size() == 1 ? index_name(node.children[0]) : std::string();
    case Kind::unary:
      return std::string(node.text) + index_name(node.children[0]);
    default:
      return {};
  }
}

}  // namespace

std::string element_name(std::string_view name, std::span<const loom::Node> indices) {
  std::string text(name);
  for (const loom::Node& index : indices) {
    const std::string one = index_name(index);
    if (one.empty()) return {};
    text += "[" + one + "]";
  }
  return text;
}

Index IndexBuilder::build(const loom::Loaded& files) {
  open(kNoScope);
  for (const Node& tree : files.trees) declare_all(tree.children, 0);
  for (const Node& tree : files.trees) visit_all(tree.children, 0);
  std::sort(index_.uses.begin(), index_.uses.end(), [](const Use& a, const Use& b) { return a.where < b.where; });
  return std::move(index_);
}

std::size_t IndexBuilder::open(std::size_t parent, std::size_t also) {
  index_.scopes.push_back({parent, also, {}, {}});
  return index_.scopes.size() - 1;
}

std::size_t IndexBuilder::length_of(const Node& named) const {
  const std::string_view line = sources_.line(named.where.file, named.where.line);
  const std::size_t at = named.where.column - 1;
  const bool quoted = named.where.column > 0 && at < line.size() && (line[at] == '\'' || line[at] == '"');
  return named.text.size() + (quoted ? 2 : 0);
}

std::size_t IndexBuilder::declare(std::size_t scope, NameKind kind, const Node& named, const Node* declaration) {
  const std::size_t id = index_.names.size();
  index_.names.push_back({named.text, kind, named.where, length_of(named), scope, kNoScope, declaration});
  index_.scopes[scope].declared.push_back(id);
  index_.scopes[scope].names.emplace(std::pair{space_of(kind), named.text}, id);
  return id;
}

void IndexBuilder::declare_all(const std::vector<Node>& declarations, std::size_t scope) {
  for (const Node& node : declarations) declare_one(node, scope);
}

void IndexBuilder::declare_one(const Node& node, std::size_t scope) {
  std::size_t id = kNoScope;
  loom::declared_names(node, [&](NameKind kind, const Node& named) { id = declare(scope, shown(kind), named, &node); });
  if (id == kNoScope) return;
  if (const Node* element = node.child(Kind::element)) declare_element(node, *element, scope, id);
  if (node.kind == Kind::transition) {
    index_.names[id].inner = inner_[&node] = open(scope);
    declare_all(node.children, index_.names[id].inner);
  }
  const Node* const block = node.child(Kind::block);
  if (block == nullptr) return;
  const std::size_t around = node.kind == Kind::scope ? indices(node, scope) : scope;
  const std::size_t inner = open(around);
  inner_[&node] = inner;
  index_.names[id].inner = inner;
  if (const Node* parameters = node.child(Kind::parameters)) {
    for (const Node& parameter : parameters->children) declare(inner, loom::kind_of_parameter(parameter), parameter, &node);
  }
  declare_all(block->children, inner);
}

void IndexBuilder::declare_element(const Node& node, const Node& element, std::size_t scope, std::size_t declared) {
  const std::string name = element_name(node.text, element.children);
  if (name.empty()) return;
  index_.elements.push_back(name);
  index_.scopes[scope].names.emplace(std::pair{NameSpace::instance, std::string_view(index_.elements.back())}, declared);
}

void IndexBuilder::use(const Node& node, std::size_t declared) { index_.uses.push_back({node.where, length_of(node), declared}); }

}  // namespace petriloom::source
