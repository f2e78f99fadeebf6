// SPDX-License-Identifier: Apache-2.0
#include "analysis/urgent/under_way.h"

#include <algorithm>
#include <limits>

#include "analysis/model/varint.h"

namespace petriloom {
namespace {

void remove_from(Batch& batch, const std::function<bool(const Tokens&)>& gone) { std::erase_if(batch, gone); }

}  // namespace

void add_tokens(std::vector<Tokens>& list, const Tokens& tokens) {
  const auto at = std::lower_bound(list.begin(), list.end(), tokens, comes_before);
  if (at != list.end() && !comes_before(tokens, *at)) {
    at->count += tokens.count;
  } else {
    list.insert(at, tokens);
  }
}

void UnderWay::put(double delay, const Tokens& tokens) {
  if (!open_) instants_.emplace_back();
  open_ = true;
  Instant& present = instants_.back();
  auto at =
      std::lower_bound(present.begin(), present.end(), delay, [](const Timed& one, double wanted) { return one.delay < wanted; });
  if (at == present.end() || at->delay != delay) at = present.insert(at, {delay, {}});
  add_tokens(at->batch, tokens);
}

void UnderWay::put(Batch batch) {
  const auto at =
      std::lower_bound(free_.begin(), free_.end(), batch, [](const Free& one, const Batch& wanted) { return one.batch < wanted; });
  if (at != free_.end() && at->batch == batch) {
    ++at->count;
  } else {
    free_.insert(at, {std::move(batch), 1});
  }
}

void UnderWay::move_on() {
  open_ = false;
  normalise();
}

// Two instants that follow each other are one if all delays of the earlier one are shorter: what is
// known of the order is the same.
void UnderWay::normalise() {
  std::erase_if(instants_, [](const Instant& instant) { return instant.empty(); });
  std::vector<Instant> kept;
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    const bool present = open_ && k + 1 == instants_.size();
    if (!present && !kept.empty() && kept.back().back().delay < instants_[k].front().delay) {
      kept.back().insert(kept.back().end(), instants_[k].begin(), instants_[k].end());
    } else {
      kept.push_back(std::move(instants_[k]));
    }
  }
  instants_ = std::move(kept);
}

std::vector<UnderWay::Next> UnderWay::next() const {
  std::vector<Next> result;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    const Timed& first = instants_[k].front();
    if (first.delay < shortest) result.push_back({first.batch, 1, true, k});
    shortest = std::min(shortest, first.delay);
  }
  for (std::size_t k = 0; k < free_.size(); ++k) result.push_back({free_[k].batch, free_[k].count, false, k});
  return result;
}

void UnderWay::arrive(const std::vector<Next>& next, std::span<const Word> counts) {
  open_ = false;
  for (std::size_t k = 0; k < next.size(); ++k) {
    if (counts[k] == 0) continue;
    if (next[k].timed) {
      instants_[next[k].position].erase(instants_[next[k].position].begin());
    } else {
      free_[next[k].position].count -= counts[k];
    }
  }
  std::erase_if(free_, [](const Free& one) { return one.count == 0; });
  normalise();
}

void UnderWay::remove(const std::function<bool(const Tokens&)>& gone) {
  for (Instant& instant : instants_) {
    for (Timed& one : instant) remove_from(one.batch, gone);
    std::erase_if(instant, [](const Timed& one) { return one.batch.empty(); });
  }
  if (open_ && instants_.back().empty()) open_ = false;
  normalise();
  const std::vector<Free> all = std::move(free_);
  free_.clear();
  for (const Free& one : all) {
    Batch left = one.batch;
    remove_from(left, gone);
    for (std::int64_t k = 0; k < one.count && !left.empty(); ++k) put(left);
  }
}

std::vector<Tokens> UnderWay::tokens() const {
  std::vector<Tokens> result;
  for (const Instant& instant : instants_) {
    for (const Timed& one : instant) {
      for (const Tokens& tokens : one.batch) add_tokens(result, tokens);
    }
  }
  for (const Free& one : free_) {
    for (const Tokens& tokens : one.batch) add_tokens(result, {tokens.place, tokens.colour, tokens.count * one.count});
  }
  return result;
}

std::uint64_t UnderWayCodec::number_of(double delay) {
  const auto number = static_cast<std::uint64_t>(std::find(delays_.begin(), delays_.end(), delay) - delays_.begin());
  if (number == delays_.size()) delays_.push_back(delay);
  return number;
}

void UnderWayCodec::put(const Batch& batch, std::vector<std::uint8_t>& out) {
  codec_.encode(batch, bytes_);
  put_varint(out, bytes_.size());
  out.insert(out.end(), bytes_.begin(), bytes_.end());
}

void UnderWayCodec::get(const std::uint8_t*& at, Batch& batch) const {
  const std::uint64_t size = get_varint(at);
  codec_.decode({at, size}, batch);
  at += size;
}

void UnderWayCodec::encode(const UnderWay& under_way, std::vector<std::uint8_t>& out) {
  put_varint(out, under_way.instants_.size() << 1U | (under_way.open_ ? 1U : 0U));
  for (const UnderWay::Instant& instant : under_way.instants_) {
    put_varint(out, instant.size());
    for (const UnderWay::Timed& one : instant) {
      put_varint(out, number_of(one.delay));
      put(one.batch, out);
    }
  }
  put_varint(out, under_way.free_.size());
  for (const UnderWay::Free& one : under_way.free_) {
    put_varint(out, static_cast<std::uint64_t>(one.count));
    put(one.batch, out);
  }
}

void UnderWayCodec::decode(const std::uint8_t*& at, UnderWay& under_way) const {
  const std::uint64_t head = get_varint(at);
  under_way.open_ = (head & 1U) != 0;
  under_way.instants_.assign(head >> 1U, {});
  for (UnderWay::Instant& instant : under_way.instants_) {
    instant.resize(get_varint(at));
    for (UnderWay::Timed& one : instant) {
      one.delay = delays_[get_varint(at)];
      get(at, one.batch);
    }
  }
  under_way.free_.assign(get_varint(at), {});
  for (UnderWay::Free& one : under_way.free_) {
    one.count = static_cast<std::int64_t>(get_varint(at));
    get(at, one.batch);
  }
}

}  // namespace petriloom
