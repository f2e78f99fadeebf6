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
    if (node.op == FormulaOp::atom) add({node.atom, node.slots});
    open.push_back(node.right);
    open.push_back(node.left);
  }
}

std::size_t AtomTable::add(const Atom& atom) {
  const auto [at, fresh] = numbers_.try_emplace(atom.expr, list_.size());
  if (fresh) list_.push_back(atom);
  return at->second;
}

}  // namespace petriloom
