// SPDX-License-Identifier: Apache-2.0
// Expressions as CANDL writes them.
#pragma once

#include <stdexcept>

#include "engine/expr/eval.h"
#include "formats/andl_writing/candl_colours.h"

namespace petriloom::andl {

/// An expression has no form in CANDL.
class NoForm : public std::runtime_error {
 public:
  NoForm(Location where, const std::string& what) : std::runtime_error(what), where_(where) {}
  [[nodiscard]] const Location& where() const { return where_; }

 private:
  Location where_;
};

/// One term of a multiset: a colour, if the predicate holds.
struct CandlTerm {
  std::string predicate;  ///< empty: always
  std::string count;      ///< empty: 1
  std::string colour;
};

/// Writes the expressions of one transition. What cannot be written as it is, is written as the
/// table of its values over the colours of its variables, as long as that is no more than kMostRows
/// rows.
class CandlExpressions {
 public:
  static constexpr std::size_t kMostRows = 2048;

  /// `variables`: what the variables of the transition are called.
  CandlExpressions(const Net& net, Evaluator& evaluator, const CandlColours& colours, const Transition& transition,
                   std::vector<std::string> variables);

  /// A condition. Throws NoForm.
  std::string condition(ExprId expr);
  /// The multiset that an arc puts or takes. Throws NoForm.
  std::vector<CandlTerm> terms(const Arc& arc);
  /// The values of a real over the variables in it: a predicate and a value for each, equal ones
  /// together. Throws NoForm.
  std::vector<std::pair<std::string, double>> values(ExprId expr);
  /// The same of whole numbers and other words.
  std::vector<std::pair<std::string, Word>> words(ExprId expr);

 private:
  struct Alternative {
    std::string predicate;  ///< empty: always
    Parts parts;
  };
  std::vector<Alternative> alternatives(ExprId expr);
  std::vector<Alternative> combinations(std::span<const ExprId> components, const Location& where);
  std::string compared(ExprId expr);
  Parts parts(ExprId expr);
  std::string simple(ExprId expr);
  std::string truth(ExprId expr);
  std::string binary(const Expr& node, std::span<const ExprId> children);
  std::string equality(const Expr& node, std::span<const ExprId> children);
  Parts call(const Expr& node, std::span<const ExprId> children);
  Parts slot(const Expr& node);
  /// Calls `row` with a predicate for each combination of colours of the variables in `expr`;
  /// throws NoForm if there are more than `most`.
  template <class Row>
  void table(ExprId expr, const Row& row, std::size_t most = kMostRows);
  std::vector<CandlTerm> choose(ExprId value, const std::string& count);
  std::vector<CandlTerm> elements(const Arc& arc, const std::string& count);

  const Net& net_;
  Evaluator& evaluator_;
  const CandlColours& colours_;
  const Transition& transition_;
  std::vector<Parts> slots_;  // what stands for the variables of the current frame
  std::vector<std::string> names_;
  std::size_t depth_ = 0;
};

/// `p1 & p2` of predicates that may be empty.
std::string both(const std::string& a, const std::string& b);

}  // namespace petriloom::andl
