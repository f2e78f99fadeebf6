// SPDX-License-Identifier: Apache-2.0
// Nodes of expressions, as they are added to a net: bounded in height, and folded where their value
// is known.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/net/net.h"

namespace petriloom {

/// Makes nodes without operands, whose types need no check; what has operands is made by
/// ExprBuilder, which checks them.
class ExprNodes {
 public:
  /// Of an expression; a taller one is an error.
  static constexpr std::uint32_t kMostHeight = 2000;

  /// Writes into `net` (its exprs, pool, colours and functions) and reports to `diagnostics`.
  ExprNodes(Net& net, Diagnostics& diagnostics) : net_(net), diagnostics_(diagnostics) {}

  ExprId literal(ColourSetId type, Word word, Location where);
  /// The value of a constant of the net, by its name.
  ExprId named(ConstantId constant, Location where);
  ExprId integer(std::int64_t value, Location where);
  ExprId real(double value, Location where);
  ExprId boolean(bool value, Location where);
  ExprId unit(Location where);
  ExprId text(std::string_view value, Location where);
  ExprId variable(ColourSetId type, std::uint32_t slot, Location where);
  ExprId wildcard(ColourSetId type, Location where);
  ExprId level(PlaceId place, Location where);
  ExprId fireable(TransitionId transition, Location where);
  ExprId dead(Location where);
  ExprId now(Location where);
  /// An expression of another frame as one of a frame in which its slots begin at `by`.
  ExprId moved(ExprId id, std::uint32_t by);

  [[nodiscard]] ColourSetId type(ExprId id) const { return net_.exprs[id].type; }
  /// Whether an expression was folded to a literal.
  [[nodiscard]] bool folded(ExprId id) const { return id.valid() && net_.exprs[id].op == Op::literal; }
  /// The word of an expression that was folded to a literal. Who asks decides by it what the net is
  /// like: the constants that it names are fixed.
  std::optional<Word> constant(ExprId id);
  /// The same where a constant is needed: if it is none, reports that `what` must be constant, or
  /// why it has no value.
  std::optional<Word> require_constant(ExprId id, std::string_view what);
  /// The same as an expression, which names its constants; invalid if there is none.
  ExprId require_literal(ExprId id, std::string_view what);
  /// A literal of a value that was computed from an expression, which is kept as what is written.
  ExprId computed(ExprId from, Word value, Location where);
  /// The constants that an expression or a colour set names, in functions too, decided what the net
  /// is like.
  void fix(ExprId id) { fix_constants(net_, id); }
  void fix(ColourSetId set) { fix_constants(net_, set); }
  [[nodiscard]] Net& net() { return net_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

 protected:
  /// A node of this type, or what it is folded to; invalid if a child is.
  ExprId make(Op op, ColourSetId type, Word payload, std::span<const ExprId> children, Location where);
  ExprId make(Op op, ColourSetId type, Word payload, std::initializer_list<ExprId> children, Location where);
  /// Reports an error; the result is invalid.
  ExprId fail(Location where, std::string message, std::string help = {});
  static bool all_valid(std::span<const ExprId> ids);

  Net& net_;
  Diagnostics& diagnostics_;

 private:
  /// Longer expressions are not kept beside their values.
  static constexpr std::size_t kMostWritten = 100;

  ExprId fold_constant(ExprId id);
  ExprId chosen(ExprId id, ExprId condition, ExprId branch);
  [[nodiscard]] bool short_enough(ExprId id) const;
};

}  // namespace petriloom
