// SPDX-License-Identifier: Apache-2.0
#include "engine/marking/marking.h"

#include <algorithm>

#include "engine/marking/too_many_tokens.h"

namespace petriloom {

namespace {

constexpr std::uint64_t kLargestDirect = 4096;
constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 62U;
}  // namespace

IndexId IndexTable::add(const ColourTable& colours, PlaceId place, bool future, std::vector<Accessor> parts,
                        std::span<const ColourSetId> types, std::uint32_t rank) {
  TokenIndex index{place, future, std::move(parts), {}, rank};
  std::uint64_t keys = 1;  // 0: too many for one word
  for (const ColourSetId type : types) {
    const ColourSet& set = colours[type];
    if (!set.finite || __builtin_mul_overflow(keys, set.size(), &keys) || keys >= kMostKeys) keys = 0;
    index.digits.push_back({set.low, static_cast<Word>(set.size())});
  }
  if (keys == 0 || types.size() < 2) index.digits.clear();
  const auto found = std::find(indices_.begin(), indices_.end(), index);
  if (found != indices_.end()) return IndexId(static_cast<std::size_t>(found - indices_.begin()));
  indices_.push_back(std::move(index));
  return IndexId(indices_.size() - 1);
}

Marking::Marking(const Net& net, const IndexTable& indices, const WordPool& pool, GroupOrder order)
    : net_(net), indices_(indices), pool_(pool), order_(order), places_(net.places.size()), groups_(indices.size()) {
  for (std::size_t p = 0; p < places_.size(); ++p) {
    Store& store = places_[p];
    const ColourSet& set = net.colours[net.places[p].colour];
    store.colour = net.places[p].colour;
    store.low = set.low;
    store.direct = set.finite && set.size() <= kLargestDirect;
    store.table.assign(store.direct ? static_cast<std::size_t>(set.size()) : 8, kNone);
  }
  // Without an order tokens stand in their groups as they came: whoever goes through them finds the
  // same from the beginning on.
  for (std::size_t i = 0; order == GroupOrder::none && i < indices.size(); ++i) keep(IndexId(i));
}

void Marking::clear() {
  for (std::size_t p = 0; p < places_.size(); ++p) {
    if (places_[p].total == 0) continue;
    for (Slot slot = 0; slot < places_[p].entries.size(); ++slot) {
      if (places_[p].entries[slot].total > 0) remove(PlaceId(p), slot);
    }
  }
}

void Marking::assign(std::span<const Tokens> tokens) {
  clear();
  for (const Tokens& t : tokens) put(t.place, t.colour, t.count);
}

void Marking::write(std::vector<Tokens>& out) const {
  for (std::size_t p = 0; p < places_.size(); ++p) {
    if (places_[p].total == 0) continue;
    const auto begin = static_cast<std::ptrdiff_t>(out.size());
    for (const Entry& entry : places_[p].entries) {
      if (entry.total > 0) out.push_back({PlaceId(p), entry.colour, entry.total});
    }
    std::sort(out.begin() + begin, out.end());
  }
}

// All other counts are of some of the tokens of the place, so that they have room if this has.
Marking::Store& Marking::make_room(PlaceId place, std::int64_t count) {
  Store& store = places_[place.index()];
  if (count > kMostTokensOfPlace - store.total) throw TooManyTokens(net_, place);
  return store;
}

Marking::Slot Marking::put(PlaceId place, Word colour, std::int64_t count, double arrival) {
  Store& store = make_room(place, count);
  const Slot slot = obtain(store, colour);
  add_total(store, slot, count);
  add_available(store, slot, count, arrival);
  return slot;
}

Marking::Slot Marking::put_future(PlaceId place, Word colour, std::int64_t count) {
  Store& store = make_room(place, count);
  const Slot slot = obtain(store, colour);
  add_total(store, slot, count);
  return slot;
}

void Marking::mature(PlaceId place, Slot slot, std::int64_t count, double arrival) {
  add_available(places_[place.index()], slot, count, arrival);
}

void Marking::take(PlaceId place, Slot slot, std::int64_t count) {
  Store& store = places_[place.index()];
  add_available(store, slot, -count, 0);
  add_total(store, slot, -count);
  release_if_empty(store, slot);
}

void Marking::remove(PlaceId place, Slot slot) {
  Store& store = places_[place.index()];
  if (store.entries[slot].available > 0) add_available(store, slot, -store.entries[slot].available, 0);
  add_total(store, slot, -store.entries[slot].total);
  release_if_empty(store, slot);
}

void Marking::add_available(Store& store, Slot slot, std::int64_t tokens, double arrival) {
  Entry& entry = store.entries[slot];
  const bool before = entry.available > 0;
  entry.available += tokens;
  store.available += tokens;
  const bool after = entry.available > 0;
  if (!before && after) entry.arrival = arrival;
  for (const IndexId index : store.available_indices) {
    if (!before && after) link(index, store, slot);
    count(index, slot, tokens);
    if (before && !after) unlink(index, slot);
  }
}

void Marking::add_total(Store& store, Slot slot, std::int64_t tokens) {
  Entry& entry = store.entries[slot];
  const bool before = entry.total > 0;
  entry.total += tokens;
  store.total += tokens;
  const bool after = entry.total > 0;
  for (const IndexId index : store.future_indices) {
    if (!before && after) link(index, store, slot);
    count(index, slot, tokens);
    if (before && !after) unlink(index, slot);
  }
}

void Marking::set_arrival(PlaceId place, Slot slot, double arrival) {
  Store& store = places_[place.index()];
  // What is in order by the old arrival is found by it.
  for (const IndexId index : store.available_indices) {
    const Groups& groups = groups_[index.index()];
    if (groups.groups[groups.links[slot].group].ordered) unlink(index, slot);
  }
  store.entries[slot].arrival = arrival;
  if (order_ != GroupOrder::arrival) return;
  for (const IndexId index : store.available_indices) {
    const Groups& groups = groups_[index.index()];
    const Link link = groups.links[slot];
    if (!groups.groups[link.group].ordered) {
      if (link.next == kNone || later(index, link.next, slot)) continue;
      unlink(index, slot);
    }
    enter(index, link.group, slot);
  }
}

Marking::Slot Marking::find(PlaceId place, Word colour) const {
  const Store& store = places_[place.index()];
  if (store.direct) {
    const auto ordinal = static_cast<std::size_t>(colour - store.low);
    if (ordinal >= store.table.size()) return kNone;
    const Slot slot = store.table[ordinal];
    return slot != kNone && store.entries[slot].total > 0 ? slot : kNone;
  }
  const std::size_t mask = store.table.size() - 1;
  for (std::size_t i = hash_of(colour) & mask; store.table[i] != kNone; i = (i + 1) & mask) {
    if (store.entries[store.table[i]].colour == colour) return store.table[i];
  }
  return kNone;
}

std::int64_t Marking::available_of(PlaceId place, Word colour) const {
  const Slot slot = find(place, colour);
  return slot == kNone ? 0 : places_[place.index()].entries[slot].available;
}

std::int64_t Marking::total_of(PlaceId place, Word colour) const {
  const Slot slot = find(place, colour);
  return slot == kNone ? 0 : places_[place.index()].entries[slot].total;
}

Marking::Slot Marking::obtain(Store& store, Word colour) {
  std::size_t at = 0;
  if (store.direct) {
    at = static_cast<std::size_t>(colour - store.low);
    if (store.table[at] != kNone) return store.table[at];
  } else {
    if ((store.used + 1) * 2 > store.table.size()) grow(store);
    const std::size_t mask = store.table.size() - 1;
    for (at = hash_of(colour) & mask; store.table[at] != kNone; at = (at + 1) & mask) {
      if (store.entries[store.table[at]].colour == colour) return store.table[at];
    }
  }
  Slot slot = static_cast<Slot>(store.entries.size());
  if (store.free.empty()) {
    store.entries.push_back({});
  } else {
    slot = store.free.back();
    store.free.pop_back();
  }
  store.entries[slot] = {colour, 0, 0, 0};
  store.table[at] = slot;
  ++store.used;
  return slot;
}

void Marking::release_if_empty(Store& store, Slot slot) {
  if (store.direct || store.entries[slot].total > 0) return;
  erase(store, slot);
  store.free.push_back(slot);
  --store.used;
}

void Marking::grow(Store& store) {
  store.table.assign(store.table.size() * 2, kNone);
  const std::size_t mask = store.table.size() - 1;
  for (Slot slot = 0; slot < store.entries.size(); ++slot) {
    if (store.entries[slot].total == 0) continue;
    std::size_t i = hash_of(store.entries[slot].colour) & mask;
    while (store.table[i] != kNone) i = (i + 1) & mask;
    store.table[i] = slot;
  }
}

// Linear probing with backward shift (Knuth, TAOCP 3, 6.4, algorithm R), so that there are no
// tombstones.
void Marking::erase(Store& store, Slot slot) {
  const std::size_t mask = store.table.size() - 1;
  std::size_t hole = hash_of(store.entries[slot].colour) & mask;
  while (store.table[hole] != slot) hole = (hole + 1) & mask;
  for (std::size_t i = (hole + 1) & mask; store.table[i] != kNone; i = (i + 1) & mask) {
    const std::size_t home = hash_of(store.entries[store.table[i]].colour) & mask;
    if (((i - home) & mask) >= ((i - hole) & mask)) {
      store.table[hole] = store.table[i];
      hole = i;
    }
  }
  store.table[hole] = kNone;
}

std::size_t Marking::bytes() const {
  std::size_t sum = sizeof(*this);
  for (const Store& store : places_) {
    sum +=
        sizeof(Store) + store.entries.capacity() * sizeof(Entry) + (store.table.capacity() + store.free.capacity()) * sizeof(Slot);
  }
  for (const Groups& groups : groups_) {
    sum += sizeof(Groups) + groups.links.capacity() * sizeof(Link) + groups.groups.capacity() * sizeof(Group) +
           groups.table.capacity() * sizeof(std::uint32_t);
  }
  return sum;
}

}  // namespace petriloom
