// SPDX-License-Identifier: Apache-2.0
// What a token game tells of its bindings, firings and markings, as text.
#pragma once

#include <string>
#include <vector>

#include "cli/play/marking_text.h"
#include "cli/play/recorder.h"
#include "engine/game/token_game.h"

namespace petriloom::cli {

class GameTexts {
 public:
  /// Kinds of tokens that are shown of one place, or of one firing.
  static constexpr std::size_t kMostKinds = 12;

  GameTexts(const Net& net, bool colour) : net_(net), colour_(colour) {}

  /// A transition with the indices of its binding.
  [[nodiscard]] std::string name(TransitionId transition, std::span<const Word> binding) const;
  /// A binding with its number, or without one if that is 0, and when it fires.
  [[nodiscard]] std::string binding_line(TokenGame& game, const Choice& choice, std::size_t number) const;
  /// The bindings that may fire, numbered, then those that wait; `most` of them.
  [[nodiscard]] std::string choices(TokenGame& game, const Choices& choices, std::size_t most) const;
  /// The last firings; of a single one also what it took and put.
  [[nodiscard]] std::string firings(TokenGame& game, const Recorder& recorder) const;
  /// Rows of a marking below the names of their modules; `most` of them.
  [[nodiscard]] std::string marking(const std::vector<MarkingRow>& rows, std::size_t most) const;

 private:
  [[nodiscard]] std::string moved(TokenGame& game, const std::vector<Moved>& tokens, double now) const;

  const Net& net_;
  bool colour_;
};

}  // namespace petriloom::cli
