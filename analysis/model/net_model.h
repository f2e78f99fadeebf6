// SPDX-License-Identifier: Apache-2.0
// A net without time as a model (docs/semantics.md, rule 16): markings are states, firings are
// edges. Coloured nets are explored as they are, without unfolding, by the engine's own enabling
// and firing.
#pragma once

#include <memory>
#include <set>

#include "analysis/model/atoms.h"
#include "analysis/model/explorable.h"
#include "analysis/model/labels.h"
#include "analysis/model/place_instances.h"
#include "analysis/model/plain_net.h"
#include "analysis/model/state_codec.h"
#include "analysis/result/outcome.h"
#include "engine/enabling/firing.h"
#include "engine/expr/outcomes.h"

namespace petriloom {

/// Words in states and bindings may be handles of the model's pool, so states mean something only
/// as long as their model lives.
class NetModel : public Model {
 public:
  /// `net` must outlive the model, and so must `limits` (null: none), which what it evaluates
  /// polls: then LimitReached is thrown. Throws EvalError if a variable of a transition can be
  /// bound by nothing.
  NetModel(const Net& net, std::vector<Atom> atoms, const Limits* limits = nullptr, Clocks clocks = Clocks::refused);
  ~NetModel() override;

  [[nodiscard]] std::size_t label_count() const override { return labels_.size(); }
  StateBytes initial() override;
  void load(StateBytes state) override;
  void successors(SuccessorSink& sink) override;
  bool holds(std::size_t atom) override;
  std::int64_t count_tokens(TokenMaxima& maxima) override;
  [[nodiscard]] std::uint64_t bytes() const override { return pool_.bytes(); }
  /// What the numbers of TokenMaxima::instance stand for.
  [[nodiscard]] const PlaceInstances& instances() const { return instances_; }
  [[nodiscard]] bool monotone() const override { return monotone_; }
  bool covers(StateBytes large, StateBytes small) override;
  [[nodiscard]] std::span<const PlaceDependencies> dependencies() override;

  /// The tokens of a state, ascending by place and colour.
  [[nodiscard]] virtual std::vector<Tokens> tokens(StateBytes state) const;
  /// The firing that leads from one state to another under a label; nothing if there is none.
  std::optional<BoundTransition> find_firing(StateBytes from, Label label, StateBytes to);
  /// What a firing enabled in the current state takes, removes and puts. Throws EvalError.
  virtual void effects(const BoundTransition& firing, Effects& effects);
  /// The state after a firing that is enabled in the current state; valid until the next call.
  /// Throws EvalError.
  virtual StateBytes after(const BoundTransition& firing);
  /// The state after a firing of the current state; nothing if it is not enabled there.
  std::optional<std::vector<std::uint8_t>> fire(const BoundTransition& firing);

  /// The tokens that become available by a firing of the current state which is the passing of
  /// time; of every other firing none.
  [[nodiscard]] virtual std::vector<Tokens> arrivals(const BoundTransition&) const { return {}; }

  /// Tells of every binding that is enabled in the current state, in a fixed order. The words are
  /// valid until another state is loaded. Throws EvalError.
  void for_each_enabled(FunctionRef<void(TransitionId, std::span<const Word>)> told);
  /// Tells of the states after each outcome of an enabled binding, with its probability (1 if
  /// nothing is drawn); the bytes are valid during the call only. Unlike `successors` it does not
  /// join outcomes that make no difference. Throws EvalError.
  void for_each_result(TransitionId transition, std::span<const Word> binding, FunctionRef<void(double, StateBytes)> told);

  /// Tells of the tokens of the current state, ascending by place and colour.
  void for_each_token(FunctionRef<void(const Tokens&)> told) const {
    for (const Tokens& tokens : current_) told(tokens);
  }

  [[nodiscard]] const Net& net() const { return net_; }
  [[nodiscard]] const TransitionLabels& labels() const { return labels_; }
  [[nodiscard]] const WordPool& pool() const { return pool_; }
  /// The current state, for searches by the engine's functions.
  [[nodiscard]] const Marking& marking();
  [[nodiscard]] Firing& firing() { return firing_; }
  [[nodiscard]] Enabling& enabling() { return enabling_; }
  [[nodiscard]] const std::vector<Atom>& atoms() const { return atoms_; }

 protected:
  struct Enabled {
    TransitionId transition;
    std::uint32_t first = 0;  // of its binding in words_
  };
  /// Told of the state after each outcome of a firing; returns false to stop.
  using OutcomeSink = FunctionRef<bool(StateBytes)>;
  /// Enters what is enabled in the current state.
  virtual void search();
  void search_by_engine();
  /// Makes a marking that of the current state.
  virtual void fill(Marking& marking) { marking.assign(current_); }
  /// The state after a firing whose random values come from `outcomes_`.
  virtual StateBytes successor(TransitionId transition, std::span<const Word> binding);
  virtual void for_each_outcome(TransitionId transition, std::span<const Word> binding, OutcomeSink sink);
  /// What was drawn and chosen for the outcome that is told of.
  [[nodiscard]] virtual std::vector<Word> chosen() const { return outcomes_.values(); }
  [[nodiscard]] std::span<const Word> binding_of(const Enabled& enabled) const;
  void evaluate(TransitionId transition, std::span<const Word> binding, Effects& effects);
  /// Evaluates a firing, and enters into `changes_`, sorted, what it takes and removes, and what it
  /// puts.
  void evaluate_changes(TransitionId transition, std::span<const Word> binding);
  void merge(const std::vector<Tokens>& changes, TransitionId transition);
  /// What leaves a state when another is loaded.
  void forget();

  const Net& net_;
  WordPool pool_;
  Enabling enabling_;
  Firing firing_;
  Marking marking_;
  TransitionLabels labels_;
  StateCodec codec_;
  std::vector<PriorityRange> priorities_;  // by transition; empty if they do not matter
  bool monotone_ = true;
  std::vector<char> draws_;        // which transitions have several outcomes
  std::optional<PlainNet> plain_;  // if the net is a place/transition net

  std::vector<Tokens> current_;   // the current state
  std::vector<Enabled> enabled_;  // its enabled bindings, if `searched_`
  std::vector<Word> words_;
  Effects effects_;
  Outcomes outcomes_;
  std::vector<Tokens> next_;  // the tokens of the state that `successor` makes
  std::vector<Tokens> changes_;
  std::vector<std::uint8_t> bytes_;

 private:
  class View;
  void find_enabled();
  void keep_highest_priority();
  [[nodiscard]] std::int64_t priority_of(const Enabled& enabled);
  void check_places(TransitionId transition) const;
  void count_in_instance(const Tokens& tokens, TokenMaxima& maxima);
  [[noreturn]] void fail(TransitionId transition, const EvalError& error) const;

  std::vector<Atom> atoms_;
  std::unique_ptr<View> view_;
  // Of each transition; empty until they are asked for.
  std::vector<PlaceDependencies> dependencies_;
  bool searched_ = false;
  bool marking_loaded_ = false;  // marking_ holds the current state
  std::vector<TransitionId> transitions_;
  std::set<std::vector<std::uint8_t>> reached_;  // by one firing, if it draws
  PlaceInstances instances_;
  std::vector<std::int64_t> in_instance_;  // of the current state, by number
  // Of some colour there are so many that those of its place may be more than can be counted.
  bool many_ = false;
  std::vector<Word> frame_;
};

}  // namespace petriloom
