// SPDX-License-Identifier: Apache-2.0
// The PEGTL rules from which the grammar is made: tokens that remember what was expected where,
// rules that build nodes, nesting limit and recovery. Included by parse.cpp alone.
#pragma once

#include <algorithm>
#include <string>
#include <tao/pegtl.hpp>

#include "formats/syntax/parse.h"

namespace petriloom::loom::rules {

namespace p = tao::pegtl;
using Input = p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*>;

/// Thrown to leave the parser when the text is nested too deeply to go on.
struct TooDeep {
  const char* at;
};

struct Expected {
  std::string_view text;
  bool literal = true;  ///< text of the language, not a description
};

/// How far an expression may reach where it stands; set afresh inside brackets.
struct Mode {
  int lowest = 0;         ///< operators that bind weaker end the expression
  bool terms = false;     ///< `++` ends it too, because it joins the terms of an arc
  bool temporal = false;  ///< temporal operators are operators
};

/// What the rules share while they run over one file.
struct State {
  State(const Sources& all, FileId parsed, Diagnostics& messages) : sources(all), file(parsed), diagnostics(messages) {
    const std::string& text = sources.text(file);
    begin = text.data();
    furthest = begin;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') line_starts.push_back(i + 1);
    }
  }

  [[nodiscard]] Location where(const char* at) {
    const auto offset = static_cast<std::size_t>(at - begin);
    // What is asked for is mostly in the line of what was asked for last.
    if (offset < line_starts[line - 1] || (line < line_starts.size() && offset >= line_starts[line])) {
      const auto next = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
      line = static_cast<std::size_t>(next - line_starts.begin());
    }
    return {file, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(offset - line_starts[line - 1] + 1)};
  }
  void expect(const char* at, Expected what) {
    if (quiet > 0 || at < furthest) return;
    if (at > furthest) expected.clear();
    furthest = at;
    expected.push_back(what);
  }
  void push(Kind kind, const char* at, std::string_view text) { stack.push_back({kind, where(at), text, {}}); }
  /// Makes everything pushed since `mark` the children of one node.
  void gather(std::size_t mark, Kind kind, const char* at, std::string_view text) {
    Node node{kind, where(at), text, {}};
    node.children.assign(std::make_move_iterator(stack.begin() + static_cast<std::ptrdiff_t>(mark)),
                         std::make_move_iterator(stack.end()));
    stack.resize(mark);
    stack.push_back(std::move(node));
  }

  const Sources& sources;
  FileId file;
  Diagnostics& diagnostics;
  const char* begin = nullptr;
  const char* furthest = nullptr;  ///< where the rule that came furthest failed
  std::vector<std::size_t> line_starts{0};
  std::size_t line = 1;            ///< of what was asked for last
  std::vector<Expected> expected;  ///< what would have been accepted there
  std::vector<Node> stack;
  Mode mode;
  int depth = 0;
  int quiet = 0;
};

/// A rule that fails leaves no nodes behind.
template <typename Rule>
struct Control : p::normal<Rule> {
  template <p::apply_mode A, p::rewind_mode M, template <typename...> class Action, template <typename...> class C, typename In>
  static bool match(In& in, State& state) {
    const std::size_t mark = state.stack.size();
    const bool matched = p::normal<Rule>::template match<A, M, Action, C>(in, state);
    if (!matched && state.stack.size() > mark) state.stack.resize(mark);
    return matched;
  }
};

template <typename Rule>
bool run(Input& in, State& state) {
  return Control<Rule>::template match<p::apply_mode::nothing, p::rewind_mode::required, p::nothing, Control>(in, state);
}

/// Base of the rules written out below: each has `static bool parse(Input&, State&)`, and is
/// rewound if that fails.
template <typename Rule>
struct Written {
  using rule_t = Rule;
  using subs_t = p::type_list<>;
  template <p::apply_mode, p::rewind_mode, template <typename...> class, template <typename...> class, typename In>
  static bool match(In& in, State& state) {
    auto mark = in.template mark<p::rewind_mode::required>();
    return mark(Rule::parse(in, state));
  }
};

template <std::size_t N>
struct Text {
  // NOLINTNEXTLINE(google-explicit-constructor): written as a plain literal in template arguments
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, chars); }
  [[nodiscard]] constexpr std::string_view view() const { return {chars, N - 1}; }
  char chars[N]{};
};

inline bool identifier_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct blank : p::one<' ', '\t', '\r', '\n'> {};
struct line_comment : p::seq<p::string<'/', '/'>, p::until<p::eolf>> {};
struct block_comment : p::seq<p::string<'/', '*'>, p::until<p::string<'*', '/'>>> {};
struct skip : p::star<p::sor<blank, line_comment, block_comment>> {};

