// SPDX-License-Identifier: Apache-2.0
// A marking: for each place a multiset of colours, with the indices that finding bindings needs.
//
// A token is counted as available or not (docs/semantics.md, rule 2); without time all are. Each
// colour in a place occupies a slot for as long as tokens of it are there.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "engine/marking/accessor.h"
#include "engine/marking/group_total.h"
#include "engine/marking/precedence.h"
#include "engine/net/net.h"

namespace petriloom {

/// `count` tokens of one colour in one place: the form in which markings are stored and compared.
struct Tokens {
  PlaceId place;
  Word colour = 0;
  std::int64_t count = 0;
  friend auto operator<=>(const Tokens&, const Tokens&) = default;
};

/// Groups the tokens of a place by some parts of their colours.
struct TokenIndex {
  PlaceId place;
  bool future = false;          ///< groups also the tokens that are not yet available
  std::vector<Accessor> parts;  ///< none: all tokens form one group
  /// Parts as digits of an exact key, most significant first: key = key * size + (part - low).
  /// Empty: the key is a hash, and a group may hold tokens of several keys.
  struct Digit {
    Word low = 0;
    Word size = 0;
    friend bool operator==(const Digit&, const Digit&) = default;
  };
  std::vector<Digit> digits;
  static constexpr std::uint32_t kNoRank = 0xffffffffU;
  /// In a marking that is ordered by arrival: the number of what is compared before arrivals
  /// (IndexTable::set_ranks).
  std::uint32_t rank = kNoRank;

  /// The key of parts given by `word_of(k)`.
  template <class WordOf>
  [[nodiscard]] Word key(const WordOf& word_of) const {
    Word result = 0;
    if (!digits.empty()) {
      for (std::size_t k = 0; k < parts.size(); ++k) result = result * digits[k].size + (word_of(k) - digits[k].low);
      return result;
    }
    if (parts.size() == 1) return word_of(0);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const auto mixed = (static_cast<std::uint64_t>(result) ^ static_cast<std::uint64_t>(word_of(k))) * 0x9e3779b97f4a7c15ULL;
      result = static_cast<Word>(mixed ^ (mixed >> 29U));
    }
    return result;
  }
  /// Different keys have different words, so that the group of a key holds just its tokens.
  [[nodiscard]] bool exact() const { return parts.size() <= 1 || !digits.empty(); }
  friend bool operator==(const TokenIndex&, const TokenIndex&) = default;
};

using IndexId = Id<struct TokenIndexTag>;

/// The indices that the plans of a net use; fixed before markings are made.
class IndexTable {
 public:
  /// The index of these parts, added if it is new. `types` are the colour sets of the parts.
  IndexId add(const ColourTable& colours, PlaceId place, bool future, std::vector<Accessor> parts,
              std::span<const ColourSetId> types, std::uint32_t rank = TokenIndex::kNoRank);
  [[nodiscard]] const TokenIndex& operator[](IndexId id) const { return indices_[id.index()]; }
  [[nodiscard]] std::size_t size() const { return indices_.size(); }
  /// The ranks that indices name by their numbers; they must outlive the markings.
  void set_ranks(std::vector<TokenRank*> ranks) { ranks_ = std::move(ranks); }
  /// Of an index that has one.
  [[nodiscard]] TokenRank& rank(IndexId id) const { return *ranks_[indices_[id.index()].rank]; }
  /// A number for something that is kept of groups, which no other has.
  std::uint32_t add_total() { return totals_++; }

 private:
  std::vector<TokenIndex> indices_;
  std::vector<TokenRank*> ranks_;
  std::uint32_t totals_ = 0;
};

/// Whether the groups of an index are kept in order of arrival (then colour). Only time needs it.
enum class GroupOrder : std::uint8_t { none, arrival };

class Marking {
 public:
  using Slot = std::uint32_t;
  static constexpr Slot kNone = 0xffffffffU;

  /// Who knows when each token arrived, of which a marking keeps the earliest alone.
  class Arrivals {
   public:
    Arrivals() = default;
    Arrivals(const Arrivals&) = delete;
    Arrivals& operator=(const Arrivals&) = delete;
    virtual ~Arrivals() = default;
    /// Appends the arrivals (s) of the `count` earliest available tokens of a slot, ascending.
    virtual void earliest(PlaceId place, Slot slot, std::int64_t count, std::vector<double>& out) const = 0;
  };

