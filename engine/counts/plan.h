// SPDX-License-Identifier: Apache-2.0
// What all runs of a flat net share, made once: pools of immediate acts, queues of arrivals, what measures count, and the program.
#pragma once

#include <memory>
#include <optional>

#include "engine/counts/program.h"
#include "engine/measure/measure.h"

namespace petriloom {

/// The acts of one level behind one gate. What the gate's conditions take is the same for all of them, so that their local
/// conditions alone decide which of them goes first.
struct FlatPool {
  std::uint32_t level = 0;
  std::uint32_t gate = 0;
};

/// The `count` earliest tokens of a cell, by the slot of which their arrivals are kept.
struct FlatTake {
  std::uint32_t slot = 0;
  std::uint32_t count = 0;
};

/// A member of a measure that counts the tokens of a cell, and the number of that count.
struct FlatCount {
  std::uint32_t member = 0;
  std::uint32_t count = 0;
};

/// Neither copied nor moved: runs keep it by reference.
class FlatPlan {
 public:
  /// For runs of `net`, of which `flat` is made, that record `recording` (may be null). `told`: firings are told to somebody.
  /// Throws EvalError if the net cannot be compiled.
  FlatPlan(const Net& net, FlatNet&& flat, const RecordingPlan* recording, bool told);
  FlatPlan(const FlatPlan&) = delete;
  FlatPlan& operator=(const FlatPlan&) = delete;

  /// Whether arrivals are kept for a cell.
  [[nodiscard]] bool keeps(std::uint32_t cell) const { return kept[slot[cell]] != 0; }
  /// Whether a condition takes tokens by arrival.
  [[nodiscard]] bool takes(const FlatCondition& condition) const {
    return condition.kind == ArcKind::input && keeps(condition.cell);
  }
  /// The position of an immediate act in `far`; nothing if it is not there.
  [[nodiscard]] std::optional<std::uint32_t> far_of(std::uint32_t number) const;

  const FlatNet flat;
  std::vector<std::uint32_t> slot;         ///< of each cell: where its tokens stand, beside those of cells that the same acts use
  std::vector<std::uint32_t> cell_at;      ///< the cell of each slot
  std::vector<std::uint32_t> act_slot;     ///< of each immediate act: where its state stands, beside that of acts of its instance
  std::vector<std::uint32_t> act_at;       ///< the act of each slot of a state
  std::vector<std::uint32_t> position_at;  ///< of the same: FlatImmediate::position
  std::uint32_t instances = 0;             ///< parts of the net that are alike or not
  std::vector<std::uint32_t> instance_of;  ///< of each act
  std::vector<std::uint32_t> instance_at;  ///< of each slot: that of the first act that uses the cell; `instances`: none does
  std::vector<FlatPool> pools;
  std::vector<std::uint32_t> pool_of;                ///< by immediate act
  std::vector<std::vector<std::uint32_t>> pools_at;  ///< by gate
  std::vector<char> kept;                            ///< by slot: whether arrivals of its tokens may decide who goes first
  FlatRows<FlatTake> local_takes;                    ///< of each immediate act, by its local conditions
  FlatRows<FlatTake> gate_takes;                     ///< of each gate
  std::vector<std::uint32_t> far;                    ///< immediate acts of many local conditions (FlatProgram::kMany), ascending
  std::vector<char> shows;                           ///< by cell: measures or the stop condition are shown its tokens
  std::optional<CountedMembers> counted_members;     ///< members of measures for which the engine counts
  FlatRows<FlatCount> counted;                       ///< by cell: of these
  FlatRows<std::uint32_t> looks;  ///< by cell: other members that it concerns: they look at what they are shown, or
                                  ///< are evaluated again as they are on coloured tokens
  FlatProgram program;

 private:
  [[nodiscard]] std::vector<std::uint32_t> add_instances(const Net& net);
  void add_slots(const std::vector<std::uint32_t>& order);
  void add_pools();
  void find_kept();
  void add_takes(std::span<const FlatCondition> conditions, FlatRows<FlatTake>& rows) const;
  [[nodiscard]] std::vector<char> emptied() const;
  void find_counted(const IndexTable& indices, Measures& measures);
};

/// A plan for runs of a net that record `recording` (may be null) and tell of all firings if `told`; null if the net has no flat
/// form within the limits.
std::unique_ptr<FlatPlan> plan_runs(const Net& net, const RecordingPlan* recording, bool told, const FlatLimits& limits = {});

}  // namespace petriloom
