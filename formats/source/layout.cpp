// SPDX-License-Identifier: Apache-2.0
#include "formats/source/layout.h"

#include <algorithm>

#include "formats/source/printer.h"
#include "formats/source/separators.h"
#include "formats/source/width.h"
#include "formats/syntax/parse.h"

namespace petriloom::source {
namespace {

constexpr std::size_t kBlock = 2;         ///< indentation of what stands in a block
constexpr std::size_t kContinuation = 4;  ///< of what goes on with a statement on another line
constexpr std::size_t kShort = 12;        ///< elements up to this width share lines

/// Lays out the head of one statement.
class HeadLayout {
 public:
  HeadLayout(Printer& printer, const Head& head, bool blanks) : printer_(printer), head_(head), blanks_(blanks) {
    ends_.push_back(0);
    hard_.push_back(0);
    for (std::size_t i = 0; i < head_.tokens.size(); ++i) {
      std::size_t width = width_of(head_.tokens[i].text) + (head_.roles[i].space ? 1 : 0);
      bool breaks = false;
      for (const Comment& comment : head_.tokens[i].comments) {
        width += i > 0 ? width_of(comment.text) + 1 : 0;
        breaks = breaks || comment.breaks();
      }
      ends_.push_back(ends_.back() + width);
      hard_.push_back(hard_.back() + (breaks ? 1 : 0));
    }
  }

  /// `pad` blanks more behind token `padded`; `tail` characters stand behind the head on its last
  /// line.
  void run(std::size_t indent, std::size_t padded, std::size_t pad, std::size_t tail) {
    padded_ = padded;
    pad_ = pad;
    const std::size_t count = head_.tokens.size();
    if (lines_of_note() > 1) return put_note(indent + kContinuation);
    if (fits(0, count, tail)) return put_all(0, count, indent + kContinuation);
    if (head_.declared == kNone) return lay(0, count, indent + kContinuation, tail);
    lay(0, head_.declared, indent + kContinuation, 0);
    const bool function = head_.tokens[0].is("fun");
    const std::size_t inner = indent + kContinuation;
    const bool own_line = function || (!fits(head_.declared, count, tail) && !hard(head_.declared, count) &&
                                       inner + flat(head_.declared, count) + tail <= kWidest);
    if (own_line) printer_.new_line(inner);
    lay(head_.declared, count, inner, tail);
  }

  /// The whole width on one line.
  [[nodiscard]] std::size_t width() const { return ends_.back(); }
  [[nodiscard]] bool breaks() const { return hard(0, head_.tokens.size()) || hard_[1] > 0; }

 private:
  /// The width of some tokens on one line, the blank before them left aside.
  [[nodiscard]] std::size_t flat(std::size_t begin, std::size_t end) const {
    return begin >= end ? 0 : ends_[end] - ends_[begin] - (head_.roles[begin].space ? 1 : 0);
  }
  /// Whether comments force a line end between them.
  [[nodiscard]] bool hard(std::size_t begin, std::size_t end) const { return begin < end && hard_[end] != hard_[begin + 1]; }
  [[nodiscard]] bool fits(std::size_t begin, std::size_t end, std::size_t tail) const {
    return !hard(begin, end) && printer_.column() + 1 + flat(begin, end) + tail <= kWidest + (begin == 0 ? 1 : 0);
  }

  /// How many lines a note has; 0 if the statement is none.
  [[nodiscard]] std::size_t lines_of_note() const {
    if (!head_.tokens[0].is("note")) return 0;
    const auto texts =
        std::count_if(head_.tokens.begin(), head_.tokens.end(), [](const Token& token) { return token.kind == TokenKind::text; });
    return texts < 2 ? 0 : static_cast<std::size_t>(texts) - 1;
  }
  /// Each line of a note stands on its own.
  void put_note(std::size_t indent) {
    for (std::size_t i = 0; i < head_.tokens.size(); ++i) {
      if (i > 1 && head_.tokens[i].kind == TokenKind::text) printer_.new_line(indent);
      put(i, indent);
    }
  }

  void put(std::size_t i, std::size_t indent) {
    printer_.put(head_.tokens[i], head_.roles[i].space, indent, blanks_ && i == 0);
    if (i == padded_) printer_.pad(pad_);
  }
  void put_all(std::size_t begin, std::size_t end, std::size_t indent) {
    for (std::size_t i = begin; i < end; ++i) put(i, indent);
  }

