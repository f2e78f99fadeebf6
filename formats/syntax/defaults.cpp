// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/defaults.h"

#include <set>
#include <utility>

#include "formats/syntax/declarations.h"

namespace petriloom::loom {
namespace {

/// Names that are declared, but not by default.
class Declared {
 public:
  void add(const Node& block) {
    bool by_default = false;
    for (const Node& node : block.children) {
      if (!by_default && (node.kind == Kind::constant || node.kind == Kind::function)) names_.emplace(node.kind, node.text);
      by_default = node.kind == Kind::by_default;
    }
  }
  void add_parameters(const Node& parameters) {
    for (const Node& one : parameters.children)
      names_.emplace(kind_of_parameter(one) == NameKind::function ? Kind::function : Kind::constant, one.text);
  }

  void settle(Node& block) const {
    std::vector<Node> kept;
    kept.reserve(block.children.size());
    bool by_default = false;
    for (Node& node : block.children) {
      const bool dropped = node.kind == Kind::by_default || (by_default && names_.contains({node.kind, node.text}));
      by_default = node.kind == Kind::by_default;
      if (!dropped) kept.push_back(std::move(node));
    }
    block.children = std::move(kept);
  }

 private:
  std::set<std::pair<Kind, std::string_view>> names_;
};

}  // namespace

void settle_defaults(std::deque<Node>& trees) {
  Declared declared;
  for (const Node& tree : trees) declared.add(tree);
  for (Node& tree : trees) declared.settle(tree);
}

void settle_defaults(Node& block, const Node* parameters) {
  Declared declared;
  declared.add(block);
  if (parameters != nullptr) declared.add_parameters(*parameters);
  declared.settle(block);
}

}  // namespace petriloom::loom
