// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "formats/cpn/work.h"
#include "formats/drawing/comments.h"
#include "formats/ml/lexer.h"
#include "formats/ml/parser.h"

namespace petriloom::cpn {

namespace {

constexpr std::string_view kBlanks = " \t\r";

// What stands between the signs of a comment: without blanks around it, and with its lines as far
// to the right as they were from the leftmost.
std::string comment_text(std::string_view comment) {
  comment = comment.substr(2, comment.size() - 4);
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= comment.size();) {
    const std::size_t end = std::min(comment.find('\n', begin), comment.size());
    const std::string_view line = comment.substr(begin, end - begin);
    lines.emplace_back(line.substr(0, line.find_last_not_of(kBlanks) + 1));
    begin = end + 1;
  }
  const auto empty = [](const std::string& line) { return line.empty(); };
  const auto first = std::find_if_not(lines.begin(), lines.end(), empty);
  const bool on_first_line = first == lines.begin();  // where the sign stands before it
  lines.erase(lines.begin(), first);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  std::size_t margin = std::string::npos;
  for (std::size_t k = on_first_line ? 1 : 0; k < lines.size(); ++k) {
    if (!lines[k].empty()) margin = std::min(margin, lines[k].find_first_not_of(kBlanks));
  }
  std::string text;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::size_t cut = k == 0 && on_first_line ? lines[k].find_first_not_of(kBlanks) : margin;
    text += (k == 0 ? "" : "\n") + lines[k].substr(std::min(cut, lines[k].size()));
  }
  return text;
}

std::string name_of(const ml::Declaration& declaration) {
  std::string name = declaration.name;
  if (!declaration.functions.empty()) name = declaration.functions[0].name;
  if (!declaration.names.empty() && name.empty()) name = declaration.names[0].first;
  if (declaration.pattern && declaration.pattern->kind == ml::PatternKind::variable) name = declaration.pattern->name;
  // As functions of the net are called.
  if (!declaration.functions.empty())
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '.' || c == '\''; }, '_');
  return name;
}

class CommentReader {
 public:
  explicit CommentReader(NetContext& context) : context_(context) {}

  void read() {
    for (const Declaration& declaration : context_.document.declarations) {
      const bool ours = declaration.kind == DeclarationKind::code && read_own_notes(declaration.code.text);
      if (declaration.kind == DeclarationKind::use || ours) continue;
      if (declaration.blocks != blocks_) note_waiting({});
      blocks_ = declaration.blocks;
      // The elements of a file have no comments.
      add(declaration.layout.blank() ? declaration.code : declaration.layout);
    }
    note_waiting({});
  }

 private:
  void note(const std::string& name, const std::string& comment) {
    std::string text = comment_text(comment);
    if (!text.empty()) context_.net().notes.emplace_back(drawing::comment_heading(name), std::move(text));
  }
  void note_waiting(const std::string& name) {
    for (const std::string& comment : std::exchange(waiting_, {})) note(name, comment);
  }

  void add(const Text& text) {
    if (waiting_.empty() && text.text.find("(*") == std::string::npos) return;
    Diagnostics none;
    std::vector<ml::Comment> comments;
    words_ = ml::words(text, none, &comments);
    declarations_ = ml::Parser(text, context_.arena, none).whole_declarations();
    std::size_t done = 0;  // of the comments
    for (std::size_t k = 0; k <= declarations_.size(); ++k) {
      for (; done < comments.size() && (k == declarations_.size() || comments[done].where < declarations_[k]->where); ++done) {
        if (k > 0 && belongs(comments[done], k)) {
          note(name_of(*declarations_[k - 1]), comments[done].text);
        } else {
          waiting_.push_back(comments[done].text);
        }
      }
      if (k < declarations_.size()) note_waiting(name_of(*declarations_[k]));
    }
  }

  // Whether a comment before declaration `next` is inside or on the last line of the one before.
  [[nodiscard]] bool belongs(const ml::Comment& comment, std::size_t next) const {
    const auto after =
        std::find_if(words_.begin(), words_.end(), [&](const ml::Token& word) { return comment.where < word.where; });
    const bool between = after == words_.end() || after->kind == ml::TokenKind::end ||
                         (next < declarations_.size() && after->where == declarations_[next]->where);
    return !between || (after != words_.begin() && std::prev(after)->where.line == comment.where.line);
  }

  NetContext& context_;
  std::vector<std::string> blocks_;
  std::vector<std::string> waiting_;  // comments for the next declaration of the block
  std::vector<ml::Token> words_;
  std::vector<ml::Declaration*> declarations_;
};

}  // namespace

void note_comments(NetContext& context) { CommentReader(context).read(); }

namespace {

class PartComments {
 public:
  explicit PartComments(const Work& work) : work_(work), parts_(drawing::part_names(work.context.net(), work.made)) {}

  /// Those of a text are on the part, or on the whole transition if there is no such part.
  void note(const Text& text, std::string_view part) {
    if (text.text.find("(*") == std::string::npos) return;
    Diagnostics none;
    std::vector<ml::Comment> comments;
    ml::words(text, none, &comments);
    std::string on = drawing::part_name(work_.context.net(), work_.made, part);
    if (std::find(parts_.begin(), parts_.end(), on) == parts_.end())
      on = drawing::part_name(work_.context.net(), work_.made, "transition");
    for (const ml::Comment& comment : comments) {
      std::string kept = comment_text(comment.text);
      if (!kept.empty()) work_.context.net().notes.emplace_back(drawing::comment_heading(on), std::move(kept));
    }
  }

 private:
  const Work& work_;
  std::vector<std::string> parts_;
};

// Where arc `k` stands when those that put come last.
std::size_t position(const std::vector<Arc>& arcs, std::size_t k) {
  const auto puts = [](const Arc& arc) { return arc.kind == ArcKind::output; };
  const auto end = arcs.begin() + static_cast<std::ptrdiff_t>(k);
  const auto before = static_cast<std::size_t>(std::count_if(arcs.begin(), end, puts));
  if (!puts(arcs[k])) return k - before;
  return before + static_cast<std::size_t>(std::count_if(arcs.begin(), arcs.end(), [&](const Arc& arc) { return !puts(arc); }));
}

}  // namespace

void note_part_comments(const Work& work) {
  PartComments parts(work);
  parts.note(work.node.code, "draw");
  parts.note(work.node.guard, "guard");
  for (const Inscription& inscription : work.inscriptions) {
    const std::string part = inscription.first ? drawing::arc_part(position(work.made.arcs, *inscription.first)) : std::string();
    parts.note(inscription.node->inscription, part);
  }
  parts.note(work.node.time, "delay");
}

}  // namespace petriloom::cpn
