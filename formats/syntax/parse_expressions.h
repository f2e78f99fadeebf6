// SPDX-License-Identifier: Apache-2.0
// The grammar of the net language: tokens and expressions. Included by parse.cpp alone.
#pragma once

#include <array>

#include "formats/common/operators.h"
#include "formats/common/units.h"
#include "formats/syntax/parse_rules.h"

namespace petriloom::loom::rules {

// ---- tokens

struct plain_identifier : p::seq<p::ranges<'a', 'z', 'A', 'Z', '_'>, p::star<p::ranges<'a', 'z', 'A', 'Z', '0', '9', '_'>>> {};

/// Behind the first letters: `x'`, `l'2`.
struct primed : p::star<p::sor<p::alnum, p::one<'_', '\''>>> {};

struct identifier : Written<identifier> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    if (run<plain_identifier>(in, state)) {
      const std::string_view text(at, static_cast<std::size_t>(in.current() - at));
      if (!reserved_word(text)) return run<primed>(in, state);
    }
    state.expect(at, {"a name", false});
    return false;
  }
};

/// A name, or any text between single quotes: nets from other formats have names of all kinds.
template <Kind K>
struct name_of : Written<name_of<K>> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const bool quoted = starts_with(in, "'");
    if (!(quoted ? run<p::seq<p::one<'\''>, p::plus<p::not_one<'\'', '\n'>>, p::one<'\''>>>(in, state)
                 : run<identifier>(in, state)))
      return false;
    const auto length = static_cast<std::size_t>(in.current() - at);
    state.push(K, at, quoted ? std::string_view(at + 1, length - 2) : std::string_view(at, length));
    return run<skip>(in, state);
  }
};
struct name : name_of<Kind::name> {};

/// Words that may follow a number.
inline bool no_unit(std::string_view text) {
  return text == "_" || text == "at" || text == "from" || text == "until" || text == "abstract" || text == "as";
}
/// A name after a number: `3 us`, `12 GB/s`.
struct unit_text : Written<unit_text> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    in.bump_in_this_line(micro_sign({in.current(), in.size()}));
    if (!run<plain_identifier>(in, state)) return false;
    const std::string_view text(at, static_cast<std::size_t>(in.current() - at));
    if (no_unit(text) || reserved_word(text)) return false;
    if (state.mode.temporal && (text == "U" || text == "R" || text == "W")) return false;
    if (starts_with(in, "/s") && (in.size() == 2 || !identifier_char(in.current()[2]))) in.bump(2);
    return true;
  }
};

struct digits : p::plus<p::digit> {};
struct exponent : p::seq<p::one<'e', 'E'>, p::opt<p::one<'+', '-'>>, digits> {};
struct number_text : p::seq<digits, p::opt<p::one<'.'>, digits>, p::opt<exponent>> {};
struct number : named<Kind::number, p::seq<leaf<Kind::name, number_text>, p::opt<leaf<Kind::unit, unit_text>>>> {};

struct quoted_text : p::star<p::not_one<'"', '\n'>> {};
template <Kind K>
struct quoted : p::seq<p::one<'"'>, leaf<K, quoted_text>, sign<"\"">> {};

/// `"text"`: what stands between the quotes, where a quote or a line end is written with a
/// backslash.
struct string_text : p::star<p::sor<p::seq<p::one<'\\'>, p::not_one<'\n'>>, p::not_one<'"', '\\', '\n'>>> {};
template <Kind K>
struct escaped : Written<escaped<K>> {
  static bool parse(Input& in, State& state) {
    if (!starts_with(in, "\"")) return false;
    const char* const at = in.current();
    in.bump(1);
    run<string_text>(in, state);
    const char* const end = in.current();
    if (!run<sign<"\"">>(in, state)) return false;
    state.push(K, at, {at + 1, static_cast<std::size_t>(end - at - 1)});
    return true;
  }
};
struct string : escaped<Kind::string> {};

// ---- expressions

constexpr std::array<Infix, 3> kTemporalOperators = {
    {{"U", kTemporal, {}, true}, {"R", kTemporal, {}, true}, {"W", kTemporal, {}, true}}};
constexpr std::array<std::string_view, 9> kTemporalPrefixes = {"AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"};
/// A chain `a + b + c ...` of more operators than this is an error, because it is a tree as deep.
constexpr int kMostChained = 2000;

struct expression;
struct operand;
struct typed;
struct type;
struct terms_expression : within<0, true, expression> {};

