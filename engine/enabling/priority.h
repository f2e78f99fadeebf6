// SPDX-License-Identifier: Apache-2.0
// Which of several enabled bindings goes first by what the net says of them, and how often one
// binding may be enabled at a time.
#pragma once

#include "engine/compiled/pattern.h"
#include "engine/marking/precedence.h"

namespace petriloom {

/// The most times that one binding of a timed transition may be enabled at a time (docs/limits.md).
inline constexpr std::int64_t kMostEnablingDegree = 10'000'000;

/// The precedence of the bindings of one transition.
class PrecedenceCode {
 public:
  PrecedenceCode() = default;
  PrecedenceCode(const Net& net, const Transition& transition);
  /// Whether it is the same for all bindings.
  [[nodiscard]] bool same() const { return same_; }
  /// The one that is the same for all.
  [[nodiscard]] const Precedence& all() const { return all_; }
  /// In a frame that begins with the binding and is as large as the transition's. Throws EvalError.
  [[nodiscard]] Precedence of(Evaluator& evaluator, std::span<Word> frame) const;

 private:
  Code priority_, order_;  // invalid: 0
  bool same_ = true;
  Precedence all_;
  Location where_;  // of the order
};

/// The rank that the precedence of a transition's bindings gives to the tokens of one of its terms,
/// whose pattern binds all variables on which it depends.
class TermRank final : public TokenRank {
 public:
  /// `net` and `pool` must outlive this. `frame_size` is that of the transition.
  TermRank(const Net& net, WordPool& pool, PrecedenceCode code, Pattern pattern, std::size_t frame_size);
  Precedence of(Word colour) override;

 private:
  const ColourTable& colours_;
  Evaluator evaluator_;  // without limits: a marking must not be left half changed
  PrecedenceCode code_;
  Pattern pattern_;
  std::vector<Word> frame_;
};

}  // namespace petriloom
