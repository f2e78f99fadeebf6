// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/colours.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace petriloom {

namespace {

std::uint64_t scramble(std::uint64_t x) {
  x ^= x >> 33U;
  x *= 0xff51afd7ed558ccdU;
  x ^= x >> 33U;
  return x;
}

}  // namespace

std::uint64_t mix_words(std::uint64_t hash, Word word) {
  return scramble(hash * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(word) + 0x632be59bd9b4e019U);
}

std::uint64_t add_to_index_key(std::uint64_t key, Word word) {
  constexpr std::uint64_t kFactor = 0xfffff;
  return key * kFactor + static_cast<std::uint64_t>(word);
}

std::size_t NumberMap::begin_of(std::uint64_t key) const {
  return (scrambled_ ? scramble(key) : key >> shift_) & (entries_.size() - 1);
}

std::size_t NumberMap::slot_of(std::uint64_t key) const {
  std::size_t slot = begin_of(key);
  while (entries_[slot].number != kNone && entries_[slot].key != key) slot = (slot + 1) & (entries_.size() - 1);
  return slot;
}

// Whether keys lie too unevenly to stand in their order.
bool NumberMap::far(std::uint64_t key, std::size_t slot) const {
  constexpr std::size_t kFar = 16;
  return !scrambled_ && ((slot - begin_of(key)) & (entries_.size() - 1)) > kFar;
}

std::uint32_t NumberMap::enter(std::uint64_t key, std::uint32_t number) {
  if (2 * (count_ + 1) > entries_.size()) grow();
  highest_ = std::max(highest_, key);
  std::size_t slot = slot_of(key);
  if (entries_[slot].number != kNone) return entries_[slot].number;
  if (far(key, slot)) {
    scrambled_ = true;
    enter_again(entries_.size());
    slot = slot_of(key);
  }
  entries_[slot] = {key, number};
  ++count_;
  return number;
}

// To twice the size. Keys in order have the first half, as higher ones may follow.
void NumberMap::grow() {
  const std::size_t size = std::max<std::size_t>(8, entries_.size() * 2);
  shift_ = std::bit_width(highest_) < std::bit_width(size - 1) ? 0 : std::bit_width(highest_) + 1 - std::bit_width(size - 1);
  enter_again(size);
}

void NumberMap::enter_again(std::size_t size) {
  std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(size));
  for (const Entry& entry : before) {
    if (entry.number == kNone) continue;
    const std::size_t slot = slot_of(entry.key);
    if (far(entry.key, slot)) {
      scrambled_ = true;
      entries_ = std::move(before);
      return enter_again(size);
    }
    entries_[slot] = entry;
  }
}

std::uint32_t PossibleColours::index_on(const std::vector<const ColourPart*>& parts) {
  const auto same = [&](const Index& index) {
    return std::equal(parts.begin(), parts.end(), index.parts.begin(), index.parts.end(),
                      [](const ColourPart* a, const ColourPart& b) { return a->path == b.path; });
  };
  const auto found = std::find_if(indices_.begin(), indices_.end(), same);
  if (found != indices_.end()) return static_cast<std::uint32_t>(found - indices_.begin());
  Index made;
  for (const ColourPart* part : parts) made.parts.push_back(*part);
  indices_.push_back(std::move(made));
  return static_cast<std::uint32_t>(indices_.size() - 1);
}

bool PossibleColours::add(const ColourTable& colours, Word colour, std::uint32_t number, WordPool& pool) {
  const auto position = static_cast<std::uint32_t>(all_.size());
  if (known_.enter(static_cast<std::uint64_t>(colour), position) != position) return false;
  all_.push_back(colour);
  numbers_.push_back(number);
  for (Index& index : indices_) {
    index.next.push_back(kNone);
    std::uint64_t key = 0;
    bool whole = true;
    for (const ColourPart& part : index.parts) {
      const std::optional<Word> word = part_word(colours, part, colour, pool);
      whole = whole && word;
      key = add_to_index_key(key, word.value_or(0));
    }
    if (!whole) continue;
    const auto fresh = static_cast<std::uint32_t>(index.buckets.size());
    const std::uint32_t bucket = index.bucket_of.enter(key, fresh);
    if (bucket == fresh) {
      index.buckets.push_back({position, position});
    } else {
      index.next[index.buckets[bucket].last] = position;
      index.buckets[bucket].last = position;
    }
  }
  return true;
}

std::uint32_t PossibleColours::first(std::uint32_t index, std::uint64_t key) const {
  const std::uint32_t bucket = indices_[index].bucket_of.find(key);
  return bucket == kNone ? kNone : indices_[index].buckets[bucket].first;
}

double PossibleColours::share(std::uint32_t index) const {
  const std::size_t buckets = indices_[index].buckets.size();
  return buckets == 0 ? 1.0 : static_cast<double>(all_.size()) / static_cast<double>(buckets);
}

std::size_t PossibleColours::bytes() const {
  std::size_t total = all_.capacity() * sizeof(Word) + numbers_.capacity() * sizeof(std::uint32_t) + known_.bytes();
  for (const Index& index : indices_) {
    total += index.bucket_of.bytes() + index.buckets.capacity() * sizeof(Bucket) + index.next.capacity() * sizeof(std::uint32_t);
  }
  return total;
}

}  // namespace petriloom
