// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/labels.h"

#include <algorithm>
#include <numeric>

#include "engine/compiled/code.h"
#include "engine/expr/match.h"

namespace petriloom {
namespace {

// A transition folded over more instances than this is labelled as one.
constexpr Word kMostInstances = 1 << 20;
constexpr std::size_t kMostNames = 5;

}  // namespace

TransitionLabels::TransitionLabels(const Net& net, Evaluator& evaluator) : net_(net) {
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    std::vector<Index> indices;
    Word instances = 1;
    for (std::uint32_t k = 0; k < transition.folded && instances <= kMostInstances; ++k) {
      const ColourSet& set = net.colours[transition.variables[k].colour];
      indices.push_back({set.low, static_cast<Word>(std::min<std::uint64_t>(set.size(), kMostInstances + 1))});
      instances *= indices.back().size;
    }
    if (instances > kMostInstances) {
      indices.clear();
      instances = 1;
    }
    first_.push_back(static_cast<Label>(exists_.size()));
    indices_.push_back(std::move(indices));
    exists_.resize(exists_.size() + static_cast<std::size_t>(instances), true);
  }
  first_.push_back(static_cast<Label>(exists_.size()));
  for (std::size_t t = 0; t < net.transitions.size(); ++t) find_existing(evaluator, TransitionId(t));
}

void TransitionLabels::find_existing(Evaluator& evaluator, TransitionId id) {
  const Transition& transition = net_[id];
  if (indices_[id.index()].empty()) return;
  if (transition.exists.empty()) return;
  std::vector<Word> frame(transition.variables.size(), 0);
  for (Label label = first_[id.index()]; label < first_[id.index() + 1]; ++label) {
    const std::vector<Word> values = indices(label);
    std::copy(values.begin(), values.end(), frame.begin());
    const auto holds = [&](ExprId condition) { return evaluator.eval(condition, frame) != 0; };
    exists_[label] = std::all_of(transition.exists.begin(), transition.exists.end(), holds);
  }
}

void TransitionLabels::leave_out(TransitionId transition) {
  for (Label label = first_[transition.index()]; label < first_[transition.index() + 1]; ++label) exists_[label] = false;
}

Label TransitionLabels::label(TransitionId transition, std::span<const Word> binding) const {
  Word ordinal = 0;
  const std::vector<Index>& indices = indices_[transition.index()];
  for (std::size_t k = 0; k < indices.size(); ++k) ordinal = ordinal * indices[k].size + (binding[k] - indices[k].low);
  return first_[transition.index()] + static_cast<Label>(ordinal);
}

TransitionId TransitionLabels::transition(Label label) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), label);
  return TransitionId(static_cast<std::size_t>(after - first_.begin()) - 1);
}

std::vector<Word> TransitionLabels::indices(Label label) const {
  const TransitionId id = transition(label);
  const std::vector<Index>& indices = indices_[id.index()];
  std::vector<Word> values(indices.size());
  Word ordinal = static_cast<Word>(label - first_[id.index()]);
  for (std::size_t k = indices.size(); k-- > 0; ordinal /= indices[k].size) values[k] = ordinal % indices[k].size + indices[k].low;
  return values;
}

std::vector<Label> TransitionLabels::fair_labels() const {
  std::vector<Label> result;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const TransitionId head = net_.transitions[t].fair_with;
    if (!head.valid()) continue;
    if (result.empty()) {
      result.resize(size());
      std::iota(result.begin(), result.end(), Label{0});
    }
    // Both are of one module, so their instances stand in the same order.
    for (Label label = first_[t]; label < first_[t + 1]; ++label) result[label] = first_[head.index()] + (label - first_[t]);
  }
  return result;
}

bool TransitionLabels::coarse() const {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (net_.transitions[t].folded > 0 && indices_[t].empty()) return true;
  }
  return false;
}

std::string TransitionLabels::name(Label label) const {
  const Transition& transition = net_[this->transition(label)];
  const std::vector<Word> values = indices(label);
  if (values.size() != transition.folded) return path(net_, this->transition(label));
  return indexed_path(net_, transition.module, transition.name, values);
}

std::string list_of_names(const TransitionLabels& labels, const std::vector<Label>& which) {
  std::string text;
  for (std::size_t k = 0; k < which.size(); ++k) {
    if (k == kMostNames) return text + " and " + std::to_string(which.size() - k) + " more";
    if (k > 0) text += ", ";
    text += labels.name(which[k]);
  }
  return text;
}

}  // namespace petriloom
