// SPDX-License-Identifier: Apache-2.0
// What a comprehension goes through, as it is compiled. Only engine/compiled includes this.
#pragma once

#include <optional>
#include <vector>

#include "engine/compiled/code.h"
#include "engine/compiled/token_stages.h"

namespace petriloom {

struct Loop {
  ExprId node;
  ExprId list;  ///< what it goes through, without stages
  std::vector<TokenStage> stages;
  std::optional<TokenStages> tokens;  ///< where it goes through those of a place
  bool ordered = false;               ///< the order of these counts
  bool maps = false;                  ///< one of the stages is a map
  IndexId index;                      ///< by what is known of the tokens, if anything is
  std::size_t total = 0;              ///< its instruction that asks what is kept; 0: nothing is
  std::size_t next = 0;               ///< its first instruction of each round
};

/// The loop of the comprehension `node`. With `counting` tokens are gone through where they are;
/// with Calls::evaluated filters are lists.
Loop loop_over(const Net& net, ExprId node, bool counting, Code::Calls calls);

/// Whether a loop can be compiled: where tokens are gone through in no order, what they are mapped
/// to must not hide them; and of what is made of tokens Evaluator makes no list.
bool compiles(const Net& net, const Loop& loop, Code::Calls calls);

}  // namespace petriloom
