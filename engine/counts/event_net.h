// SPDX-License-Identifier: Apache-2.0
// An unfolded net with what single events need beside its tokens: times, priorities and weights,
// and for each binding which others its firing affects. A run of it does the same as a run of the
// coloured net (docs/engine.md).
#pragma once

#include "engine/counts/unfolded_net.h"

namespace petriloom::counts {

/// A binding of a timed transition.
struct TimedBinding {
  Timing timing = Timing::exponential;
  double a = 0, b = 0;  ///< parameters of its distribution
  /// 0: infinitely many; 1 of scheduled ones, which fire once at each time.
  std::int64_t servers = 0;
  std::uint32_t binding = 0;
  /// Order of timers that are due together: by priority, then declaration and binding.
  std::uint32_t rank = 0;
  std::span<const Condition> conditions;  ///< of `UnfoldedNet::conditions`
};

/// A binding of an immediate transition.
struct ImmediateBinding {
  std::uint32_t binding = 0;
  std::uint32_t priority = 0;  ///< its priority: a position in `EventNet::priorities`
  std::uint32_t position = 0;  ///< in the priority
  std::uint32_t shared = 0;
  bool weighted = false;
  double weight = 0;
  std::span<const Condition> local;  ///< conditions on places that few ask for
};

/// Conditions on places that many bindings ask for (an idle server, a lock): looked at once for all
/// of them.
struct SharedCondition {
  std::vector<Condition> conditions;
};

/// The immediate bindings of one priority.
struct PriorityClass {
  std::vector<std::uint32_t> bindings;  ///< in order of declaration and binding
  std::vector<std::uint32_t> shared;    ///< of these bindings
  /// Any of them has a weight, so that their order may matter.
  bool ordered = false;
  bool weighted = true;  ///< all of them have weights
  bool uniform = true;   ///< all of them have the same weight
};

/// Where a binding is listed by its time.
struct BindingClass {
  bool immediate = false;
  std::uint32_t number = 0;  ///< a position in `EventNet::immediate`, else in `EventNet::timed`
};

/// What changes affect, ascending: a row for each binding, then one for each place with a twin, of
/// arrivals in it.
struct AffectedRows {
  RowList<std::uint32_t> timed;  ///< those without a limit of servers first
  RowList<std::uint32_t> immediate;
  RowList<std::uint32_t> shared;
};

/// Moves, but is not copied: it points into itself.
struct EventNet : UnfoldedNet {
  explicit EventNet(UnfoldedNet&& unfolded) : UnfoldedNet(std::move(unfolded)) {}
  EventNet(EventNet&&) = default;
  EventNet& operator=(EventNet&&) = default;
  EventNet(const EventNet&) = delete;
  EventNet& operator=(const EventNet&) = delete;
  ~EventNet() = default;

  std::vector<BindingClass> classes;  ///< of each binding
  std::vector<TimedBinding> timed;
  std::vector<ImmediateBinding> immediate;
  std::vector<SharedCondition> shared;    ///< the first has no conditions
  std::vector<PriorityClass> priorities;  ///< highest priority first

  RowList<Condition> local;  ///< of each immediate binding
  RowList<double> times;     ///< of each timed binding: of scheduled ones, as Transition::times
  AffectedRows affected;
  std::vector<std::uint32_t> arrival_row;  ///< of each place: its row of `affected`, else kNone
};

/// Why a net has no form on counts whatever its size, as the end of a sentence; empty if it may
/// have one. It has none if delays, parameters, counts, guards or weights look at the marking or at
/// the time, if anything but a duration is random, if memory is not `enabling`, or if measures or
/// the stop condition ask what can fire.
std::string why_not_on_counts(const Net& net);

/// The form on counts of a net; nothing if it has none, if bindings share servers, or if it is
/// beyond the limits.
std::optional<EventNet> make_event_net(const Net& net, const FormLimits& limits = {});

}  // namespace petriloom::counts
