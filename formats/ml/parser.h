// SPDX-License-Identifier: Apache-2.0
// Parses CPN ML: words into expressions, types and declarations.
#pragma once

#include "formats/ml/expression_parser.h"

namespace petriloom::cpn::ml {

/// Parses one text. After an error the rest of the text is not read.
class Parser final : ExpressionParser {
 public:
  Parser(const Text& text, Arena& arena, Diagnostics& diagnostics) : ExpressionParser(text, arena, diagnostics) {}

  /// The whole text as one expression; null if it is none, with a message.
  Expr* whole_expression();
  /// The same of a guard, whose conditions may stand without the brackets of a list.
  Expr* whole_guard();
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
  std::vector<Declaration*> declarations(std::string_view end) override;
  void declaration(std::vector<Declaration*>& all);
  void values(std::vector<Declaration*>& all);
  Declaration* functions();
  void clause(Function& function);
  std::string head(Clause& clause);
  void recursive_value(Function& function);
  Declaration* colour();
  void colour_form(ColourDecl& colour);
  void simple_form(ColourDecl& colour, std::string_view form);
  void structured_form(ColourDecl& colour, std::string_view form);
  void bounds(ColourDecl& colour);
  void colour_name(ColourDecl& colour);
  Declaration* variables();
  void structure(std::vector<Declaration*>& all);
  Declaration* datatype();
  Declaration* exceptions();
  Declaration* opening();
  Declaration* operators();
  static bool starts_declaration(const Token& word);
  Declaration* skipped(std::string_view what);
};

}  // namespace petriloom::cpn::ml
