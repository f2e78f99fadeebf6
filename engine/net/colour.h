// SPDX-License-Identifier: Apache-2.0
// Colour sets and the machine words that stand for their colours.
//
// Every colour is one 64-bit word, read by way of its colour set:
//   unit                      0
//   bool, enumeration, index  the ordinal (index: the index itself: "index core with 4..7" uses
//                             4..7)
//   int, int range            the integer
//   real                      the bits of the double
//   product, record           finite with fewer than 2^62 colours ("packed"): the ordinal in mixed
//                             radix, first component most significant, every component counted
//                             from its lowest word; otherwise a handle into a WordPool
//   union                     packed if all variants are finite and there are fewer than 2^62
//                             colours in all: the number of colours of the variants before
//                             (`radix`), plus the content counted from its lowest word; otherwise a
//                             handle of (number of the variant, content)
//   subset                    the position in `members`
//   list                      a handle into a WordPool
//   string                    a handle of its bytes, one (0 to 255) in each word
// Equal colours of one colour set therefore have equal words (within one WordPool), and a finite
// colour set is an integer interval.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/net/diagnostics.h"
#include "engine/net/growing_array.h"
#include "engine/net/ids.h"

namespace petriloom {

using Word = std::int64_t;

/// Hash-consed sequences of words: equal sequences get equal handles. Handles are given in order of
/// first appearance, so they are the same in every run that meets the same sequences in the same
/// order. What is only looked into for a while is held without being looked for; its handle says
/// nothing of what is in it, and is no colour. Not thread-safe: one pool per run.
class WordPool {
 public:
  /// The handle of a sequence, which is added if it is new.
  Word intern(std::span<const Word> sequence);
  /// The handle of a sequence that differs from that of `handle` in one word. Costs a copy, but the
  /// sequence is not read again to find out whether it is new.
  Word intern_updated(Word handle, std::size_t position, Word word);
  /// A handle of a sequence for `view` alone, until `release`.
  Word hold(std::span<const Word> sequence);
  /// How many are held, and lets go of all but the first so many.
  [[nodiscard]] std::size_t held() const { return held_starts_.size() - 1; }
  void release(std::size_t all_but) {
    held_starts_.resize(all_but + 1);
    held_words_.resize(held_starts_.back());
  }
  /// The handle of the sequence behind a handle that may be of one that is held.
  Word lasting(Word handle) { return handle < 0 ? intern(view(handle)) : handle; }
  /// The sequence of a handle. The view stays valid until the next call of `intern` or `hold`.
  [[nodiscard]] std::span<const Word> view(Word handle) const {
    const auto i = static_cast<std::size_t>(handle < 0 ? -1 - handle : handle);
    const std::size_t* const starts = handle < 0 ? held_starts_.data() : starts_.data();
    return {(handle < 0 ? held_words_.data() : words_.data()) + starts[i], starts[i + 1] - starts[i]};
  }
  [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
  [[nodiscard]] std::size_t bytes() const;
  /// Of these bytes, those that hold something.
  [[nodiscard]] std::size_t used_bytes() const;
  /// Goes on in the memory of a pool whose sequences are not wanted any more: it has the size that
  /// this one will come to have, and its pages are there.
  void use_memory_of(WordPool& other);

 private:
  /// An empty one if `handle` is kFree. The sum beside the handle spares most looks at sequences
  /// that are others.
  struct Slot {
    std::uint32_t handle = kFree;
    std::uint32_t sum = 0;
  };
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
  /// The slot of the handle of a sequence with this sum for which `same(sequence)` holds, or the
  /// free one where it belongs.
  template <class Same>
  [[nodiscard]] std::size_t find_slot(std::uint32_t sum, const Same& same) const;
  /// For one more sequence: three of four slots are used at most.
  void make_room() {
    if ((size() + 1) * 4 > slots_.size() * 3) grow();
  }
  void grow();
  Word add(std::size_t slot, std::uint32_t sum, std::span<const Word> sequence);
  GrowingArray<Word> words_;
  GrowingArray<std::size_t> starts_{0};
  /// Of every sequence the sum of what its words give at their positions, so that growing, missing
  /// and changing one word need not read them again.
  GrowingArray<std::uint32_t> sums_;
  std::vector<Slot> slots_;       ///< open addressing
  std::vector<Word> held_words_;  ///< number k of them has the handle -1 - k
  std::vector<std::size_t> held_starts_{0};
};

enum class ColourKind : std::uint8_t {
  unit,
  boolean,
  integer,
  range,
  real,
  enumeration,
  index,
  product,
  record,
  list,
  string,
  union_,
  subset,
};

/// One colour set. `low`..`high` are the lowest and highest word of a finite colour set, an int
/// range or int.
struct ColourSet {
  std::string name;
  ColourKind kind = ColourKind::unit;
  Word low = 0;
  Word high = 0;
  /// False for int, real, string, lists, and what contains them, and for ranges, products and
  /// unions of 2^62 colours or more.
  bool finite = true;
  std::vector<std::string> labels;  ///< enumeration: the names of the colours, in order
  std::string index_name;           ///< index: "core" of `core(3)`
  /// Product, record: the components; list: the element; subset: its base; union: what the variants
  /// hold (`kUnit`: nothing).
  std::vector<ColourSetId> components;
  /// Record: the names of the components; union: of the variants.
  std::vector<std::string> fields;
  /// Parallel to `components`: by which names the author called them; or empty.
  std::vector<ColourAliasId> aliases;
  /// Packed product, record: the weight of each component; packed union: the first word of each
  /// variant.
  std::vector<Word> radix;
  std::vector<Word> members;  ///< subset: words of its base, ascending
  /// Range, index: the bounds as their author wrote them, if constants are named in them; else
  /// invalid.
  ExprId written_low, written_high;
  Location where;

