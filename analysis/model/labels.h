// SPDX-License-Identifier: Apache-2.0
// What edges of a net's state space are called: by the instance of the transition that fires. A
// transition of a folded array stands for one instance for each value of its leading index
// variables, as in the expanded net (docs/semantics.md, rule 18).
#pragma once

#include <vector>

#include "analysis/model/model.h"
#include "engine/expr/eval.h"
#include "engine/net/net.h"

namespace petriloom {

class TransitionLabels {
 public:
  /// Numbers all instances, ascending by transition and index values. `Transition::exists` decides
  /// whether an instance does.
  TransitionLabels(const Net& net, Evaluator& evaluator);

  [[nodiscard]] std::size_t size() const { return exists_.size(); }
  [[nodiscard]] Label label(TransitionId transition, std::span<const Word> binding) const;
  [[nodiscard]] TransitionId transition(Label label) const;
  /// The values of the index variables.
  [[nodiscard]] std::vector<Word> indices(Label label) const;
  [[nodiscard]] bool exists(Label label) const { return exists_[label]; }
  /// From now on no instance of the transition exists, as one that stands for something else.
  void leave_out(TransitionId transition);
  /// For each label the one with which fairness takes it together, for nets with `fair with`; empty
  /// if each stands alone.
  [[nodiscard]] std::vector<Label> fair_labels() const;
  /// Whether a transition is folded over so many instances that they have one label.
  [[nodiscard]] bool coarse() const;
  /// "node[3].cpu.start".
  [[nodiscard]] std::string name(Label label) const;

 private:
  struct Index {
    Word low = 0;
    Word size = 1;
  };
  void find_existing(Evaluator& evaluator, TransitionId transition);
  const Net& net_;
  std::vector<Label> first_;                 // of each transition, and one more
  std::vector<std::vector<Index>> indices_;  // of each transition
  std::vector<bool> exists_;
};

/// The names of labels, shortened if there are many.
std::string list_of_names(const TransitionLabels& labels, const std::vector<Label>& which);

}  // namespace petriloom
