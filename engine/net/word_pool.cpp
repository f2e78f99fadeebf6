// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

#include "engine/net/colour.h"

namespace petriloom {

namespace {

// What a word at a position adds to the sum of its sequence: both mixed by the finisher of
// SplitMix64 (Steele, Lea, Flood 2014). A sum, so that another word changes it by a difference.
std::uint32_t summand(std::size_t position, Word word) {
  std::uint64_t mixed = static_cast<std::uint64_t>(word) + (position + 1) * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return static_cast<std::uint32_t>(mixed ^ (mixed >> 31U));
}

std::uint32_t sum_of(std::span<const Word> sequence) {
  auto sum = static_cast<std::uint32_t>(sequence.size());
  for (std::size_t k = 0; k < sequence.size(); ++k) sum += summand(k, sequence[k]);
  return sum;
}

}  // namespace

std::size_t WordPool::bytes() const {
  return words_.capacity() * sizeof(Word) + starts_.capacity() * sizeof(std::size_t) + slots_.capacity() * sizeof(Slot) +
         sums_.capacity() * sizeof(std::uint32_t) + held_words_.capacity() * sizeof(Word) +
         held_starts_.capacity() * sizeof(std::size_t);
}

template <class Same>
std::size_t WordPool::find_slot(std::uint32_t sum, const Same& same) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = sum & mask;
  while (slots_[slot].handle != kFree && !(slots_[slot].sum == sum && same(view(static_cast<Word>(slots_[slot].handle))))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void WordPool::grow() {
  std::vector<Slot> old(std::max<std::size_t>(64, slots_.size() * 2));
  old.swap(slots_);
  const auto another = [](std::span<const Word>) { return false; };
  for (const Slot& one : old) {
    if (one.handle != kFree) slots_[find_slot(one.sum, another)] = one;
  }
}

std::size_t WordPool::used_bytes() const {
  return words_.size() * sizeof(Word) + size() * (sizeof(std::size_t) + sizeof(std::uint32_t)) + slots_.capacity() * sizeof(Slot);
}

void WordPool::use_memory_of(WordPool& other) {
  if (other.words_.capacity() <= words_.capacity()) return;
  other.words_.shorten(0);
  other.words_.append(words_);
  words_.swap(other.words_);
}

Word WordPool::intern(std::span<const Word> sequence) {
  make_room();
  const std::uint32_t sum = sum_of(sequence);
  const std::size_t slot = find_slot(
      sum, [&](std::span<const Word> kept) { return std::equal(kept.begin(), kept.end(), sequence.begin(), sequence.end()); });
  return slots_[slot].handle != kFree ? slots_[slot].handle : add(slot, sum, sequence);
}

Word WordPool::hold(std::span<const Word> sequence) {
  held_words_.insert(held_words_.end(), sequence.begin(), sequence.end());
  held_starts_.push_back(held_words_.size());
  return -static_cast<Word>(held());
}

Word WordPool::intern_updated(Word handle, std::size_t position, Word word) {
  const std::span<const Word> from = view(handle);
  if (from[position] == word) return handle;
  make_room();
  const std::uint32_t sum = sums_[static_cast<std::size_t>(handle)] - summand(position, from[position]) + summand(position, word);
  const std::size_t slot = find_slot(sum, [&](std::span<const Word> kept) {
    const auto behind = static_cast<std::ptrdiff_t>(position) + 1;
    return kept.size() == from.size() && kept[position] == word &&
           std::equal(kept.begin(), kept.begin() + behind - 1, from.begin()) &&
           std::equal(kept.begin() + behind, kept.end(), from.begin() + behind);
  });
  if (slots_[slot].handle != kFree) return slots_[slot].handle;
  const Word added = add(slot, sum, from);
  words_[starts_[static_cast<std::size_t>(added)] + position] = word;
  return added;
}

Word WordPool::add(std::size_t slot, std::uint32_t sum, std::span<const Word> sequence) {
  if (size() >= kFree) throw std::length_error("more than 2^32 different lists and tuples");
  const auto handle = static_cast<std::uint32_t>(size());
  // The sequence may be part of a view of this pool, which appending would move.
  const std::less<const Word*> before;
  const bool own =
      !sequence.empty() && !before(sequence.data(), words_.data()) && before(sequence.data(), words_.data() + words_.size());
  const std::size_t offset = own ? static_cast<std::size_t>(sequence.data() - words_.data()) : 0;
  // Whatever there is no memory for is not there afterwards, and the pool is as it was.
  starts_.make_room(1);
  sums_.make_room(1);
  words_.make_room(sequence.size());
  words_.append({own ? words_.data() + offset : sequence.data(), sequence.size()});
  starts_.push_back(words_.size());
  sums_.push_back(sum);
  slots_[slot] = {handle, sum};
  return handle;
}

}  // namespace petriloom