  [[nodiscard]] bool composite() const { return kind == ColourKind::product || kind == ColourKind::record; }
  /// Composite and held as an ordinal, not as a handle.
  [[nodiscard]] bool packed() const { return composite() && finite; }
  /// Whether its words are handles into a WordPool.
  [[nodiscard]] bool pooled() const {
    const bool sequence = kind == ColourKind::list || kind == ColourKind::string;
    return sequence || (!finite && (composite() || kind == ColourKind::union_));
  }
  /// Number of colours; 0 if not finite.
  [[nodiscard]] std::uint64_t size() const { return finite ? static_cast<std::uint64_t>(high - low) + 1 : 0; }
};

/// Another name of a colour set, as its author declared it. Types are colour sets, never aliases:
/// what runs, proves and unfolds a net sees none. Places, variables, components and parameters keep
/// beside their colour set the alias by which they are written.
struct ColourAlias {
  std::string name;
  ColourSetId set;
  ColourAliasId of;           ///< the alias it was declared as; invalid: the colour set itself
  std::size_t sets_then = 0;  ///< how many colour sets were there when it was declared
  Location where;
};

/// All colour sets of a net. The built-in ones are always there; products and lists of the same
/// components are entered once.
class ColourTable {
 public:
  ColourTable();

  static constexpr ColourSetId kUnit{0};
  static constexpr ColourSetId kBool{1};
  static constexpr ColourSetId kInt{2};
  static constexpr ColourSetId kReal{3};
  static constexpr ColourSetId kString{4};

  static constexpr std::size_t kMostMembers = std::size_t{1} << 20;  ///< of a subset

  [[nodiscard]] const ColourSet& operator[](ColourSetId id) const { return sets_[id.index()]; }
  [[nodiscard]] std::size_t size() const { return sets_.size(); }
  /// The colour set declared under a name (the first one, if differing ones have the same name);
  /// invalid if there is none.
  [[nodiscard]] ColourSetId find(std::string_view name) const;

  // Each of these enters a colour set. With an empty name an equal anonymous one is reused. A named
  // product, record, range or list is a new entry with the same words as its structure;
  // enumerations, indices, records and unions are told apart by name. Entering the same structure
  // under the same name again gives the entry that is there already.
  ColourSetId add_range(std::string name, Word low, Word high, Location where = {});
  ColourSetId add_enumeration(std::string name, std::vector<std::string> labels, Location where = {});
  ColourSetId add_index(std::string name, std::string index_name, Word low, Word high, Location where = {});
  ColourSetId add_product(std::string name, std::vector<ColourSetId> components, Location where = {});
  ColourSetId add_record(std::string name, std::vector<std::string> fields, std::vector<ColourSetId> components,
                         Location where = {});
  ColourSetId add_list(std::string name, ColourSetId element, Location where = {});
  /// A union of at least one variant; `components[k]` is what variant k holds, `kUnit` for nothing.
  ColourSetId add_union(std::string name, std::vector<std::string> variants, std::vector<ColourSetId> components,
                        Location where = {});
  /// Some colours of a finite `base`, given by their words in it, in any order. A subset of a
  /// subset is entered as one of the base of that. At most kMostMembers.
  ColourSetId add_subset(std::string name, ColourSetId base, std::vector<Word> members, Location where = {});

  /// How the bounds of a range or an index are written, as literals that name constants.
  void write_bounds(ColourSetId set, ExprId low, ExprId high);

