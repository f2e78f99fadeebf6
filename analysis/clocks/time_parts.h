// SPDX-License-Identifier: Apache-2.0
// Which parts of a colour depend on the model time: a bit for each component of a product or
// record, and of those inside it, in order of the components. Of a list the parts are those of its
// elements; of anything else there is one.
#pragma once

#include <cstdint>

#include "engine/expr/match.h"

namespace petriloom {

using TimeParts = std::uint64_t;

/// All of it: of a list also how many elements it has, and in which order.
constexpr TimeParts kAllParts = ~TimeParts{0};

class TimePartsOf {
 public:
  /// `colours` must outlive this.
  explicit TimePartsOf(const ColourTable& colours) : colours_(colours) {}

  /// Whether a colour of the set, or an element of a list, has several parts.
  [[nodiscard]] bool several(ColourSetId set) const { return leaves(set) > 1; }
  /// Parts as those of a colour of the set: of what has one part all or nothing.
  [[nodiscard]] TimeParts fitted(TimeParts parts, ColourSetId set) const { return several(set) || parts == 0 ? parts : kAllParts; }
  /// Those of a colour of one set as one of another.
  [[nodiscard]] TimeParts converted(TimeParts parts, ColourSetId from, ColourSetId to) const;
  /// Those of component k of a product or record with such parts.
  [[nodiscard]] TimeParts component(TimeParts parts, ColourSetId set, std::size_t k) const;
  /// Those of a product or record of which component k has such parts.
  [[nodiscard]] TimeParts with_component(TimeParts parts, ColourSetId set, std::size_t k) const;
  /// Those of what a leaf of a pattern is matched with, in a colour with such parts.
  [[nodiscard]] TimeParts matched(TimeParts parts, const ColourPart& leaf) const;
  /// Those of the elements of a list that is in order of its colours, which have such parts: what
  /// comes behind a time in a colour changes places with it.
  [[nodiscard]] TimeParts sorted(TimeParts parts, ColourSetId set) const;

  /// Whether the set has nothing but reals, and lists and products of them: what holds a time.
  [[nodiscard]] bool times_alone(ColourSetId set) const;
  /// Of such parts those that hold times alone.
  [[nodiscard]] TimeParts of_times(TimeParts parts, ColourSetId set) const;
  /// Whether that is all of them, so that nothing but times depends on the time.
  [[nodiscard]] bool only_times(TimeParts parts, ColourSetId set) const { return of_times(parts, set) == parts; }

 private:
  [[nodiscard]] ColourSetId plain(ColourSetId set) const;
  [[nodiscard]] std::size_t width(ColourSetId set) const;
  [[nodiscard]] std::size_t leaves(ColourSetId set) const;
  [[nodiscard]] std::size_t first(ColourSetId set, std::size_t k) const;
  [[nodiscard]] bool composite(ColourSetId set) const;
  [[nodiscard]] TimeParts mask_of_times(ColourSetId set) const;

  const ColourTable& colours_;
};

}  // namespace petriloom
