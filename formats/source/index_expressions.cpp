// SPDX-License-Identifier: Apache-2.0
// Goes through expressions, types and paths.
#include <algorithm>

#include "formats/source/index_builder.h"

namespace petriloom::source {

using loom::Kind;

namespace {

/// The element that `x[0][1]`, an index of an index, stands for.
std::string indexed_name(const loom::Node& node) {
  const loom::Node& base = node.children[0];
  const std::string name = base.kind == Kind::index ? indexed_name(base) : std::string(base.text);
  return name.empty() ? name : element_name(name, std::span(node.children).subspan(1));
}

}  // namespace

bool IndexBuilder::resolve(const Node& node, std::size_t scope, std::initializer_list<NameSpace> spaces, std::size_t* found) {
  for (const NameSpace space : spaces) {
    if (const std::optional<std::size_t> declared = index_.find(scope, space, node.text)) {
      use(node, *declared);
      if (found != nullptr) *found = *declared;
      return true;
    }
  }
  index_.unresolved.insert(node.text);
  return false;
}

void IndexBuilder::expression(const Node& node, std::size_t scope) {
  switch (node.kind) {
    case Kind::name:
      resolve(node, scope, {NameSpace::value, NameSpace::place, NameSpace::measure, NameSpace::instance, NameSpace::function});
      return;
    case Kind::type_name:
      resolve(node, scope, {NameSpace::colour});
      return;
    case Kind::select:
    case Kind::index:
      follow(node, scope, {NameSpace::value, NameSpace::place, NameSpace::measure});
      return;
    case Kind::call:
      return call(node, scope);
    case Kind::comprehension:
    case Kind::fold:
    case Kind::let:
    case Kind::suchthat:
      return bound(node, scope);
    case Kind::arm:
      return arm(node, scope);
    case Kind::enum_type:
      return;
    case Kind::binary: {
      const Node* left = &node;  // chains of operators may be long
      for (; left->kind == Kind::binary; left = left->children.data()) expression(left->children[1], scope);
      return expression(*left, scope);
    }
    default:
      for (const Node& child : node.children) expression(child, scope);
  }
}

void IndexBuilder::call(const Node& node, std::size_t scope) {
  const bool tokens = node.text == "tokens" || node.text == "level";
  const bool looks = (tokens || node.text == "fireable") && !index_.find(scope, NameSpace::function, node.text);
  if (!looks) resolve(node, scope, {NameSpace::function, NameSpace::constructor, NameSpace::colour, NameSpace::value});
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (looks && i == 0) {
      follow(node.children[0], scope, {tokens ? NameSpace::place : NameSpace::transition});
    } else {
      expression(node.children[i], scope);
    }
  }
}

/// What binds names: `let`, comprehensions and folds. Lists are looked at outside of the names that
/// stand for their elements.
void IndexBuilder::bound(const Node& node, std::size_t scope) {
  const std::size_t inner = open(scope);
  if (node.kind == Kind::suchthat) {
    declare(inner, NameKind::local, node, nullptr);
    return expression(node.children[0], inner);
  }
  if (node.kind == Kind::let) {
    expression(node.children[0], scope);
    declare(inner, NameKind::local, node, &node);
    return expression(node.children[1], inner);
  }
  for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
    const Node& binder = node.children[i];
    const std::size_t lists = node.kind == Kind::fold ? scope : inner;
    // `x in l where c`: the condition speaks of the same name.
    const bool where = binder.children[0].kind == Kind::comprehension && binder.children[0].where == binder.where;
    for (const Node& child : where ? binder.children[0].children[0].children : binder.children) expression(child, lists);
    declare(inner, NameKind::local, binder, nullptr);
    if (where) expression(binder.children[0].back(), inner);
  }
  expression(node.back(), inner);
}

void IndexBuilder::arm(const Node& node, std::size_t scope) {
  const std::size_t inner = open(scope);
  pattern(node.children[0], inner);
  expression(node.children[1], inner);
}

/// A name in a pattern that is not known becomes known by it.
void IndexBuilder::pattern(const Node& node, std::size_t scope) {
  if (node.kind == Kind::name && node.text != "_" && node.text != "true" && node.text != "false") {
    if (index_.find(scope, NameSpace::value, node.text)) {
      expression(node, scope);
    } else {
      declare(scope, NameKind::local, node, nullptr);
    }
    return;
  }
  if (node.kind == Kind::select) return expression(node, scope);
  if (node.kind == Kind::call)
    resolve(node, scope, {NameSpace::value, NameSpace::constructor, NameSpace::colour, NameSpace::function});
  for (const Node& child : node.children) pattern(child, scope);
}

std::size_t IndexBuilder::follow(const Node& node, std::size_t scope, std::initializer_list<NameSpace> wanted,
                                 std::string_view element) {
  switch (node.kind) {
    case Kind::root:
      return 0;
    case Kind::name:
      return follow_name(node, scope, wanted, element);
    case Kind::index: {
      for (std::size_t i = 1; i < node.children.size(); ++i) expression(node.children[i], scope);
      const std::string whole = element.empty() ? indexed_name(node) : std::string(element);
      return follow(node.children[0], scope, wanted, whole);
    }
    case Kind::select:
      return follow_selected(node, scope, wanted, element);
    default:
      expression(node, scope);
      return kNoScope;
  }
}

std::size_t IndexBuilder::follow_name(const Node& node, std::size_t scope, std::initializer_list<NameSpace> wanted,
                                      std::string_view element) {
  std::size_t found = 0;
  if (const auto one = element.empty() ? std::nullopt : index_.find(scope, NameSpace::instance, element)) {
    use(node, *one);
    return index_.members(*one);
  }
  for (const NameSpace space : wanted) {
    if (index_.find(scope, space, node.text)) return resolve(node, scope, {space}, &found) ? index_.members(found) : kNoScope;
  }
  return resolve(node, scope, {NameSpace::instance, NameSpace::value, NameSpace::place, NameSpace::colour}, &found)
             ? index_.members(found)
             : kNoScope;
}

/// What stands behind a dot. Before it stands an instance, a colour set, or a value with
/// components.
std::size_t IndexBuilder::follow_selected(const Node& node, std::size_t scope, std::initializer_list<NameSpace> wanted,
                                          std::string_view element) {
  const Node& base = node.children[0];
  const std::size_t target = base.kind == Kind::name ? follow(base, scope, {NameSpace::value, NameSpace::instance})
                                                     : follow(base, scope, {NameSpace::instance, NameSpace::value});
  if (target == kNoScope) {
    const bool colour = base.kind == Kind::name && !index_.find(scope, NameSpace::value, base.text) &&
                        index_.find(scope, NameSpace::colour, base.text);
    if (colour) resolve(node, index_.names[*index_.find(scope, NameSpace::colour, base.text)].scope, {NameSpace::value});
    return kNoScope;
  }
  const NameScope& members = index_.scopes[target];
  if (const auto one = members.names.find({NameSpace::instance, element}); !element.empty() && one != members.names.end()) {
    use(node, one->second);
    return index_.members(one->second);
  }
  for (const NameSpace space :
       {NameSpace::place, NameSpace::transition, NameSpace::instance, NameSpace::measure, NameSpace::value}) {
    const bool last = std::find(wanted.begin(), wanted.end(), space) != wanted.end() || space == NameSpace::instance;
    const auto own = members.names.find({space, node.text});
    if (!last || own == members.names.end()) continue;
    use(node, own->second);
    return index_.members(own->second);
  }
  index_.unresolved.insert(node.text);
  return kNoScope;
}

}  // namespace petriloom::source