  /// Another name of a colour set, or of one of its aliases. A name that an alias of something else
  /// has gets a number behind it.
  ColourAliasId add_alias(std::string name, ColourSetId set, ColourAliasId of = {}, Location where = {});
  [[nodiscard]] const std::vector<ColourAlias>& aliases() const { return aliases_; }
  /// The alias by whose name `set` is written; null if it is to be written as itself: if `id` is
  /// invalid or one of another colour set, or if a colour set has that name.
  [[nodiscard]] const ColourAlias* alias(ColourAliasId id, ColourSetId set) const;
  /// By which names the components of a colour set that has a name itself are written.
  void name_components(ColourSetId set, std::vector<ColourAliasId> aliases);

  /// Component `k` of a composite colour.
  [[nodiscard]] Word component(ColourSetId set, Word colour, std::size_t k, const WordPool& pool) const;
  /// The composite colour of the given components, each of which must lie in its colour set.
  [[nodiscard]] Word compose(ColourSetId set, std::span<const Word> components, WordPool& pool) const;
  /// The number of the variant of a colour of a union.
  [[nodiscard]] std::size_t variant_of(ColourSetId set, Word colour, const WordPool& pool) const;
  /// What a colour of a union holds, a colour of the component of its variant.
  [[nodiscard]] Word content_of(ColourSetId set, Word colour, const WordPool& pool) const;
  /// The colour of a union that is variant `variant` holding `content`, which must lie in the
  /// component of that variant.
  [[nodiscard]] Word inject(ColourSetId set, std::size_t variant, Word content, WordPool& pool) const;
  /// The colour a variable has that nothing binds: the lowest of a finite colour set, 0, an empty
  /// list or string, the first variant; of a composite that of every component.
  [[nodiscard]] Word first(ColourSetId set, WordPool& pool) const;
  /// What a colour set is a subset of; the set itself if it is no subset.
  [[nodiscard]] ColourSetId base_of(ColourSetId set) const;
  /// Whether the colours of `from` can be used where `to` is expected: same structure; int and int
  /// ranges convert (checked when evaluated), int converts to real, a subset to its base and
  /// (checked) back, and enumerations, indices, records and unions must be the same declaration.
  [[nodiscard]] bool converts(ColourSetId from, ColourSetId to) const;
  /// Whether every colour of `from` is one of `to` with the same word: conversion needs no work.
  [[nodiscard]] bool same_words(ColourSetId from, ColourSetId to) const;
  /// The word in `to` of a colour of `from`; empty if out of range. Requires `converts(from, to)`.
  [[nodiscard]] std::optional<Word> convert(ColourSetId from, ColourSetId to, Word colour, WordPool& pool) const;
  /// Whether the word is a colour of the set (ranges of all components). What a handle stands for
  /// is not looked at.
  [[nodiscard]] bool contains(ColourSetId set, Word colour) const;
  /// The same, looking through handles: they must be in the pool, have the right number of
  /// components, and these must lie in theirs.
  [[nodiscard]] bool contains(ColourSetId set, Word colour, const WordPool& pool) const;
  /// Three-way comparison by meaning, not by handle: numbers by value, composites, lists and
  /// strings (bytewise) lexicographically, unions by variant, then by content.
  [[nodiscard]] int compare(ColourSetId set, Word a, Word b, const WordPool& pool) const;
  /// The colour as the net language writes it: `(core(1), 3)`, `{to = node(2), bytes = 8}`, `[1,
  /// 2]`, `true`, `()`, `"text"`, `Data((1, 2))`. If it is longer than `most` bytes, only its
  /// beginning, of more than `most` bytes.
  [[nodiscard]] std::string format(ColourSetId set, Word colour, const WordPool& pool, std::size_t most = std::string::npos) const;
  /// How a message names a colour set: its name or its structure.
  [[nodiscard]] std::string describe(ColourSetId set) const;

 private:
  void append_text(std::string& text, ColourSetId set, Word colour, const WordPool& pool, std::size_t most) const;
  void append_parts(std::string& text, ColourSetId set, Word colour, const WordPool& pool, std::size_t most) const;
  ColourSetId add(ColourSet set);
  ColourSetId add_composite(ColourSet set);
  std::vector<ColourSet> sets_;
  std::vector<ColourAlias> aliases_;
  std::unordered_map<std::string, ColourSetId> by_name_;
  std::unordered_map<std::string, ColourSetId> by_structure_;
};

/// The word of a real colour, and back. -0 is stored as +0, so that equal reals have equal words.
inline Word word_of_real(double value) {
  if (value == 0) value = 0;  // the two zeros are equal, so they share a word; so do all NaNs
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  return std::bit_cast<Word>(value);
}
inline double real_of_word(Word word) { return std::bit_cast<double>(word); }
/// The word of a string with the bytes of `text`, and back.
Word intern_text(std::string_view text, WordPool& pool);
std::string text_of(Word word, const WordPool& pool);
/// A string as the net language writes it, in quotes with escapes.
std::string quoted(std::string_view text);

}  // namespace petriloom
