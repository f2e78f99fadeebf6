// SPDX-License-Identifier: Apache-2.0
#include "formats/lola/tokens.h"

#include <tao/pegtl.hpp>

#include "formats/common/line_count.h"

namespace petriloom::lola {

namespace {

namespace p = tao::pegtl;

struct line_comment : p::seq<p::two<'/'>, p::until<p::eolf>> {};
struct block_comment : p::seq<p::string<'/', '*'>, p::until<p::string<'*', '/'>>> {};
struct brace_comment : p::seq<p::one<'{'>, p::until<p::one<'}'>>> {};
struct skipped : p::sor<p::plus<p::space>, line_comment, block_comment, brace_comment> {};
struct open_comment : p::sor<p::one<'{', '}'>, p::string<'/', '*'>> {};
struct symbol : p::one<',', ';', ':', '(', ')'> {};
struct name : p::plus<p::seq<p::not_at<p::string<'/', '*'>>,
                             p::not_one<',', ';', ':', '(', ')', '{', '}', ' ', '\t', '\n', '\r', '\v', '\f'>>> {};
struct word : p::sor<skipped, open_comment, symbol, name, p::any> {};
struct words : p::star<word> {};

struct State : LineCount {
  Diagnostics& diagnostics;
  std::vector<Token> words;
};

template <typename Rule>
struct action : p::nothing<Rule> {};
template <>
struct action<skipped> : PassedOver {};
template <>
struct action<open_comment> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.diagnostics.error(state.where(in.begin()), "this comment does not end, or has not begun");
  }
};
struct add_word {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.words.push_back({std::string_view(in.begin(), in.size()), state.where(in.begin())});
  }
};
template <>
struct action<symbol> : add_word {};
template <>
struct action<name> : add_word {};

}  // namespace

bool name_character(char c) {
  constexpr std::string_view kOthers = ",;:(){} \t\n\r\v\f";
  return kOthers.find(c) == std::string_view::npos && c != '\0';
}

std::vector<Token> tokens_of(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::string& content = sources.text(file);
  State state{{file, content.data()}, diagnostics, {}};
  p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*> in(content.data(), content.size(), "");
  p::parse<words, action>(in, state);
  state.words.push_back({{}, state.where(content.data() + content.size())});
  return std::move(state.words);
}

}  // namespace petriloom::lola
