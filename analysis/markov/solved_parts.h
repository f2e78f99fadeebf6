// SPDX-License-Identifier: Apache-2.0
// The places and transitions that a solution gives numbers of: of a folded array those of each
// instance, as in the expanded net (docs/semantics.md, rule 18).
#pragma once

#include <unordered_map>

#include "analysis/chain/markov_graph.h"
#include "engine/containers/id_table.h"

namespace petriloom {

class SolvedParts {
 public:
  /// Of folded places those instances that ever hold a token, of folded transitions those that are
  /// ever enabled; the place or transition itself if there are none. `model` must outlive this.
  SolvedParts(NetModel& model, const MarkovGraph& graph);

  [[nodiscard]] const std::vector<std::string>& places() const { return places_.names; }
  [[nodiscard]] const std::vector<std::string>& transitions() const { return transitions_.names; }
  /// The name of the array that each of them belongs to, "node[*].cpu.RUN" of "node[3].cpu.RUN";
  /// empty if it belongs to none.
  [[nodiscard]] const std::vector<std::string>& arrays_of_places() const { return places_.arrays; }
  [[nodiscard]] const std::vector<std::string>& arrays_of_transitions() const { return transitions_.arrays; }
  /// The number of the place that a token of this colour is in.
  std::size_t number(PlaceId place, Word colour);
  /// The number of the transition that a binding is of.
  [[nodiscard]] std::size_t number(TransitionId transition, std::span<const Word> binding) const;

 private:
  /// Parts in order of declaration, then of index.
  struct Parts {
    std::vector<std::size_t> first;  ///< by place or transition
    std::vector<std::vector<Word>> indices;
    std::vector<std::string> names;
    std::vector<std::string> arrays;
    IdTable known;  ///< by place or transition, and indices
  };
  using Found = std::set<std::pair<std::size_t, std::vector<Word>>>;
  template <class Nodes>
  void set(const Nodes& nodes, const Found& found, Parts& parts);
  [[nodiscard]] static std::size_t find(const Parts& parts, std::size_t node, std::span<const Word> indices);

  const Net& net_;
  const WordPool& pool_;
  Parts places_;
  Parts transitions_;
  std::vector<std::unordered_map<Word, std::size_t>> of_colour_;  // by place
};

}  // namespace petriloom
