// SPDX-License-Identifier: Apache-2.0
// The words of a text in ANDL or CANDL, and its expressions by recursive descent over them.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "formats/andl/ast.h"
#include "formats/andl/tokens.h"

namespace petriloom::andl {

/// Reads expressions. They are nested at most kMostNested levels deep and at most kMostHeight terms
/// high.
class TermParser {
 public:
  static constexpr int kMostNested = 200;
  static constexpr std::uint32_t kMostHeight = 1500;

 protected:
  TermParser(std::vector<Token> tokens, Diagnostics& diagnostics) : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  /// Thrown to leave a statement that cannot be understood; it was reported.
  struct Stuck {};
  /// Counts a level of nesting while it lives.
  class Level {
   public:
    explicit Level(TermParser& parser);
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  [[nodiscard]] const Token& next() const { return tokens_[at_]; }
  [[nodiscard]] const Token& peek(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  [[nodiscard]] bool done() const { return next().kind == TokenKind::end; }
  [[nodiscard]] bool at(std::string_view word) const { return next().kind != TokenKind::text && next().text == word && !done(); }
  void advance() {
    if (!done()) ++at_;
  }
  bool accept(std::string_view word);
  void expect(std::string_view word);
  std::string_view name(std::string_view what);
  void unexpected(std::string_view wanted);
  /// An expression; one that compares nothing; one whose value is a multiset of colours.
  Term expression();
  Term sum();
  Term multiset();

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;

 private:
  // Expressions, by rising strength of their operators.
  Term multiset_term();
  Term conjunction();
  Term comparison();
  Term product();
  Term power();
  Term unary();
  Term postfix();
  Term primary();
  Term call_or_name();
  template <class Operand, std::size_t kCount>
  Term chain(const std::array<std::string_view, kCount>& operators, const Operand& operand);
  template <class Operand>
  Term joined(std::string_view operation, std::string_view doubled, const Operand& operand);
  [[nodiscard]] Term leaf(TermKind kind) const { return {kind, next().text, next().where, {}, 1}; }
  void adopt(Term& parent, Term child);

  int depth_ = 0;
};

}  // namespace petriloom::andl