struct index_argument : p::sor<leaf<Kind::star, p::one<'*'>>, expression> {};

/// `.field`, `.1` and `[i, j]` after what they are applied to.
template <typename Base>
struct postfix : Written<postfix<Base>> {
  static bool parse(Input& in, State& state) {
    const std::size_t mark = state.stack.size();
    if (!run<Base>(in, state)) return false;
    for (int length = 0; run<selection>(in, state) || run<indexing>(in, state); ++length) {
      if (length >= kMostNested) throw TooDeep{in.current()};
      fold(state, mark);
    }
    return true;
  }

 private:
  struct selection : p::seq<p::one<'.'>, skip, named<Kind::select, p::sor<leaf<Kind::name, digits>, name>>> {};
  struct indexing : p::seq<sign<"[">, fresh<node<Kind::index, separated<index_argument>>>, sign<"]">> {};
  static void fold(State& state, std::size_t mark) {
    Node node = std::move(state.stack.back());
    state.stack.pop_back();
    node.children.insert(node.children.begin(), std::move(state.stack[mark]));
    state.stack[mark] = std::move(node);
  }
};

struct root_path : p::seq<p::at<p::one<'.'>>, node<Kind::root>> {};
struct path : labelled<"a path", nested<postfix<p::sor<name, root_path>>>> {};

/// A list, or a range `a..b`, which is parsed here so that nothing is parsed twice.
struct list_or_range : Written<list_or_range> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const std::size_t mark = state.stack.size();
    if (!run<expression>(in, state)) return false;
    if (!starts_with(in, "..")) return true;
    if (!run<p::seq<sign<"..">, expression>>(in, state)) return false;
    state.gather(mark, Kind::range_type, at, {});
    return true;
  }
};
/// `x in l where c` is `x in filter(x in l : c)`.
struct in_binder : Written<in_binder> {
  static bool parse(Input& in, State& state) {
    const std::size_t mark = state.stack.size();
    if (!run<p::seq<named<Kind::binder, name, word<"in">, list_or_range>, p::opt<word<"where">, expression>>>(in, state))
      return false;
    if (state.stack.size() == mark + 1) return true;
    Node condition = std::move(state.stack.back());
    state.stack.pop_back();
    Node& binder = state.stack.back();
    Node filter{Kind::comprehension, binder.where, "filter", {binder, std::move(condition)}};
    binder.children.clear();
    binder.children.push_back(std::move(filter));
    return true;
  }
};
struct start_binder : named<Kind::binder, name, sign<"=">, expression> {};
struct quantifier_body : p::seq<separated<in_binder>, sign<":">, expression> {};
struct comprehension : named<Kind::comprehension, name, sign<"(">, ahead<name, word<"in">>, fresh<quantifier_body>, sign<")">> {};
struct fold_body : p::seq<start_binder, sign<",">, in_binder, sign<":">, expression> {};
struct fold : node<Kind::fold, word<"fold">, sign<"(">, fresh<fold_body>, sign<")">> {};
/// `t where c`: tokens of which a condition holds, one of them called t.
template <typename Condition>
struct such_tokens : p::seq<ahead<name, word<"where">>, named<Kind::suchthat, name, word<"where">, Condition>> {};
struct call_argument : p::sor<such_tokens<expression>, expression> {};
struct call : named<Kind::call, name, sign<"(">, fresh<p::opt<separated<call_argument>>>, sign<")">> {};

struct tuple : Written<tuple> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const std::size_t mark = state.stack.size();
    if (!run<p::seq<sign<"(">, p::opt<separated<fresh<expression>>>>>(in, state)) return false;
    const bool one = state.stack.size() == mark + 1;
    const bool ascribed = one && starts_with(in, ":") && run<typed>(in, state);
    if (!run<sign<")">>(in, state)) return false;
    if (ascribed) state.gather(mark, Kind::ascribed, at, {});
    if (!one) state.gather(mark, Kind::tuple, at, {});
    return true;
  }
};
struct list : node<Kind::list, sign<"[">, p::opt<separated<fresh<expression>>>, sign<"]">> {};
struct record_field : named<Kind::field, name, sign<"=">, expression> {};
struct record : node<Kind::record, sign<"{">, fresh<separated<record_field>>, sign<"}">> {};

