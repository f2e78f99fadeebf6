// SPDX-License-Identifier: Apache-2.0
// Parses expressions of CPN ML with the operators' strengths of Standard ML.
#pragma once

#include "formats/ml/pattern_parser.h"

namespace petriloom::cpn::ml {

/// Operators in a row, and all of those in one text: what is made of them is as deep.
inline constexpr std::size_t kMostChain = 1000;
inline constexpr std::size_t kMostChained = 3000;

class ExpressionParser : protected PatternParser {
 public:
  virtual ~ExpressionParser() = default;

 protected:
  using PatternParser::PatternParser;

  Expr* expression();
  std::vector<Clause> match();
  /// Declarations up to the word `end`: those of a `let`.
  virtual std::vector<Declaration*> declarations(std::string_view end) = 0;

 private:
  Expr* conjunction();
  Expr* typed();
  Expr* infix(int lowest);
  Expr* operand();
  Expr* application();
  Expr* atomic();
  Expr* word_expression();
  Expr* parenthesised();
  Expr* braces();
  Expr* conditional();
  Expr* choice();
  Expr* lambda();
  Expr* block();
  Expr* unsupported(std::string_view what);
  [[nodiscard]] bool starts_atomic() const;
  [[nodiscard]] bool after_declaration() const;
  void count_chain(std::size_t& chain);
  Expr* joined(Expr* left, Expr* right, const Token& op);
  Expr* conditioned(const Expr& conditions, Expr* value, const Token& op);

  /// Operators that stand behind another one of their row, in the whole text.
  std::size_t chained_ = 0;
};

}  // namespace petriloom::cpn::ml
