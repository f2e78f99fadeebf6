// SPDX-License-Identifier: Apache-2.0
// A place in the words of a text, and what every parser does there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/ml/ast.h"
#include "formats/ml/lexer.h"

namespace petriloom::cpn::ml {

/// Expressions, patterns or types inside each other: what is made of them is as deep.
inline constexpr std::size_t kMostDepth = 250;

/// Thrown at what is no CPN ML, and caught where a whole text is parsed; the message has been
/// given.
struct SyntaxError {};

/// Whether a word cannot be a name.
bool reserved(std::string_view text);

class TokenCursor {
 protected:
  TokenCursor(const Text& text, Arena& arena, Diagnostics& diagnostics);

  [[nodiscard]] const Token& now() const { return words_[at_]; }
  [[nodiscard]] const Token& after(std::size_t k) const { return words_[std::min(at_ + k, words_.size() - 1)]; }
  [[nodiscard]] bool is(std::string_view text) const { return now().is(text); }
  /// The word here, which is passed.
  const Token& next();
  /// Passes a word if it is `text`; `expect` throws if it is not.
  bool accept(std::string_view text);
  void expect(std::string_view text);
  [[noreturn]] void fail(std::string message);
  [[noreturn]] void unexpected(std::string_view expected);
  /// Whether a name stands here that is no reserved word; passes it, or throws that `what` was
  /// expected.
  [[nodiscard]] bool at_name() const;
  std::string name(std::string_view what);
  /// How strongly the word here binds what stands around it; null if it is no operator.
  [[nodiscard]] const Fixity* operator_here() const;

  /// Counts how deep things are inside each other; throws if they are too deep.
  struct Deeper {
    explicit Deeper(TokenCursor& cursor);
    ~Deeper() { --cursor.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    TokenCursor& cursor;
  };

  Arena& arena_;
  Diagnostics& diagnostics_;
  std::vector<Token> words_;
  std::size_t at_ = 0;

 private:
  std::size_t depth_ = 0;
};

}  // namespace petriloom::cpn::ml
