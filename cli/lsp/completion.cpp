// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/completion.h"

#include <algorithm>
#include <array>

#include "cli/lsp/navigation.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::cli {

namespace {

using source::kNone;
using source::kNoScope;
using source::NameKind;
using source::NameSpace;
using source::Statement;
using source::Token;

constexpr std::array<std::string_view, 22> kDeclarationWords = {
    "alias", "colour", "const", "final when", "fun",      "fuse",     "hardware", "import",    "instance",   "measure", "module",
    "net",   "order",  "place", "port",       "property", "scenario", "scope",    "stop when", "transition", "var",     "note"};
constexpr std::array<std::string_view, 22> kItemWords = {
    "at",     "at most",  "fair with", "flow",     "draw", "every", "delay",   "equal", "guard", "in",  "inhibit",
    "memory", "order by", "out",       "priority", "read", "reset", "servers", "time",  "uses",  "var", "weight"};
constexpr std::array<std::string_view, 2> kPeriodWords = {"from", "until"};
constexpr std::array<std::string_view, 1> kDrawWords = {"abstract"};
constexpr std::array<std::string_view, 1> kBindingWords = {"by name"};
constexpr std::array<std::string_view, 17> kTypeWords = {"bool",    "enum", "fluid",  "index",  "int",    "list of",
                                                         "product", "real", "record", "string", "subset", "union",
                                                         "unit",    "with", "where",  "of",     "at"};
/// Beside the functions that every net has.
constexpr std::array<std::string_view, 18> kExpressionWords = {"case",  "concat", "dead",  "each", "else", "false",
                                                               "final", "fold",   "if",    "in",   "let",  "now",
                                                               "of",    "over",   "table", "then", "true", "when"};

/// Numbers of CompletionItemKind, by NameKind.
constexpr std::array<int, 17> kProtocolKinds = {21, 6, 22, 20, 4, 3, 6, 6, 6, 5, 8, 23, 9, 9, 12, 12, 9};
constexpr int kKeyword = 14;
constexpr int kFunction = 3;
constexpr int kField = 5;

class Proposals {
 public:
  Proposals(const Analysis& analysis, const Position& position)
      : analysis_(analysis), index_(analysis.index), offset_(analysis.offset(position)) {}

  std::vector<Completion> run() {
    find_tokens();
    if (in_comment_ || in_text_) return {};
    scope_ = analysis_.scope_at(offset_);
    around_ = analysis_.around(offset_);
    if (before_ != kNone && token(before_).is(".")) {
      after_dot();
    } else if (!of_instance()) {
      by_statement();
    }
    std::sort(found_.begin(), found_.end(), [](const Completion& a, const Completion& b) { return a.label < b.label; });
    const auto same = [](const Completion& a, const Completion& b) { return a.label == b.label; };
    found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Token& token(std::size_t i) const { return analysis_.tokens[i]; }

  /// The token before the word that is being written.
  void find_tokens() {
    for (std::size_t i = 0; i + 1 < analysis_.tokens.size(); ++i) {
      const std::size_t start = analysis_.start(token(i));
      const std::size_t end = start + token(i).text.size();
      if (start >= offset_) break;
      const bool wordlike = token(i).kind == source::TokenKind::word || token(i).kind == source::TokenKind::quoted ||
                            token(i).kind == source::TokenKind::unit;
      if (end >= offset_ && wordlike) break;
      in_text_ = token(i).kind == source::TokenKind::text && end > offset_;
      before_ = i;
    }
    for (const Token& each : analysis_.tokens) {
      for (const source::Comment& comment : each.comments) {
        const auto start = static_cast<std::size_t>(comment.text.data() - analysis_.text.data());
        const std::size_t end = start + comment.text.size();
        in_comment_ = in_comment_ || (start < offset_ && (offset_ < end || (comment.to_line_end() && offset_ == end)));
      }
    }
  }

  void add(std::size_t declared, const std::string& after = {}) {
    const source::Declared& name = index_.names[declared];
    const bool plain = name.length == name.name.size();
    const std::string text = plain ? std::string(name.name) : "'" + std::string(name.name) + "'";
    if (name.name.empty() || found_.size() > kMost) return;
    const std::string detail = found_.size() < kMostDetailed ? declaration_text(analysis_.sources, name) : "";
    found_.push_back({text, kProtocolKinds[static_cast<std::size_t>(name.kind)], detail, after.empty() ? "" : text + after});
  }
  template <std::size_t N>
  void add_words(const std::array<std::string_view, N>& words) {
    for (const std::string_view word : words) found_.push_back({std::string(word), kKeyword, "", ""});
  }
  void add_visible(std::initializer_list<NameSpace> spaces) {
    for (std::size_t scope = scope_; scope != kNoScope; scope = index_.scopes[scope].parent) {
      for (const std::size_t declared : index_.scopes[scope].declared) {
        const NameSpace space = space_of(index_.names[declared].kind);
        if (std::find(spaces.begin(), spaces.end(), space) != spaces.end()) add(declared);
      }
    }
  }

  /// `cpu.`, `node[3].cpu.`: members; `Dir.`: colours.
  void after_dot() {
    std::vector<std::size_t> steps;
    std::size_t i = before_;
    while (i != kNone && i > 0 && token(i).is(".")) {
      --i;
      int depth = 0;
      while (i > 0 && (token(i).is("]") || depth > 0)) {  // passes over indices
        if (token(i).is("]")) ++depth;
        if (token(i).is("[")) --depth;
        --i;
      }
      if (token(i).kind != source::TokenKind::word && token(i).kind != source::TokenKind::quoted) break;
      steps.push_back(i);
      if (i == 0) break;
      --i;
    }
    std::size_t at = steps.empty() ? 0 : kNoScope;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      const std::string_view name = token(*step).text;
      std::optional<std::size_t> found;
      if (step == steps.rbegin()) {
        found = index_.find(scope_, NameSpace::instance, name);
        if (!found) return of_value(steps);
      } else if (at != kNoScope) {
        const auto own = index_.scopes[at].names.find({NameSpace::instance, name});
        if (own != index_.scopes[at].names.end()) found = own->second;
      }
      at = found ? index_.members(*found) : kNoScope;
    }
    if (at == kNoScope) return;
    for (const std::size_t declared : index_.scopes[at].declared) {
      const NameSpace space = space_of(index_.names[declared].kind);
      if (space == NameSpace::place || space == NameSpace::transition || space == NameSpace::instance) add(declared);
    }
  }

