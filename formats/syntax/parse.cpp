// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/parse.h"

#include <fmt/format.h>

#include "formats/syntax/parse_grammar.h"
#include "formats/syntax/spellings.h"

namespace petriloom::loom {
namespace rules {
namespace {

/// Words that begin a statement: after a missing `;` the parser goes on at them if they begin a
/// line.
constexpr std::array<std::string_view, 43> kStatementWords = {
    "import", "const",    "colour",  "color",    "fun",      "var",    "stop",     "final",   "place", "transition", "module",
    "port",   "scope",    "measure", "property", "instance", "guard",  "in",       "out",     "read",  "inhibit",    "reset",
    "delay",  "priority", "weight",  "time",     "servers",  "memory", "hardware", "equal",   "fuse",  "alias",      "scenario",
    "note",   "draw",     "flow",    "at",       "every",    "fair",   "uses",     "default", "}",     "{"};

constexpr std::size_t kMostListed = 8;

std::string_view token_at(const char* at, const char* end) {
  const char* next = at;
  while (next < end && identifier_char(*next)) ++next;
  if (next == at && next < end) ++next;
  // Do not cut a UTF-8 sequence.
  while (next < end && (static_cast<unsigned char>(*next) & 0xC0U) == 0x80U) ++next;
  return {at, static_cast<std::size_t>(next - at)};
}

std::string list_of(const std::vector<Expected>& expected) {
  std::vector<std::string> texts;
  for (const Expected& each : expected) {
    const std::string text = each.literal ? fmt::format("`{}`", each.text) : std::string(each.text);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  std::string all = texts.empty() ? "" : "expected " + texts.front();
  if (texts.size() > kMostListed) {
    for (std::size_t i = 1; i < kMostListed; ++i) all += ", " + texts[i];
    return fmt::format("{}, ... ({} in all)", all, texts.size());
  }
  for (std::size_t i = 1; i < texts.size(); ++i) all += (i + 1 == texts.size() ? " or " : ", ") + texts[i];
  return all;
}

bool starts_statement(State& state, const char* at, const char* end) {
  const Location where = state.where(at);
  for (const char* back = at - (where.column - 1); back < at; ++back) {
    if (*back != ' ' && *back != '\t') return false;
  }
  const std::string_view token = token_at(at, end);
  return std::find(kStatementWords.begin(), kStatementWords.end(), token) != kStatementWords.end();
}

}  // namespace

/// Says what stands where the parser got stuck, and what would have been right there.
void report(State& state, const char* end) {
  const std::string_view token = token_at(state.furthest, end);
  std::vector<std::string> words;
  for (const Expected& each : state.expected) {
    if (each.literal) words.emplace_back(each.text);
  }
  const auto length = static_cast<std::size_t>(end - state.begin);
  const std::string habit = other_spelling({state.begin, length}, static_cast<std::size_t>(state.furthest - state.begin));
  const std::string near = token.empty() || !identifier_char(token.front()) ? "" : nearest(token, words);
  if (end - state.furthest > 1 && state.furthest[0] == '/' && state.furthest[1] == '*') {
    state.diagnostics.error(state.where(state.furthest), "this comment does not end", "expected `*/`");
    return;
  }
  const bool line_end = token == "\n" || token == "\r";
  const std::string message = token.empty() ? "the text ends too early"
                              : line_end    ? "the line ends too early"
                                            : fmt::format("unexpected `{}`", token);
  state.diagnostics.error(state.where(state.furthest), message,
                          !habit.empty() ? habit
                          : near.empty() ? list_of(state.expected)
                                         : fmt::format("did you mean `{}`?", near));
}

/// Skips to the end of the wrong statement: past its `;`, past its `{...}`, or up to the `}` around
/// it.
void resynchronise(Input& in, State& state) {
  const char* const start = in.current();
  in.bump(static_cast<std::size_t>(state.furthest - start));
  if (state.furthest > start && starts_statement(state, state.furthest, in.end())) return;
  int open = 0;
  while (!in.empty()) {
    if (run<p::sor<line_comment, block_comment>>(in, state)) continue;
    const char c = *in.current();
    if (c == '}' && open == 0) return;
    in.bump(1);
    if (c == '{') ++open;
    if (c == '}' && --open == 0) break;
    if (c == ';' && open == 0) break;
  }
  run<skip>(in, state);
}

namespace {

template <typename Rule>
std::optional<Node> parse_with(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  State state(sources, file, diagnostics);
  const std::string& text = sources.text(file);
  Input in(text.data(), text.size(), "");
  const std::size_t errors = diagnostics.error_count();
  try {
    if (!run<Rule>(in, state)) report(state, in.end());
  } catch (const TooDeep& deep) {
    diagnostics.error(state.where(deep.at), "nested too deeply",
                      fmt::format("at most {} levels, and {} operators in a row", kMostNested, kMostChained));
  }
  if (diagnostics.error_count() > errors && state.stack.empty()) return std::nullopt;
  Node root{Kind::file, {file, 1, 1}, {}, std::move(state.stack)};
  return root;
}

struct whole : Written<whole> {
  static bool parse(Input& in, State& state) {
    if (in.empty()) return true;
    state.expect(in.current(), {"an operator or the end of the text", false});
    return false;
  }
};
template <bool Temporal>
struct formula_text : p::seq<skip, formula<Temporal>, whole> {};
struct expression_text : p::seq<skip, expression, whole> {};
struct measure_text : p::seq<skip, asked_measure, whole> {};
struct marking_text : p::seq<skip, node<Kind::override_, path, sign<"=">, terms>, whole> {};

template <typename Rule>
std::optional<Node> parse_one(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  std::optional<Node> parsed = parse_with<Rule>(sources, file, diagnostics);
  if (!parsed || diagnostics.error_count() > errors || parsed->children.empty()) return std::nullopt;
  Node first = std::move(parsed->children.front());
  return first;
}

}  // namespace
}  // namespace rules

Node parse_file(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return rules::parse_with<rules::file_text>(sources, file, diagnostics).value_or(Node{});
}

std::optional<Node> parse_formula(const Sources& sources, FileId file, PropertyKind kind, Diagnostics& diagnostics) {
  return kind == PropertyKind::invariant ? rules::parse_one<rules::formula_text<false>>(sources, file, diagnostics)
                                         : rules::parse_one<rules::formula_text<true>>(sources, file, diagnostics);
}

std::optional<Node> parse_expression(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return rules::parse_one<rules::expression_text>(sources, file, diagnostics);
}

std::optional<Node> parse_measure(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  std::optional<Node> measure = rules::parse_one<rules::measure_text>(sources, file, diagnostics);
  if (measure && measure->back().kind == Kind::of_state && measure->back().text.empty()) measure->children.back().text = "average";
  return measure;
}

std::optional<Node> parse_marking(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return rules::parse_one<rules::marking_text>(sources, file, diagnostics);
}

}  // namespace petriloom::loom
