// SPDX-License-Identifier: Apache-2.0
// Expressions as terms of symmetric nets, and of high-level nets.
#pragma once

#include <optional>

#include "engine/expr/eval.h"
#include "formats/pnml_writing/sorts.h"

namespace petriloom::pnml {

/// Writes the expressions of one transition. A variable of a product is one variable for each part.
class SymmetricTerms {
 public:
  /// A guard is written as the disjunction of what satisfies it if it has no other form and no more
  /// combinations than this.
  static constexpr std::size_t kMostRows = 512;
  /// Functions that are written out inside each other; more are refused, as those that call
  /// themselves must be.
  static constexpr int kMostCalls = 50;
  static constexpr std::size_t kMostText = 1'000'000;  ///< bytes of one term

  /// `variables`: the ids of the variables that stand for the parts of each variable of the
  /// transition.
  SymmetricTerms(const Net& net, Evaluator& evaluator, const Sorts& sorts, const Transition& transition,
                 std::vector<std::vector<std::string>> variables);

  /// Throws NoTerm.
  std::string condition(ExprId expr);
  /// The multiset of an arc. Throws NoTerm.
  std::string multiset(const Arc& arc);

 private:
  Parts parts(ExprId expr);
  std::optional<Parts> inlined(const Expr& node, std::span<const ExprId> children);
  std::optional<Parts> high_level(ExprId expr);
  std::string high_level_comparison(const Expr& node, std::span<const ExprId> children);
  std::string multiset_of(const Arc& arc);
  std::string amount(const Arc& arc, const std::string& colour);
  std::string simple(ExprId expr);
  std::string truth(ExprId expr);
  std::string compare(const Expr& node, std::span<const ExprId> children);
  Parts convert(const Expr& node, ExprId child);
  std::string table(ExprId expr);

  const Net& net_;
  Evaluator& evaluator_;
  const Sorts& sorts_;
  const Transition& transition_;
  std::vector<Parts> slots_;
  int calls_ = 0;  // of functions inside each other
};

/// An element of that name around its operands.
std::string element(std::string_view name, const Parts& operands);
/// That two colours are equal in all parts; empty if they have none.
std::string equal_parts(const Parts& left, const Parts& right);

/// The elements of a comparison: of numbers, colours and strings.
struct Order {
  Op op;
  std::string_view number, colour, text;
};
/// Null if it is none by order.
const Order* order_of(Op op);

/// `count` times a colour.
std::string number_of(std::int64_t count, const std::string& colour);
/// The sum of multisets; a single one is itself.
std::string sum_of(const std::vector<std::string>& multisets);

}  // namespace petriloom::pnml