  void lay(std::size_t begin, std::size_t end, std::size_t indent, std::size_t tail) {
    if (fits(begin, end, tail)) return put_all(begin, end, indent);
    const Separators separators = separators_of(head_, begin, end);
    if (separators.at.empty() || ends_in_bracket(separators, begin, end)) return bracket(begin, end, indent, tail);
    std::vector<std::size_t> starts{begin};
    starts.insert(starts.end(), separators.at.begin(), separators.at.end());
    starts.push_back(end);
    const bool fill = separators.fill && !hard(begin, end) && short_pieces(starts);
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
      const std::size_t after = k + 2 < starts.size() ? 0 : tail;
      if (k > 0 && !(fill && fits(starts[k], starts[k + 1], after))) printer_.new_line(indent);
      lay(starts[k], starts[k + 1], indent + (fill ? 0 : kBlock), after);
    }
  }

  /// `x = f(...)`: the bracket is broken rather than the short piece before it taken off.
  [[nodiscard]] bool ends_in_bracket(const Separators& separators, std::size_t begin, std::size_t end) const {
    std::size_t last = end - 1;
    while (last > begin && (head_.tokens[last].is(";") || head_.tokens[last].is(","))) --last;
    const std::size_t open = head_.partners[last];
    if (separators.at.size() != 1 || open == kNone || open < separators.at[0] || open + 2 > last) return false;
    return !hard(begin, open + 1) && flat(begin, open + 1) < kWidest / 3 && fits(begin, open + 1, 0);
  }

  /// Elements of lists share lines if they are short; the parts of a sum may be of any width.
  [[nodiscard]] bool short_pieces(const std::vector<std::size_t>& starts) const {
    if (!head_.tokens[starts[1] - 1].is(",")) return true;
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
      if (flat(starts[k], starts[k + 1]) > kShort) return false;
    }
    return true;
  }

  /// Breaks behind the opening bracket and before the closing one of the widest pair.
  void bracket(std::size_t begin, std::size_t end, std::size_t indent, std::size_t tail) {
    std::size_t open = kNone;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t partner = head_.partners[i];
      if (partner == kNone || partner < i || partner >= end) continue;
      const bool wider = open == kNone || (hard(i, partner + 1) && !hard(open, head_.partners[open] + 1)) ||
                         flat(i, partner) > flat(open, head_.partners[open]);
      if (wider && partner > i + 1) open = i;
      i = partner;
    }
    if (open == kNone) return put_all(begin, end, indent);
    const std::size_t close = head_.partners[open];
    put_all(begin, open + 1, indent);
    const std::size_t outer = printer_.line_indent();
    printer_.new_line(outer + kContinuation);
    lay(open + 1, close, outer + kContinuation, 0);
    printer_.new_line(outer);
    put(close, outer + kContinuation);
    if (close + 1 < end) lay(close + 1, end, indent, tail);
  }

  Printer& printer_;
  const Head& head_;
  bool blanks_;
  std::vector<std::size_t> ends_;
  std::vector<std::size_t> hard_;
  std::size_t padded_ = kNone;
  std::size_t pad_ = 0;
};

/// Lays out the statements of a file.
class FileLayout {
 public:
  explicit FileLayout(std::span<const Token> tokens) : tokens_(tokens) {}

  /// `indent`: of the statements.
  std::string run(std::size_t indent) {
    list(statements_of(tokens_), indent, true);
    printer_.put(tokens_.back(), false, indent, true);
    return printer_.text();
  }

 private:
  void list(const std::vector<Statement>& statements, std::size_t indent, bool in_file) {
    std::size_t ports_end = 0;
    std::size_t widest = 0;
    for (std::size_t k = 0; k < statements.size(); ++k) {
      const Token& first = tokens_[statements[k].begin];
      if (first.is("port") && k >= ports_end) ports_end = ports(statements, k, widest);
      std::size_t pad = 0;
      if (k < ports_end && first.is("port")) pad = widest - width_of(tokens_[statements[k].begin + 1].text);
      printer_.new_line(indent);
      statement(statements[k], indent, pad, in_file || k > 0, false);
    }
  }

  /// The end of the ports that follow each other, and the widest of their directions.
  std::size_t ports(const std::vector<Statement>& statements, std::size_t from, std::size_t& widest) const {
    widest = 0;
    std::size_t end = from;
    for (; end < statements.size(); ++end) {
      const Token& first = tokens_[statements[end].begin];
      const bool apart = first.blank_before || std::any_of(first.comments.begin(), first.comments.end(),
                                                           [](const Comment& comment) { return comment.own_line; });
      if (!first.is("port") || (end > from && apart)) break;
      widest = std::max(widest, width_of(tokens_[statements[end].begin + 1].text));
    }
    return end;
  }

