// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/defaults.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "engine/text/wording.h"
#include "formats/syntax/declarations.h"

namespace petriloom::loom {
namespace {

std::size_t number_of_parameters(const Node& function) {
  const Node* const parameters = function.child(Kind::parameters);
  return parameters == nullptr ? 0 : parameters->children.size();
}

/// What is declared in the files of a net, or in a block: by default, and otherwise.
class Declared {
 public:
  void add(const Node& block) {
    bool by_default = false;
    for (const Node& node : block.children) {
      if (node.kind == Kind::constant || node.kind == Kind::function)
        (by_default ? defaults_ : names_).emplace(std::pair(node.kind, node.text), &node);
      by_default = node.kind == Kind::by_default;
    }
  }
  void add_parameters(const Node& parameters) {
    for (const Node& one : parameters.children)
      names_.emplace(std::pair(kind_of_parameter(one) == NameKind::function ? Kind::function : Kind::constant, one.text), &one);
  }

  /// Functions that are called otherwise than their defaults are errors, and do not count: the
  /// calls that there are mean the defaults.
  void check(const Sources& sources, Diagnostics& diagnostics) {
    for (const auto& [name, by_default] : defaults_) {
      const auto declared = names_.find(name);
      if (name.first != Kind::function || declared == names_.end()) continue;
      const std::size_t wanted = number_of_parameters(*by_default);
      const std::size_t given = number_of_parameters(*declared->second);
      if (given == wanted) continue;
      diagnostics.error(
          declared->second->where,
          fmt::format("`{}` has {}, and is called with {}", name.second, counted(given, "parameter"), counted(wanted, "argument")),
          fmt::format("as it has by default ({}:{})", sources.name(by_default->where.file), by_default->where.line));
      wrong_.insert(declared->second);
      names_.erase(declared);
    }
  }

  void settle(Node& block) const {
    std::vector<Node> kept;
    kept.reserve(block.children.size());
    bool by_default = false;
    for (Node& node : block.children) {
      const bool dropped =
          node.kind == Kind::by_default || wrong_.contains(&node) || (by_default && names_.contains({node.kind, node.text}));
      by_default = node.kind == Kind::by_default;
      if (!dropped) kept.push_back(std::move(node));
    }
    block.children = std::move(kept);
  }

 private:
  using Names = std::map<std::pair<Kind, std::string_view>, const Node*>;
  Names names_;
  Names defaults_;
  std::set<const Node*> wrong_;
};

}  // namespace

void settle_defaults(std::deque<Node>& trees, const Sources& sources, Diagnostics& diagnostics) {
  Declared declared;
  for (const Node& tree : trees) declared.add(tree);
  declared.check(sources, diagnostics);
  for (Node& tree : trees) declared.settle(tree);
}

void settle_defaults(Node& block, const Node* parameters, const Sources& sources, Diagnostics& diagnostics) {
  Declared declared;
  declared.add(block);
  if (parameters != nullptr) declared.add_parameters(*parameters);
  declared.check(sources, diagnostics);
  declared.settle(block);
}

}  // namespace petriloom::loom
