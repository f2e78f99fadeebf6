// SPDX-License-Identifier: Apache-2.0
// What a comprehension over the tokens of a place does with each of them, and which parts of those
// that pass are known before, so that an index finds them.
#pragma once

#include <optional>
#include <vector>

#include "engine/compiled/pattern.h"

namespace petriloom {

/// What is done with an element before the comprehension has it: Op::filter or Op::map.
struct TokenStage {
  ExprId node;
  std::uint32_t slot = 0;          ///< the variable that has the element
  std::vector<ExprId> conditions;  ///< filter: all of them must hold, the first is asked first
  std::size_t known = 0;           ///< so many of the first are what TokenStages::known says
};

/// The list that a comprehension goes through, if it is made of the tokens of one place.
struct TokenStages {
  PlaceId place;
  std::vector<TokenStage> stages;  ///< the first to be done first
  /// What tokens that pass match, in parts that an index can read. A leaf may be none of the part's
  /// colour set; then no token matches. What is computed is asked for in that order, if there is
  /// any token.
  Pattern known;
};

/// Takes `list` apart; nothing if it is another list. A part that is a variable of another slot
/// than those below `limit` is computed.
std::optional<TokenStages> token_stages(const Net& net, ExprId list, std::size_t limit);

}  // namespace petriloom