  /// An empty marking. All arguments are kept by reference; `indices` must be complete.
  Marking(const Net& net, const IndexTable& indices, const WordPool& pool, GroupOrder order = GroupOrder::none);
  Marking(const Marking&) = delete;
  Marking& operator=(const Marking&) = delete;

  void clear();
  /// Clears, then puts these tokens, all available.
  void assign(std::span<const Tokens> tokens);
  /// Appends all tokens, ascending by (place, colour word).
  void write(std::vector<Tokens>& out) const;

  /// Puts available tokens; returns their slot. `arrival` (s) matters only for new tokens of a
  /// colour and with GroupOrder::arrival. Throws TooManyTokens, as put_future, and changes nothing
  /// then.
  Slot put(PlaceId place, Word colour, std::int64_t count, double arrival = 0);
  /// Puts tokens that are not yet available.
  Slot put_future(PlaceId place, Word colour, std::int64_t count);
  /// Makes `count` of the tokens put by `put_future` available.
  void mature(PlaceId place, Slot slot, std::int64_t count, double arrival);
  /// Takes available tokens, which must be there.
  void take(PlaceId place, Slot slot, std::int64_t count);
  /// Takes all tokens of a slot, available or not.
  void remove(PlaceId place, Slot slot);
  /// The earliest arrival of the tokens of a slot is now `arrival` (later than before).
  void set_arrival(PlaceId place, Slot slot, double arrival);

  /// The slot of a colour, or kNone if the place holds none of it.
  [[nodiscard]] Slot find(PlaceId place, Word colour) const;
  [[nodiscard]] Word colour(PlaceId place, Slot slot) const { return places_[place.index()].entries[slot].colour; }
  [[nodiscard]] std::int64_t available(PlaceId place, Slot slot) const { return places_[place.index()].entries[slot].available; }
  [[nodiscard]] std::int64_t total(PlaceId place, Slot slot) const { return places_[place.index()].entries[slot].total; }
  /// Earliest arrival of the available tokens of a slot, s.
  [[nodiscard]] double arrival(PlaceId place, Slot slot) const { return places_[place.index()].entries[slot].arrival; }
  /// Asks `arrivals`, which must outlive this, for more than the earliest.
  void set_arrivals(const Arrivals* arrivals) { arrivals_ = arrivals; }
  /// Null where the order of arrival is not known.
  [[nodiscard]] const Arrivals* arrivals() const { return arrivals_; }
  /// Slots of a place are below this number; those without tokens have a total of 0.
  [[nodiscard]] Slot slots(PlaceId place) const { return static_cast<Slot>(places_[place.index()].entries.size()); }

  /// Number of available tokens of a colour.
  [[nodiscard]] std::int64_t available_of(PlaceId place, Word colour) const;
  /// Number of tokens of a colour, available or not.
  [[nodiscard]] std::int64_t total_of(PlaceId place, Word colour) const;
  /// Number of available tokens in a place.
  [[nodiscard]] std::int64_t available_in(PlaceId place) const { return places_[place.index()].available; }
  /// Number of tokens in a place, available or not.
  [[nodiscard]] std::int64_t total_in(PlaceId place) const { return places_[place.index()].total; }

  /// First slot of the group of a key, or kNone; then the next ones by `next`. The marking must not
  /// change meanwhile.
  [[nodiscard]] Slot first(IndexId index, Word key) const;
  [[nodiscard]] Slot next(IndexId index, Slot slot) const { return groups_[index.index()].links[slot].next; }
  /// Number of tokens in the group of a key (for an index with `future`: available or not, else
  /// slots' available ones count).
  [[nodiscard]] std::int64_t tokens_in_group(IndexId index, Word key) const;

  /// `GroupTotal::ask` of the group of a key of an index with `future`; nothing if it is small.
  [[nodiscard]] std::optional<GroupTotal::Answer> total(IndexId index, Word key, const TotalKind& kind,
                                                        GroupTotal::TermOf term_of) const;

