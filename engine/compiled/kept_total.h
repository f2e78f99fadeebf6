// SPDX-License-Identifier: Apache-2.0
// Loops over the tokens of a group in which each token counts by itself, so that the result is kept
// as tokens come and go (engine/marking/group_total.h).
#pragma once

#include <optional>
#include <vector>

#include "engine/compiled/code.h"
#include "engine/compiled/token_stages.h"
#include "engine/marking/group_total.h"

namespace petriloom {

class KeptTotal {
 public:
  /// Of the loop `node` through `tokens`. Nothing if what a token counts depends on more than the
  /// token.
  static std::optional<KeptTotal> of(const Net& net, ExprId node, const TokenStages& tokens);
  /// Where it is kept: with the groups of the index, each of which matches all that is known of the
  /// tokens, by a number from IndexTable::add_total.
  void keep(IndexId index, std::uint32_t number);

  /// The result for the group of `key`: of `exists` and `forall` whether any element holds or does
  /// not, of `argmin` the token. Nothing if it is not kept. `frame` is that of the loop; its
  /// variables change.
  std::optional<Word> ask(Evaluator& evaluator, std::span<Word> frame, const Marking& marking, Word key) const;

 private:
  struct Stage {
    std::uint32_t slot = 0;
    std::vector<Code> conditions;
    Code map;  ///< invalid: a filter
  };
  [[nodiscard]] TokenTerm term(Evaluator& evaluator, std::span<Word> frame, Word token) const;

  Op op_ = Op::sum;
  IndexId index_;
  TotalKind kind_;
  std::vector<Stage> stages_;
  std::uint32_t slot_ = 0;
  Code body_;
};

}  // namespace petriloom
