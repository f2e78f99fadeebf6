// SPDX-License-Identifier: Apache-2.0
// Which members of a set are ready, as bits. The n-th that is ready is found without a search.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace petriloom {

/// Words of eight bytes; no byte below is above 64, so that none reaches into the next one.
namespace byte_counts {
inline constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
/// How many bytes of `counts` are at most `number`.
inline std::uint32_t at_most(std::uint64_t counts, std::uint32_t number) {
  const std::uint64_t reached = ((kOnes * number | kOnes << 7U) - counts) >> 7U & kOnes;
  return static_cast<std::uint32_t>(reached * kOnes >> 56U);
}
/// How many bits of a word are in each byte and those below it.
inline std::uint64_t bits_up_to(std::uint64_t word) {
  std::uint64_t counts = word - (word >> 1U & 0x5555555555555555ULL);
  counts = (counts & 0x3333333333333333ULL) + (counts >> 2U & 0x3333333333333333ULL);
  return ((counts + (counts >> 4U)) & 0x0f0f0f0f0f0f0f0fULL) * kOnes;
}
}  // namespace byte_counts

/// The position of the bit of `word` that has `number` bits below it; there must be one. It has no
/// branches, because a processor could not predict them (S. Vigna, "Broadword implementation of
/// rank/select queries", 2008).
inline std::uint32_t bit_after(std::uint64_t word, std::uint32_t number) {
  using byte_counts::kOnes;
  const std::uint64_t counts = byte_counts::bits_up_to(word);
  const std::uint32_t byte = 8 * byte_counts::at_most(counts, number);
  const auto below = static_cast<std::uint32_t>((counts << 8U) >> byte & 0xffU);
  // A byte for each of its bits.
  const std::uint64_t spread = (word >> byte & 0xffU) * kOnes & 0x8040201008040201ULL;
  const std::uint64_t up_to = ((spread + 0x7f7f7f7f7f7f7f7fULL) >> 7U & kOnes) * kOnes;
  return byte + byte_counts::at_most(up_to, number - below);
}

class ReadyBits {
 public:
  /// For so many positions. `counted`: before() is asked.
  ReadyBits(std::size_t size, bool counted)
      : words_((size + 63) / 64),
        summary_((words_.size() + 63) / 64),
        before_(counted && words_.size() > 1 ? words_.size() + 1 : 0) {}

  /// Sets the bit at a position, or clears it.
  void turn(std::uint32_t position, bool set) {
    std::uint64_t& word = words_[position / 64];
    const bool empty = word == 0;
    word ^= std::uint64_t{1} << (position % 64);
    if (empty || word == 0) summary_[position / 4096] ^= std::uint64_t{1} << (position / 64 % 64);
    for (std::size_t at = position / 64 + 1; at < before_.size(); at += at & -at) before_[at] += set ? 1U : ~0U;
  }
  /// 64 positions.
  [[nodiscard]] std::uint64_t word(std::size_t number) const { return words_[number]; }
  /// Which of 64 words are not 0.
  [[nodiscard]] std::uint64_t summary(std::size_t number) const { return summary_[number]; }
  /// How many bits are set in the words that end with word `number` - 1 and are as many as the
  /// lowest bit of `number` says, which is not 0 (P. Fenwick, "A new data structure for cumulative
  /// frequency tables", 1994).
  [[nodiscard]] std::uint32_t before(std::size_t number) const { return before_[number]; }
  /// The first bit; there must be one.
  [[nodiscard]] std::uint32_t first() const {
    std::size_t s = 0;
    while (summary_[s] == 0) ++s;
    const std::size_t word = 64 * s + static_cast<std::size_t>(std::countr_zero(summary_[s]));
    return static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(words_[word])));
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> summary_;
  std::vector<std::uint32_t> before_;  // by word, from 1 on
};

}  // namespace petriloom
