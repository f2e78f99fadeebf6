// SPDX-License-Identifier: Apache-2.0
#include "formats/source/tokens.h"

#include <algorithm>
#include <array>

#include "formats/common/units.h"

namespace petriloom::source {
namespace {

/// Longer before shorter where one begins another.
constexpr std::array<std::string_view, 10> kLongSigns = {"<=>", "=>", "<=", ">=", "!=", "++", "@+", "->", "..", "::"};

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    constexpr std::size_t kStatement = 4096;
    std::vector<Token> tokens;
    tokens.reserve(std::min(text_.size(), kStatement) / 3 + 2);
    for (;;) {
      Token token = between();
      const std::size_t start = at_;
      const Token* const before = tokens.empty() ? nullptr : &tokens.back();
      token.kind = scan(before);
      token.text = text_.substr(start, at_ - start);
      tokens.push_back(std::move(token));
      if (tokens.back().kind == TokenKind::end) return tokens;
    }
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  [[nodiscard]] bool starts(std::string_view wanted) const { return text_.substr(at_, wanted.size()) == wanted; }

  /// Passes over blanks and comments.
  Token between() {
    Token token;
    std::size_t ends = at_ == 0 ? 1 : 0;  // of lines since the last token or comment
    const std::size_t start = at_;
    while (at_ < text_.size()) {
      if (blank(peek())) {
        if (peek() == '\n') ++ends;
        ++at_;
      } else if (peek() == '/' && (peek(1) == '/' || peek(1) == '*')) {
        const bool first = token.comments.empty() && start == 0;
        token.comments.push_back({comment(), ends > 0, ends > 1 && !(first && ends < 2)});
        token.new_line = token.new_line || ends > 0;
        ends = 0;
      } else {
        break;
      }
    }
    token.new_line = token.new_line || ends > 0;
    token.blank_before = ends > 1;
    token.space_before = at_ > start;
    return token;
  }

  std::string_view comment() {
    const std::size_t start = at_;
    const bool line = starts("//");
    const std::size_t end = line ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + (line ? 0 : 2);
    std::size_t last = at_;
    if (line && end != std::string_view::npos && last > start && text_[last - 1] == '\r') --last;
    return text_.substr(start, last - start);
  }

  TokenKind scan(const Token* before) {
    if (at_ >= text_.size()) return TokenKind::end;
    const char c = peek();
    const bool micro = before != nullptr && before->kind == TokenKind::number && loom::micro_sign(text_.substr(at_)) > 0;
    if (letter(c) || micro) return word(before);
    if (digit(c)) return number(before);
    if (c == '\'') return quoted('\'', TokenKind::quoted);
    if (c == '"') return quoted('"', TokenKind::text);
    const bool may_be_long = std::string_view("=>+.:").find(peek(1)) != std::string_view::npos;
    for (const std::string_view sign : kLongSigns) {
      if (may_be_long && starts(sign)) {
        at_ += sign.size();
        return TokenKind::sign;
      }
    }
    ++at_;
    return TokenKind::sign;
  }

  TokenKind word(const Token* before) {
    const std::size_t start = at_;
    at_ += loom::micro_sign(text_.substr(at_));
    while (letter(peek()) || digit(peek())) ++at_;
    const std::string_view text = text_.substr(start, at_ - start);
    if (before == nullptr || before->kind != TokenKind::number || text == "_" || text == "at" || text == "from" ||
        text == "until" || text == "abstract" || text == "as" || reserved_word(text)) {
      while (!reserved_word(text) && (letter(peek()) || digit(peek()) || peek() == '\'')) ++at_;
      return TokenKind::word;
    }
    if (starts("/s") && !letter(peek(2)) && !digit(peek(2))) at_ += 2;
    return TokenKind::unit;
  }

  /// After a dot only digits belong to it: `e.1.2` are two components.
  TokenKind number(const Token* before) {
    while (digit(peek())) ++at_;
    if (before != nullptr && before->is(".")) return TokenKind::number;
    if (peek() == '.' && digit(peek(1))) {
      ++at_;
      while (digit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (digit(peek(sign))) {
        at_ += sign;
        while (digit(peek())) ++at_;
      }
    }
    return TokenKind::number;
  }

  TokenKind quoted(char quote, TokenKind kind) {
    for (++at_; at_ < text_.size() && peek() != '\n'; ++at_) {
      if (peek() == '\\' && quote == '"' && at_ + 1 < text_.size() && peek(1) != '\n') {
        ++at_;
      } else if (peek() == quote) {
        ++at_;
        break;
      }
    }
    return kind;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return Scanner(text).run(); }

}  // namespace petriloom::source