  /// `task.`: fields of a record, variants of a union, through records in records.
  void of_value(const std::vector<std::size_t>& steps) {
    const std::string_view first = token(steps.back()).text;
    const std::optional<std::size_t> value = index_.find(scope_, NameSpace::value, first);
    if (!value) return labels_of(first);
    const loom::Node* type = structure(type_of(index_.names[*value]));
    for (std::size_t k = steps.size() - 1; type != nullptr && k-- > 0;) {
      const auto part = std::find_if(type->children.begin(), type->children.end(),
                                     [&](const loom::Node& each) { return each.text == token(steps[k]).text; });
      type = part == type->children.end() || part->children.empty() ? nullptr : structure(part->children.data());
    }
    if (type == nullptr || (type->kind != loom::Kind::record_type && type->kind != loom::Kind::union_type)) return;
    for (const loom::Node& part : type->children) found_.push_back({std::string(part.text), kField, "", ""});
  }

  /// The type that a variable, parameter or constant is declared with, or null.
  static const loom::Node* type_of(const source::Declared& declared) {
    if (declared.node == nullptr) return nullptr;
    if (declared.kind == NameKind::parameter) {
      const loom::Node* const all = declared.node->child(loom::Kind::parameters);
      if (all == nullptr) return nullptr;
      for (const loom::Node& each : all->children) {
        if (each.text == declared.name) return each.children.data();
      }
      return nullptr;
    }
    const loom::Node* const typed = declared.node->child(loom::Kind::typed);
    return typed == nullptr ? nullptr : typed->children.data();
  }

  /// What a type is, its name looked up; null if that is not known.
  const loom::Node* structure(const loom::Node* type) const {
    for (int steps = 0; type != nullptr && type->kind == loom::Kind::type_name && steps < kMostAliases; ++steps) {
      const std::optional<std::size_t> colour = index_.find(scope_, NameSpace::colour, type->text);
      const loom::Node* const node = colour ? index_.names[*colour].node : nullptr;
      type = node == nullptr || node->children.empty() ? nullptr : node->children.data();
    }
    return type;
  }

  /// In the braces of a record: the fields of all records that are known here.
  void add_fields() {
    for (std::size_t scope = scope_; scope != kNoScope; scope = index_.scopes[scope].parent) {
      for (const std::size_t declared : index_.scopes[scope].declared) {
        const source::Declared& name = index_.names[declared];
        const bool record = name.kind == NameKind::colour && name.node != nullptr && !name.node->children.empty() &&
                            name.node->children[0].kind == loom::Kind::record_type;
        if (!record) continue;
        for (const loom::Node& field : name.node->children[0].children) {
          found_.push_back({std::string(field.text), kField, "of " + std::string(name.name), std::string(field.text) + " = "});
        }
      }
    }
  }

  /// Whether the word that is being written begins a field of a record: behind `{` or `,` in braces
  /// that are no block.
  [[nodiscard]] bool begins_field() const {
    if (before_ == kNone || (!token(before_).is("{") && !token(before_).is(","))) return false;
    int depth = 0;
    for (std::size_t i = before_ + 1; i-- > 0 && !token(i).is(";");) {
      if (token(i).is(")") || token(i).is("]") || token(i).is("}")) ++depth;
      const bool opens = token(i).is("(") || token(i).is("[") || token(i).is("{");
      if (opens && depth == 0) return token(i).is("{");
      if (opens) --depth;
    }
    return false;
  }