struct let : p::seq<word<"let">, named<Kind::let, name, sign<"=">, fresh<expression>, word<"in">, expression>> {};
struct if_then_else : node<Kind::if_, word<"if">, fresh<expression>, word<"then">, fresh<expression>, word<"else">, expression> {};
/// Weaker operators than `&` would be taken for the `=>` and `|` between the arms.
struct arm_value : Written<arm_value> {
  static bool parse(Input& in, State& state) {
    const Mode before = state.mode;
    state.mode.lowest = std::max(state.mode.lowest, int{kAnd});
    const bool matched = run<expression>(in, state);
    state.mode = before;
    return matched;
  }
};
struct arm : node<Kind::arm, arm_value, sign<"=>">, arm_value> {};
struct case_of : node<Kind::case_, word<"case">, fresh<expression>, word<"of">, p::opt<sign<"|">>, separated<arm, sign<"|">>> {};

struct all_of : node<Kind::all_of, word<"all">, sign<"(">, type, sign<")">> {};
/// `table "costs.csv"`; elsewhere the word is a name.
struct table : p::seq<ahead<word<"table">, p::one<'"'>>, word<"table">, quoted<Kind::table>> {};
struct true_or_false : p::sor<word_leaf<Kind::name, "true">, word_leaf<Kind::name, "false">> {};
struct plain_primary : p::sor<number, string, let, if_then_else, case_of, true_or_false, all_of, table, fold, comprehension, call,
                              tuple, list, record, name, root_path> {};
struct primary : labelled<"an expression", postfix<plain_primary>> {};

/// A[...] and E[...], where formulas stand; otherwise these letters are names.
struct quantified : Written<quantified> {
  static bool starts(const Input& in, const State& state) {
    return state.mode.temporal && (starts_with(in, "A[") || starts_with(in, "E["));
  }
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const std::size_t mark = state.stack.size();
    in.bump(1);
    if (!run<p::seq<sign<"[">, fresh<expression>, sign<"]">>>(in, state)) return false;
    state.gather(mark, Kind::quantified, at, {at, 1});
    return true;
  }
};

/// Temporal operators before their operand, where formulas stand.
struct temporal_prefix : Written<temporal_prefix> {
  static bool starts(Input& in, State& state) {
    if (!state.mode.temporal) return false;
    auto mark = in.mark<p::rewind_mode::required>();
    const std::string_view prefix = find(in);
    if (prefix.empty()) return false;
    in.bump(prefix.size());
    const char* const behind = in.current();
    return before_operand(in, state, behind);
  }
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const std::size_t mark = state.stack.size();
    const std::string_view prefix = find(in);
    in.bump(prefix.size());
    if (!run<p::seq<skip, within<kComparison, false, expression>>>(in, state)) return false;
    state.gather(mark, Kind::unary, at, prefix);
    return true;
  }

 private:
  static std::string_view find(const Input& in) {
    for (const std::string_view prefix : kTemporalPrefixes) {
      const bool whole = in.size() == prefix.size() || (in.size() > prefix.size() && !identifier_char(in.current()[prefix.size()]));
      if (whole && starts_with(in, prefix)) return prefix;
    }
    return {};
  }
  /// Whether what follows the letter, which ends at `behind`, makes it an operator: an operand, and
  /// not an operator of its own. What may follow a name, too, decides by its blanks: `G -x` and `G
  /// [x] = l` are formulas, `G - x` a difference, `G[x]` an element.
  static bool before_operand(Input& in, State& state, const char* behind) {
    if (!run<skip>(in, state) || in.empty()) return false;
    if (starts_with(in, "!=")) return false;
    if (std::string_view("(!.'\"{").find(*in.current()) != std::string_view::npos) return true;
    const bool apart = in.current() != behind;
    if (*in.current() == '[') return apart;
    if (*in.current() == '-')
      return apart && in.size() > 1 && std::string_view(" \t\r\n/").find(in.current()[1]) == std::string_view::npos;
    if (!identifier_char(*in.current())) return false;
    const bool binary = std::string_view("URW").find(*in.current()) != std::string_view::npos;
    return !(binary && (in.size() == 1 || !identifier_char(in.current()[1])));
  }
};

struct unary_sign : Written<unary_sign> {
  static bool parse(Input& in, State& state) {
    if (in.empty() || (*in.current() != '-' && *in.current() != '!') || starts_with(in, "!=")) return false;
    const char* const at = in.current();
    const std::size_t mark = state.stack.size();
    in.bump(1);
    if (!run<p::seq<skip, nested<operand>>>(in, state)) return false;
    state.gather(mark, Kind::unary, at, {at, 1});
    return true;
  }
};