/// Whether a text, which is not empty, comes next.
inline bool starts_with(const Input& in, std::string_view text) {
  // Most texts differ in the first character.
  return in.size() >= text.size() && *in.current() == text[0] && std::string_view(in.current(), text.size()) == text;
}

/// Punctuation.
template <Text T>
struct sign : Written<sign<T>> {
  static bool parse(Input& in, State& state) {
    if (!starts_with(in, T.view())) {
      state.expect(in.current(), {T.view()});
      return false;
    }
    in.bump(T.view().size());
    return run<skip>(in, state);
  }
};

/// A word of the language.
template <Text T>
struct word : Written<word<T>> {
  static bool parse(Input& in, State& state) {
    const std::size_t length = T.view().size();
    if (!starts_with(in, T.view()) || (in.size() > length && identifier_char(in.current()[length]))) {
      state.expect(in.current(), {T.view()});
      return false;
    }
    in.bump(length);
    return run<skip>(in, state);
  }
};

/// One of several rules, the text of which becomes a node.
template <Kind K, typename Rule>
struct leaf : Written<leaf<K, Rule>> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    if (!run<Rule>(in, state)) return false;
    const char* end = in.current();
    state.push(K, at, {at, static_cast<std::size_t>(end - at)});
    return run<skip>(in, state);
  }
};

/// A word that becomes a node without the blanks after it.
template <Kind K, Text T>
struct word_leaf : Written<word_leaf<K, T>> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    if (!run<word<T>>(in, state)) return false;
    state.push(K, at, {at, T.view().size()});
    return true;
  }
};

/// What the rules push becomes the children of a node.
template <Kind K, typename... Rules>
struct node : Written<node<K, Rules...>> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const std::size_t mark = state.stack.size();
    if (!run<p::seq<Rules...>>(in, state)) return false;
    state.gather(mark, K, at, {});
    return true;
  }
};

/// As `node`, but the first thing pushed is a name, which becomes text and place of the node.
template <Kind K, typename... Rules>
struct named : Written<named<K, Rules...>> {
  static bool parse(Input& in, State& state) {
    const std::size_t mark = state.stack.size();
    if (!run<p::seq<Rules...>>(in, state)) return false;
    const Node name = std::move(state.stack[mark]);
    state.stack.erase(state.stack.begin() + static_cast<std::ptrdiff_t>(mark));
    state.gather(mark, K, state.begin, name.text);
    state.stack.back().where = name.where;
    return true;
  }
};

/// Whether the rules match here; takes nothing.
template <typename... Rules>
struct ahead : Written<ahead<Rules...>> {
  static bool parse(Input& in, State& state) {
    auto rewind = in.template mark<p::rewind_mode::required>();
    const std::size_t mark = state.stack.size();
    ++state.quiet;
    const bool matched = run<p::seq<Rules...>>(in, state);
    --state.quiet;
    state.stack.resize(std::min(mark, state.stack.size()));
    return matched;
  }
};

/// If the rule fails where it starts, the message says T instead of listing all that the rule could
/// start with.
template <Text T, typename Rule>
struct labelled : Written<labelled<T, Rule>> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const std::size_t known = state.furthest == at ? state.expected.size() : 0;
    if (run<Rule>(in, state)) return true;
    if (state.furthest == at && state.quiet == 0) {
      state.expected.resize(std::min(known, state.expected.size()));
      state.expected.push_back({T.view(), false});
    }
    return false;
  }
};

template <typename Rule>
struct nested : Written<nested<Rule>> {
  static bool parse(Input& in, State& state) {
    if (state.depth >= kMostNested) throw TooDeep{in.current()};
    ++state.depth;
    const bool matched = run<Rule>(in, state);
    --state.depth;
    return matched;
  }
};

/// Runs the rule with operators of at least this level, `++` as given; temporal operators stay as
/// they are.
template <int Lowest, bool Terms, typename Rule>
struct within : Written<within<Lowest, Terms, Rule>> {
  static bool parse(Input& in, State& state) {
    const Mode before = state.mode;
    state.mode = {Lowest, Terms, before.temporal};
    const bool matched = run<Rule>(in, state);
    state.mode = before;
    return matched;
  }
};

/// Inside brackets everything is allowed again.
template <typename Rule>
struct fresh : within<0, false, Rule> {};

template <bool Temporal, typename Rule>
struct temporal : Written<temporal<Temporal, Rule>> {
  static bool parse(Input& in, State& state) {
    const Mode before = state.mode;
    state.mode = {0, false, Temporal};
    const bool matched = run<Rule>(in, state);
    state.mode = before;
    return matched;
  }
};

template <typename Rule, typename Separator = sign<",">>
struct separated : p::seq<Rule, p::star<Separator, Rule>> {};

template <typename Rule>
struct parenthesised : p::seq<sign<"(">, fresh<Rule>, sign<")">> {};

}  // namespace petriloom::loom::rules
