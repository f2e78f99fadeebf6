// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/lexer.h"

#include <fmt/format.h>

#include <array>
#include <tao/pegtl.hpp>
#include <tuple>

namespace petriloom::cpn::ml {

namespace {

namespace p = tao::pegtl;
using Input = p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*>;

struct State {
  const Text& source;
  const char* begin;
  Diagnostics& diagnostics;
  std::vector<Token>& words;
  std::vector<Comment>* comments;
  const Fixities* fixities;
  bool failed = false;

  [[nodiscard]] Location where(const char* at) const { return source.at(static_cast<std::size_t>(at - begin)); }
  void push(TokenKind kind, std::string text, const char* at) { words.push_back({kind, std::move(text), where(at)}); }
};

// Comments nest; counting them takes no stack.
struct comment {
  using rule_t = comment;
  using subs_t = p::empty_list;
  template <p::apply_mode, p::rewind_mode, template <typename...> class, template <typename...> class, typename In, typename... S>
  static bool match(In& in, S&&...) {
    const std::string_view rest(in.current(), in.size(0));
    if (!rest.starts_with("(*")) return false;
    std::size_t at = 2;
    std::size_t depth = 1;
    while (depth > 0 && at < rest.size()) {
      const std::string_view here = rest.substr(at);
      const bool opens = here.starts_with("(*");
      const bool closes = here.starts_with("*)");
      depth += opens ? 1U : 0U;
      depth -= closes ? 1U : 0U;
      at += opens || closes ? 2 : 1;
    }
    if (depth > 0) return false;
    in.bump(at);
    return true;
  }
};

struct name_tail : p::star<p::sor<p::alnum, p::one<'_', '\''>, p::range<'\x80', '\xff'>>> {};
struct name_part : p::seq<p::sor<p::alpha, p::range<'\x80', '\xff'>>, name_tail> {};
// A long name may end in a symbol: Int.+, Real.==.
struct symbols : p::plus<p::one<'!', '%', '&', '$', '+', '-', '/', ':', '<', '=', '>', '?', '@', '\\', '~', '^', '|', '*'>> {};
struct name : p::seq<p::list<name_part, p::one<'.'>>, p::opt<p::one<'.'>, symbols>> {};
struct type_variable : p::seq<p::one<'\''>, p::plus<p::sor<p::alnum, p::one<'_', '\''>>>> {};
struct sign_of_number : p::one<'~'> {};
struct digits : p::plus<p::digit> {};
struct exponent : p::seq<p::one<'e', 'E'>, p::opt<sign_of_number>, digits> {};
struct real : p::seq<p::opt<sign_of_number>, digits, p::sor<p::seq<p::one<'.'>, digits, p::opt<exponent>>, exponent>> {};
struct hexadecimal : p::seq<p::opt<sign_of_number>, p::one<'0'>, p::one<'x'>, p::plus<p::xdigit>> {};
struct integer : p::sor<hexadecimal, p::seq<p::opt<sign_of_number>, digits>> {};
struct escape : p::seq<p::one<'\\'>, p::sor<p::seq<p::plus<p::space>, p::one<'\\'>>, p::seq<p::one<'^'>, p::any>, p::any>> {};
struct in_quotes : p::seq<p::one<'"'>, p::star<p::sor<escape, p::not_one<'"', '\\', '\n'>>>, p::one<'"'>> {};
struct quoted : p::seq<in_quotes> {};
struct character : p::seq<p::one<'#'>, in_quotes> {};  // not `quoted`, which is a word of its own
struct selector : p::seq<p::one<'#'>, p::star<p::space>, p::sor<digits, name_part>> {};
struct space : p::sor<p::space, comment> {};

// The longest first.
constexpr std::array<std::string_view, 61> kSigns{
    "<><>", "<<==", ">>==", "@@+", "@++", "+++", "---", "...", "<<=", ">>=", ":=", "::", ":>", "@+", "++", "--",
    "**",   "^^",   "=>",   "->",  "<=",  ">=",  "<>",  "==",  "!=",  "<<",  ">>", "><", "//", "(",  ")",  "[",
    "]",    "{",    "}",    ",",   ";",   ":",   "=",   "<",   ">",   "+",   "-",  "*",  "/",  "^",  "@",  "`",
    "!",    "|",    "_",    "~",   "%",   "&",   "$",   "?",   "#",   "\\",  ".",  "'",  "\""};

struct sign {
  using rule_t = sign;
  using subs_t = p::empty_list;
  template <p::apply_mode, p::rewind_mode, template <typename...> class, template <typename...> class, typename In, typename... S>
  static bool match(In& in, S&&... states) {
    const std::string_view rest(in.current(), in.size(0));
    const Fixities* const fixities = std::get<0>(std::tie(states...)).fixities;
    if (const std::string_view own = fixities ? fixities->sign_at(rest) : std::string_view(); !own.empty()) {
      in.bump(own.size());
      return true;
    }
    for (const std::string_view known : kSigns) {
      if (!rest.starts_with(known)) continue;
      in.bump(known.size());
      return true;
    }
    return false;
  }
};

struct bad_comment : p::string<'(', '*'> {};
struct word : p::sor<p::plus<space>, bad_comment, real, integer, name, character, selector, quoted, type_variable, sign> {};
struct all : p::star<word> {};

std::string plain_number(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c == '~') c = '-';
  }
  return result;
}

