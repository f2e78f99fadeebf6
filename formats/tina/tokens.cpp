// SPDX-License-Identifier: Apache-2.0
#include "formats/tina/tokens.h"

#include <fmt/format.h>

#include <tao/pegtl.hpp>

#include "formats/common/line_count.h"

namespace petriloom::tina {

namespace {

namespace p = tao::pegtl;

struct comment : p::seq<p::one<'#'>, p::until<p::eolf>> {};
struct skipped : p::sor<p::plus<p::space>, comment> {};
struct name : p::plus<p::sor<p::alnum, p::one<'_', '\'', '.'>>> {};
struct escaped : p::seq<p::one<'\\'>, p::any> {};
struct quoted : p::seq<p::one<'{'>, p::star<p::sor<escaped, p::not_one<'{', '}', '\\'>>>, p::one<'}'>> {};
struct symbol : p::sor<p::string<'-', '>'>, p::string<'?', '-'>, p::string<'!', '-'>,
                       p::one<'?', '!', '*', ':', '(', ')', '[', ']', ',', '<', '>', '-'>> {};
struct other : p::any {};
struct word : p::sor<skipped, name, quoted, symbol, other> {};
struct words : p::star<word> {};

struct State : LineCount {
  Diagnostics& diagnostics;
  std::vector<Token> words;
};

template <typename Rule>
struct action : p::nothing<Rule> {};
template <>
struct action<skipped> : PassedOver {};
template <TokenKind kKind>
struct add_word {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.words.push_back({kKind, in.string(), state.where(in.begin())});
  }
};
template <>
struct action<name> : add_word<TokenKind::name> {};
template <>
struct action<symbol> : add_word<TokenKind::symbol> {};
template <>
struct action<quoted> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    std::string text;
    for (const char* at = in.begin() + 1; at < in.end() - 1; ++at) {
      if (*at == '\\') ++at;
      text += *at;
    }
    state.words.push_back({TokenKind::quoted, std::move(text), state.where(in.begin())});
    state.pass(in.begin(), in.end());
  }
};
template <>
struct action<other> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.diagnostics.error(state.where(in.begin()), fmt::format("unexpected `{}`", in.string()),
                            "names of other characters than letters, digits, ' and _ stand between { and }");
  }
};

}  // namespace

std::vector<Token> tokens_of(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::string& content = sources.text(file);
  State state{{file, content.data()}, diagnostics, {}};
  p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*> in(content.data(), content.size(), "");
  p::parse<words, action>(in, state);
  state.words.push_back({TokenKind::end, {}, state.where(content.data() + content.size())});
  return std::move(state.words);
}

}  // namespace petriloom::tina