/// Decides by what comes first, so that what fails inside is not tried in another way.
struct any_operand : Written<any_operand> {
  static bool parse(Input& in, State& state) {
    if (quantified::starts(in, state)) return run<quantified>(in, state);
    if (temporal_prefix::starts(in, state)) return run<temporal_prefix>(in, state);
    return run<p::sor<unary_sign, primary>>(in, state);
  }
};
struct operand : labelled<"an expression", any_operand> {};

/// Binary operators by precedence climbing: one level of recursion for each operator that is there,
/// not for each that could be.
struct binary_chain : Written<binary_chain> {
  static bool parse(Input& in, State& state) { return climb(in, state, state.mode.lowest); }

 private:
  static const Infix* find(const Input& in, const State& state) {
    if (starts_with(in, "->")) return nullptr;  // between the ends of a delay
    for (const Infix& each : kInfix) {
      if (starts_with(in, each.text)) return state.mode.terms && each.text == "++" ? nullptr : &each;
    }
    if (!state.mode.temporal) return nullptr;
    for (const Infix& each : kTemporalOperators) {
      if (starts_with(in, each.text) && (in.size() == 1 || !identifier_char(in.current()[1]))) return &each;
    }
    return nullptr;
  }

  static bool climb(Input& in, State& state, int lowest) {
    if (state.depth >= kMostNested) throw TooDeep{in.current()};
    ++state.depth;
    const bool matched = chain(in, state, lowest);
    --state.depth;
    return matched;
  }

  static bool chain(Input& in, State& state, int lowest) {
    const std::size_t mark = state.stack.size();
    if (!run<operand>(in, state)) return false;
    int highest = kSelected;
    for (int length = 0;; ++length) {
      const Infix* found = find(in, state);
      if (found == nullptr || found->strength < lowest || found->strength > highest) return true;
      if (length >= kMostChained) throw TooDeep{in.current()};
      const char* const at = in.current();
      in.bump(found->text.size());
      if (!run<skip>(in, state) || !climb(in, state, found->right ? found->strength : found->strength + 1)) return false;
      state.gather(mark, Kind::binary, at, found->text);
      highest = found->strength == kComparison ? kComparison - 1 : found->strength;
    }
  }
};
struct expression : binary_chain {};

// ---- types

struct type;
struct field_list : separated<named<Kind::field, name, sign<":">, nested<type>>> {};
/// A comparison would take in the `=` of `place P : int with 0..3 = 1;`.
struct bound : within<kSum, false, expression> {};
struct bounds : p::seq<bound, sign<"..">, bound> {};
struct enum_type : node<Kind::enum_type, word<"enum">, sign<"{">, separated<name>, sign<"}">> {};
struct range_type : node<Kind::range_type, word<"int">, word<"with">, bounds> {};
struct index_type : p::seq<word<"index">, named<Kind::index_type, name, word<"with">, bounds>> {};
struct record_type : node<Kind::record_type, word<"record">, sign<"{">, field_list, sign<"}">> {};
struct list_type : node<Kind::list_type, word<"list">, word<"of">, nested<type>> {};
struct variant : named<Kind::variant, name, p::opt<sign<":">, nested<type>>> {};
struct union_type : node<Kind::union_type, word<"union">, sign<"{">, separated<variant>, sign<"}">> {};
struct suchthat : p::seq<word<"where">, sign<"(">, named<Kind::suchthat, name, sign<":">, fresh<expression>>, sign<")">> {};
struct members : node<Kind::members, sign<"{">, separated<fresh<expression>>, sign<"}">> {};
struct type_name : name_of<Kind::type_name> {};
struct enclosed_type : p::seq<sign<"(">, nested<type>, sign<")">> {};
struct plain_type : p::sor<enum_type, range_type, index_type, record_type, list_type, union_type, enclosed_type, type_name> {};
struct subset_type : node<Kind::subset_type, word<"subset">, plain_type, p::sor<suchthat, members>> {};
struct simple_type : p::sor<subset_type, plain_type> {};
struct product_type : node<Kind::product_type, word<"product">, separated<simple_type, sign<"*">>> {};
struct type : labelled<"a type", p::sor<product_type, simple_type>> {};
struct typed : node<Kind::typed, sign<":">, type> {};

}  // namespace petriloom::loom::rules
