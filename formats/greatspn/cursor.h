// SPDX-License-Identifier: Apache-2.0
// Going through the words of a colour function; included by the sources of Colours alone.
#pragma once

#include <string>
#include <vector>

#include "formats/greatspn/colours.h"

namespace petriloom::greatspn {

struct Colours::Cursor {
  std::vector<Word> words;
  std::size_t at = 0;
  Location where;
  int depth = 0;

  [[nodiscard]] const Word& next() const { return words[at]; }
  Word take() {
    const Word word = words[at];
    if (word.kind != Word::Kind::end) ++at;
    return word;
  }
  bool accept(std::string_view text) {
    if (next().kind == Word::Kind::end || next().text != text) return false;
    ++at;
    return true;
  }
};

/// A part of an element of a tuple.
struct Colours::Atom {
  enum class Kind : std::uint8_t { variable, colour, all, subclass };
  Kind kind = Kind::variable;
  bool minus = false;
  int successors = 0;  ///< `!` in front
  std::string_view name;
};

}  // namespace petriloom::greatspn
