// SPDX-License-Identifier: Apache-2.0
// Parses patterns of CPN ML, and types as they are written.
#pragma once

#include <utility>
#include <vector>

#include "formats/ml/token_cursor.h"

namespace petriloom::cpn::ml {

/// Clauses that are parsed again for other alternatives, in one text; more is an error.
inline constexpr std::size_t kMostAlternatives = 1000;

class PatternParser : protected TokenCursor {
 protected:
  using TokenCursor::TokenCursor;

  /// Parses a clause once for each way to choose from its patterns `(p | q)`: then it is several.
  /// `parse` calls `end_of_patterns` behind the patterns.
  template <class Parse>
  void each_alternative(const Parse& parse) {
    const Choosing choosing(*this);
    const std::size_t begin = at_;
    parse();
    while (next_choice()) {
      at_ = begin;
      parse();
    }
  }
  void end_of_patterns() { choices_.open = false; }

  Pattern* pattern();
  Pattern* atomic_pattern();
  [[nodiscard]] bool starts_atomic_pattern() const;
  Written* type();

 private:
  /// The alternatives that are chosen, by their order in the text.
  struct Choices {
    std::vector<std::size_t> chosen, of;
    std::size_t met = 0;
    bool open = false;  ///< patterns of a clause are being parsed
  };
  struct Choosing {
    explicit Choosing(PatternParser& of) : parser(of), outer(std::exchange(of.choices_, {{}, {}, 0, true})) {}
    ~Choosing() { parser.choices_ = std::move(outer); }
    Choosing(const Choosing&) = delete;
    Choosing& operator=(const Choosing&) = delete;
    PatternParser& parser;
    Choices outer;
  };
  bool next_choice();
  Pattern* alternatives();
  Pattern* cons_pattern();
  Pattern* applied_pattern();
  Pattern* tuple_pattern();
  Pattern* record_pattern();
  Written* product_type();
  Written* applied_type();

  Choices choices_;
  std::size_t parsed_again_ = 0;
};

}  // namespace petriloom::cpn::ml
