// SPDX-License-Identifier: Apache-2.0
// The fixpoint of unfolding: which colours can ever be in each place, and which bindings of each
// transition can ever occur, if one token of a colour is as good as many and nothing is ever taken
// away. Semi-naive: a binding is made when the last of its tokens turns up, and only then.
#pragma once

#include <unordered_set>

#include "engine/unfold/join.h"
#include "engine/unfold/unfold.h"

namespace petriloom {

class UnfoldSearch {
 public:
  UnfoldSearch(const Net& net, WordPool& pool, const UnfoldOptions& options, Diagnostics& diagnostics);

  /// Finds everything; false if there are errors.
  bool run();

  [[nodiscard]] const PossibleColours& colours(PlaceId place) const { return places_[place.index()]; }
  /// The bindings that can occur, in the order found, end to end, each with the colours of all its
  /// variables.
  [[nodiscard]] std::size_t binding_count(TransitionId id) const { return bindings_[id.index()].count; }
  [[nodiscard]] std::span<const Word> bindings(TransitionId id) const { return bindings_[id.index()].found; }
  [[nodiscard]] const UnfoldTransition& prepared(TransitionId id) const { return transitions_[id.index()]; }
  [[nodiscard]] UnfoldArcs& arcs() { return arcs_; }
  /// The possible colours of its place that match the value of an arc (without `each`), ascending
  /// by position.
  void matching(TransitionId id, std::size_t arc, std::span<Word> frame, std::vector<Word>& colours);
  /// The colours and values tried so far.
  [[nodiscard]] std::uint64_t steps() const { return progress_.steps(); }
  /// What is held so far, in bytes.
  [[nodiscard]] std::size_t bytes() const;

 private:
  /// The bindings of a transition.
  struct Bindings {
    std::vector<Word> found;  ///< end to end
    std::size_t count = 0;
    std::vector<Word> pending;  ///< those that wait for a token
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

  void prepare();
  void add_colour(PlaceId place, Word colour);
  void count_computed(PlaceId place, Word colour);
  void process(std::size_t token);
  void join(TransitionId id, const JoinPlan& plan, const std::optional<UnfoldTrigger>& trigger);
  void complete();
  void try_binding(TransitionId id, std::span<const Word> words, std::optional<std::size_t> pending);
  bool first_missing(TransitionId id, Token& missing);
  void put_outputs(TransitionId id);
  void put_outcome(const Transition& transition);
  void fail(const EvalError& error, TransitionId id, std::span<const Word> frame, std::span<const std::uint8_t> bound);
  void too_many(const std::string& what);
  void check_limits();
  void call_off(Stopped why);
  [[nodiscard]] double estimate(TransitionId id) const;

  const Net& net_;
  WordPool& pool_;
  const UnfoldOptions& options_;
  Diagnostics& diagnostics_;
  const Limits limits_;
  UnfoldArcs arcs_;
  UnfoldProgress progress_;
  std::vector<PossibleColours> places_;
  UnfoldJoin join_;
  std::vector<UnfoldTransition> transitions_;
  std::vector<Bindings> bindings_;              // by transition
  std::vector<std::vector<Trigger>> triggers_;  // by place
  std::vector<Token> queue_;                    // tokens are numbered by their position
  // By place and colour, hashed: positions in waiting_.
  NumberMap waiting_for_;
  std::vector<std::vector<Waiting>> waiting_;

  std::vector<Word> frame_;  // of the binding that is tried
  std::vector<Word> scratch_;
  std::vector<char> open_;            // by place: its colour set is open
  std::size_t initially_ = 0;         // colours in all places at the start
  std::size_t computed_ = 0;          // that they have beside these
  bool counting_ = false;             // these are counted now, and limited
  std::uint64_t computed_steps_ = 0;  // that they have cost
  std::size_t words_initially_ = 0;   // bytes of the pool
  std::size_t binding_count_ = 0;
  std::size_t binding_words_ = 0;
};

}  // namespace petriloom
