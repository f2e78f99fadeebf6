// SPDX-License-Identifier: Apache-2.0
// Parses CPN ML: words into expressions, patterns and declarations, with the operators' strengths of Standard ML.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "formats/ml/ast.h"
#include "formats/ml/lexer.h"

namespace petriloom::cpn::ml {

/// Expressions, patterns or types inside each other, operators in a row, and all of those in one text: what is made of them is as
/// deep.
inline constexpr std::size_t kMostDepth = 250;
inline constexpr std::size_t kMostChain = 1000;
inline constexpr std::size_t kMostChained = 3000;

/// Thrown, and caught in here, at what is no CPN ML; the message has been given.
struct SyntaxError {};

/// Parses one text. After an error the rest of the text is not read.
class Parser {
 public:
  Parser(const Text& text, Arena& arena, Diagnostics& diagnostics);

  /// The whole text as one expression; null if it is none, with a message.
  Expr* whole_expression();
  /// The time of a transition: `@+ e`, `@++ e`, or `@+` alone, which is null without a message.
  Expr* whole_delay();
  /// The whole text as a type; null if it is none, with a message.
  Written* whole_type();
  /// The text as declarations; those up to an error.
  std::vector<Declaration*> whole_declarations();
  /// The code of a transition: the text of an `input (..)`, `output (..)` and `action` part each.
  struct Code {
    std::vector<std::pair<std::string, Location>> input, output;
    Expr* action = nullptr;  ///< null if there is none or it is empty
    bool bad = false;        ///< the text is no code; a message says why
  };
  Code whole_code();

 private:
  [[nodiscard]] const Token& now() const { return words_[at_]; }
  [[nodiscard]] const Token& after(std::size_t k) const { return words_[std::min(at_ + k, words_.size() - 1)]; }
  [[nodiscard]] bool is(std::string_view text) const { return now().is(text); }
  const Token& next();
  bool accept(std::string_view text);
  void expect(std::string_view text);
  [[noreturn]] void fail(std::string message);
  [[noreturn]] void unexpected(std::string_view expected);
  [[nodiscard]] bool at_name() const;
  std::string name(std::string_view what);

  struct Deeper {
    explicit Deeper(Parser& parser);
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

  // expressions
  Expr* expression();
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
  std::vector<Clause> match();
  void count_chain(std::size_t& chain);
  Expr* joined(Expr* left, Expr* right, const Token& op);
  // patterns
  Pattern* pattern();
  Pattern* cons_pattern();
  Pattern* applied_pattern();
  Pattern* atomic_pattern();
  Pattern* tuple_pattern();
  Pattern* record_pattern();
  [[nodiscard]] bool starts_atomic_pattern() const;
  // types
  Written* type();
  Written* product_type();
  Written* applied_type();
  // declarations
  std::vector<Declaration*> declarations(std::string_view end);
  void declaration(std::vector<Declaration*>& all);
  void values(std::vector<Declaration*>& all);
  Declaration* functions();
  void clause(Function& function, bool first);
  void recursive_value(Function& function);
  Declaration* colour();
  void colour_form(ColourDecl& colour);
  void simple_form(ColourDecl& colour, std::string_view form);
  void structured_form(ColourDecl& colour, std::string_view form);
  void bounds(ColourDecl& colour);
  void colour_name(ColourDecl& colour);
  Declaration* variables();
  Declaration* skipped(std::string_view what);

  Arena& arena_;
  Diagnostics& diagnostics_;
  std::vector<Token> words_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::size_t chained_ = 0;  ///< operators that stand behind another one of their row, in the whole text
};

}  // namespace petriloom::cpn::ml
