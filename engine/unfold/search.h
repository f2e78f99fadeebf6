// SPDX-License-Identifier: Apache-2.0
// The fixpoint of unfolding: which colours can ever be in each place, and which bindings of each
// transition can ever occur, if one token of a colour is as good as many and nothing is ever taken
// away. Semi-naive: a binding is made when the last of its tokens turns up, and only then.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "engine/expr/eval.h"
#include "engine/expr/outcomes.h"
#include "engine/join/plan.h"
#include "engine/unfold/colours.h"
#include "engine/unfold/unfold.h"

namespace petriloom {

/// A variable that has its first colour in a marking in which all of these terms are absent.
struct UnfoldOpenSlot {
  std::uint32_t slot = 0;
  std::vector<std::size_t> terms;  ///< those that bind it, at least one of them undecided
};

class UnfoldSearch {
 public:
  UnfoldSearch(const Net& net, WordPool& pool, const UnfoldOptions& options, Diagnostics& diagnostics);

  /// Finds everything; false if there are errors.
  bool run();

  [[nodiscard]] const PossibleColours& colours(PlaceId place) const { return places_[place.index()]; }
  /// The bindings that can occur, in the order found, each with the colours of all its variables.
  [[nodiscard]] std::size_t binding_count(TransitionId id) const { return transitions_[id.index()].count; }
  [[nodiscard]] std::span<const Word> binding(TransitionId id, std::size_t k) const;
  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }
  [[nodiscard]] const Draws& draws() const { return draws_; }

  /// Whether it is only known when the transition fires how many tokens the arc takes or puts: the
  /// marking decides, or a random value. Where time is left out, random values are `outcomes`, each
  /// of which is looked at.
  [[nodiscard]] bool undecided(const Arc& arc) const;
  /// Whether what the transition puts is one of several outcomes.
  [[nodiscard]] bool has_outcomes(TransitionId id) const { return transitions_[id.index()].outcomes; }
  [[nodiscard]] Outcomes& outcomes() { return outcomes_; }

  /// The variables of which the marking decides whether they have their first colour, and the terms
  /// they speak of.
  [[nodiscard]] const std::vector<UnfoldOpenSlot>& open_slots(TransitionId id) const { return transitions_[id.index()].open_slots; }

  /// The count of an arc that is decided; nothing if it is absent.
  std::optional<std::int64_t> count(const Arc& arc, std::span<Word> frame);
  /// Whether the arc is there in this binding, as far as neither the marking nor a random value
  /// decides.
  bool present(const Arc& arc, std::span<Word> frame);
  /// The colours an arc without wildcards speaks of, in a frame that is bound.
  void colours_of(const Arc& arc, std::span<Word> frame, std::vector<Word>& colours);
  /// The possible colours of its place that match the value of an arc (without `each`), ascending
  /// by position.
  void matching(TransitionId id, std::size_t arc, std::span<Word> frame, std::vector<Word>& colours);
  /// The colours and values tried so far.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// What is held so far, in bytes.
  [[nodiscard]] std::size_t bytes() const;

 private:
  using Frame = std::span<Word>;
  /// An arc for which `matching` is asked.
  struct Matcher {
    std::size_t arc = 0;
    std::vector<std::uint32_t> key;  ///< parts of its pattern
    std::uint32_t index = 0;
  };
  struct TransitionData {
    Join join;
    std::vector<std::size_t> late;  ///< input and read arcs that plans leave out
    JoinPlan all;
    std::vector<JoinPlan> by_term;  ///< empty for terms that plans leave out
    std::vector<Matcher> matchers;
    std::vector<UnfoldOpenSlot> open_slots;
    bool outcomes = false;  ///< what it puts is drawn, and each outcome is looked at
    /// Tokens that match a wildcard, or a term absent or not, make the same binding again.
    bool repeats = false;
    std::vector<Word> found;  ///< bindings, end to end
    std::size_t count = 0;
    std::vector<Word> pending;  ///< bindings that wait for a token
    std::unordered_set<std::string> known;
  };
  struct Trigger {
    TransitionId transition;
    std::size_t term;
  };
  struct Waiting {
    TransitionId transition;
    std::size_t binding;  ///< in `pending`
  };
  struct Token {
    PlaceId place;
    Word colour;
  };
  struct Cursor {
    std::size_t step = 0;
    std::size_t mark = 0;  ///< of the trail
    bool fresh = true;
    std::uint32_t position = 0;  ///< scan
    bool chain = false;          ///< scan: by an index
    bool absent = false;         ///< scan: just tried without the term
    Word value = 0, last = 0;    ///< enumerate
  };

