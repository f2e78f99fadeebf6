// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: Philox4x32-10 (J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011). The numbers of a replication are a function of
// seed, replication and position only.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace petriloom {

/// The block function: ten rounds on a counter of four words under a key of two.
inline std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32U) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32U) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(product0)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

/// The stream of one replication. Numbers are made many at a time, which does not change them.
///
/// An engine takes it from `random_of_run` (engine/random/streams.h), which knows of mirrored runs,
/// and draws from it in the order of docs/semantics.md, rule 15. An engine that has one stream for
/// the run leaves runs with RunOptions::own_streams to coloured::Replication.
class Random {
 public:
  /// `mirrored`: 1 - u in place of every uniform number u, for antithetic runs.
  Random(std::uint64_t seed, std::uint64_t replication, bool mirrored = false)
      : seed_(seed), replication_(replication), mirror_(mirrored ? ~std::uint64_t{0} : 0) {}

  /// 64 random bits.
  std::uint64_t bits() {
    if (next_ == kAhead) refill();
    return ahead_[next_++];
  }
  /// Uniform in the open interval (0, 1), 53 bits.
  double uniform() { return uniform_of(bits()); }
  /// The uniform number that 64 random bits stand for. From 1/2 on a half is less than the distance
  /// of two numbers, so that the largest one would round to 1.
  static double uniform_of(std::uint64_t bits) { return std::min((static_cast<double>(bits >> 11U) + 0.5) * 0x1p-53, 1 - 0x1p-53); }
  [[nodiscard]] bool mirrored() const { return mirror_ != 0; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] std::uint64_t replication() const { return replication_; }
  /// How many numbers `bits` has given.
  [[nodiscard]] std::uint64_t position() const { return end_ - (kAhead - next_); }
  /// Goes on as if `bits` had given `position` numbers.
  void seek(std::uint64_t position);
  /// Goes on at a position of the stream of the same replication under another seed.
  void restart(std::uint64_t seed, std::uint64_t position) {
    seed_ = seed;
    seek(position);
  }

 private:
  static constexpr std::size_t kAhead = 32;
  void refill();

  std::uint64_t seed_;
  std::uint64_t replication_;
  // Flips every bit, or none: (2^53 - 1 - k + 1/2) / 2^53 = 1 - (k + 1/2) / 2^53.
  std::uint64_t mirror_;
  std::uint64_t end_ = 0;  // position after the last number of `ahead_`
  std::size_t next_ = kAhead;
  std::array<std::uint64_t, kAhead> ahead_{};
};

}  // namespace petriloom
