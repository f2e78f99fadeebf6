// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

#include "engine/net/colour.h"

namespace petriloom {

namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

// Multiply and shift on every word, finished by the mixer of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t hash_words(std::span<const Word> sequence) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U + sequence.size();
  for (const Word word : sequence) {
    hash = (hash ^ static_cast<std::uint64_t>(word)) * 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 29U;
  }
  hash = (hash ^ (hash >> 30U)) * 0x94D049BB133111EBU;
  return hash ^ (hash >> 31U);
}

}  // namespace

std::span<const Word> WordPool::view(Word handle) const {
  const auto i = static_cast<std::size_t>(handle);
  return {words_.data() + starts_[i], starts_[i + 1] - starts_[i]};
}

std::size_t WordPool::bytes() const {
  return words_.capacity() * sizeof(Word) + starts_.capacity() * sizeof(std::size_t) + slots_.capacity() * sizeof(std::uint32_t) +
         hashes_.capacity() * sizeof(std::uint64_t);
}

std::size_t WordPool::find_slot(std::span<const Word> sequence, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  while (slots_[slot] != kFree) {
    if (hashes_[slots_[slot]] == hash) {
      const std::span<const Word> held = view(static_cast<Word>(slots_[slot]));
      if (std::equal(held.begin(), held.end(), sequence.begin(), sequence.end())) return slot;
    }
    slot = (slot + 1) & mask;
  }
  return slot;
}

void WordPool::grow() {
  slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), kFree);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t handle = 0; handle < hashes_.size(); ++handle) {
    std::size_t slot = static_cast<std::size_t>(hashes_[handle]) & mask;
    while (slots_[slot] != kFree) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(handle);
  }
}

Word WordPool::intern(std::span<const Word> sequence) {
  if ((size() + 1) * 2 > slots_.size()) grow();
  const std::uint64_t hash = hash_words(sequence);
  const std::size_t slot = find_slot(sequence, hash);
  if (slots_[slot] != kFree) return static_cast<Word>(slots_[slot]);
  if (size() >= kFree) throw std::length_error("more than 2^32 different lists and tuples");
  const std::size_t handle = size();
  // The sequence may be part of a view of this pool, which appending would move.
  const std::less<const Word*> before;
  const bool own =
      !sequence.empty() && !before(sequence.data(), words_.data()) && before(sequence.data(), words_.data() + words_.size());
  const std::size_t offset = own ? static_cast<std::size_t>(sequence.data() - words_.data()) : 0;
  const std::size_t begin = words_.size();
  // Whatever there is no memory for is not there afterwards, and the pool is as it was.
  if (starts_.size() == starts_.capacity()) starts_.reserve(starts_.size() * 2);
  if (hashes_.size() == hashes_.capacity()) hashes_.reserve(hashes_.size() * 2 + 1);
  words_.resize(begin + sequence.size());
  const Word* from = own ? words_.data() + offset : sequence.data();
  std::copy_n(from, sequence.size(), words_.begin() + static_cast<std::ptrdiff_t>(begin));
  starts_.push_back(words_.size());
  hashes_.push_back(hash);
  slots_[slot] = static_cast<std::uint32_t>(handle);
  return static_cast<Word>(handle);
}

}  // namespace petriloom