  // prepare.cpp: what is known of each transition before.
  void prepare(TransitionId id);
  void prepare_outcomes(TransitionId id);
  void prepare_matchers(TransitionId id);
  JoinPlan plan(TransitionId id, const JoinStart& start);
  std::uint32_t index_on(PlaceId place, const ColourPattern& pattern, std::vector<std::uint32_t>& key);

  // search.cpp: the fixpoint.
  void add_colour(PlaceId place, Word colour);
  void count_computed(PlaceId place, Word colour);
  void process(std::size_t token);
  void complete();
  void try_binding(TransitionId id, std::span<const Word> words, std::optional<std::size_t> pending);
  bool first_missing(const Transition& transition, const TransitionData& data, Token& missing);
  void put_outputs(TransitionId id);
  void put_outcome(const Transition& transition);
  void fail(const EvalError& error, std::uint32_t bound);
  void too_many(const std::string& what);
  bool keep_going();
  void call_off(Stopped why);
  [[nodiscard]] double estimate(TransitionId id) const;

  // join.cpp: the bindings that a token makes possible.
  void start(TransitionId id, const JoinPlan& plan, std::optional<std::size_t> trigger, std::size_t token);
  void join(const JoinPlan& plan);
  bool pass(const JoinStep& step);
  bool presume(const JoinStep& step);
  bool advance(const JoinPlan& plan, Cursor& cursor);
  void begin_scan(const JoinStep& step, Cursor& cursor);
  bool advance_scan(const JoinStep& step, Cursor& cursor);
  bool advance_enumeration(const JoinStep& step, Cursor& cursor);
  void limit_enumeration(const JoinStep& step, Cursor& cursor);
  bool match(const ColourPattern& pattern, const std::vector<PartAction>& actions, Word colour);
  bool there(std::size_t term);
  std::optional<std::uint64_t> key_of(const ColourPattern& pattern, const std::vector<std::uint32_t>& key, Frame frame);
  void undo(std::size_t mark);

  const Net& net_;
  WordPool& pool_;
  const UnfoldOptions& options_;
  Diagnostics& diagnostics_;
  const Limits limits_;
  Evaluator evaluator_;
  Draws draws_;
  Outcomes outcomes_;
  std::vector<PossibleColours> places_;
  std::vector<TransitionData> transitions_;
  std::vector<std::vector<Trigger>> triggers_;  // by place
  std::vector<Token> queue_;                    // tokens are numbered by their position
  // By place and colour, hashed: positions in waiting_.
  NumberMap waiting_for_;
  std::vector<std::vector<Waiting>> waiting_;

  // Of the binding that is being made.
  TransitionId at_;
  std::optional<std::size_t> trigger_;
  std::size_t token_ = 0;
  std::vector<Word> frame_;
  std::vector<std::uint8_t> bound_;
  std::vector<Word> chosen_;          // by term
  std::vector<std::uint8_t> absent_;  // by term
  std::vector<std::uint32_t> trail_;  // slots bound, to be undone
  std::vector<Cursor> cursors_;

  std::vector<Word> other_;  // frame of the bindings that are tried
  std::vector<Word> scratch_;
  bool stopped_ = false;
  std::vector<char> open_;            // by place: its colour set is open
  std::size_t initially_ = 0;         // colours in all places at the start
  std::size_t computed_ = 0;          // that they have beside these
  bool counting_ = false;             // these are counted now, and limited
  std::uint64_t computed_steps_ = 0;  // that they have cost
  std::size_t words_initially_ = 0;   // bytes of the pool
  std::uint64_t steps_ = 0;
  std::size_t binding_count_ = 0;
  std::size_t binding_words_ = 0;
};

}  // namespace petriloom
