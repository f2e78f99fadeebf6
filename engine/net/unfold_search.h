// SPDX-License-Identifier: Apache-2.0
// The fixpoint of unfolding: which colours can ever be in each place, and which bindings of each transition can ever occur, if one
// token of a colour is as good as many and nothing is ever taken away.
#pragma once

#include <chrono>
#include <unordered_map>
#include <unordered_set>

#include "engine/net/eval.h"
#include "engine/net/unfold.h"
#include "engine/net/unfold_plan.h"

namespace petriloom {

struct WordsHash {
  std::size_t operator()(const std::vector<Word>& words) const;
};

/// The colours that can be in one place, in the order found.
class PossibleColours {
 public:
  /// Whether the colour is new. `lead`: its first component, if it has any, for `led_by`.
  bool add(Word colour, std::optional<Word> lead);
  [[nodiscard]] bool contains(Word colour) const { return known_.count(colour) > 0; }
  [[nodiscard]] const std::vector<Word>& all() const { return all_; }
  /// Those with the given first component.
  [[nodiscard]] const std::vector<Word>& led_by(Word lead) const;

 private:
  std::vector<Word> all_;
  std::unordered_set<Word> known_;
  std::unordered_map<Word, std::vector<Word>> by_lead_;
};

/// A binding: the variables, then the colour chosen for each term (meaningful for terms with wildcards).
struct FoundBinding {
  std::vector<Word> words;
  bool possible = false;  ///< all the tokens it needs can be there
};

class UnfoldSearch {
 public:
  UnfoldSearch(const Net& net, WordPool& pool, const UnfoldLimits& limits, Diagnostics& diagnostics);

  /// Finds everything; false if there are errors.
  bool run();

  [[nodiscard]] const PossibleColours& colours(PlaceId place) const { return places_[place.index()]; }
  [[nodiscard]] const std::vector<FoundBinding>& bindings(TransitionId id) const { return transitions_[id.index()].found; }
  [[nodiscard]] const std::vector<UnfoldTerm>& terms(TransitionId id) const { return transitions_[id.index()].terms; }
  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }

  /// Whether the arc is there in this binding.
  bool present(const Arc& arc, std::span<Word> frame);
  /// The colours an input, read or output arc without wildcards speaks of, in a frame that is bound.
  void colours_of(const Arc& arc, std::span<Word> frame, std::vector<Word>& colours);
  /// Whether a colour matches the pattern of an arc all of whose variables are bound. Never throws for wildcards.
  bool matches(const Arc& arc, Word colour, std::span<Word> frame) { return evaluator_.matches(arc.value, colour, frame); }

 private:
  struct TransitionData {
    std::vector<UnfoldTerm> terms;
    UnfoldPlan all;
    std::vector<UnfoldPlan> by_term;
    std::vector<FoundBinding> found;
    std::unordered_set<std::vector<Word>, WordsHash> known;
  };
  struct Trigger {
    TransitionId transition;
    std::size_t term;
  };
  struct Waiting {
    TransitionId transition;
    std::size_t binding;
  };
  struct Token {
    PlaceId place;
    Word colour;
  };

  void prepare(TransitionId id);
  void add_colour(PlaceId place, Word colour);
  void start_trigger(const Trigger& trigger, Word colour);
  void start_all(TransitionId id);
  void reset_frame(const Transition& transition, std::size_t terms);
  void step(const UnfoldPlan& plan, std::size_t k);
  bool pass(const UnfoldStep& step);
  void scan(const UnfoldPlan& plan, std::size_t k);
  bool match(const UnfoldTerm& term, Word colour);
  bool verify(const UnfoldTerm& term, Word colour);
  bool assign(const UnfoldStep& step);
  void enumerate(const UnfoldPlan& plan, std::size_t k);
  void complete();
  void try_binding(TransitionId id, std::size_t binding);
  bool first_missing(const Transition& transition, const TransitionData& data, Token& missing);
  void put_outputs(const Transition& transition);
  void load(const Transition& transition, const std::vector<Word>& words);
  std::optional<Word> known_lead(const UnfoldTerm& term);
  bool keep_going();
  void fail(const EvalError& error);
  [[nodiscard]] std::string binding_text() const;

  const Net& net_;
  WordPool& pool_;
  const UnfoldLimits& limits_;
  Diagnostics& diagnostics_;
  Evaluator evaluator_;
  std::vector<PossibleColours> places_;
  std::vector<TransitionData> transitions_;
  std::vector<std::vector<Trigger>> triggers_;  // by place
  std::vector<Token> queue_;
  std::size_t next_ = 0;
  std::unordered_map<std::vector<Word>, std::vector<Waiting>, WordsHash> waiting_;  // by place and colour

  // Of the binding that is being made.
  TransitionId at_;
  std::vector<Word> frame_;
  std::vector<std::uint8_t> bound_;
  std::vector<Word> chosen_;          // by term
  std::vector<std::uint8_t> absent_;  // by term
  std::vector<std::uint32_t> trail_;  // slots bound by matching, to be undone
  std::vector<Word> scratch_;

  bool stopped_ = false;
  std::uint64_t steps_ = 0;
  std::size_t place_count_ = 0;
  std::size_t binding_count_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace petriloom
