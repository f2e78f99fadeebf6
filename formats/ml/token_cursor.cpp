// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/token_cursor.h"

#include <fmt/format.h>

#include <array>

namespace petriloom::cpn::ml {

namespace {

constexpr std::array<std::string_view, 38> kReserved{
    "abstype", "and",      "andalso",   "as",        "case",    "datatype", "do",     "else",   "end",   "exception",
    "fn",      "fun",      "handle",    "if",        "in",      "infix",    "infixr", "let",    "local", "nonfix",
    "of",      "op",       "open",      "orelse",    "raise",   "rec",      "then",   "type",   "val",   "while",
    "with",    "withtype", "structure", "signature", "functor", "sig",      "struct", "globref"};

}  // namespace

bool reserved(std::string_view text) { return std::find(kReserved.begin(), kReserved.end(), text) != kReserved.end(); }

TokenCursor::TokenCursor(const Text& text, Arena& arena, Diagnostics& diagnostics) : arena_(arena), diagnostics_(diagnostics) {
  arena.fixities.note_signs(text.text);
  words_ = words(text, diagnostics, nullptr, &arena.fixities);
}

const Fixity* TokenCursor::operator_here() const {
  const bool may_be = now().kind == TokenKind::sign || now().kind == TokenKind::name;
  return may_be ? arena_.fixities.find(now().text) : nullptr;
}

TokenCursor::Deeper::Deeper(TokenCursor& cursor_in) : cursor(cursor_in) {
  if (++cursor.depth_ > kMostDepth) {
    --cursor.depth_;
    cursor.fail(fmt::format("this is nested more than {} deep", kMostDepth));
  }
}

const Token& TokenCursor::next() {
  const Token& word = words_[at_];
  if (at_ + 1 < words_.size()) ++at_;
  return word;
}

bool TokenCursor::accept(std::string_view text) {
  if (!is(text)) return false;
  next();
  return true;
}

void TokenCursor::expect(std::string_view text) {
  if (!accept(text)) unexpected(fmt::format("'{}'", text));
}

void TokenCursor::fail(std::string message) {
  diagnostics_.error(now().where, std::move(message));
  throw SyntaxError{};
}

void TokenCursor::unexpected(std::string_view expected) {
  const Token& word = now();
  fail(word.kind == TokenKind::end ? fmt::format("the text ends where {} was expected", expected)
                                   : fmt::format("'{}' stands where {} was expected", word.text, expected));
}

bool TokenCursor::at_name() const { return now().kind == TokenKind::name && !reserved(now().text); }

std::string TokenCursor::name(std::string_view what) {
  if (!at_name()) unexpected(what);
  return next().text;
}

}  // namespace petriloom::cpn::ml
