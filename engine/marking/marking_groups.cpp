// SPDX-License-Identifier: Apache-2.0
// The groups of the indices of a marking.
#include "engine/marking/marking.h"

#include <algorithm>

namespace petriloom {

namespace {

// Steps back from the end of a group, after which what is entered is found in a tree.
constexpr int kLongWay = 32;

}  // namespace

bool Marking::later(IndexId index, Slot a, Slot b) const {
  if (ranked(index)) {
    const std::vector<Precedence>& ranks = groups_[index.index()].ranks;
    if (ranks[a] != ranks[b]) return goes_before(ranks[b], ranks[a]);
  }
  const Store& store = places_[indices_[index].place.index()];
  const Entry& x = store.entries[a];
  const Entry& y = store.entries[b];
  if (x.arrival != y.arrival) return x.arrival > y.arrival;
  return net_.colours.compare(store.colour, x.colour, y.colour, pool_) > 0;
}

std::uint32_t Marking::group_of(IndexId index, Word key) const {
  Groups& groups = groups_[index.index()];
  if ((groups.groups.size() + 1) * 2 > groups.table.size()) rebuild(groups);
  const std::size_t mask = groups.table.size() - 1;
  std::size_t i = hash_of(key) & mask;
  for (; groups.table[i] != Groups::kNone; i = (i + 1) & mask) {
    if (groups.groups[groups.table[i]].key == key) return groups.table[i];
  }
  const auto number = static_cast<std::uint32_t>(groups.groups.size());
  groups.groups.push_back({key, kNone, kNone, 0, nullptr, nullptr});
  groups.table[i] = number;
  return number;
}

// Drops groups that are empty, and doubles the table if that did not free half of it.
void Marking::rebuild(Groups& groups) {
  std::size_t kept = 0;
  for (Group& group : groups.groups) {
    if (group.first == kNone) continue;
    for (Slot slot = group.first; slot != kNone; slot = groups.links[slot].next)
      groups.links[slot].group = static_cast<std::uint32_t>(kept);
    Group& to = groups.groups[kept++];
    if (&to != &group) to = std::move(group);
  }
  groups.groups.resize(kept);
  groups.table.assign(kept * 4 > groups.table.size() ? groups.table.size() * 2 : groups.table.size(), Groups::kNone);
  const std::size_t mask = groups.table.size() - 1;
  for (std::uint32_t g = 0; g < kept; ++g) {
    std::size_t i = hash_of(groups.groups[g].key) & mask;
    while (groups.table[i] != Groups::kNone) i = (i + 1) & mask;
    groups.table[i] = g;
  }
}

void Marking::keep(IndexId index) const {
  Groups& groups = groups_[index.index()];
  groups.kept = true;
  groups.table.assign(8, Groups::kNone);
  const bool future = indices_[index].future;
  const Store& store = places_[indices_[index].place.index()];
  (future ? store.future_indices : store.available_indices).push_back(index);
  for (Slot slot = 0; slot < store.entries.size(); ++slot) {
    const std::int64_t tokens = future ? store.entries[slot].total : store.entries[slot].available;
    if (tokens == 0) continue;
    link(index, store, slot);
    count(index, slot, tokens);
  }
}

void Marking::link(IndexId index, const Store& store, Slot slot) const {
  Groups& groups = groups_[index.index()];
  const TokenIndex& spec = indices_[index];
  const Word colour = store.entries[slot].colour;
  if (groups.links.size() <= slot) groups.links.resize(store.entries.size());
  if (ranked(index)) {
    if (groups.ranks.size() <= slot) groups.ranks.resize(store.entries.size());
    groups.ranks[slot] = indices_.rank(index).of(colour);
  }
  const std::uint32_t number = group_of(index, spec.key([&](std::size_t k) { return spec.parts[k].read(colour, pool_); }));
  enter(index, number, slot);
}

void Marking::enter(IndexId index, std::uint32_t number, Slot slot) const {
  Groups& groups = groups_[index.index()];
  Group& group = groups.groups[number];
  const Slot before = predecessor(index, group, slot);
  const Slot after = before == kNone ? group.first : groups.links[before].next;
  groups.links[slot] = {before, after, number};
  (before == kNone ? group.first : groups.links[before].next) = slot;
  (after == kNone ? group.last : groups.links[after].previous) = slot;
}

// Behind which slot of its group another one belongs.
Marking::Slot Marking::predecessor(IndexId index, Group& group, Slot slot) const {
  if (!ranked(index) && (order_ != GroupOrder::arrival || indices_[index].future)) return group.last;
  if (group.first == kNone) group.ordered.reset();
  Slot before = group.last;
  for (int steps = 0; !group.ordered && before != kNone && later(index, before, slot); ++steps) {
    before = groups_[index.index()].links[before].previous;
    if (steps == kLongWay) keep_ordered(index, group);
  }
  if (!group.ordered) return before;
  const auto at = group.ordered->insert(slot).first;
  return at == group.ordered->begin() ? kNone : *std::prev(at);
}

void Marking::keep_ordered(IndexId index, Group& group) const {
  group.ordered = std::make_unique<std::set<Slot, Earlier>>(Earlier{this, index});
  const std::vector<Link>& links = groups_[index.index()].links;
  for (Slot slot = group.first; slot != kNone; slot = links[slot].next) group.ordered->insert(group.ordered->end(), slot);
}

void Marking::unlink(IndexId index, Slot slot) {
  Groups& groups = groups_[index.index()];
  const Link link = groups.links[slot];
  Group& group = groups.groups[link.group];
  if (group.ordered) group.ordered->erase(link.previous == kNone ? group.ordered->begin() : group.ordered->find(slot));
  (link.previous == kNone ? group.first : groups.links[link.previous].next) = link.next;
  (link.next == kNone ? group.last : groups.links[link.next].previous) = link.previous;
}

const Marking::Group* Marking::kept_group(IndexId index, Word key) const {
  const Groups& groups = groups_[index.index()];
  const std::size_t mask = groups.table.size() - 1;
  for (std::size_t i = hash_of(key) & mask; groups.table[i] != Groups::kNone; i = (i + 1) & mask) {
    const Group& group = groups.groups[groups.table[i]];
    if (group.key == key) return &group;
  }
  return nullptr;
}

Marking::Slot Marking::first(IndexId index, Word key) const {
  const Group* const group = find_group(index, key);
  return group == nullptr ? kNone : group->first;
}

std::int64_t Marking::tokens_in_group(IndexId index, Word key) const {
  const Group* const group = find_group(index, key);
  return group == nullptr ? 0 : group->tokens;
}

void Marking::tell_totals(const Group& group, Word colour, std::int64_t tokens) {
  for (GroupTotal& total : *group.totals) total.changed(colour, tokens);
}

std::optional<GroupTotal::Answer> Marking::total(IndexId index, Word key, const TotalKind& kind, GroupTotal::TermOf term_of) const {
  const Group* const group = find_group(index, key);
  if (group == nullptr || group->tokens < GroupTotal::kLeastTokens) return std::nullopt;
  if (!group->totals) group->totals = std::make_unique<std::vector<GroupTotal>>();
  std::vector<GroupTotal>& totals = *group->totals;
  auto found = std::find_if(totals.begin(), totals.end(), [&](const GroupTotal& total) { return total.number() == kind.number; });
  if (found == totals.end()) found = totals.emplace(totals.end(), kind, net_.colours, pool_);
  const PlaceId place = indices_[index].place;
  const auto each = [&](FunctionRef<void(Word, std::int64_t)> visit) {
    for (Slot slot = group->first; slot != kNone; slot = next(index, slot)) visit(colour(place, slot), total(place, slot));
  };
  const auto count_of = [&](Word colour) { return total_of(place, colour); };
  return found->ask(group->tokens, each, count_of, term_of);
}

}  // namespace petriloom
