// SPDX-License-Identifier: Apache-2.0
#include "formats/source/statements.h"

#include <algorithm>
#include <array>

namespace petriloom::source {
namespace {

constexpr std::array<std::string_view, 6> kBlockWords = {"transition", "module", "hardware", "instance", "scope", "scenario"};
constexpr std::array<std::string_view, 9> kPrefixes = {"AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"};
constexpr std::array<std::string_view, 5> kTypeWords = {"product", "subset", "list", "index", "int"};
constexpr std::size_t kMostNested = 256;

template <std::size_t N>
bool one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether a token is one of some signs of one letter.
bool sign_of(const Token& token, std::string_view letters) {
  return token.kind == TokenKind::sign && token.text.size() == 1 && letters.find(token.text.front()) != std::string_view::npos;
}
bool opens(const Token& token) { return sign_of(token, "([{"); }
bool closes(const Token& token) { return sign_of(token, ")]}"); }

class Reader {
 public:
  explicit Reader(std::span<const Token> tokens) : tokens_(tokens) {}

  std::vector<Statement> block(std::size_t depth) {
    std::vector<Statement> statements;
    while (tokens_[at_].kind != TokenKind::end && (depth == 0 || !tokens_[at_].is("}"))) statements.push_back(statement(depth));
    return statements;
  }

 private:
  Statement statement(std::size_t depth) {
    Statement made;
    made.begin = at_;
    const bool may_have_block = tokens_[at_].kind == TokenKind::word && one_of(kBlockWords, tokens_[at_].text);
    std::size_t brackets = 0;
    for (; tokens_[at_].kind != TokenKind::end; ++at_) {
      const Token& token = tokens_[at_];
      if (token.is("{") && brackets == 0 && may_have_block && depth < kMostNested) {
        made.open = at_++;
        made.inner = block(depth + 1);
        if (tokens_[at_].is("}")) made.close = at_++;
        break;
      }
      if (token.is("}") && brackets == 0 && depth > 0) break;  // a statement that lacks its end
      if (opens(token)) ++brackets;
      if (closes(token) && brackets > 0) --brackets;
      if (token.is(";") && brackets == 0) {
        ++at_;
        break;
      }
    }
    made.end = at_;
    return made;
  }

  std::span<const Token> tokens_;
  std::size_t at_ = 0;
};

class Classifier {
 public:
  Classifier(std::span<const Token> tokens, const Statement& statement)
      : tokens_(tokens.subspan(statement.begin, statement.head_end() - statement.begin)), roles_(tokens_.size()) {}

  std::vector<Role> run() {
    first_ = tokens_.empty() ? std::string_view() : tokens_[0].text;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      classify(i);
      if (i > 0) roles_[i].space = space(i);
    }
    return roles_;
  }

 private:
  [[nodiscard]] bool next_is(std::size_t i, std::string_view text) const {
    return i + 1 < tokens_.size() && tokens_[i + 1].is(text);
  }

  void classify(std::size_t i) {
    const Token& token = tokens_[i];
    Role& role = roles_[i];
    const bool after_operand = i > 0 && roles_[i - 1].operand;
    switch (token.kind) {
      case TokenKind::word:
        role.temporal = first_ == "property" && after_operand && (token.is("U") || token.is("R") || token.is("W"));
        role.word = role.temporal || is_word(i);
        role.operand = !role.word || token.is("true") || token.is("false");
        return;
      case TokenKind::sign:
        role.unary = (token.is("-") || token.is("!")) && !after_operand;
        role.operand = closes(token) || (token.is("*") && !after_operand);
        brackets(i);
        return;
      default:
        role.operand = true;
    }
  }

  void brackets(std::size_t i) {
    const Token& token = tokens_[i];
    if (token.is("{")) roles_[i].padded = i > 0 && roles_[i - 1].operand;
    if (opens(token)) open_.push_back(i);
    if (!closes(token) || open_.empty()) return;
    roles_[i].padded = roles_[open_.back()].padded;
    open_.pop_back();
  }

  [[nodiscard]] bool is_word(std::size_t i) {
    const Token& token = tokens_[i];
    if (i == 0) return true;
    const Token& before = tokens_[i - 1];
    if (before.is(".")) return false;
    if (reserved_word(token.text) || (i == 1 && first_ == "default")) return true;
    if (i == 1 && (first_ == "hardware" || ((first_ == "port" || first_ == "alias") && (token.is("out") || token.is("inout"))))) {
      return token.is("module") || first_ != "hardware";
    }
    if (first_ == "scope" && open_.empty() && i > 1 && (token.is("hardware") || token.is("folded"))) return true;
    if (open_.empty() && !declared_ && ((first_ == "measure" && before.is("=")) || (first_ == "property" && before.is(":")))) {
      return declared_ = true;
    }
    if (first_ == "measure" && token.is("until") && before.is("time") && roles_[i - 1].word) return true;
    if (first_ == "order" && i == 1 && token.is("by")) return !names_path(i);
    if (first_ == "in" && open_.empty() && token.is("collect") && (before.is(":") || before.is("++"))) return collects(i);
    if (first_ == "in" && open_.empty() && token.is("as")) return roles_[i - 1].operand;
    if (first_ == "at" && i == 1 && token.is("most")) return before_limit(i);
    if (first_ == "draw" && open_.empty() && token.is("abstract")) return roles_[i - 1].operand;
    if (first_ == "every" && open_.empty() && (token.is("from") || token.is("until"))) return roles_[i - 1].operand;
    if (first_ == "property" && one_of(kPrefixes, token.text)) return !roles_[i - 1].operand && before_operand(i);
    if ((first_ == "module" || first_ == "hardware") && (before.is("(") || before.is(","))) return names_parameter(i);
    // `place P : T at (1, 2)`
    const bool after_type = (first_ == "place" || first_ == "port") && open_.empty() && one_of(kTypeWords, before.text);
    if (next_is(i, "(") && (roles_[i - 1].operand || (after_type && token.is("at")))) return true;
    return one_of(kTypeWords, token.text) && (before.is(":") || (first_ == "colour" && before.is("=")));
  }

