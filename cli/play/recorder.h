// SPDX-License-Identifier: Apache-2.0
// Remembers the last firings of a token game, to show them.
#pragma once

#include <deque>

#include "engine/simulate/simulate.h"

namespace petriloom::cli {

/// Tokens that a firing took or put.
struct Moved {
  PlaceId place;
  Word colour = 0;
  std::int64_t count = 0;
  double when = 0;  ///< s: put tokens: from when they are available
};

struct SeenFiring {
  double time = 0;  ///< s
  TransitionId transition;
  std::vector<Word> binding;
  std::vector<Moved> taken;
  std::vector<Moved> put;
};

class Recorder final : public TraceSink {
 public:
  static constexpr std::size_t kKept = 10;
  /// Kinds of tokens kept of one firing, taken and put each.
  static constexpr std::size_t kMostTokens = 1000;

  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;

  /// Forgets what was seen.
  void clear();
  /// All firings since the last `clear`; the last of them are kept.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] const std::deque<SeenFiring>& last() const { return last_; }

 private:
  std::deque<SeenFiring> last_;
  std::uint64_t count_ = 0;
};

}  // namespace petriloom::cli
