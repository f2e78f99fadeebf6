// SPDX-License-Identifier: Apache-2.0
// Markings as text: non-empty places by module, equal ones of folded instances on one line.
#pragma once

#include <string>

#include "cli/play/names.h"
#include "engine/game/token_game.h"

namespace petriloom::cli {

/// One line of a marking.
struct MarkingRow {
  std::string module;  ///< "node[0..15].cpu"; empty for the net itself
  std::string place;   ///< local name
  std::string tokens;  ///< "2`core(0), core(1) at 2.5 s"
};

/// The places that hold tokens and are in `within` (null: all), in order of declaration. `most`:
/// kinds of tokens shown of one place.
std::vector<MarkingRow> marking_rows(const Net& net, TokenGame& game, const NamePattern* within, std::size_t most);

/// A model time of six digits with a prefix: "1.38629 s", "250 us".
std::string time_text(double seconds);

/// Tokens of one kind: "3`core(1)", "3" of a unit place, "core(1) at 2.5 s".
std::string tokens_text(const std::string& colour, std::int64_t count);

}  // namespace petriloom::cli
