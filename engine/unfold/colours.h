// SPDX-License-Identifier: Apache-2.0
// The colours that can be in a place, in the order found, with indices on the parts of colours that
// transitions join on.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "engine/expr/match.h"

namespace petriloom {

/// A map from 64-bit keys to 32-bit numbers, by open addressing. Keys that lie evenly stand in
/// their order, so that those which bindings in order ask for are found one beside the other: most
/// colours do, as they begin with the number of an instance.
class NumberMap {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  /// The number under a key, or kNone.
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const { return entries_.empty() ? kNone : entries_[slot_of(key)].number; }
  /// The number under a key; `number` is entered if there is none.
  std::uint32_t enter(std::uint64_t key, std::uint32_t number);
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t number = kNone;  // kNone: free
  };
  [[nodiscard]] std::size_t begin_of(std::uint64_t key) const;
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const;
  [[nodiscard]] bool far(std::uint64_t key, std::size_t slot) const;
  void grow();
  void enter_again(std::size_t size);
  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::uint64_t highest_ = 0;  // key
  std::size_t shift_ = 0;      // of keys that stand in order
  bool scrambled_ = false;     // they do not
};

/// The hash of a sequence of words, one word at a time. Start with 0.
std::uint64_t mix_words(std::uint64_t hash, Word word);

/// The key of parts of a colour, one word at a time. Start with 0. Other parts may have the same
/// key. Keys are in the order of their first word, if words are not many millions.
std::uint64_t add_to_index_key(std::uint64_t key, Word word);

class PossibleColours {
 public:
  static constexpr std::uint32_t kNone = NumberMap::kNone;

  /// Colours that lack one of the parts are not in an index. The number of the index on some parts
  /// of the colours, which is made if there is none yet. Only while there are no colours.
  std::uint32_t index_on(const std::vector<const ColourPart*>& parts);
  /// Adds a colour, the `number`th token of the search (ascending). Whether it is new.
  bool add(const ColourTable& colours, Word colour, std::uint32_t number, WordPool& pool);
  /// The position of a colour, or kNone.
  [[nodiscard]] std::uint32_t position(Word colour) const { return known_.find(static_cast<std::uint64_t>(colour)); }
  [[nodiscard]] bool contains(Word colour) const { return position(colour) != kNone; }
  [[nodiscard]] std::span<const Word> all() const { return all_; }
  [[nodiscard]] Word colour(std::uint32_t position) const { return all_[position]; }
  /// The number with which a colour was added.
  [[nodiscard]] std::uint32_t number(std::uint32_t position) const { return numbers_[position]; }
  /// The first position under a key (of `add_to_index_key`) in an index, and the next one; kNone at
  /// the end. Keys may collide: what is found has to be matched. Colours added meanwhile are met.
  [[nodiscard]] std::uint32_t first(std::uint32_t index, std::uint64_t key) const;
  [[nodiscard]] std::uint32_t next(std::uint32_t index, std::uint32_t position) const { return indices_[index].next[position]; }
  /// How many colours there are under a key of an index, on average; at least 1.
  [[nodiscard]] double share(std::uint32_t index) const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Bucket {
    std::uint32_t first;
    std::uint32_t last;
  };
  struct Index {
    std::vector<ColourPart> parts;
    NumberMap bucket_of;
    std::vector<Bucket> buckets;
    std::vector<std::uint32_t> next;  // by position
  };
  std::vector<Word> all_;
  std::vector<std::uint32_t> numbers_;
  NumberMap known_;
  std::vector<Index> indices_;
};

}  // namespace petriloom
