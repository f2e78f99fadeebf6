// SPDX-License-Identifier: Apache-2.0
// A sum over the tokens of a group of an index, or their order by a value, kept while the group
// changes little between two questions (incremental view maintenance: A. Gupta, I. S. Mumick,
// V. S. Subrahmanian, "Maintaining views incrementally", 1993).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/containers/function_ref.h"
#include "engine/net/colour.h"

namespace petriloom {

/// What a token counts as.
struct TokenTerm {
  enum class Kind : std::uint8_t { none, value, fails };
  Kind kind = Kind::none;  ///< it does not count; for `value`; or evaluating fails
  Word value = 0;
};

/// What is kept of the tokens of a group.
struct TotalKind {
  enum class Of : std::uint8_t { sum, least, greatest };
  std::uint32_t number = 0;  ///< different for each
  Of of = Of::sum;
  ColourSetId value;  ///< colour set of the values; sums are of int
  ColourSetId token;  ///< of the tokens
};

class GroupTotal {
 public:
  /// What a colour counts as; always the same.
  using TermOf = FunctionRef<TokenTerm(Word colour)>;
  /// Visits the colours of a group and how often each is there.
  using Tokens = FunctionRef<void(FunctionRef<void(Word colour, std::int64_t count)>)>;
  /// How many of a colour are in the place now.
  using CountOf = FunctionRef<std::int64_t(Word colour)>;

  /// Smaller groups are gone through; nothing is kept of them.
  static constexpr std::int64_t kLeastTokens = 64;

  /// `colours` and `pool` must outlive this.
  GroupTotal(const TotalKind& kind, const ColourTable& colours, const WordPool& pool)
      : kind_(kind), ordered_(Before{kind.of == TotalKind::Of::greatest, kind.value, kind.token, &colours, &pool}) {}

  [[nodiscard]] std::uint32_t number() const { return kind_.number; }
  /// `count` tokens of a colour came; went, if it is negative.
  void changed(Word colour, std::int64_t count);
  /// The sum; or the first value and its colour, of equal ones the smallest colour.
  struct Answer {
    Word value = 0;
    Word colour = 0;
  };
  /// Nothing if it is not known: too much has changed since it was asked for last, no token counts,
  /// or one of them fails. `tokens_in_group` is how many there are.
  std::optional<Answer> ask(std::int64_t tokens_in_group, Tokens tokens, CountOf count_of, TermOf term_of);

 private:
  using Entry = std::pair<Word, Word>;  // value, colour
  struct Before {
    bool greatest = false;
    ColourSetId value, token;
    const ColourTable* colours = nullptr;
    const WordPool* pool = nullptr;
    bool operator()(const Entry& a, const Entry& b) const;
  };
  void count(Word colour, std::int64_t change, std::int64_t now, TermOf term_of);
  void forget();

  static constexpr std::int64_t kLittle = 8;  // one of so many tokens may change between questions

  TotalKind kind_;
  bool kept_ = false;
  std::int64_t changes_ = std::int64_t{1} << 62U;  // since the last question; none has been asked yet
  std::vector<std::pair<Word, std::int64_t>> pending_;
  std::int64_t size_ = 0;     // of the group at the last question
  std::int64_t failing_ = 0;  // tokens
  std::uint64_t sum_ = 0;     // modulo 2^64
  std::set<Entry, Before> ordered_;
};

}  // namespace petriloom