constexpr std::array<std::pair<char, char>, 9> kEscapes{
    {{'a', '\a'}, {'b', '\b'}, {'t', '\t'}, {'n', '\n'}, {'v', '\v'}, {'f', '\f'}, {'r', '\r'}, {'"', '"'}, {'\\', '\\'}}};

// The text between the quotes with its escapes resolved (The Definition of Standard ML, 2.2).
std::string resolved(std::string_view text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '\\' || k + 1 >= text.size()) {
      result += text[k];
      continue;
    }
    const char c = text[++k];
    if (c >= '0' && c <= '9' && k + 2 < text.size()) {
      result += static_cast<char>((c - '0') * 100 + (text[k + 1] - '0') * 10 + (text[k + 2] - '0'));
      k += 2;
    } else if (c == '^' && k + 1 < text.size()) {
      result += static_cast<char>(text[++k] - 64);
    } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      while (k < text.size() && text[k] != '\\') ++k;
    } else {
      for (const auto& [key, value] : kEscapes) {
        if (key == c) result += value;
      }
    }
  }
  return result;
}

std::string inside(std::string_view text, std::size_t before) { return resolved(text.substr(before, text.size() - before - 1)); }

template <typename Rule>
struct action : p::nothing<Rule> {};

template <TokenKind Kind>
struct push_word {
  template <typename In>
  static void apply(const In& in, State& state) {
    const std::string_view text(in.begin(), in.size());
    std::string kept(text);
    if (Kind == TokenKind::integer || Kind == TokenKind::real) kept = plain_number(text);
    if (Kind == TokenKind::text) kept = inside(text, 1);
    if (Kind == TokenKind::character) kept = inside(text, 2);
    if (Kind == TokenKind::selector) kept = text.substr(text.find_first_not_of("# \t\r\n"));
    state.push(Kind, std::move(kept), in.begin());
  }
};
template <>
struct action<name> : push_word<TokenKind::name> {};
template <>
struct action<type_variable> : push_word<TokenKind::type_variable> {};
template <>
struct action<real> : push_word<TokenKind::real> {};
template <>
struct action<integer> : push_word<TokenKind::integer> {};
template <>
struct action<quoted> : push_word<TokenKind::text> {};
template <>
struct action<character> : push_word<TokenKind::character> {};
template <>
struct action<selector> : push_word<TokenKind::selector> {};
template <>
struct action<sign> : push_word<TokenKind::sign> {};
template <>
struct action<comment> {
  template <typename In>
  static void apply(const In& in, State& state) {
    if (state.comments) state.comments->push_back({in.string(), state.where(in.begin())});
  }
};
template <>
struct action<bad_comment> {
  template <typename In>
  static bool apply(const In& in, State& state) {
    state.diagnostics.error(state.where(in.begin()), "this comment is not closed");
    state.failed = true;
    return false;
  }
};

}  // namespace

std::vector<Token> words(const Text& text, Diagnostics& diagnostics, std::vector<Comment>* comments, const Fixities* fixities) {
  std::vector<Token> result;
  if (text.text.size() > kMostWords) {
    diagnostics.error(text.where(), fmt::format("this text is longer than {} bytes", kMostWords));
    result.push_back({TokenKind::end, "", text.where()});
    return result;
  }
  Input in(text.text.data(), text.text.data() + text.text.size(), "");
  State state{text, text.text.data(), diagnostics, result, comments, fixities, false};
  p::parse<all, action>(in, state);
  if (!in.empty() && !state.failed) {
    diagnostics.error(state.where(in.current()), fmt::format("'{}' does not belong into CPN ML", std::string(1, *in.current())));
  }
  result.push_back({TokenKind::end, "", text.at(text.text.size())});
  return result;
}

}  // namespace petriloom::cpn::ml
