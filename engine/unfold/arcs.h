// SPDX-License-Identifier: Apache-2.0
// What the arcs of a transition speak of in one of its bindings, as far as unfolding can tell.
#pragma once

#include <vector>

#include "engine/compiled/code.h"
#include "engine/expr/match.h"
#include "engine/expr/outcomes.h"
#include "engine/unfold/colours.h"

namespace petriloom {

class UnfoldArcs {
 public:
  /// `untimed`: time is left out, and random values are `outcomes`, each of which is looked at.
  UnfoldArcs(const Net& net, WordPool& pool, const Limits& limits, bool untimed);

  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }
  [[nodiscard]] Outcomes& outcomes() { return outcomes_; }
  /// The value of an expression of the net, which is compiled when it is asked for first. Throws
  /// EvalError.
  Word eval(ExprId expr, std::span<Word> frame);

  /// Whether it is only known when the transition fires how many tokens the arc takes or puts: the
  /// marking decides, or a random value.
  [[nodiscard]] bool undecided(const Arc& arc) const;
  /// The count of an arc that is decided; nothing if it is absent.
  std::optional<std::int64_t> count(const Arc& arc, std::span<Word> frame);
  /// Whether the arc is there in this binding, as far as neither the marking nor a random value
  /// decides.
  bool present(const Arc& arc, std::span<Word> frame);
  /// The colours an arc without wildcards speaks of, in a frame that is bound.
  void colours_of(const Arc& arc, std::span<Word> frame, std::vector<Word>& colours);
  /// Whether the condition of a reset holds of a colour.
  bool such(const Arc& arc, std::span<Word> frame, Word colour);
  /// The key (`add_to_index_key`) of the parts `key` of a pattern, whose variables are bound;
  /// nothing if a part does not fit into the colours of the place.
  std::optional<std::uint64_t> key_of(const ColourPattern& pattern, const std::vector<std::uint32_t>& key, std::span<Word> frame);

 private:
  const Net& net_;
  WordPool& pool_;
  const bool untimed_;
  Evaluator evaluator_;
  Outcomes outcomes_;
  NumberMap code_of_;  // by expression: a position in codes_
  std::vector<Code> codes_;
};

}  // namespace petriloom