  void labels_of(std::string_view name) {
    const std::optional<std::size_t> colour = index_.find(scope_, NameSpace::colour, name);
    if (!colour) return;
    const source::Declared& set = index_.names[*colour];
    for (const std::size_t declared : index_.scopes[set.scope].declared) {
      const source::Declared& each = index_.names[declared];
      if (each.kind == NameKind::label && each.node == set.node) add(declared);
    }
  }

  /// Ports in the block of an instance, parameters in its brackets.
  bool of_instance() {
    const auto found =
        std::find_if(around_.rbegin(), around_.rend(), [this](const Statement* each) { return token(each->begin).is("instance"); });
    if (found == around_.rend()) return false;
    const Statement& instance = **found;
    std::size_t kind = kNone;
    int depth = 0;
    for (std::size_t i = instance.begin; i < instance.head_end() && kind == kNone; ++i) {
      if (token(i).is("[")) ++depth;
      if (token(i).is("]")) --depth;
      if (token(i).is(":") && depth == 0) kind = i + 1;
    }
    const bool before_kind = kind == kNone || offset_ <= analysis_.start(token(kind)) + token(kind).text.size();
    if (before_kind) {
      const bool wanted = before_ != kNone && kind != kNone && before_ == kind - 1;
      if (wanted) add_visible({NameSpace::module});
      return wanted;
    }
    const std::optional<std::size_t> module = index_.find(scope_, NameSpace::module, token(kind).text);
    const bool in_block = instance.block() && offset_ > analysis_.start(token(instance.open));
    const bool begins =
        token(before_).is("{") || token(before_).is(";") || (!in_block && (token(before_).is("(") || token(before_).is(",")));
    if (!module || !begins || index_.names[*module].inner == kNoScope) return false;
    for (const std::size_t declared : index_.scopes[index_.names[*module].inner].declared) {
      const source::Declared& each = index_.names[declared];
      const bool wanted = in_block ? each.kind == NameKind::port : source::is_parameter(each);
      if (wanted && !given(instance, each.name)) add(declared, " = ");
    }
    if (in_block) add_words(kBindingWords);
    return true;
  }

  /// Whether `name =` stands in an instance already, elsewhere than at the cursor.
  [[nodiscard]] bool given(const Statement& instance, std::string_view name) const {
    for (std::size_t i = instance.begin; i + 1 < instance.end; ++i) {
      if (token(i).text == name && token(i + 1).is("=") && i != before_ + 1) return true;
    }
    return false;
  }

  void by_statement() {
    const bool begins = before_ == kNone || token(before_).is(";") || token(before_).is("{") || token(before_).is("}");
    const Statement* const around = around_.empty() ? nullptr : around_.back();
    const bool in_transition = std::any_of(around_.begin(), around_.end(), [this](const Statement* each) {
      return token(each->begin).is("transition") && each->block() && offset_ > analysis_.start(token(each->open));
    });
    const bool in_braces = around != nullptr && !around->block() && before_ != kNone && token(before_).is("{");
    if (begins && !in_braces) return in_transition ? add_words(kItemWords) : add_words(kDeclarationWords);
    if (begins_field()) add_fields();
    const std::string_view first = around == nullptr ? std::string_view() : token(around->begin).text;
    const bool declares = first == "place" || first == "var" || first == "port" || first == "fun" || first == "const" ||
                          first == "module" || first == "hardware";
    const bool type = before_ != kNone && ((token(before_).is(":") && declares) || token(before_).is("of") ||
                                           token(before_).is("*") || (first == "colour" && token(before_).is("=")));
    if (type) {
      add_words(kTypeWords);
      return add_visible({NameSpace::colour});
    }
    const bool arc =
        around != nullptr && before_ == around->begin && std::find(kItemWords.begin(), kItemWords.end(), first) != kItemWords.end();
    if (arc && (first == "in" || first == "out" || first == "read" || first == "inhibit" || first == "reset" || first == "equal" ||
                first == "uses")) {
      return add_visible({NameSpace::place, NameSpace::instance});
    }
    if (first == "every") add_words(kPeriodWords);
    if (first == "draw") add_words(kDrawWords);
    add_words(kExpressionWords);
    for (std::string& word : loom::built_in_functions()) found_.push_back({std::move(word), kFunction, "", ""});
    add_visible({NameSpace::value, NameSpace::function, NameSpace::constructor, NameSpace::colour, NameSpace::place,
                 NameSpace::transition, NameSpace::instance, NameSpace::measure});
  }

  static constexpr std::size_t kMost = 2000;
  static constexpr int kMostAliases = 50;  ///< a colour set may be declared as another one
  static constexpr std::size_t kMostDetailed = 100;

  const Analysis& analysis_;
  const source::Index& index_;
  std::size_t offset_;
  std::size_t before_ = kNone;
  bool in_comment_ = false;
  bool in_text_ = false;
  std::size_t scope_ = 0;
  std::vector<const Statement*> around_;
  std::vector<Completion> found_;
};

}  // namespace

std::vector<Completion> completions_at(const Analysis& analysis, const Position& position) {
  return Proposals(analysis, position).run();
}

}  // namespace petriloom::cli
