// SPDX-License-Identifier: Apache-2.0
// Tokens on their way to their places, of which is known only which of them come together and, if
// their delays are known, which come before others (docs/semantics.md, rule 29).
#pragma once

#include <functional>
#include <vector>

#include "analysis/model/state_codec.h"

namespace petriloom {

/// Tokens that become available together; ascending by place and colour, each colour once.
using Batch = std::vector<Tokens>;

/// Adds tokens to an ascending list.
void add_tokens(std::vector<Tokens>& list, const Tokens& tokens);

class UnderWay {
 public:
  /// What may become available next: so many equal batches, each on its own.
  struct Next {
    Batch batch;
    std::int64_t count = 1;
    bool timed = false;        ///< its delay is known
    std::size_t position = 0;  ///< of what it is among those
  };

  [[nodiscard]] bool empty() const { return instants_.empty() && free_.empty(); }
  /// Whether tokens with a known delay were put at the present instant, so that it matters whether
  /// the time goes on.
  [[nodiscard]] bool present() const { return open_; }
  /// Puts tokens at the present instant that become available after `delay` (s, above 0).
  void put(double delay, const Tokens& tokens);
  /// Puts a batch that becomes available some time later.
  void put(Batch batch);
  /// The present instant is over.
  void move_on();

  /// What may come next, in a fixed order. Of delays d <= e, d having begun at an instant not after
  /// that of e, d ends first, or both are of one batch.
  [[nodiscard]] std::vector<Next> next() const;
  /// So many of each that `next` tells are there now, and the time has gone on.
  void arrive(const std::vector<Next>& next, std::span<const Word> counts);
  /// Removes tokens of which `gone` holds.
  void remove(const std::function<bool(const Tokens&)>& gone);
  /// All tokens, ascending.
  [[nodiscard]] std::vector<Tokens> tokens() const;

 private:
  friend class UnderWayCodec;
  struct Timed {
    double delay = 0;
    Batch batch;
  };
  using Instant = std::vector<Timed>;  // ascending by delay, each once
  struct Free {
    Batch batch;
    std::int64_t count = 1;
  };
  void normalise();

  std::vector<Instant> instants_;  // at which tokens were put, oldest first; none is empty
  bool open_ = false;              // the last of them is the present one
  std::vector<Free> free_;         // ascending
};

/// Writes tokens on their way as bytes, equal exactly if the tokens are, and reads them.
class UnderWayCodec {
 public:
  /// `codec` must outlive this.
  explicit UnderWayCodec(const StateCodec& codec) : codec_(codec) {}
  /// Appends to `out`.
  void encode(const UnderWay& under_way, std::vector<std::uint8_t>& out);
  /// Reads what was encoded, and moves `at` behind it.
  void decode(const std::uint8_t*& at, UnderWay& under_way) const;

 private:
  void put(const Batch& batch, std::vector<std::uint8_t>& out);
  void get(const std::uint8_t*& at, Batch& batch) const;
  std::uint64_t number_of(double delay);

  const StateCodec& codec_;
  std::vector<double> delays_;  // by number
  std::vector<std::uint8_t> bytes_;
};

}  // namespace petriloom
