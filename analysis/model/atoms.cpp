// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/atoms.h"

namespace petriloom {

void AtomTable::add(const Net& net, FormulaId formula) {
  std::vector<FormulaId> open{formula};
  while (!open.empty()) {
    const FormulaId id = open.back();
    open.pop_back();
    if (!id.valid()) continue;
    const Formula& node = net[id];
    if (node.op == FormulaOp::atom && numbers_.try_emplace(node.atom, list_.size()).second)
      list_.push_back({node.atom, node.slots});
    open.push_back(node.right);
    open.push_back(node.left);
  }
}

}  // namespace petriloom