  void statement(const Statement& statement, std::size_t indent, std::size_t pad, bool blanks, bool inlined) {
    const Head head = head_of(tokens_, statement);
    const bool port = head.tokens[0].is("port");
    const bool input = head.tokens[0].is("in") && !inlined;  // stands under `out`
    HeadLayout layout(printer_, head, blanks);
    layout.run(indent, port ? 1 : 0, port ? pad : (input ? 1 : 0), statement.block() ? 2 : 0);
    if (!statement.block()) return;
    const bool one_line = statement.close != kNone && on_one_line(statement, printer_.column());
    printer_.put(tokens_[statement.open], true, indent + kContinuation, false);
    if (one_line) {
      for (const Statement& inner : statement.inner) inline_statement(inner, indent);
      return printer_.put(tokens_[statement.close], !statement.inner.empty(), indent, false);
    }
    list(statement.inner, indent + kBlock, false);
    if (statement.close != kNone) close(tokens_[statement.close], indent);
  }

  void inline_statement(const Statement& inner, std::size_t indent) {
    const Head head = head_of(tokens_, inner);
    for (std::size_t i = 0; i < head.tokens.size(); ++i) {
      printer_.put(head.tokens[i], i == 0 || head.roles[i].space, indent, false);
    }
  }

  /// The comments before the brace stand with the block's statements.
  void close(const Token& brace, std::size_t indent) {
    Token comments;
    comments.comments = brace.comments;
    printer_.new_line(indent + kBlock);
    printer_.put(comments, false, indent + kBlock, true);
    Token alone = brace;
    alone.comments.clear();
    printer_.new_line(indent);
    printer_.put(alone, false, indent, false);
  }

  /// A transition or instance whose block begins on the line of its brace stays on one line if it
  /// has room there.
  [[nodiscard]] bool on_one_line(const Statement& statement, std::size_t column) const {
    if (statement.inner.empty()) return tokens_[statement.open + 1].comments.empty();
    const Token& first = tokens_[statement.begin];
    if (!(first.is("transition") || first.is("instance")) || tokens_[statement.open + 1].new_line) return false;
    std::size_t width = column + 4;
    for (std::size_t i = statement.open; i <= statement.close; ++i) {
      if (!tokens_[i].comments.empty()) return false;
    }
    for (const Statement& inner : statement.inner) {
      if (inner.block()) return false;
      const Head head = head_of(tokens_, inner);
      for (std::size_t i = 0; i < head.tokens.size(); ++i) {
        width += width_of(head.tokens[i].text) + (i == 0 || head.roles[i].space ? 1 : 0);
      }
    }
    return width <= kWidest;
  }

  std::span<const Token> tokens_;
  Printer printer_;
};

/// Whether two trees are the same but for places. Chains of operators may be long, so their left
/// sides are no recursion.
bool same(const loom::Node& first, const loom::Node& second) {
  const loom::Node* a = &first;
  const loom::Node* b = &second;
  for (;;) {
    const bool text = a->kind == loom::Kind::formula || a->text == b->text;
    if (a->kind != b->kind || !text || a->children.size() != b->children.size()) return false;
    for (std::size_t i = 1; i < a->children.size(); ++i) {
      if (!same(a->children[i], b->children[i])) return false;
    }
    if (a->children.empty()) return true;
    a = a->children.data();
    b = b->children.data();
  }
}

bool same_comments(const std::vector<Token>& before, const std::vector<Token>& after) {
  const auto all = [](const std::vector<Token>& tokens) {
    std::string text;
    for (const Token& token : tokens) {
      for (const Comment& comment : token.comments) text.append(comment.text) += '\n';
      text.append(token.text) += '\n';
    }
    return text;
  };
  return all(before) == all(after);
}

}  // namespace

std::string laid_out(std::string_view statement, std::size_t depth) {
  const std::vector<Token> tokens = tokens_of(statement);
  return FileLayout(tokens).run(depth * kBlock);
}

std::optional<std::string> formatted(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const loom::Node tree = loom::parse_file(sources, file, diagnostics);
  if (diagnostics.error_count() > errors) return std::nullopt;
  const std::vector<Token> tokens = tokens_of(sources.text(file));
  std::string text = FileLayout(tokens).run(0);
  Sources check;
  Diagnostics problems;
  const FileId copy = check.add("", text);
  const loom::Node again = loom::parse_file(check, copy, problems);
  if (problems.has_errors() || !same(tree, again) || !same_comments(tokens, tokens_of(check.text(copy)))) {
    diagnostics.error({file, 0, 0}, "the layout would change what this file says, so it is left as it is");
    return std::nullopt;
  }
  return text;
}

}  // namespace petriloom::source
