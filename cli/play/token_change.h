// SPDX-License-Identifier: Apache-2.0
// Changes of the tokens of a place by hand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/game/token_game.h"
#include "formats/loom/loom.h"

namespace petriloom::cli {

enum class TokenChange : std::uint8_t { set, put, take };

/// All tokens of the place after the change, those on their way too, with times from now. Nothing
/// if more is taken than there is; `problem` says so.
std::optional<std::vector<InitialTokens>> changed_tokens(TokenGame& game, const Net& net, const GivenTokens& given,
                                                         TokenChange change, std::string& problem);

}  // namespace petriloom::cli
