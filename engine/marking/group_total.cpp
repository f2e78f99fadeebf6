// SPDX-License-Identifier: Apache-2.0
#include "engine/marking/group_total.h"

namespace petriloom {

namespace {

// The sum of at most 2^20 such terms fits, whatever their order.
constexpr Word kMostTerm = Word{1} << 40U;

}  // namespace

bool GroupTotal::Before::operator()(const Entry& a, const Entry& b) const {
  const int order = colours->compare(value, a.first, b.first, *pool);
  if (order != 0) return greatest ? order > 0 : order < 0;
  return colours->compare(token, a.second, b.second, *pool) < 0;
}

void GroupTotal::changed(Word colour, std::int64_t count) {
  ++changes_;
  if (!kept_) return;
  pending_.emplace_back(colour, count);
  if (changes_ * kLittle > size_) forget();
}

void GroupTotal::forget() {
  kept_ = false;
  pending_.clear();
  ordered_.clear();
  sum_ = 0;
  failing_ = 0;
}

void GroupTotal::count(Word colour, std::int64_t change, std::int64_t now, TermOf term_of) {
  const TokenTerm term = term_of(colour);
  if (term.kind == TokenTerm::Kind::none) return;
  const bool large = kind_.of == TotalKind::Of::sum && (term.value > kMostTerm || term.value < -kMostTerm);
  if (term.kind == TokenTerm::Kind::fails || large) {
    failing_ += change;
  } else if (kind_.of == TotalKind::Of::sum) {
    sum_ += static_cast<std::uint64_t>(term.value) * static_cast<std::uint64_t>(change);
  } else if (now > 0) {
    ordered_.emplace(term.value, colour);
  } else {
    ordered_.erase({term.value, colour});
  }
}

std::optional<GroupTotal::Answer> GroupTotal::ask(std::int64_t tokens_in_group, Tokens tokens, CountOf count_of, TermOf term_of) {
  const bool little = changes_ <= tokens_in_group / kLittle;
  changes_ = 0;
  size_ = tokens_in_group;
  if (!kept_) {
    if (!little) return std::nullopt;
    forget();
    tokens([&](Word colour, std::int64_t number) { count(colour, number, number, term_of); });
    kept_ = true;
  }
  for (const auto& [colour, change] : pending_) count(colour, change, count_of(colour), term_of);
  pending_.clear();
  if (failing_ > 0) return std::nullopt;
  if (kind_.of == TotalKind::Of::sum) return Answer{static_cast<Word>(sum_), 0};
  if (ordered_.empty()) return std::nullopt;
  return Answer{ordered_.begin()->first, ordered_.begin()->second};
}

}  // namespace petriloom