  /// Whether the word says what a parameter of a module is: it may be the name of one, too.
  [[nodiscard]] bool names_parameter(std::size_t i) const {
    const Token& token = tokens_[i];
    const bool says = token.is("fun") || token.is("colour") || token.is("color");
    return says && open_.size() == 1 && i + 1 < tokens_.size() && !next_is(i, ":");
  }

  /// Whether the word is one of the names that `order a, b.c;` lists.
  [[nodiscard]] bool names_path(std::size_t i) const {
    return next_is(i, ",") || next_is(i, ";") || next_is(i, ".") || next_is(i, "[");
  }

  /// Whether the term that the word begins gives a list a name.
  [[nodiscard]] bool collects(std::size_t i) const {
    std::size_t open = 0;
    while (++i < tokens_.size()) {
      if (opens(tokens_[i])) ++open;
      if (closes(tokens_[i]) && open-- == 0) return false;
      if (open > 0) continue;
      if (tokens_[i].is("++") || tokens_[i].is(";")) return false;
      if (tokens_[i].is("as") && !tokens_[i - 1].is("collect")) return true;
    }
    return false;
  }

  /// Whether a speed follows `at most`: not where `most` is a time, or begins one.
  [[nodiscard]] bool before_limit(std::size_t i) const {
    if (i + 1 >= tokens_.size()) return false;
    const Token& next = tokens_[i + 1];
    return next.kind != TokenKind::sign || next.is("(") || next.is("!");
  }

  [[nodiscard]] bool before_operand(std::size_t i) const {
    if (i + 1 >= tokens_.size()) return false;
    const Token& next = tokens_[i + 1];
    if (next.is("U") || next.is("R") || next.is("W")) return false;
    if (next.is("[")) return next.space_before;
    if (next.is("-")) return next.space_before && i + 2 < tokens_.size() && !tokens_[i + 2].space_before;
    return next.kind != TokenKind::sign || next.is("(") || next.is("!") || next.is(".") || next.is("{");
  }

  [[nodiscard]] bool space(std::size_t i) const {
    const Token& before = tokens_[i - 1];
    const Token& token = tokens_[i];
    const Role& last = roles_[i - 1];
    if (token.is(",") || token.is(";") || token.is(")") || token.is("]")) return false;
    if (token.is("}")) return roles_[i].padded;
    if (before.is("{")) return last.padded;
    if (before.is("(") || before.is("[") || before.is(".") || before.is("..") || before.is("`")) return false;
    if (last.unary) return before.is("-") && token.is("-");
    if (token.is("..") || token.is("`")) return false;
    const bool called = last.operand && !last.word;
    if (token.is("(")) return !called;
    // `A[` and `E[` are quantifiers of paths where they stand together.
    if (token.is("[")) return !called || (first_ == "property" && token.space_before && (before.is("A") || before.is("E")));
    if (token.is(".")) return !called || (before.kind == TokenKind::number && literal_before(i));
    return true;
  }

  /// Whether `1 .2` or `1. 2` stands here, which is not the number 1.2.
  [[nodiscard]] bool literal_before(std::size_t i) const {
    return i + 1 < tokens_.size() && tokens_[i + 1].kind == TokenKind::number && !(i > 1 && tokens_[i - 2].is("."));
  }

  std::span<const Token> tokens_;
  std::vector<Role> roles_;
  std::string_view first_;
  std::vector<std::size_t> open_;
  bool declared_ = false;  ///< the word that says what a measure or property is has been met
};

}  // namespace

std::vector<Statement> statements_of(std::span<const Token> tokens) { return Reader(tokens).block(0); }

std::vector<Role> roles_of(std::span<const Token> tokens, const Statement& statement) {
  return Classifier(tokens, statement).run();
}

std::vector<std::size_t> partners_of(std::span<const Token> tokens, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> partners(end - begin, kNone);
  std::vector<std::size_t> open;
  for (std::size_t i = begin; i < end; ++i) {
    if (opens(tokens[i])) open.push_back(i - begin);
    if (!closes(tokens[i]) || open.empty()) continue;
    partners[i - begin] = open.back();
    partners[open.back()] = i - begin;
    open.pop_back();
  }
  return partners;
}

}  // namespace petriloom::source
