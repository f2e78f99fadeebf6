// SPDX-License-Identifier: Apache-2.0
// The two halves of making an unfolded net: what its bindings do, and whom that concerns.
#pragma once

#include <unordered_map>

#include "engine/counts/unfolded_net.h"
#include "engine/enabling/firing.h"
#include "engine/unfold/net_rows.h"

namespace petriloom::counts {

/// Makes places and bindings of the rows of an unfolded net.
class BindingMaker {
 public:
  /// `made` has the parts of the rows; all are kept by reference.
  BindingMaker(const Net& net, const RowNet& rows, UnfoldedNet& made);
  /// False if the net has no form on counts after all. Throws EvalError if an expression fails, which in a run it may never do.
  bool make();

 private:
  [[nodiscard]] TransitionId transition_of(std::size_t binding) const { return made_.parts.transitions[binding].transition; }
  bool find_delaying();
  bool add_tokens(std::size_t binding);
  bool add_delayed(std::size_t binding);
  void add_twins();
  bool add_conditions(std::size_t binding);
  bool add_changes(std::size_t binding);
  bool add_time(std::size_t binding);
  bool add_timed(std::size_t binding);
  bool add_immediate(std::size_t binding);
  [[nodiscard]] bool has_own_servers(std::size_t binding) const;
  std::vector<Word> frame(std::size_t binding);
  double value(ExprId expr, std::vector<Word>& frame);
  std::uint32_t place_of(PlaceId coloured, Word colour);
  [[nodiscard]] std::uint32_t all_of(std::uint32_t place) const {
    return made_.twin[place] == UnfoldedNet::kNone ? place : made_.twin[place];
  }

  const Net& net_;
  const RowNet& rows_;
  UnfoldedNet& made_;
  WordPool& pool_;
  Enabling enabling_;
  Firing firing_;
  Marking empty_;
  Effects effects_;
  std::vector<bool> delaying_;                                   // by transition: some of its tokens may be delayed
  std::vector<bool> delayed_places_;                             // tokens in it may not be available
  std::vector<std::unordered_map<Word, std::uint32_t>> places_;  // by place and colour
  std::unordered_map<double, std::uint32_t> delays_;             // positions in UnfoldedNet::delays
};

/// Finds priorities and shared conditions, and whom the firing of each binding and the arrival in each place concerns.
class DependencyGraph {
 public:
  DependencyGraph(const Net& net, const FormLimits& limits, UnfoldedNet& made);
  /// False if there is no form on counts within the limits.
  bool make();

 private:
  void rank_timed();
  void add_priorities();
  void find_hubs();
  bool split_conditions();
  void find_consumers();
  bool find_affected();
  void add_affected(const std::vector<std::uint32_t>& places, std::uint32_t self);
  void gather(const std::vector<std::uint32_t>& places, const std::vector<std::vector<std::uint32_t>>& by, std::uint32_t self);
  void write(RowList<std::uint32_t>& rows);
  [[nodiscard]] std::int64_t priority(std::size_t binding);

  const Net& net_;
  const FormLimits& limits_;
  UnfoldedNet& made_;
  Evaluator evaluator_;
  std::vector<bool> hub_;
  std::vector<std::vector<std::uint32_t>> timed_by_, immediate_by_, shared_by_;
  std::vector<std::uint32_t> found_;
};

}  // namespace petriloom::counts
