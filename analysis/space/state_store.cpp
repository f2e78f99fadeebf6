// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/state_store.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "analysis/model/varint.h"

namespace petriloom {
namespace {

constexpr std::size_t kFirstSlots = 1 << 12;
constexpr std::size_t kFirstBlock = 1 << 16;
constexpr std::size_t kLargestBlock = 1 << 24;
constexpr std::size_t kLongestVarint = 10;

std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  return x ^ (x >> 32);
}

std::uint64_t load_word(const std::uint8_t* at, std::size_t size) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, size);
  return word;
}

// Eight bytes at a step, each mixed in by a multiplication. The value orders nothing that is shown.
std::uint64_t hash_of(StateBytes state) {
  std::uint64_t hash = state.size() * 0x9e3779b97f4a7c15ULL;
  const std::uint8_t* at = state.data();
  std::size_t left = state.size();
  for (; left >= 8; at += 8, left -= 8) {
    hash = (hash ^ load_word(at, 8)) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 29;
  }
  if (left > 0) hash = (hash ^ load_word(at, left)) * 0xff51afd7ed558ccdULL;
  return mix(hash);
}

StateBytes bytes_at(const std::uint8_t* start) {
  const std::size_t size = get_varint(start);
  return {start, size};
}

bool equal(StateBytes a, StateBytes b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace

StateStore::StateStore() : slots_(kFirstSlots) {}

std::size_t StateStore::find_slot(StateBytes state, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const Slot& entry = slots_[slot];
    if (entry.number == kNoState) return slot;
    if (entry.tag == tag && equal((*this)[entry.number], state)) return slot;
  }
}

std::pair<StateNumber, bool> StateStore::intern(StateBytes state) {
  const std::uint64_t hash = hash_of(state);
  std::size_t slot = find_slot(state, hash);
  if (slots_[slot].number != kNoState) return {slots_[slot].number, false};
  if (starts_.size() >= kNoState - 1) throw std::length_error("more states than numbers for them");
  if ((starts_.size() + 1) * 3 > slots_.size() * 2) {
    grow();
    slot = find_slot(state, hash);
  }
  const auto number = static_cast<StateNumber>(starts_.size());
  starts_.push_back(keep(state));
  slots_[slot] = {number, static_cast<std::uint32_t>(hash >> 32)};
  return {number, true};
}

StateNumber StateStore::find(StateBytes state) const { return slots_[find_slot(state, hash_of(state))].number; }

StateBytes StateStore::operator[](StateNumber number) const { return bytes_at(starts_[number]); }

const std::uint8_t* StateStore::keep(StateBytes state) {
  const std::size_t needed = state.size() + kLongestVarint;
  if (block_size_ - block_used_ < needed) {
    block_size_ = std::max(needed, std::clamp(block_size_ * 2, kFirstBlock, kLargestBlock));
    blocks_.push_back(std::make_unique<std::uint8_t[]>(block_size_));
    block_used_ = 0;
    arena_bytes_ += block_size_;
  }
  std::uint8_t* const start = blocks_.back().get() + block_used_;
  std::uint8_t* at = start;
  std::size_t size = state.size();
  for (; size >= 0x80; size >>= 7) *at++ = static_cast<std::uint8_t>(size | 0x80);
  *at++ = static_cast<std::uint8_t>(size);
  at = std::copy(state.begin(), state.end(), at);
  block_used_ += static_cast<std::size_t>(at - start);
  return start;
}

void StateStore::grow() {
  std::vector<Slot> slots(slots_.size() * 2);
  const std::size_t mask = slots.size() - 1;
  for (const Slot& entry : slots_) {
    if (entry.number == kNoState) continue;
    std::size_t slot = hash_of((*this)[entry.number]) & mask;
    while (slots[slot].number != kNoState) slot = (slot + 1) & mask;
    slots[slot] = entry;
  }
  slots_ = std::move(slots);
}

std::uint64_t StateStore::bytes() const {
  return arena_bytes_ + starts_.capacity() * sizeof(starts_[0]) + slots_.capacity() * sizeof(Slot);
}

}  // namespace petriloom
