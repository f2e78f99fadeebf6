// SPDX-License-Identifier: Apache-2.0
// What all runs of an unfolded net share, made once: conflict classes of immediate bindings, queues
// of arrivals, what measures count, and the program.
#pragma once

#include <memory>
#include <optional>

#include "engine/counts/program.h"
#include "engine/measure/measure.h"

namespace petriloom::counts {

/// The bindings of one priority behind one shared condition. What the shared condition's conditions
/// take is the same for all of them, so that their local conditions alone decide which of them goes
/// first.
struct ConflictClass {
  std::uint32_t priority = 0;
  std::uint32_t shared = 0;
};

/// A member of a measure that counts the tokens of a place, and the number of that count.
struct MemberCount {
  std::uint32_t member = 0;
  std::uint32_t count = 0;
};

/// A place in runs.
struct PlannedPlace {
  /// Where its tokens stand, beside those of places that the same bindings use.
  std::uint32_t slot = UnfoldedNet::kNone;
  bool shown = false;  ///< measures or the stop condition are shown its tokens
};

/// Where the tokens of a place stand.
struct PlaceSlot {
  std::uint32_t place = 0;
  /// That of the first binding that uses the place; `Plan::instances`: none does.
  std::uint32_t instance = 0;
};

/// An immediate binding in runs.
struct PlannedImmediate {
  std::uint32_t slot = 0;  ///< where its state stands, beside that of bindings of its instance
};

/// Where the state of an immediate binding stands.
struct StateSlot {
  std::uint32_t binding = 0;
  std::uint32_t position = 0;  ///< ImmediateBinding::position
  /// A position in `Plan::conflicts`. It does not stand in the program: classes are numbered by
  /// priority, so that their distances differ from instance to instance.
  std::uint32_t conflict = 0;
};

/// A shared condition in runs.
struct PlannedShared {
  std::vector<std::uint32_t> conflicts;  ///< behind it
  std::vector<Take> takes;
};

/// Neither copied nor moved: runs keep it by reference.
class Plan {
 public:
  /// For runs of `net`, of which `unfolded` is made, that record `recording` (may be null). `told`:
  /// firings are told to somebody. Throws EvalError if the net cannot be compiled.
  Plan(const Net& net, EventNet&& unfolded, const RecordingPlan* recording, bool told);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  /// Whether arrivals are kept for a place.
  [[nodiscard]] bool keeps(std::uint32_t place) const { return kept[places[place].slot] != 0; }
  /// Whether a condition takes tokens by arrival.
  [[nodiscard]] bool takes(const Condition& condition) const { return condition.kind == ArcKind::input && keeps(condition.place); }
  /// The position of an immediate binding in `far`; nothing if it is not there.
  [[nodiscard]] std::optional<std::uint32_t> far_of(std::uint32_t number) const;

  const EventNet unfolded;
  std::uint32_t instances = 0;             ///< parts of the net that are alike or not
  std::vector<std::uint32_t> instance_of;  ///< of each binding
  std::vector<PlannedPlace> places;        ///< as `unfolded.places`
  std::vector<PlaceSlot> slots;
  /// By slot, apart as all that arrives reads it: whether arrivals may decide who goes first.
  std::vector<char> kept;
  std::vector<PlannedImmediate> immediate;  ///< as `unfolded.immediate`
  std::vector<StateSlot> states;
  std::vector<PlannedShared> shared;  ///< as `unfolded.shared`
  std::vector<ConflictClass> conflicts;
  /// Of each immediate binding, by its local conditions.
  RowList<Take> local_takes;
  /// Immediate bindings of many local conditions (Program::kMany), ascending.
  std::vector<std::uint32_t> far;
  /// Members of measures for which the engine counts.
  std::optional<CountedMembers> counted_members;
  RowList<MemberCount> counted;  ///< by place: of these
  /// By place: other members that it affects: they look at what they are shown, or are evaluated
  /// again as they are on coloured tokens.
  RowList<std::uint32_t> looks;
  Program program;

 private:
  [[nodiscard]] std::vector<std::uint32_t> add_instances(const Net& net);
  void add_slots(const std::vector<std::uint32_t>& order);
  void add_conflicts();
  void find_kept();
  [[nodiscard]] std::vector<Take> takes_of(std::span<const Condition> conditions) const;
  [[nodiscard]] std::vector<char> emptied() const;
  void find_counted(const IndexTable& indices, RewardVariables& measures);
};

/// A plan for runs of a net that record `recording` (may be null) and tell of all firings if
/// `told`; null if the net has no flat form within the limits.
std::unique_ptr<Plan> plan_runs(const Net& net, const RecordingPlan* recording, bool told, const FormLimits& limits = {});

}  // namespace petriloom::counts
