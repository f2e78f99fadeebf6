// SPDX-License-Identifier: Apache-2.0
// Expressions of the net language that are asked of the marking of a token game.
#pragma once

#include <memory>

#include "cli/shell/session.h"
#include "engine/game/token_game.h"
#include "formats/loom/loom.h"

namespace petriloom::cli {

class GameExpression {
 public:
  /// Null, and reported, if the text is no expression over the net.
  static std::unique_ptr<GameExpression> read(const Net& net, const std::string& text, Session& session);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool truth_value() const { return expression_.type == ColourTable::kBool; }
  /// The value in the marking of the game. Throws EvalError.
  Word value(TokenGame& game);
  /// The value as the net language writes it. Throws EvalError.
  std::string shown(TokenGame& game);

 private:
  GameExpression(StateExpression expression, std::string text);
  StateExpression expression_;
  std::string text_;
  WordPool pool_;
  Evaluator evaluator_;
  std::vector<Word> frame_;
};

}  // namespace petriloom::cli