  [[nodiscard]] const IndexTable& indices() const { return indices_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    Word colour = 0;
    std::int64_t available = 0;
    std::int64_t total = 0;
    double arrival = 0;
  };
  /// The tokens of one place. `table` maps colours to slots: directly for small finite colour sets,
  /// else by open addressing.
  struct Store {
    std::vector<Entry> entries;
    std::vector<Slot> table;
    std::vector<Slot> free;
    Word low = 0;
    bool direct = false;
    ColourSetId colour;
    std::int64_t available = 0;
    std::int64_t total = 0;
    std::size_t used = 0;
    // Those that are kept up to date.
    mutable std::vector<IndexId> available_indices;
    mutable std::vector<IndexId> future_indices;
  };
  struct Link {
    Slot previous = kNone;
    Slot next = kNone;
    std::uint32_t group = 0;
  };
  /// The order within the groups of an index.
  struct Earlier {
    const Marking* marking = nullptr;
    IndexId index;
    bool operator()(Slot a, Slot b) const { return marking->later(index, b, a); }
  };
  struct Group {
    Word key = 0;
    Slot first = kNone;
    Slot last = kNone;
    std::int64_t tokens = 0;
    /// The slots in order, so that the place of another is found without going through the list:
    /// where there is a rank, and once that has been a long way.
    std::unique_ptr<std::set<Slot, Earlier>> ordered;
    /// What has been asked of its tokens. Known from them, and kept when asked.
    mutable std::unique_ptr<std::vector<GroupTotal>> totals;
  };
  /// The groups of one index: lists of slots, found by key through open addressing. A group stays
  /// when it becomes empty.
  struct Groups {
    bool kept = false;                                   ///< up to date
    static constexpr std::uint32_t kNone = 0xffffffffU;  ///< in the table
    std::vector<Link> links;
    std::vector<Group> groups;
    std::vector<std::uint32_t> table;
    std::vector<Precedence> ranks;  ///< by slot, where there is a rank
  };

  static std::size_t hash_of(Word word) {
    const auto mixed = static_cast<std::uint64_t>(word) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(mixed ^ (mixed >> 32U));
  }
  Store& make_room(PlaceId place, std::int64_t count);
  Slot obtain(Store& store, Word colour);
  void release_if_empty(Store& store, Slot slot);
  void grow(Store& store);
  void erase(Store& store, Slot slot);
  /// From now on an index is kept up to date.
  void keep(IndexId index) const;
  void link(IndexId index, const Store& store, Slot slot) const;
  void unlink(IndexId index, Slot slot);
  void count(IndexId index, Slot slot, std::int64_t tokens) const {
    auto& g = groups_[index.index()];
    Group& group = g.groups[g.links[slot].group];
    group.tokens += tokens;
    if (group.totals) tell_totals(group, places_[indices_[index].place.index()].entries[slot].colour, tokens);
  }
  static void tell_totals(const Group& group, Word colour, std::int64_t tokens);
  [[nodiscard]] const Group* find_group(IndexId index, Word key) const {
    // Many indices are of transitions that are never looked at: each is kept once it is asked for.
    if (!groups_[index.index()].kept) keep(index);
    return kept_group(index, key);
  }
  [[nodiscard]] const Group* kept_group(IndexId index, Word key) const;
  void add_available(Store& store, Slot slot, std::int64_t tokens, double arrival);
  void add_total(Store& store, Slot slot, std::int64_t tokens);
  std::uint32_t group_of(IndexId index, Word key) const;
  [[nodiscard]] bool ranked(IndexId index) const {
    return order_ == GroupOrder::arrival && indices_[index].rank != TokenIndex::kNoRank;
  }
  void enter(IndexId index, std::uint32_t number, Slot slot) const;
  [[nodiscard]] Slot predecessor(IndexId index, Group& group, Slot slot) const;
  void keep_ordered(IndexId index, Group& group) const;
  static void rebuild(Groups& groups);
  [[nodiscard]] bool later(IndexId index, Slot a, Slot b) const;

  const Net& net_;
  const IndexTable& indices_;
  const WordPool& pool_;
  GroupOrder order_;
  const Arrivals* arrivals_ = nullptr;
  std::vector<Store> places_;
  mutable std::vector<Groups> groups_;
};

}  // namespace petriloom
