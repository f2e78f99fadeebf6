// SPDX-License-Identifier: Apache-2.0
// Expected values of the measures of a net from the times spent in its markings.
#pragma once

#include "analysis/chain/elimination.h"
#include "analysis/markov/solved_parts.h"
#include "engine/measure/measure.h"

namespace petriloom {

/// What one look at all markings gives, for weights w of the tangible ones (their probability, or
/// the time spent in them).
struct Rewards {
  /// State measures: sum of w times the value; others: expected sum over the firings of the value,
  /// or of 1 for counts. By measure and member.
  std::vector<std::vector<double>> sums;
  /// Measures of firings: expected number of firings that count.
  std::vector<std::vector<double>> counts;
  std::vector<double> tokens;   ///< by place (SolvedParts): sum of w times its tokens
  std::vector<double> firings;  ///< by transition (SolvedParts)
};

class RewardCollector {
 public:
  /// All must outlive this.
  RewardCollector(NetModel& model, const MarkovGraph& graph, const Elimination& elimination, const MarkovChain& chain);

  /// What is collected while time `weights` is spent in the states of the chain, deterministic
  /// transitions fire `fires` times in each of them (empty: never), and the run starts `starts`
  /// times. Linear in all three, which may be negative but for `fires`. Throws EvalError.
  Rewards collect(std::span<const double> weights, std::span<const double> fires, double starts);
  /// The same without firings: of state measures and tokens only.
  Rewards collect_states(std::span<const double> weights);
  /// How much is spent where anything adds to each number, instead of what it adds: once for each
  /// token or firing that does. What comes together from little is known as little as that is.
  Rewards support(std::span<const double> weights, std::span<const double> fires, double starts);
  Rewards support_of_states(std::span<const double> weights);
  /// States of the chain in which the stop condition has ended the run, ascending. Throws
  /// EvalError.
  [[nodiscard]] std::vector<StateNumber> stopped();
  /// The places and transitions that tokens and firings are of.
  [[nodiscard]] const SolvedParts& parts() const { return parts_; }

 private:
  /// A measure of the firings of a transition.
  struct Looked {
    std::uint32_t measure = 0;
    const MeasuredFirings* of = nullptr;
    FiringRows rows;
  };

  void add_state(double weight, Rewards& rewards);
  [[nodiscard]] Rewards empty() const;
  [[nodiscard]] std::vector<double> jumps(std::span<const double> weights) const;
  void add_firings(StateNumber state, double weight, double fires, Rewards& rewards);
  void add_firing(TransitionId transition, std::span<const Word> binding, double flow, Rewards& rewards);

  NetModel& model_;
  const Net& net_;
  const MarkovGraph& graph_;
  const Elimination& elimination_;
  const MarkovChain& chain_;
  MarkovFirings firings_;
  SolvedParts parts_;
  std::vector<std::vector<Looked>> of_transition_;
  std::vector<Word> frame_;
  bool support_ = false;
};

}  // namespace petriloom
