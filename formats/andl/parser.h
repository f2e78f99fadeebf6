// SPDX-License-Identifier: Apache-2.0
// The grammar of ANDL and CANDL by recursive descent over the words of a text; included by the
// parser's own sources alone.
#pragma once

#include "formats/andl/term_parser.h"

namespace petriloom::andl {

/// Reads one text.
class Parser : TermParser {
 public:
  static constexpr std::size_t kMostAhead = 1000;

  Parser(std::vector<Token> tokens, Diagnostics& diagnostics) : TermParser(std::move(tokens), diagnostics) {}
  /// The whole text.
  Document run();

 private:
  void recover();
  /// Calls `statement` until it returns false or the section ends; after a mistake goes on behind
  /// the next `;`.
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
  [[nodiscard]] bool heading_next() const { return next().kind == TokenKind::name && peek(1).text == ":"; }
  [[nodiscard]] bool section_heading() const;
  [[nodiscard]] bool interval_next() const;

  Document document_;
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
