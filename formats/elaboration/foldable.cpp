// SPDX-License-Identifier: Apache-2.0
// Whether an array can be folded: whether nothing that must be constant inside depends on its
// index. Decided on the syntax, by following the names whose values depend on the index through
// parameters, constants and functions.
#include <fmt/format.h>

#include <algorithm>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

using Names = std::set<std::string_view>;

const Node* mention(const Node& node, const Names& names) {
  if ((node.kind == Kind::name || node.kind == Kind::call) && names.contains(node.text)) return &node;
  for (const Node& child : node.children) {
    if (const Node* found = mention(child, names)) return found;
  }
  return nullptr;
}

class Search {
 public:
  explicit Search(const Scope& scope) : scope_(scope) {}

  /// Looks into an instance or scope of which the given names (of the scope around it) depend on
  /// the index.
  std::optional<Unfoldable> instance(const Node& node, Names names, const std::vector<const Node*>& blocks) {
    if (node.kind == Kind::scope) return block(*node.child(Kind::block), std::move(names), blocks);
    const Node* const module = find_module(node.child(Kind::kind)->text, blocks);
    if (module == nullptr) return std::nullopt;
    Names inner;
    for (const Node& child : node.children) {
      if (child.kind == Kind::argument && mention(child.children[0], names) != nullptr) inner.insert(child.text);
    }
    if (declared_in(*module, blocks)) inner.insert(names.begin(), names.end());
    const Node* const parameters = module->child(Kind::parameters);
    if (parameters != nullptr) {
      for (const Node& parameter : parameters->children) {
        const Node* const found = colour_of(parameter, node, names, inner);
        if (found != nullptr) return reason(*found, "a colour set");
      }
      add_defaults(node, *parameters, inner);
    }
    if (!seen_.emplace(module, inner).second) return std::nullopt;
    return block(*module->child(Kind::block), std::move(inner), blocks);
  }

 private:
  static const Node* given_for(const Node& parameter, const Node& instance) {
    for (const Node& child : instance.children) {
      if (child.kind == Kind::argument && child.text == parameter.text) return child.children.data();
    }
    return nullptr;
  }

  /// Parameters that an instance does not give depend on the index if their defaults do.
  static void add_defaults(const Node& instance, const Node& parameters, Names& names) {
    for (const Node& parameter : parameters.children) {
      const Node* const otherwise = given_for(parameter, instance) == nullptr ? default_of(parameter) : nullptr;
      if (otherwise != nullptr && mention(*otherwise, names) != nullptr) names.insert(parameter.text);
    }
  }

  /// What of the colour sets of a parameter, or of the one that it is, depends on the index: looked
  /// up around the instance, or in the module.
  static const Node* colour_of(const Node& parameter, const Node& instance, const Names& around, const Names& inner) {
    if (parameter.kind == Kind::field) return mention(parameter.children[0], inner);
    if (parameter.kind == Kind::colour_parameter) {
      if (const Node* given = given_for(parameter, instance)) return mention(*given, around);
      return default_of(parameter) == nullptr ? nullptr : mention(*default_of(parameter), inner);
    }
    const Node* const found = mention(*parameter.child(Kind::parameters), inner);
    return found != nullptr ? found : mention(*parameter.child(Kind::typed), inner);
  }

  static std::optional<Unfoldable> reason(const Node& node, std::string_view what) {
    return Unfoldable{node.where, fmt::format("{} depends on the index through `{}`", what, node.text)};
  }

  static bool declared_in(const Node& module, const std::vector<const Node*>& blocks) {
    return std::any_of(blocks.begin(), blocks.end(), [&module](const Node* around) {
      return std::any_of(around->children.begin(), around->children.end(),
                         [&module](const Node& node) { return &node == &module; });
    });
  }

  const Node* find_module(std::string_view name, const std::vector<const Node*>& blocks) const {
    for (auto around = blocks.rbegin(); around != blocks.rend(); ++around) {
      for (const Node& node : (*around)->children) {
        if (node.kind == Kind::module && node.text == name) return &node;
      }
    }
    const Symbol* const symbol = find(scope_, NameSpace::module, name);
    return symbol != nullptr ? symbol->node : nullptr;
  }

  std::optional<Unfoldable> block(const Node& block_node, Names names, std::vector<const Node*> blocks) {
    blocks.push_back(&block_node);
    spread(block_node, names);
    for (const Node& node : block_node.children) {
      if (std::optional<Unfoldable> found = declaration(node, names, blocks)) return found;
    }
    return std::nullopt;
  }

  /// Constants and functions that use the names depend on the index too.
  static void spread(const Node& block_node, Names& names) {
    for (bool grows = true; grows;) {
      grows = false;
      for (const Node& node : block_node.children) {
        if (node.kind != Kind::constant && node.kind != Kind::function) continue;
        if (!names.contains(node.text) && mention(node, names) != nullptr) grows = names.insert(node.text).second;
      }
    }
  }

  std::optional<Unfoldable> declaration(const Node& node, const Names& names, const std::vector<const Node*>& blocks) {
    if (node.kind == Kind::place || node.kind == Kind::port) {
      if (is_fluid(scope_, node.child(Kind::typed)->children[0]))
        return Unfoldable{node.where, fmt::format("`{}` is fluid, and a level has no colours", node.text)};
    }
    if (node.kind == Kind::colour) {
      if (const Node* found = mention(node.children[0], names)) return reason(*found, "a colour set");
    }
    for (const Node& child : node.children) {
      const bool type = child.kind == Kind::typed || child.kind == Kind::parameters;
      const Node* const found = type || child.kind == Kind::servers ? mention(child, names) : nullptr;
      if (found != nullptr) return reason(*found, type ? "a colour set" : "the servers");
    }
    if (node.kind == Kind::instance || node.kind == Kind::scope) return nested(node, names, blocks);
    return std::nullopt;
  }

  std::optional<Unfoldable> nested(const Node& node, const Names& names, const std::vector<const Node*>& blocks) {
    if (const Node* array = node.child(Kind::array)) {
      Names own;
      for (const Node& binder : array->children) {
        if (binder.kind != Kind::binder) continue;
        if (const Node* found = mention(binder, names)) return reason(*found, "an index set");
        own.insert(binder.text);
      }
      const Node* const where = array->child(Kind::where);
      const Node* const found = where == nullptr ? nullptr : mention(*where, names);
      if (found != nullptr && Search(scope_).instance(node, own, blocks)) return reason(*found, "which elements an array has");
    }
    return instance(node, names, blocks);
  }

  const Scope& scope_;
  std::set<std::pair<const Node*, Names>> seen_;
};

}  // namespace

std::optional<Unfoldable> unfoldable(const Scope& scope, const Node& instance) {
  Names names;
  for (const Node& binder : instance.child(Kind::array)->children) {
    if (binder.kind == Kind::binder) names.insert(binder.text);
  }
  return Search(scope).instance(instance, std::move(names), {});
}

}  // namespace petriloom::loom
