// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/navigation.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace petriloom::cli {

namespace {

using source::NameKind;
using source::Statement;
using source::Token;

constexpr std::size_t kMostShown = 2000;  // bytes of one declaration

/// Numbers of SymbolKind.
struct SymbolWord {
  std::string_view word;
  int kind;
};
constexpr std::array kSymbolWords = {
    SymbolWord{"place", 8},     SymbolWord{"transition", 24}, SymbolWord{"module", 2},   SymbolWord{"hardware", 2},
    SymbolWord{"instance", 19}, SymbolWord{"scope", 3},       SymbolWord{"const", 14},   SymbolWord{"colour", 10},
    SymbolWord{"color", 10},    SymbolWord{"fun", 12},        SymbolWord{"port", 11},    SymbolWord{"var", 13},
    SymbolWord{"measure", 16},  SymbolWord{"property", 17},   SymbolWord{"scenario", 4},
};

/// Tokens as one line.
std::string joined(std::span<const Token> tokens, const Statement& statement, std::size_t begin, std::size_t end) {
  Statement head = statement;
  head.end = std::max(head.end, end);
  const std::vector<source::Role> roles = source::roles_of(tokens, head);
  std::string text;
  for (std::size_t i = begin; i < end && text.size() < kMostShown; ++i) {
    const std::size_t role = i - statement.begin;
    if (i > begin && role < roles.size() && roles[role].space) text += ' ';
    text += tokens[i].text;
  }
  return text;
}

const Statement* innermost(std::span<const Token> tokens, const std::vector<Statement>& list, const char* at) {
  for (const Statement& statement : list) {
    const Token& last = tokens[statement.end - 1];
    if (at < tokens[statement.begin].text.data() || at >= last.text.data() + last.text.size()) continue;
    const bool inside = statement.block() && at > tokens[statement.open].text.data();
    const Statement* const inner = inside ? innermost(tokens, statement.inner, at) : nullptr;
    return inner != nullptr ? inner : &statement;
  }
  return nullptr;
}

/// `name : type` of a parameter, `name in list` of a local name: up to the comma, colon of a body,
/// or bracket behind it.
std::size_t part_end(std::span<const Token> tokens, const Statement& statement, std::size_t begin, bool parameter) {
  int depth = 0;
  for (std::size_t i = begin; i < statement.end; ++i) {
    const Token& token = tokens[i];
    if (token.is("(") || token.is("[") || token.is("{")) ++depth;
    if (token.is(")") || token.is("]") || token.is("}")) --depth;
    const bool ends = token.is(",") || token.is(";") || (!parameter && (token.is(":") || token.is("where") || token.is("=>")));
    if (depth < 0 || (depth == 0 && ends)) return i;
    if (!parameter && depth == 0 && token.is("in") && i > begin + 1) return i;
  }
  return statement.end;
}

std::size_t head_end(std::span<const Token> tokens, const Statement& statement, NameKind kind) {
  std::size_t end = statement.head_end();
  if (!statement.block() && end > statement.begin && tokens[end - 1].is(";")) --end;
  if (kind != NameKind::function) return end;
  int depth = 0;
  for (std::size_t i = statement.begin; i < end; ++i) {
    if (tokens[i].is("(") || tokens[i].is("[")) ++depth;
    if (tokens[i].is(")") || tokens[i].is("]")) --depth;
    if (depth == 0 && tokens[i].is("=")) return i;
  }
  return end;
}

/// The ports of a module, or the arcs of a transition, a line each.
std::string contents(std::span<const Token> tokens, const Statement& statement) {
  constexpr std::array<std::string_view, 11> kShown = {"port",  "in",    "out",  "read",  "inhibit", "reset",
                                                       "equal", "guard", "time", "delay", "uses"};
  std::string text;
  for (const Statement& inner : statement.inner) {
    const Token& first = tokens[inner.begin];
    const bool shown = std::find(kShown.begin(), kShown.end(), first.text) != kShown.end();
    if (!shown || text.size() > kMostShown) continue;
    text += "\n  " + joined(tokens, inner, inner.begin, inner.end);
  }
  return text;
}

std::string text_of(const Sources& sources, const source::Declared& declared, bool with_contents) {
  const std::string_view text = sources.text(declared.where.file);
  const std::string_view line = sources.line(declared.where.file, declared.where.line);
  const std::vector<Token> tokens = source::tokens_of(text);
  const std::vector<Statement> statements = source::statements_of(tokens);
  const char* const at = line.data() + declared.where.column - 1;
  const Statement* const statement = innermost(tokens, statements, at);
  if (statement == nullptr) return std::string(declared.name);
  const bool parameter = source::is_parameter(declared);
  if (parameter || declared.kind == NameKind::local || declared.kind == NameKind::index) {
    std::size_t begin = statement->begin;
    while (begin < statement->end && tokens[begin].text.data() < at) ++begin;
    if (parameter && declared.kind != NameKind::parameter) --begin;  // `colour Item`, `fun before(...)`
    return joined(tokens, *statement, begin, part_end(tokens, *statement, begin, parameter));
  }
  std::string shown = joined(tokens, *statement, statement->begin, head_end(tokens, *statement, declared.kind));
  if (with_contents && (declared.kind == NameKind::module || declared.kind == NameKind::transition)) {
    shown += contents(tokens, *statement);
  }
  return shown;
}

/// The type of a constant that is declared without one, where its value is a literal.
std::string type_of_literal(const loom::Node& value) {
  using loom::Kind;
  if (value.kind == Kind::string) return "string";
  if (value.kind == Kind::name && (value.text == "true" || value.text == "false")) return "bool";
  if (value.kind == Kind::unary && value.text == "-") return type_of_literal(value.children[0]);
  if (value.kind == Kind::list && !value.children.empty()) {
    const std::string element = type_of_literal(value.children[0]);
    return element.empty() ? "" : "list of " + element;
  }
  if (value.kind != Kind::number) return {};
  return !value.children.empty() || value.text.find_first_of(".eE") != std::string_view::npos ? "real" : "int";
}

std::string escaped_name(const Token& token) {
  const bool quoted = token.kind == source::TokenKind::quoted && token.text.size() > 1;
  return std::string(quoted ? token.text.substr(1, token.text.size() - 2) : token.text);
}

void add_symbols(const Analysis& analysis, const std::vector<Statement>& list, std::vector<DocumentSymbol>& into) {
  for (const Statement& statement : list) {
    const Token& first = analysis.tokens[statement.begin];
    const auto* const word =
        std::find_if(kSymbolWords.begin(), kSymbolWords.end(), [&first](const SymbolWord& each) { return first.is(each.word); });
    if (word == kSymbolWords.end()) continue;
    std::size_t name = statement.begin + 1;
    if (first.is("hardware") || first.is("port")) ++name;
    const bool several = first.is("var");
    for (; name < statement.head_end(); name += 2) {
      const Token& token = analysis.tokens[name];
      if (token.kind == source::TokenKind::sign || token.kind == source::TokenKind::end) break;
      DocumentSymbol symbol;
      symbol.name = escaped_name(token);
      symbol.detail = std::string(first.text);
      symbol.kind = word->kind;
      const Token& last = analysis.tokens[statement.end - 1];
      symbol.range = {analysis.position(analysis.start(first)), analysis.position(analysis.start(last) + last.text.size())};
      symbol.selection = {analysis.position(analysis.start(token)), analysis.position(analysis.start(token) + token.text.size())};
      if (!first.is("transition") && !first.is("instance")) add_symbols(analysis, statement.inner, symbol.children);
      if (!symbol.name.empty()) into.push_back(std::move(symbol));
      if (!several || !analysis.tokens[name + 1].is(",")) break;
    }
  }
}

}  // namespace

