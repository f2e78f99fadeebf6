// SPDX-License-Identifier: Apache-2.0
// Small labelled graphs as models, and random graphs and formulas for comparing checkers with slow
// references.
#pragma once

#include <random>
#include <vector>

#include "analysis/model/atoms.h"
#include "analysis/space/explore.h"

namespace petriloom::test {

struct GraphEdge {
  Label label = 0;
  std::uint32_t target = 0;
};

/// States are nodes, atom k holds in node n if `atoms[k][n]`; node 0 is initial.
class GraphModel : public Model {
 public:
  std::vector<std::vector<GraphEdge>> edges;
  std::vector<std::vector<bool>> atoms;
  std::size_t labels = 0;

  [[nodiscard]] std::size_t label_count() const override { return labels; }
  StateBytes initial() override {
    bytes_ = {0};
    return bytes_;
  }
  void load(StateBytes state) override { node_ = state[0]; }
  void successors(SuccessorSink& sink) override {
    for (const GraphEdge& edge : edges[node_]) {
      bytes_ = {static_cast<std::uint8_t>(edge.target)};
      sink.edge(edge.label, bytes_);
    }
  }
  bool holds(std::size_t atom) override { return atoms[atom][node_]; }
  std::int64_t count_tokens(TokenMaxima&) override { return 1; }
  [[nodiscard]] bool monotone() const override { return false; }
  bool covers(StateBytes, StateBytes) override { return false; }

 private:
  std::size_t node_ = 0;
  std::vector<std::uint8_t> bytes_;
};

/// At most 255 nodes; about `degree` edges from each, some nodes dead.
GraphModel random_graph(std::mt19937& random, std::size_t nodes, std::size_t atoms, std::size_t labels, double degree);

/// Formulas over atoms 0 .. atoms-1; the atom k has expression number k, which is all that the
/// checkers look at.
class FormulaMaker {
 public:
  Net net;
  FormulaId add(FormulaOp op, FormulaId left = {}, FormulaId right = {});
  FormulaId atom(std::size_t number);
  FormulaId random_ltl(std::mt19937& random, std::size_t atoms, int depth);
  FormulaId random_ctl(std::mt19937& random, std::size_t atoms, int depth);

 private:
  FormulaId random(std::mt19937& random, std::size_t atoms, int depth, std::span<const FormulaOp> operators);
};

/// Numbers atoms as their expressions are.
AtomTable identity_atoms(FormulaMaker& formulas, std::size_t atoms);

}  // namespace petriloom::test
