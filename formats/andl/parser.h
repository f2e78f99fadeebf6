// SPDX-License-Identifier: Apache-2.0
// The grammar of ANDL and CANDL by recursive descent over the words of a text; included by the parser's own sources alone.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "formats/andl/ast.h"
#include "formats/andl/tokens.h"

namespace petriloom::andl {

/// Reads one text. Expressions are nested at most kMostNested levels deep and at most kMostHeight terms high.
class Parser {
 public:
  static constexpr int kMostNested = 200;
  static constexpr std::uint32_t kMostHeight = 1500;
  static constexpr std::size_t kMostAhead = 1000;

  Parser(std::vector<Token> tokens, Diagnostics& diagnostics) : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}
  /// The whole text.
  Document run();

 private:
  /// Thrown to leave a statement that cannot be understood; it was reported.
  struct Stuck {};
  /// Counts a level of nesting while it lives.
  class Level {
   public:
    explicit Level(Parser& parser);
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
  void recover();
  /// Calls `statement` until it returns false or the section ends; after a mistake goes on behind the next `;`.
  template <class Statement>
  void statements(const Statement& statement);

  void file();
  void constants();
  void colour_sets();
  void variables();
  void colour_functions();
  void functions();
  void observers();
  void places();
  void transitions();
  void transition(Section section);
  void function_rest(FunctionLine& line);
  VariableLine typed_name();
  ColourItem colour_item();
  void arc_items(std::vector<ArcItem>& items);
  [[nodiscard]] bool heading_next() const;
  [[nodiscard]] bool section_heading() const;
  [[nodiscard]] bool interval_next() const;

  // Expressions, by rising strength of their operators.
  Term multiset();
  Term multiset_term();
  Term expression();
  Term conjunction();
  Term comparison();
  Term sum();
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

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  Document document_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

template <class Statement>
void Parser::statements(const Statement& statement) {
  while (!done() && !at("}")) {
    const std::size_t before = at_;
    try {
      if (!statement()) return;
    } catch (const Stuck&) {
      if (at_ == before) advance();
      recover();
    }
  }
}

}  // namespace petriloom::andl
