// SPDX-License-Identifier: Apache-2.0
// The edges of a state space in compressed rows.
#pragma once

#include <span>
#include <vector>

#include "analysis/model/model.h"
#include "engine/text/limits.h"

namespace petriloom {

/// Rows are appended in order of state number. States without a row yet have not been expanded.
class StateGraph {
 public:
  void add_edge(Label label, StateNumber target) {
    targets_.push_back(target);
    labels_.push_back(label);
  }
  /// Ends the row of the next state.
  void end_row() { starts_.push_back(targets_.size()); }
  /// Drops the edges added since the last end of a row.
  void drop_row() {
    targets_.resize(starts_.back());
    labels_.resize(starts_.back());
  }

  /// The number of the first edge of a state, among all edges.
  [[nodiscard]] std::uint64_t first_edge(StateNumber state) const { return starts_[state]; }
  /// Number of states that have a row.
  [[nodiscard]] std::size_t rows() const { return starts_.size() - 1; }
  [[nodiscard]] std::uint64_t edges() const { return starts_.back(); }
  [[nodiscard]] bool expanded(StateNumber state) const { return state < rows(); }
  [[nodiscard]] std::span<const StateNumber> targets(StateNumber state) const {
    return std::span(targets_).subspan(starts_[state], starts_[state + 1] - starts_[state]);
  }
  [[nodiscard]] std::span<const Label> labels(StateNumber state) const {
    return std::span(labels_).subspan(starts_[state], starts_[state + 1] - starts_[state]);
  }
  /// Expanded and without a successor.
  [[nodiscard]] bool dead(StateNumber state) const { return expanded(state) && starts_[state] == starts_[state + 1]; }
  [[nodiscard]] std::uint64_t bytes() const {
    return starts_.capacity() * sizeof(std::uint64_t) + targets_.capacity() * sizeof(StateNumber) +
           labels_.capacity() * sizeof(Label);
  }

 private:
  std::vector<std::uint64_t> starts_{0};
  std::vector<StateNumber> targets_;
  std::vector<Label> labels_;
};

/// The edges of a graph turned round: for each state the states it can be entered from, one for
/// each edge.
class ReverseGraph {
 public:
  ReverseGraph() = default;
  /// `states` counts all states, those without a row included. Throws LimitReached.
  ReverseGraph(const StateGraph& graph, std::size_t states, const Limits& limits = {});
  /// The memory that one takes.
  [[nodiscard]] static std::uint64_t bytes(const StateGraph& graph, std::size_t states) {
    return (states + 1) * sizeof(std::uint64_t) + graph.edges() * sizeof(StateNumber);
  }
  [[nodiscard]] std::span<const StateNumber> sources(StateNumber state) const {
    return std::span(sources_).subspan(starts_[state], starts_[state + 1] - starts_[state]);
  }

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<StateNumber> sources_;
};

}  // namespace petriloom
