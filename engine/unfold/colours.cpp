// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/colours.h"

#include <algorithm>

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

std::size_t NumberMap::slot_of(std::uint64_t key) const {
  const std::size_t mask = keys_.size() - 1;
  std::size_t slot = scramble(key) & mask;
  while (numbers_[slot] != kNone && keys_[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t NumberMap::find(std::uint64_t key) const { return keys_.empty() ? kNone : numbers_[slot_of(key)]; }

std::uint32_t NumberMap::enter(std::uint64_t key, std::uint32_t number) {
  if (2 * (count_ + 1) > keys_.size()) grow();
  const std::size_t slot = slot_of(key);
  if (numbers_[slot] == kNone) {
    keys_[slot] = key;
    numbers_[slot] = number;
    ++count_;
  }
  return numbers_[slot];
}

void NumberMap::grow() {
  const std::vector<std::uint64_t> keys = std::move(keys_);
  const std::vector<std::uint32_t> numbers = std::move(numbers_);
  const std::size_t size = std::max<std::size_t>(8, keys.size() * 2);
  keys_.assign(size, 0);
  numbers_.assign(size, kNone);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (numbers[k] == kNone) continue;
    const std::size_t slot = slot_of(keys[k]);
    keys_[slot] = keys[k];
    numbers_[slot] = numbers[k];
  }
}

std::size_t NumberMap::bytes() const { return keys_.size() * (sizeof(std::uint64_t) + sizeof(std::uint32_t)); }

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
      key = mix_words(key, word.value_or(0));
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