std::string declaration_text(const Sources& sources, const source::Declared& declared) { return text_of(sources, declared, false); }

std::optional<Hover> hover_at(const Analysis& analysis, const Position& position) {
  const Location where = analysis.location(position);
  const std::optional<std::size_t> found = analysis.index.at(where);
  if (!found) return std::nullopt;
  const source::Declared& declared = analysis.index.names[*found];
  Hover hover;
  hover.markdown = "```petriloom\n" + text_of(analysis.sources, declared, true) + "\n```\n" + std::string(word_for(declared.kind));
  const bool constant = declared.kind == NameKind::constant && declared.node != nullptr && !declared.node->children.empty();
  if (constant && declared.node->child(loom::Kind::typed) == nullptr) {
    const std::string type = type_of_literal(declared.node->back());
    if (!type.empty()) hover.markdown += " of type `" + type + "`";
  }
  if (declared.where.file != analysis.files.main) hover.markdown += ", declared at " + analysis.sources.describe(declared.where);
  hover.range = analysis.range(declared.where, declared.length);
  for (const source::Use& use : analysis.index.uses) {
    if (use.declared == *found && use.where.file == where.file && use.where.line == where.line &&
        use.where.column <= where.column && where.column <= use.where.column + use.length) {
      hover.range = analysis.range(use.where, use.length);
    }
  }
  return hover;
}

std::optional<Target> definition_at(const Analysis& analysis, const Position& position) {
  const Location where = analysis.location(position);
  if (const std::optional<std::size_t> found = analysis.index.at(where)) {
    const source::Declared& declared = analysis.index.names[*found];
    return Target{analysis.sources.name(declared.where.file), analysis.range(declared.where, declared.length)};
  }
  for (const loom::Node& tree : analysis.files.trees) {
    if (tree.where.file != analysis.files.main) continue;
    for (const loom::Node& node : tree.children) {
      if (node.kind != loom::Kind::import || node.where.line != where.line) continue;
      for (const loom::Node& other : analysis.files.trees) {
        const std::filesystem::path name(analysis.sources.name(other.where.file));
        const std::string wanted = std::filesystem::path(node.text).lexically_normal().string();
        if (other.where.file != analysis.files.main && name.lexically_normal().string().ends_with(wanted))
          return Target{name.string(), {}};
      }
    }
  }
  return std::nullopt;
}

std::vector<DocumentSymbol> symbols_of(const Analysis& analysis) {
  std::vector<DocumentSymbol> symbols;
  add_symbols(analysis, analysis.statements, symbols);
  return symbols;
}

}  // namespace petriloom::cli
