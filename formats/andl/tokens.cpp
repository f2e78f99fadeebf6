// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/tokens.h"

#include <fmt/format.h>

#include <tao/pegtl.hpp>

#include "formats/common/line_count.h"

namespace petriloom::andl {

namespace {

namespace p = tao::pegtl;

struct line_comment : p::seq<p::two<'/'>, p::until<p::eolf>> {};
struct block_comment : p::seq<p::string<'/', '*'>, p::until<p::string<'*', '/'>>> {};
struct skipped : p::sor<p::plus<p::space>, line_comment, block_comment> {};
struct open_comment : p::string<'/', '*'> {};

struct exponent : p::seq<p::one<'e', 'E'>, p::opt<p::one<'+', '-'>>, p::plus<p::digit>> {};
// `1..5` is a range of integers.
struct fraction : p::seq<p::one<'.'>, p::not_at<p::one<'.'>>, p::star<p::digit>> {};
struct real : p::sor<p::seq<p::plus<p::digit>, p::sor<p::seq<fraction, p::opt<exponent>>, exponent>>,
                     p::seq<p::one<'.'>, p::plus<p::digit>, p::opt<exponent>>> {};
struct integer : p::plus<p::digit> {};
struct name : p::identifier {};
struct text : p::sor<p::seq<p::one<'"'>, p::star<p::not_one<'"', '\n'>>, p::one<'"'>>,
                     p::seq<p::one<'\''>, p::star<p::not_one<'\'', '\n'>>, p::one<'\''>>> {};
struct symbol : p::sor<p::string<'+', '+'>, p::string<'-', '-'>, p::string<'.', '.'>, p::string<'!', '='>, p::string<'<', '='>,
                       p::string<'>', '='>, p::string<'<', '>'>, p::string<'=', '='>, p::string<'&', '&'>, p::string<'|', '|'>,
                       p::one<'{', '}', '[', ']', '(', ')', ':', ';', ',', '=', '<', '>', '+', '-', '*', '/', '%', '^', '&', '|',
                              '!', '@', '`'>> {};
struct other : p::seq<p::any, p::star<p::ranges<'\x80', '\xbf'>>> {};
struct word : p::sor<skipped, open_comment, real, integer, name, text, symbol, other> {};
struct words : p::star<word> {};

struct State : LineCount {
  Diagnostics& diagnostics;
  std::vector<Token> tokens;
  const char* begin;

  void add(TokenKind kind, std::string_view what) {
    if (tokens.size() > kMostTokens) throw p::parse_error("too many words", p::position(0, 1, 1, ""));
    tokens.push_back({kind, what, static_cast<std::size_t>(what.data() - begin), where(what.data())});
  }
};

template <typename Rule>
struct action : p::nothing<Rule> {};
template <TokenKind kKind>
struct add_token {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.add(kKind, std::string_view(in.begin(), in.size()));
  }
};
template <>
struct action<real> : add_token<TokenKind::real> {};
template <>
struct action<integer> : add_token<TokenKind::integer> {};
template <>
struct action<name> : add_token<TokenKind::name> {};
template <>
struct action<symbol> : add_token<TokenKind::symbol> {};
template <>
struct action<text> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.add(TokenKind::text, std::string_view(in.begin() + 1, in.size() - 2));
  }
};
template <>
struct action<skipped> : PassedOver {};
template <>
struct action<open_comment> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.diagnostics.error(state.where(in.begin()), "this comment does not end", "expected `*/`");
  }
};
template <>
struct action<other> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.diagnostics.error(state.where(in.begin()), fmt::format("unexpected `{}`", in.string()));
  }
};

}  // namespace

std::vector<Token> tokens_of(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::string& content = sources.text(file);
  State state{{file, content.data()}, diagnostics, {}, content.data()};
  p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*> in(content.data(), content.size(), "");
  try {
    p::parse<words, action>(in, state);
  } catch (const p::parse_error&) {
    diagnostics.error(state.where(in.current()), fmt::format("more than {} words", kMostTokens));
  }
  const char* const end = content.data() + content.size();
  state.tokens.push_back({TokenKind::end, {}, content.size(), state.where(end)});
  return std::move(state.tokens);
}

}  // namespace petriloom::andl
