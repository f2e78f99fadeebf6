// SPDX-License-Identifier: Apache-2.0
#include "engine/random/rng.h"

namespace petriloom {

namespace {

// Counters that go through the rounds side by side, as SIMD lanes do. Each has four parts of 32
// bits.
constexpr std::size_t kCounters = 16;

std::uint32_t low_half(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
std::uint32_t high_half(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32U); }

using Part = std::array<std::uint32_t, kCounters>;

// philox4x32 on every counter.
void philox(Part& c0, Part& c1, Part& c2, Part& c3, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    for (std::size_t k = 0; k < kCounters; ++k) {
      const std::uint64_t product0 = std::uint64_t{0xD2511F53U} * c0[k];
      const std::uint64_t product1 = std::uint64_t{0xCD9E8D57U} * c2[k];
      c0[k] = high_half(product1) ^ c1[k] ^ key0;
      c1[k] = low_half(product1);
      c2[k] = high_half(product0) ^ c3[k] ^ key1;
      c3[k] = low_half(product0);
    }
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
}

}  // namespace

void Random::refill() {
  static_assert(kAhead == 2 * kCounters);
  Part c0{};
  Part c1{};
  Part c2{};
  Part c3{};
  for (std::size_t k = 0; k < kCounters; ++k) {
    const std::uint64_t block = end_ / 2 + k;
    c0[k] = low_half(block);
    c1[k] = high_half(block);
    c2[k] = low_half(replication_);
    c3[k] = high_half(replication_);
  }
  philox(c0, c1, c2, c3, low_half(seed_), high_half(seed_));
  for (std::size_t k = 0; k < kCounters; ++k) {
    ahead_[2 * k] = (std::uint64_t{c0[k]} | std::uint64_t{c1[k]} << 32U) ^ mirror_;
    ahead_[2 * k + 1] = (std::uint64_t{c2[k]} | std::uint64_t{c3[k]} << 32U) ^ mirror_;
  }
  end_ += kAhead;
  next_ = 0;
}

void Random::seek(std::uint64_t position) {
  end_ = position / kAhead * kAhead;
  refill();
  next_ = static_cast<std::size_t>(position % kAhead);
}

}  // namespace petriloom
