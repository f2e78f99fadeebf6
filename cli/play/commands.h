// SPDX-License-Identifier: Apache-2.0
// The table of commands of the token game.
#pragma once

#include <span>

#include "cli/play/player.h"

namespace petriloom::cli {

/// One command of the game.
struct PlayCommand {
  std::string_view name;
  std::string_view alias;  ///< a letter, or empty
  std::string_view usage;
  std::string_view summary;
  bool (Player::*run)(const std::string& rest);
};
/// All commands, in the order of `help`.
std::span<const PlayCommand> play_commands();

}  // namespace petriloom::cli
