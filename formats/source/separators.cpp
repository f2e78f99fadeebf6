// SPDX-License-Identifier: Apache-2.0
#include "formats/source/separators.h"

#include <algorithm>
#include <array>

#include "formats/common/operators.h"

namespace petriloom::source {
namespace {

/// Weakest first. Operators follow in the order of their strength.
enum Level : int { kClause, kBranch, kTerms, kTermPart, kBody, kComma, kNothing = 100 };
constexpr int kOperators = kComma + 1;

constexpr std::array<std::string_view, 9> kDeclarations = {"const",   "colour", "color", "fun",   "place",
                                                           "measure", "alias",  "net",   "import"};
constexpr std::array<std::string_view, 7> kArcs = {"in", "out", "read", "inhibit", "reset", "equal", "uses"};

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Search {
 public:
  Search(const Head& head, std::size_t begin, std::size_t end) : head_(head), begin_(begin), end_(end) {}

  Separators run() {
    const std::size_t start = first();
    if (start < end_ && word(start, "if")) branches(start, "then", "else");
    if (start < end_ && word(start, "let")) branches(start, "in", "");
    if (start < end_ && word(start, "case")) arms(start);
    if (found_.at.empty()) plain(start);
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool word(std::size_t i, std::string_view text) const { return head_.roles[i].word && head_.tokens[i].is(text); }
  [[nodiscard]] std::size_t next(std::size_t i) const {
    const std::size_t partner = head_.partners[i];
    return partner != kNone && partner > i ? std::min(partner, end_) + 1 : i + 1;
  }

  /// Behind the words and signs that begin a line because it was broken there.
  [[nodiscard]] std::size_t first() const {
    std::size_t i = begin_;
    // `guard if ...`
    const auto opens = [this](std::size_t k) { return k < end_ && (word(k, "if") || word(k, "let") || word(k, "case")); };
    if (i == 0 && opens(1) && head_.roles[0].word) return 1;
    while (i < end_ && (word(i, "else") || word(i, "then") || head_.tokens[i].is("|") || head_.tokens[i].is(":"))) ++i;
    return i;
  }

  void add(std::size_t at, int level) {
    if (at <= begin_ || at >= end_ || level > level_) return;
    if (level < level_) found_.at.clear();
    level_ = level;
    found_.at.push_back(at);
    found_.fill = level > kOperators + loom::kComparison || level == kComma;
  }

  /// `if`: before the `else` of the outermost conditions, or if there is none before `then`. `let`:
  /// behind its `in`.
  void branches(std::size_t start, std::string_view middle, std::string_view last) {
    std::size_t open = 0;
    std::size_t middle_at = kNone;
    for (std::size_t i = start; i < end_; i = next(i)) {
      if (head_.tokens[i].is(head_.tokens[start].text)) ++open;
      if (word(i, middle) && open == 1 && middle_at == kNone) middle_at = i;
      if (last.empty() || !word(i, last) || open == 0) continue;
      if (--open == 0) add(i, kBranch);
    }
    if (middle_at == kNone || !found_.at.empty()) return;
    add(last.empty() ? middle_at + 1 : middle_at, kBranch);
  }

  void arms(std::size_t start) {
    for (std::size_t i = start; i < end_; i = next(i)) {
      if (head_.tokens[i].is("|")) add(i, kBranch);
    }
  }

  void plain(std::size_t start) {
    bool binders = false;  // `x in l`: what follows the colon is a body
    bool opaque = false;   // behind `if`, `let`, `case`: operators belong to these
    for (std::size_t i = start; i < end_; i = next(i)) {
      const Token& token = head_.tokens[i];
      const Role& role = head_.roles[i];
      if (role.word && (token.is("if") || token.is("let") || token.is("case"))) opaque = true;
      if (role.word && token.is("in") && i > begin_ && !opaque) binders = true;
      if (token.is(",")) {
        opaque = false;
        add(i + 1, kComma);
      }
      if ((role.word && (token.is("over") || token.is("where"))) || token.is("->")) add(i, kClause);
      if (token.is("@+") || (role.word && token.is("when") && i > begin_)) add(i, kTermPart);
      if (token.is(":") && binders) {
        add(i, kBody);
        return;
      }
      if (head_.terms && token.is("++")) {
        opaque = false;
        add(i, kTerms);
        continue;
      }
      if (!opaque) operators(i);
    }
  }

  void operators(std::size_t i) {
    if (head_.roles[i].temporal) add(i, kOperators + loom::kTemporal);
    if (head_.tokens[i].kind != TokenKind::sign || head_.roles[i].unary || head_.roles[i].operand || i + 1 == head_.declared)
      return;
    if (const loom::Infix* known = loom::find_row(loom::kInfix, head_.tokens[i].text)) add(i, kOperators + known->strength);
  }

  const Head& head_;
  std::size_t begin_;
  std::size_t end_;
  Separators found_;
  int level_ = kNothing;
};

std::size_t declared_at(const Head& head) {
  const std::span<const Token> tokens = head.tokens;
  if (tokens.empty()) return kNone;
  const std::string_view first = tokens[0].text;
  const bool by_colon = is_among(kArcs, first) || first == "property";
  if (!by_colon && !is_among(kDeclarations, first)) return kNone;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (head.partners[i] != kNone && head.partners[i] > i) {
      i = head.partners[i];
      continue;
    }
    if (!tokens[i].is(by_colon ? ":" : "=")) continue;
    // The word that says what a property or measure is stays with its name.
    const bool kind = (first == "property" || first == "measure") && i + 2 < tokens.size() && head.roles[i + 1].word;
    return i + (kind ? 2 : 1);
  }
  return kNone;
}

}  // namespace

Head head_of(std::span<const Token> tokens, const Statement& statement) {
  Head head;
  head.tokens = tokens.subspan(statement.begin, statement.head_end() - statement.begin);
  head.roles = roles_of(tokens, statement);
  head.partners = partners_of(head.tokens, 0, head.tokens.size());
  head.declared = declared_at(head);
  const std::string_view first = head.tokens.empty() ? std::string_view() : head.tokens[0].text;
  head.terms = first == "place" || is_among(kArcs, first);
  return head;
}

Separators separators_of(const Head& head, std::size_t begin, std::size_t end) { return Search(head, begin, end).run(); }

}  // namespace petriloom::source
