// SPDX-License-Identifier: Apache-2.0
// What the word at the end of a line may become.
#pragma once

#include <string>
#include <vector>

#include "cli/play/game_texts.h"
#include "cli/play/names.h"

namespace petriloom::cli {

class LineCompletion {
 public:
  LineCompletion(const Net& net, TokenGame& game, const GameTexts& texts, const GameNames& names)
      : net_(net), game_(game), texts_(texts), names_(names) {}

  /// Of the last word of a line that begins with `line`.
  [[nodiscard]] std::vector<std::string> words(const std::string& line, const std::string& word) const;

 private:
  /// Of what stands behind `fire`.
  [[nodiscard]] std::vector<std::string> binding(const std::string& before, const std::string& word) const;

  const Net& net_;
  TokenGame& game_;
  const GameTexts& texts_;
  const GameNames& names_;
};

}  // namespace petriloom::cli
