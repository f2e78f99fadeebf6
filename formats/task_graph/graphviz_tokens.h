// SPDX-License-Identifier: Apache-2.0
// The tokens of the language of Graphviz.
#pragma once

#include <string>
#include <string_view>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// A token with its place.
struct DotToken {
  enum class Kind {
    id,      ///< a name, a number or a string
    sign,    ///< { } [ ] ; , = : + and the arrows -> and --
    nothing  ///< the text is over
  };
  Kind kind = Kind::nothing;
  std::string text;
  bool quoted = false;  ///< a string, which is no keyword
  Location where;

  [[nodiscard]] bool is(std::string_view sign) const { return kind == Kind::sign && text == sign; }
  /// Keywords are written in any case.
  [[nodiscard]] bool is_keyword(std::string_view word) const;
};

/// Cuts a text into tokens; comments and lines of a preprocessor are passed over.
class DotTokens {
 public:
  DotTokens(std::string_view text, FileId file, Diagnostics& diagnostics) : text_(text), file_(file), diagnostics_(diagnostics) {}

  DotToken next();

 private:
  [[nodiscard]] char at(std::size_t k) const { return k < text_.size() ? text_[k] : '\0'; }
  [[nodiscard]] Location where() const;
  void step();
  void skip_to(std::string_view end);
  void skip();
  void read_string(DotToken& token);
  void read_html(DotToken& token);

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace petriloom
