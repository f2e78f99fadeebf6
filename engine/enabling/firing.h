// SPDX-License-Identifier: Apache-2.0
// Fires bindings (docs/semantics.md, rule 7).
#pragma once

#include "engine/enabling/enabling.h"

namespace petriloom {

/// What firing a binding does, evaluated before anything changes. Reused between firings so that
/// nothing is allocated.
struct Effects {
  struct Put {
    PlaceId place;
    Word colour = 0;
    std::int64_t count = 0;
    double delay = 0;       ///< s, of the transition and the term together
    std::uint32_t arc = 0;  ///< number of the arc in the transition
  };
  struct Reset {
    PlaceId place;
    /// Number of the arc in the transition; its value is matched with the frame.
    std::uint32_t arc = 0;
  };
  std::vector<Tokens> takes;  ///< equal (place, colour) joined, in order of first appearance
  std::vector<Reset> resets;
  std::vector<Put> puts;  ///< in order of the arcs, not joined
};

/// The tokens of the initial marking, ascending, all of them (also those available later).
std::vector<Tokens> initial_tokens(const Net& net);

class Firing {
 public:
  explicit Firing(Enabling& enabling);

  /// What the tokens asked for by the input terms are, into `takes` (cleared first). False if one
  /// of them cannot be a colour of its place. Throws EvalError.
  bool input_tokens(const Marking& marking, TransitionId transition, std::span<const Word> binding, std::vector<Tokens>& takes);
  /// All effects of a binding in a marking. Random values are drawn from the source of the
  /// evaluator: first what the transition draws by name, then its delay, then for each output term
  /// condition, count, delay and value. Throws EvalError if a value, count or delay cannot be
  /// evaluated or is out of range; the delays are left out (0) unless `timed`, and so is what is
  /// drawn for them alone.
  void effects(const Marking& marking, TransitionId transition, std::span<const Word> binding, bool timed, Effects& effects) {
    input_tokens(marking, transition, binding, effects.takes);
    effects_beside(marking, transition, binding, timed, effects);
  }
  /// The same where `takes` of the effects is known.
  void effects_beside(const Marking& marking, TransitionId transition, std::span<const Word> binding, bool timed, Effects& effects);
  /// The tokens that the resets of `effects` remove under this binding, by place and slot in no
  /// particular order, some perhaps twice, into `slots` (cleared first). Throws EvalError.
  void find_resets(const Marking& marking, TransitionId transition, std::span<const Word> binding, const Effects& effects,
                   std::vector<std::pair<PlaceId, Marking::Slot>>& slots);
  /// Whether `colour` is removed by the reset arc `arc` under this binding.
  bool resets(TransitionId transition, std::span<const Word> binding, std::size_t arc, Word colour);
  /// Fires an enabled binding without time: changes `marking` at once. Throws EvalError and leaves
  /// `marking` unchanged.
  void fire(Marking& marking, TransitionId transition, std::span<const Word> binding);

  /// After `effects`: the binding and what was drawn.
  [[nodiscard]] std::span<Word> frame() { return frame_; }
  [[nodiscard]] Enabling& enabling() { return enabling_; }

 private:
  std::span<Word> frame_of(TransitionId transition, std::span<const Word> binding);
  void draw(TransitionId transition, std::span<Word> frame, const Marking& marking, bool timed);
  bool removes(const Term& term, Word colour, std::span<Word> frame);
  double delay(const Code& code, Location where, std::span<Word> frame);
  void puts(const Marking& marking, const Term& term, std::span<Word> frame, double base, bool timed, Effects& effects);
  Enabling& enabling_;
  std::vector<Word> frame_;
  Effects scratch_;
  std::vector<Code> delays_;  // of the transitions
  /// By transition and draw: whether it is for tokens, else for delays alone.
  std::vector<std::vector<char>> for_tokens_;
  std::vector<std::pair<PlaceId, Marking::Slot>> slots_;
};

}  // namespace petriloom
