// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/graphviz_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace petriloom {

namespace {

bool in_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 128;
}

}  // namespace

bool DotToken::is_keyword(std::string_view word) const {
  return kind == Kind::id && !quoted && std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         });
}

Location DotTokens::where() const { return {file_, line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)}; }

void DotTokens::step() {
  if (at(at_) == '\n') {
    ++line_;
    line_start_ = at_ + 1;
  }
  ++at_;
}

/// Behind the text `end`; what is begun and not ended is an error.
void DotTokens::skip_to(std::string_view end) {
  const Location begin = where();
  for (at_ += end == "\n" ? 1U : 2U; at_ < text_.size() && text_.substr(at_, end.size()) != end;) step();
  if (at_ >= text_.size() && end != "\n") diagnostics_.error(begin, "a comment that does not end", "*/");
  for (std::size_t k = 0; k < end.size() && at_ < text_.size(); ++k) step();
}

void DotTokens::skip() {
  while (at_ < text_.size()) {
    if (std::isspace(static_cast<unsigned char>(at(at_))) != 0)
      step();
    else if (at(at_) == '/' && at(at_ + 1) == '*')
      skip_to("*/");
    else if ((at(at_) == '/' && at(at_ + 1) == '/') || (at(at_) == '#' && at_ == line_start_))
      skip_to("\n");
    else
      return;
  }
}

/// A backslash keeps a quote, and goes with the end of a line behind it.
void DotTokens::read_string(DotToken& token) {
  step();
  while (at_ < text_.size() && at(at_) != '"') {
    const bool escape = at(at_) == '\\' && (at(at_ + 1) == '"' || at(at_ + 1) == '\n');
    if (escape) step();
    if (!escape || at(at_) == '"') token.text += at(at_);
    step();
  }
  if (at_ >= text_.size())
    diagnostics_.error(token.where, "a string that does not end", "\"");
  else
    step();
}

void DotTokens::read_html(DotToken& token) {
  std::size_t depth = 0;
  do {
    if (at(at_) == '<') ++depth;
    if (at(at_) == '>') --depth;
    token.text += at(at_);
    step();
  } while (at_ < text_.size() && depth > 0);
  if (depth > 0) diagnostics_.error(token.where, "a string that does not end", ">");
}

DotToken DotTokens::next() {
  skip();
  DotToken token{DotToken::Kind::nothing, "", false, where()};
  if (at_ >= text_.size()) return token;
  const char c = at(at_);
  token.kind = DotToken::Kind::id;
  if (c == '"') {
    token.quoted = true;
    read_string(token);
  } else if (c == '<') {
    token.quoted = true;
    read_html(token);
  } else if (in_name(c) || c == '.' ||
             (c == '-' && (std::isdigit(static_cast<unsigned char>(at(at_ + 1))) != 0 || at(at_ + 1) == '.'))) {
    do {
      token.text += at(at_);
      step();
    } while (at_ < text_.size() && (in_name(at(at_)) || at(at_) == '.'));
  } else {
    token.kind = DotToken::Kind::sign;
    token.text = c == '-' && (at(at_ + 1) == '>' || at(at_ + 1) == '-') ? std::string(text_.substr(at_, 2)) : std::string(1, c);
    for (std::size_t k = 0; k < token.text.size(); ++k) step();
  }
  return token;
}

}  // namespace petriloom
