// SPDX-License-Identifier: Apache-2.0
// The join plans of unfolding: made for each transition before the search (prepare.cpp), and
// carried out to find the bindings whose tokens can be there (join.cpp).
#pragma once

#include <functional>
#include <utility>

#include "engine/join/plan.h"
#include "engine/unfold/arcs.h"
#include "engine/unfold/colours.h"

namespace petriloom {

/// A variable that has its first colour in a marking in which all of these terms are absent.
struct UnfoldOpenSlot {
  std::uint32_t slot = 0;
  std::vector<std::size_t> terms;  ///< those that bind it, at least one of them undecided
};

/// An arc of which it is asked which possible colours match it.
struct UnfoldMatcher {
  std::size_t arc = 0;
  std::vector<std::uint32_t> key;  ///< parts of its pattern
  std::uint32_t index = 0;
};

/// What is known of a transition before the search starts.
struct UnfoldTransition {
  Join join;
  std::vector<std::size_t> late;  ///< input and read arcs that plans leave out
  JoinPlan all;
  std::vector<JoinPlan> by_term;  ///< empty for terms that plans leave out
  std::vector<UnfoldMatcher> matchers;
  /// The variables of which the marking decides whether they have their first colour, and the terms
  /// they speak of.
  std::vector<UnfoldOpenSlot> open_slots;
  bool outcomes = false;  ///< what it puts is one of several outcomes, and each is looked at
  /// Tokens that match a wildcard, or a term absent or not, make the same binding again.
  bool repeats = false;
};

/// One for each transition of the net. Makes the indices they need on `places`, the colours of each
/// place, of which there are none yet. `untimed`: where time is left out, each outcome of what is
/// drawn is looked at.
std::vector<UnfoldTransition> prepare_transitions(const Net& net, bool untimed, std::vector<PossibleColours>& places,
                                                  Diagnostics& diagnostics);

/// How far the search is, and whether it goes on.
class UnfoldProgress {
 public:
  /// `check` looks at the limits once in many steps, and stops the search if one is reached.
  explicit UnfoldProgress(std::function<void()> check) : check_(std::move(check)) {}

  /// Before each colour or value that is tried: counts it. False once the search has been stopped.
  bool keep_going() {
    constexpr std::uint64_t kPoll = 1U << 14U;
    if (stopped_ || ++steps_ % kPoll != 0) return !stopped_;
    check_();
    return !stopped_;
  }
  void stop() { stopped_ = true; }
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// The colours and values tried so far.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  std::function<void()> check_;
  bool stopped_ = false;
  std::uint64_t steps_ = 0;
};

/// A token that was found, which bindings are looked for with.
struct UnfoldTrigger {
  std::size_t term = 0;    ///< of the transition, which takes it
  std::size_t number = 0;  ///< tokens with a higher one are left for later
  Word colour = 0;
};

/// Carries out one plan at a time.
class UnfoldJoin {
 public:
  UnfoldJoin(const Net& net, WordPool& pool, UnfoldArcs& arcs, const std::vector<PossibleColours>& places,
             UnfoldProgress& progress);

  /// Calls `found` for each binding that a plan makes, with `trigger` if the plan starts with a
  /// token. The binding is then the beginning of `frame`. Throws EvalError.
  void run(TransitionId id, const UnfoldTransition& prepared, const JoinPlan& plan, const std::optional<UnfoldTrigger>& trigger,
           const std::function<void()>& found);
  /// The transition last looked at, the colours of its variables, and which of them are bound.
  [[nodiscard]] TransitionId transition() const { return at_; }
  [[nodiscard]] std::span<const Word> frame() const { return frame_; }
  [[nodiscard]] std::span<const std::uint8_t> bound() const { return bound_; }

 private:
  struct Cursor {
    std::size_t step = 0;
    std::size_t mark = 0;  ///< of the trail
    bool fresh = true;
    std::uint32_t position = 0;  ///< scan
    bool chain = false;          ///< scan: by an index
    bool absent = false;         ///< scan: just tried without the term
    Word value = 0, last = 0;    ///< enumerate
  };

  void start(TransitionId id, const UnfoldTransition& prepared, const std::optional<UnfoldTrigger>& trigger);
  bool pass(const JoinStep& step);
  bool presume(const JoinStep& step);
  bool advance(const JoinPlan& plan, Cursor& cursor);
  void begin_scan(const JoinStep& step, Cursor& cursor);
  bool advance_scan(const JoinStep& step, Cursor& cursor);
  bool advance_enumeration(const JoinStep& step, Cursor& cursor);
  void limit_enumeration(const JoinStep& step, Cursor& cursor);
  bool match(const ColourPattern& pattern, const std::vector<PartAction>& actions, Word colour);
  bool there(std::size_t term);
  void undo(std::size_t mark);
  [[nodiscard]] bool triggered_by(std::size_t term) const { return trigger_ && trigger_->term == term; }

  const Net& net_;
  WordPool& pool_;
  UnfoldArcs& arcs_;
  const std::vector<PossibleColours>& places_;
  UnfoldProgress& progress_;

  // Of the binding that is being made.
  TransitionId at_;
  const Join* join_ = nullptr;
  std::optional<UnfoldTrigger> trigger_;
  std::vector<Word> frame_;
  std::vector<std::uint8_t> bound_;
  std::vector<Word> chosen_;          // by term
  std::vector<std::uint8_t> absent_;  // by term
  std::vector<std::uint32_t> trail_;  // slots bound, to be undone
  std::vector<Cursor> cursors_;
};

}  // namespace petriloom
