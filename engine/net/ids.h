// SPDX-License-Identifier: Apache-2.0
// Strongly typed indices of the parts of a net.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace petriloom {

/// A dense index into one table of a net. Ids of different tables are different types and do not
/// convert into each other.
template <class Tag>
class Id {
 public:
  using Number = std::uint32_t;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t number) : number_(static_cast<Number>(number)) {}

  /// The position in the table. Meaningless for an id that is not `valid()`.
  [[nodiscard]] constexpr std::size_t index() const { return number_; }
  /// False for the default-constructed id, which stands for "none".
  [[nodiscard]] constexpr bool valid() const { return number_ != kNone; }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr Number kNone = std::numeric_limits<Number>::max();
  Number number_ = kNone;
};

using ColourSetId = Id<struct ColourSetTag>;
using ColourAliasId = Id<struct ColourAliasTag>;
using ConstantId = Id<struct ConstantTag>;
using ExprId = Id<struct ExprTag>;
using FunctionId = Id<struct FunctionTag>;
using PlaceId = Id<struct PlaceTag>;
using TransitionId = Id<struct TransitionTag>;
using ModuleId = Id<struct ModuleTag>;
using MeasureId = Id<struct MeasureTag>;
using PropertyId = Id<struct PropertyTag>;
using FormulaId = Id<struct FormulaTag>;
using FileId = Id<struct FileTag>;

}  // namespace petriloom

template <class Tag>
struct std::hash<petriloom::Id<Tag>> {
  std::size_t operator()(petriloom::Id<Tag> id) const noexcept { return id.index(); }
};
