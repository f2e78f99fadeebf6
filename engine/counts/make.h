// SPDX-License-Identifier: Apache-2.0
// The two halves of making a flat net: what its acts do, and whom that concerns.
#pragma once

#include <unordered_map>

#include "engine/counts/net.h"
#include "engine/enabling/firing.h"
#include "engine/unfold/net_rows.h"

namespace petriloom {

/// Makes cells and acts of the rows of an unfolded net.
class FlatActs {
 public:
  /// `made` has the parts of the rows; all are kept by reference.
  FlatActs(const Net& net, const RowNet& rows, FlatNet& made);
  /// False if the net has no flat form after all. Throws EvalError if an expression fails, which in a run it may never do.
  bool make();

 private:
  [[nodiscard]] TransitionId transition_of(std::size_t act) const { return made_.parts.transitions[act].transition; }
  bool find_delaying();
  bool add_tokens(std::size_t act);
  bool add_delayed(std::size_t act);
  void add_twins();
  bool add_conditions(std::size_t act);
  bool add_changes(std::size_t act);
  bool add_time(std::size_t act);
  bool add_timed(std::size_t act);
  bool add_immediate(std::size_t act);
  [[nodiscard]] bool has_own_servers(std::size_t act) const;
  std::vector<Word> frame(std::size_t act);
  double value(ExprId expr, std::vector<Word>& frame);
  std::uint32_t cell_of(PlaceId place, Word colour);
  [[nodiscard]] std::uint32_t all_of(std::uint32_t cell) const {
    return made_.twin[cell] == FlatNet::kNone ? cell : made_.twin[cell];
  }

  const Net& net_;
  const RowNet& rows_;
  FlatNet& made_;
  WordPool& pool_;
  Enabling enabling_;
  Firing firing_;
  Marking empty_;
  Effects effects_;
  std::vector<bool> delaying_;                                  // by transition: some of its tokens may be delayed
  std::vector<bool> delayed_places_;                            // tokens in it may not be available
  std::vector<std::unordered_map<Word, std::uint32_t>> cells_;  // by place and colour
  std::unordered_map<double, std::uint32_t> delays_;            // positions in FlatNet::delays
};

/// Finds levels and gates, and whom the firing of each act and the arrival in each cell concerns.
class FlatConcerns {
 public:
  FlatConcerns(const Net& net, const FlatLimits& limits, FlatNet& made);
  /// False if there is no flat form within the limits.
  bool make();

 private:
  void rank_timed();
  void add_levels();
  void find_hubs();
  bool split_conditions();
  void find_consumers();
  bool find_concerned();
  void add_concerned(const std::vector<std::uint32_t>& cells, std::uint32_t self);
  void gather(const std::vector<std::uint32_t>& cells, const std::vector<std::vector<std::uint32_t>>& by, std::uint32_t self);
  void write(FlatRows<std::uint32_t>& rows);
  [[nodiscard]] std::int64_t priority(std::size_t act);

  const Net& net_;
  const FlatLimits& limits_;
  FlatNet& made_;
  Evaluator evaluator_;
  std::vector<bool> hub_;
  std::vector<std::vector<std::uint32_t>> timed_by_, immediate_by_, gates_by_;
  std::vector<std::uint32_t> found_;
};

}  // namespace petriloom
