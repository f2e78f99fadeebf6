// SPDX-License-Identifier: Apache-2.0
#include "tests/analysis/kripke.h"

#include <array>

namespace petriloom::test {
namespace {

std::size_t below(std::mt19937& random, std::size_t bound) { return random() % bound; }

bool unary(FormulaOp op) {
  switch (op) {
    case FormulaOp::not_:
    case FormulaOp::next:
    case FormulaOp::finally:
    case FormulaOp::globally:
    case FormulaOp::ax:
    case FormulaOp::ex:
    case FormulaOp::af:
    case FormulaOp::ef:
    case FormulaOp::ag:
    case FormulaOp::eg:
      return true;
    default:
      return false;
  }
}

}  // namespace

GraphModel random_graph(std::mt19937& random, std::size_t nodes, std::size_t atoms, std::size_t labels, double degree) {
  GraphModel model;
  model.labels = labels;
  model.edges.resize(nodes);
  const auto edges = static_cast<std::size_t>(static_cast<double>(nodes) * degree);
  for (std::size_t k = 0; k < edges; ++k) {
    model.edges[below(random, nodes)].push_back(
        {static_cast<Label>(below(random, labels)), static_cast<std::uint32_t>(below(random, nodes))});
  }
  model.atoms.assign(atoms, std::vector<bool>(nodes));
  for (auto& atom : model.atoms) {
    for (std::size_t node = 0; node < nodes; ++node) atom[node] = below(random, 2) == 0;
  }
  return model;
}

FormulaId FormulaMaker::add(FormulaOp op, FormulaId left, FormulaId right) {
  Formula formula;
  formula.op = op;
  formula.left = left;
  formula.right = right;
  net.formulas.push_back(formula);
  return FormulaId(net.formulas.size() - 1);
}

FormulaId FormulaMaker::atom(std::size_t number) {
  const FormulaId id = add(FormulaOp::atom);
  net.formulas[id.index()].atom = ExprId(number);
  return id;
}

FormulaId FormulaMaker::random(std::mt19937& random, std::size_t atoms, int depth, std::span<const FormulaOp> operators) {
  if (depth == 0 || below(random, 6) == 0) {
    const std::size_t choice = below(random, atoms * 4 + 2);
    if (choice == 0) return add(FormulaOp::true_);
    if (choice == 1) return add(FormulaOp::false_);
    return atom(choice % atoms);
  }
  const FormulaOp op = operators[below(random, operators.size())];
  const FormulaId left = this->random(random, atoms, depth - 1, operators);
  return unary(op) ? add(op, left) : add(op, left, this->random(random, atoms, depth - 1, operators));
}

FormulaId FormulaMaker::random_ltl(std::mt19937& random, std::size_t atoms, int depth) {
  static constexpr std::array kOperators = {FormulaOp::not_,    FormulaOp::and_,    FormulaOp::or_,        FormulaOp::implies,
                                            FormulaOp::iff,     FormulaOp::next,    FormulaOp::finally,    FormulaOp::globally,
                                            FormulaOp::until,   FormulaOp::release, FormulaOp::weak_until, FormulaOp::finally,
                                            FormulaOp::globally};
  return this->random(random, atoms, depth, kOperators);
}

FormulaId FormulaMaker::random_ctl(std::mt19937& random, std::size_t atoms, int depth) {
  static constexpr std::array kOperators = {FormulaOp::not_, FormulaOp::and_, FormulaOp::or_, FormulaOp::implies, FormulaOp::iff,
                                            FormulaOp::ax,   FormulaOp::ex,   FormulaOp::af,  FormulaOp::ef,      FormulaOp::ag,
                                            FormulaOp::eg,   FormulaOp::au,   FormulaOp::eu};
  return this->random(random, atoms, depth, kOperators);
}

AtomTable identity_atoms(FormulaMaker& formulas, std::size_t atoms) {
  AtomTable table;
  for (std::size_t k = 0; k < atoms; ++k) table.add(formulas.net, formulas.atom(k));
  return table;
}

}  // namespace petriloom::test
