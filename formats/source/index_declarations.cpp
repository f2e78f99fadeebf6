// SPDX-License-Identifier: Apache-2.0
// Goes through declarations.
#include <algorithm>

#include "formats/source/index_builder.h"

namespace petriloom::source {

using loom::Kind;

void IndexBuilder::visit_all(const std::vector<Node>& declarations, std::size_t scope) {
  for (const Node& node : declarations) visit(node, scope);
}

void IndexBuilder::visit(const Node& node, std::size_t scope) {
  switch (node.kind) {
    case Kind::function:
      return visit_function(node, scope);
    case Kind::module:
    case Kind::scope:
      return visit_module(node, scope);
    case Kind::instance:
      return visit_instance(node, scope);
    case Kind::measure:
      return visit_measure(node, scope);
    case Kind::transition:
      for (const Node& item : node.children) visit_item(item, inner_.at(&node));
      return;
    case Kind::order:
      for (const Node& path : node.children) follow(path, scope, {NameSpace::transition});
      return;
    case Kind::fuse:
      for (const Node& path : node.children) follow(path, scope, {NameSpace::place});
      return;
    case Kind::alias:
      follow(node.back(), scope, {NameSpace::place});
      return;
    case Kind::scenario:
      for (const Node& each : node.children) visit_override(each, scope);
      return;
    case Kind::variables:
      return expression(node.back(), scope);
    default:
      for (const Node& child : node.children) expression(child, scope);
  }
}

void IndexBuilder::visit_override(const Node& node, std::size_t scope) {
  follow(node.children[0], scope, {node.text == "place" ? NameSpace::place : NameSpace::value});
  for (std::size_t i = 1; i < node.children.size(); ++i) expression(node.children[i], scope);
}

void IndexBuilder::visit_function(const Node& node, std::size_t scope) {
  const std::size_t inner = open(scope);
  if (const Node* types = node.child(Kind::type_parameters)) {
    for (const Node& type : types->children) declare(inner, NameKind::colour, type, &node);
  }
  if (const Node* parameters = node.child(Kind::parameters)) {
    for (const Node& parameter : parameters->children) {
      expression(parameter.children[0], inner);
      declare(inner, NameKind::parameter, parameter, &node);
    }
  }
  for (const Node& child : node.children) {
    if (child.kind != Kind::parameters && child.kind != Kind::type_parameters) expression(child, inner);
  }
}

void IndexBuilder::visit_module(const Node& node, std::size_t scope) {
  const auto inner = inner_.find(&node);
  if (inner == inner_.end()) return;
  if (const Node* parameters = node.child(Kind::parameters)) {
    for (const Node& parameter : parameters->children) visit_parameter(parameter, inner->second);
  }
  if (const Node* element = node.child(Kind::element)) expression(*element, scope);
  visit_all(node.child(Kind::block)->children, inner->second);
}

void IndexBuilder::visit_instance(const Node& node, std::size_t scope) {
  const std::size_t inner = indices(node, scope);
  const Node* const kind = node.child(Kind::kind);
  std::size_t module = kNoScope;
  std::size_t found = 0;
  if (kind != nullptr && resolve(*kind, scope, {NameSpace::module}, &found)) module = index_.names[found].inner;
  for (const Node& child : node.children) {
    if (child.kind != Kind::argument && child.kind != Kind::binding) continue;
    NameSpace space = child.kind == Kind::argument ? NameSpace::value : NameSpace::place;
    if (module != kNoScope) {
      const auto& members = index_.scopes[module].names;
      for (const NameSpace other : {NameSpace::colour, NameSpace::function}) {
        const auto own = members.find({other, child.text});
        const bool parameter = own != members.end() && index_.names[own->second].node->kind == Kind::module;
        if (child.kind == Kind::argument && parameter) space = other;
      }
      const auto own = members.find({space, child.text});
      if (own != members.end()) use(child, own->second);
    }
    if (child.kind == Kind::argument) argument(child.children[0], inner, space);
    if (child.kind == Kind::binding) follow(child.children[0], inner, {NameSpace::place});
  }
  if (node.child(Kind::by_name) != nullptr && module != kNoScope) bind_by_name(node, module, inner);
}

void IndexBuilder::bind_by_name(const Node& instance, std::size_t module, std::size_t scope) {
  for (const std::size_t declared : index_.scopes[module].declared) {
    const Declared& port = index_.names[declared];
    const auto binds = [&port](const Node& child) { return child.kind == Kind::binding && child.text == port.name; };
    if (port.kind != NameKind::port || std::any_of(instance.children.begin(), instance.children.end(), binds)) continue;
    index_.by_name.push_back(declared);
    if (const auto place = index_.find(scope, NameSpace::place, port.name)) index_.by_name.push_back(*place);
  }
}

/// What is given for a parameter: a colour set and a function are given by name.
void IndexBuilder::argument(const Node& node, std::size_t scope, NameSpace space) {
  if (node.kind == Kind::name && space != NameSpace::value) {
    resolve(node, scope, {space});
  } else {
    expression(node, scope);
  }
}

void IndexBuilder::visit_parameter(const Node& node, std::size_t scope) {
  if (node.kind == Kind::function_parameter) return visit_function(node, scope);
  for (const Node& child : node.children) expression(child, scope);
}

std::size_t IndexBuilder::indices(const Node& node, std::size_t scope) {
  const Node* array = node.child(Kind::array);
  if (array == nullptr) array = node.child(Kind::folded);
  if (array == nullptr) return scope;
  const std::size_t inner = open(scope);
  for (const Node& child : array->children) {
    if (child.kind == Kind::binder) {
      expression(child.children[0], scope);
      declare(inner, NameKind::index, child, &node);
    } else {
      expression(child, inner);
    }
  }
  return inner;
}

void IndexBuilder::visit_measure(const Node& node, std::size_t scope) {
  const std::size_t inner = indices(node, scope);
  visit_quantity(node.back(), inner);
}

void IndexBuilder::visit_quantity(const Node& node, std::size_t scope) {
  for (const Node& part : node.children) {
    if (part.kind == Kind::of_firings)
      visit_quantity(part, scope);
    else
      part.kind == Kind::group ? visit_group(part, scope) : expression(part, scope);
  }
}

void IndexBuilder::visit_group(const Node& node, std::size_t scope) {
  std::size_t inner = scope;
  for (const Node& part : node.children) {
    if (part.kind != Kind::over) continue;
    follow(part.children[0], scope, {NameSpace::transition});
    if (inner != scope || index_.uses.empty()) continue;
    // The variables of the first transition are known here.
    const Declared& last = index_.names[index_.uses.back().declared];
    if (last.kind == NameKind::transition) inner = open(scope, last.inner);
  }
  for (const Node& part : node.children) {
    if (part.kind != Kind::over) expression(part, inner);
  }
}

void IndexBuilder::visit_item(const Node& node, std::size_t scope) {
  if (node.kind == Kind::variables) return visit(node, scope);
  if (node.kind != Kind::arc) {
    for (const Node& child : node.children) expression(child, scope);
    return;
  }
  follow(node.children[0], scope, {NameSpace::place});
  for (std::size_t i = 1; i < node.children.size(); ++i) expression(node.children[i], scope);
}

}  // namespace petriloom::source
