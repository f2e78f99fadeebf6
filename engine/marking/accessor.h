// SPDX-License-Identifier: Apache-2.0
// Reads one part of a composite colour straight from its word.
#pragma once

#include <vector>

#include "engine/net/colour.h"

namespace petriloom {

/// The way from a colour to one of its (nested) components. Nested packed products collapse into
/// one step of arithmetic.
class Accessor {
 public:
  /// The colour itself.
  Accessor() = default;
  /// Component `k` of what this accessor reads, which is of the composite colour set `set`.
  [[nodiscard]] Accessor component(const ColourTable& colours, ColourSetId set, std::size_t k) const;
  /// Word `k` of the sequence behind the handle that this accessor reads.
  [[nodiscard]] Accessor pooled(std::size_t k) const;

  /// The part of `colour` this accessor stands for.
  [[nodiscard]] Word read(Word colour, const WordPool& pool) const {
    if (whole()) return colour;
    colour = first_.of(colour, pool);
    for (const Step& step : more_) colour = step.of(colour, pool);
    return colour;
  }
  /// (word / divisor) % size, without the divisions that change nothing.
  static Word digit(Word word, Word divisor, Word size) {
    if (divisor != 1) word /= divisor;
    return word < size ? word : word % size;
  }
  [[nodiscard]] bool whole() const { return first_.size < 0; }

  friend bool operator==(const Accessor&, const Accessor&) = default;

 private:
  /// size > 0: (word / divisor) % size + low of a packed composite; size 0: component `low` of the
  /// sequence behind a handle; less: none.
  struct Step {
    Word divisor = 1;
    Word size = -1;
    Word low = 0;
    [[nodiscard]] Word of(Word word, const WordPool& pool) const {
      return size > 0 ? digit(word, divisor, size) + low : pool.view(word)[static_cast<std::size_t>(low)];
    }
    friend bool operator==(const Step&, const Step&) = default;
  };
  void add(const Step& step) { whole() ? void(first_ = step) : more_.push_back(step); }

  Step first_;  // not behind a pointer: most have no other
  std::vector<Step> more_;
};

}  // namespace petriloom
