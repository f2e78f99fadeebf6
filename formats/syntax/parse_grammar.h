// SPDX-License-Identifier: Apache-2.0
// The grammar of the net language: types, declarations and files. Included by parse.cpp alone.
#pragma once

#include "formats/syntax/parse_expressions.h"

namespace petriloom::loom::rules {

// ---- declarations

struct declaration;

/// A statement; if it is wrong, the message is given and the parser goes on at the next one.
template <typename Statement>
struct recovering;
/// The message for what stands at the furthest point that was reached. `end` is the end of the
/// text.
void report(State& state, const char* end);
/// Goes on to where the next statement may begin.
void resynchronise(Input& in, State& state);

template <typename Statement>
struct recovering : Written<recovering<Statement>> {
  static bool parse(Input& in, State& state) {
    const char* const start = in.current();
    const int depth = state.depth;
    state.furthest = start;
    state.expected.clear();
    if (run<Statement>(in, state)) return true;
    state.depth = depth;
    state.mode = {};
    report(state, in.end());
    resynchronise(in, state);
    if (in.current() == start && !in.empty()) {  // a brace too many
      in.bump(1);
      return run<skip>(in, state);
    }
    return true;
  }
};

template <typename Statement>
struct statements : p::star<p::not_at<p::sor<p::one<'}'>, p::eof>>, recovering<Statement>> {};
template <typename Statement>
struct braces : p::seq<sign<"{">, statements<Statement>, sign<"}">> {};
struct block : nested<node<Kind::block, braces<declaration>>> {};

struct where : node<Kind::where, word<"where">, fresh<expression>> {};
struct index_binder : named<Kind::binder, name, word<"in">, p::sor<node<Kind::range_type, bounds>, name_of<Kind::type_name>>> {};
template <Kind K>
struct indices : node<K, sign<"[">, ahead<name, word<"in">>, separated<index_binder>, p::opt<where>, sign<"]">> {};

struct multiplicity : node<Kind::multiplicity, primary, sign<"`">> {};
struct when : node<Kind::when, word<"when">, terms_expression> {};
struct after : node<Kind::after, sign<"@+">, terms_expression> {};
struct term_value : p::sor<such_tokens<terms_expression>, terms_expression> {};
/// `collect` is a word before a number of tokens alone, and before brackets where `as` follows.
struct all_that_match : p::seq<word<"all">, p::at<p::one<'`'>>> {};
struct collect : node<Kind::collect, word<"collect">, p::sor<all_that_match, primary>, sign<"`">> {};
struct as : node<Kind::as, word<"as">, name> {};
struct collected : p::seq<collect, terms_expression, as> {};
struct begins_collected : p::sor<ahead<word<"collect">, p::sor<p::digit, identifier>>,
                                 ahead<word<"collect">, primary, sign<"`">, terms_expression, word<"as">>> {};
struct plain_term : p::seq<p::opt<word_leaf<Kind::each, "each">>, p::opt<multiplicity>, term_value> {};
struct term : node<Kind::term, p::sor<p::seq<begins_collected, collected>, plain_term>, p::opt<when>, p::opt<after>, p::opt<when>> {
};
struct terms : node<Kind::terms, separated<term, sign<"++">>> {};

struct import : p::seq<word<"import">, quoted<Kind::import>, sign<";">> {};
/// `default`, before a declaration that begins with T.
template <Text T>
struct by_default : p::opt<ahead<word<"default">, word<T>>, word_leaf<Kind::by_default, "default">> {};
struct constant
    : p::seq<by_default<"const">, word<"const">, named<Kind::constant, name, p::opt<typed>, sign<"=">, expression, sign<";">>> {};
struct colour : p::seq<p::sor<word<"colour">, word<"color">>, named<Kind::colour, name, sign<"=">, type, sign<";">>> {};
/// Where a place or transition is drawn.
struct coordinate : leaf<Kind::number, p::seq<p::opt<p::one<'-'>>, number_text>> {};
struct position : node<Kind::position, word<"at">, sign<"(">, coordinate, sign<",">, coordinate, sign<")">> {};
struct type_parameters : node<Kind::type_parameters, sign<"[">, separated<name>, sign<"]">> {};
struct function_parameters : node<Kind::parameters, sign<"(">, p::opt<field_list>, sign<")">> {};
struct function
    : p::seq<by_default<"fun">, word<"fun">,
             named<Kind::function, name, p::opt<type_parameters>, function_parameters, typed, sign<"=">, expression, sign<";">>> {};
struct variables : node<Kind::variables, word<"var">, separated<name>, typed, sign<";">> {};
struct stop : node<Kind::stop, word<"stop">, word<"when">, expression, sign<";">> {};
struct final_ : node<Kind::final_, word<"final">, word<"when">, expression, sign<";">> {};
struct place : p::seq<word<"place">, named<Kind::place, name, typed, p::opt<position>, p::opt<sign<"=">, terms>, sign<";">>> {};

template <Text T>
struct arc : p::seq<p::at<word<T>>, named<Kind::arc, word_leaf<Kind::name, T>, path, p::opt<sign<":">, terms>, sign<";">>> {};
struct guard : node<Kind::guard, word<"guard">, expression, sign<";">> {};
struct delay : node<Kind::delay, word<"delay">, expression, sign<";">> {};
struct abstract_ : node<Kind::abstract_, word<"abstract">, sign<"[">, separated<expression>, sign<"]">> {};
struct draw : p::seq<word<"draw">, named<Kind::draw, name, sign<"=">, expression, p::opt<abstract_>, sign<";">>> {};
struct priority : node<Kind::priority, word<"priority">, expression, sign<";">> {};
struct order_by : node<Kind::order_by, word<"order">, word<"by">, expression, sign<";">> {};
struct weight : node<Kind::weight, word<"weight">, expression, sign<";">> {};
struct timing : p::seq<word<"time">, named<Kind::timing, name, parenthesised<p::opt<separated<expression>>>, sign<";">>> {};
struct flow : node<Kind::flow, word<"flow">, expression, sign<";">> {};
struct at_times : p::seq<p::at<word<"at">>, named<Kind::schedule, word_leaf<Kind::name, "at">, separated<expression>, sign<";">>> {
};
struct from : node<Kind::from, word<"from">, expression> {};
struct until : node<Kind::until, word<"until">, expression> {};
struct every : p::seq<p::at<word<"every">>,
                      named<Kind::schedule, word_leaf<Kind::name, "every">, expression, p::opt<from>, p::opt<until>, sign<";">>> {};
/// Not where `most` stands for a time: `at most - 1 s`, `at most[0]`, `at most.first`.
struct at_most : node<Kind::at_most, word<"at">, word<"most">, p::not_at<p::one<'-', '[', '.'>>, expression, sign<";">> {};
struct servers : node<Kind::servers, word<"servers">, p::sor<word<"infinite">, expression>, sign<";">> {};
struct memory
    : p::seq<word<"memory">,
             named<Kind::memory,
                   p::sor<word_leaf<Kind::name, "enabling">, word_leaf<Kind::name, "age">, word_leaf<Kind::name, "resampling">>,
                   sign<";">>> {};
struct fair : node<Kind::fair, word<"fair">, word<"with">, path, sign<";">> {};
struct note : p::seq<word<"note">, named<Kind::note, string, p::plus<string>, sign<";">>> {};
struct item : p::sor<variables, arc<"in">, arc<"out">, arc<"read">, arc<"inhibit">, arc<"reset">, arc<"equal">, arc<"uses">, guard,
                     draw, delay, priority, order_by, weight, timing, flow, at_most, at_times, every, servers, memory, fair, note> {
};
struct transition : p::seq<word<"transition">, named<Kind::transition, name, p::opt<position>, braces<item>>> {};

struct kind : name_of<Kind::kind> {};
struct hardware : word_leaf<Kind::hardware, "hardware"> {};
/// With what it is where an instance does not say.
struct value_parameter : named<Kind::field, name, sign<":">, nested<type>, p::opt<sign<"=">, expression>> {};
struct colour_parameter
    : p::seq<p::sor<word<"colour">, word<"color">>, named<Kind::colour_parameter, name, p::opt<sign<"=">, type>>> {};
struct function_parameter
    : p::seq<word<"fun">, named<Kind::function_parameter, name, function_parameters, typed, p::opt<sign<"=">, expression>>> {};
/// The words are names too: `colour : int`.
struct module_parameter : p::sor<colour_parameter, function_parameter, value_parameter> {};
struct module_parameters : node<Kind::parameters, sign<"(">, p::opt<separated<module_parameter>>, sign<")">> {};
struct module : Written<module> {
  static bool parse(Input& in, State& state) {
    const bool is_hardware = run<word<"hardware">>(in, state);
    if (!run<p::seq<word<"module">, named<Kind::module, name, p::opt<module_parameters>, p::opt<sign<":">, kind>, block>>>(in,
                                                                                                                           state))
      return false;
    if (is_hardware) state.stack.back().children.push_back({Kind::hardware, state.stack.back().where, {}, {}});
    return true;
  }
};
struct direction
    : p::sor<word_leaf<Kind::direction, "inout">, word_leaf<Kind::direction, "in">, word_leaf<Kind::direction, "out">> {};
struct port_name : Written<port_name> {
  static bool parse(Input& in, State& state) {
    if (!run<p::seq<direction, name>>(in, state)) return false;
    std::swap(state.stack[state.stack.size() - 1], state.stack[state.stack.size() - 2]);
    return true;
  }
};
struct port : p::seq<word<"port">, named<Kind::port, port_name, typed, p::opt<position>, sign<";">>> {};
/// A colour set that is more than a name: told apart from a value by its first words.
struct begins_type : p::sor<ahead<word<"list">, word<"of">>, ahead<word<"int">, word<"with">>, ahead<word<"product">, name>,
                            ahead<word<"subset">, name>, ahead<word<"index">, name>, ahead<word<"enum">, sign<"{">>,
                            ahead<word<"record">, sign<"{">>, ahead<word<"union">, sign<"{">>> {};
struct type_argument : node<Kind::typed, begins_type, type> {};
struct argument : named<Kind::argument, name, sign<"=">, p::sor<type_argument, expression>> {};
struct binding : named<Kind::binding, name, sign<"=">, path, sign<";">> {};
/// All other ports, to the places of their names.
struct by_name : node<Kind::by_name, word<"by">, word<"name">, sign<";">> {};
struct arguments : parenthesised<p::opt<separated<argument>>> {};
struct bindings : p::sor<sign<";">, braces<p::sor<by_name, binding>>> {};
struct instance : p::seq<word<"instance">,
                         named<Kind::instance, name, p::opt<indices<Kind::array>>, sign<":">, kind, p::opt<arguments>, bindings>> {
};
struct element : node<Kind::element, sign<"[">, separated<expression>, sign<"]">> {};
struct folded : p::seq<word<"folded">, indices<Kind::folded>> {};
struct scope : p::seq<word<"scope">, named<Kind::scope, name, p::opt<p::sor<indices<Kind::array>, element>>,
                                           p::opt<sign<":">, kind>, p::opt<hardware>, p::opt<folded>, block>> {};

// ---- measures and properties

struct over : node<Kind::over, path> {};
/// Transitions that share a condition.
struct group : node<Kind::group, separated<over>, p::opt<where>> {};
/// And a value; what stands before `over` again is that of the next group.
struct another_over : p::seq<sign<",">, p::not_at<ahead<expression, word<"over">>>, over> {};
struct valued_group : node<Kind::group, expression, word<"over">, over, p::star<another_over>, p::opt<where>> {};
template <Text T>
struct of_firings : named<Kind::of_firings, word_leaf<Kind::name, T>, separated<valued_group>> {};
struct count_firings : named<Kind::of_firings, word_leaf<Kind::name, "count">, separated<group>> {};
template <Text T>
struct of_state : named<Kind::of_state, word_leaf<Kind::name, T>, expression> {};
struct ends : node<Kind::of_firings, separated<group>> {};
struct between : node<Kind::between, word<"delay">, ends, sign<"->">, ends> {};
struct passage : named<Kind::of_state, word_leaf<Kind::name, "time">, word<"until">, expression> {};
struct derived : node<Kind::derived, word<"value">, expression> {};
struct measured
    : p::sor<count_firings, of_firings<"sum">, of_firings<"mean">, of_firings<"min">, of_firings<"max">, of_firings<"first">,
             of_firings<"last">, of_state<"average">, of_state<"integral">, of_state<"peak">, passage, between, derived> {};
template <typename... Rules>
struct measure_of : named<Kind::measure, name, p::opt<indices<Kind::array>>, p::opt<quoted<Kind::quantity>>, sign<"=">, Rules...> {
};
struct measure : p::seq<word<"measure">, measure_of<measured, sign<";">>> {};
/// As options give it: an expression alone is averaged over time.
struct asked_measure : measure_of<p::sor<measured, node<Kind::of_state, expression>>> {};

/// `"node[3].done"`: the whole name, as the writer gives it; told apart by a second name node.
struct full_name : p::seq<quoted<Kind::name>, node<Kind::name>> {};
/// An expression with the text it was written as.
template <bool Temporal>
struct formula : Written<formula<Temporal>> {
  static bool parse(Input& in, State& state) {
    const char* const at = in.current();
    const std::size_t mark = state.stack.size();
    if (!run<temporal<Temporal, expression>>(in, state)) return false;
    const char* end = in.current();
    while (end > at && std::string_view(" \t\r\n").find(end[-1]) != std::string_view::npos) --end;
    state.gather(mark, Kind::formula, at, {at, static_cast<std::size_t>(end - at)});
    return true;
  }
};
struct invariant_property : p::seq<word_leaf<Kind::property_kind, "invariant">, formula<false>> {};
struct temporal_property
    : p::seq<p::sor<word_leaf<Kind::property_kind, "ltl">, word_leaf<Kind::property_kind, "ctl">>, formula<true>> {};
struct standard_property : p::sor<word_leaf<Kind::property_kind, "bounded">, word_leaf<Kind::property_kind, "deadlock_free">,
                                  word_leaf<Kind::property_kind, "live">, word_leaf<Kind::property_kind, "quasi_live">,
                                  word_leaf<Kind::property_kind, "reversible">> {};
struct property : p::seq<word<"property">, named<Kind::property, p::sor<full_name, name>, sign<":">,
                                                 p::sor<invariant_property, temporal_property, standard_property>, sign<";">>> {};

struct order : node<Kind::order, word<"order">, separated<path>, sign<";">> {};
struct fuse : node<Kind::fuse, word<"fuse">, separated<path>, sign<";">> {};
struct alias_name : p::sor<port_name, name> {};
struct alias : p::seq<word<"alias">, named<Kind::alias, alias_name, p::opt<position>, sign<"=">, path, sign<";">>> {};
struct constant_override : named<Kind::override_, word_leaf<Kind::name, "const">, path, sign<"=">, expression, sign<";">> {};
struct place_override : named<Kind::override_, word_leaf<Kind::name, "place">, path, sign<"=">, terms, sign<";">> {};
struct scenario : p::seq<word<"scenario">, named<Kind::scenario, name, braces<p::sor<constant_override, place_override>>>> {};
struct net_name : p::seq<word<"net">, quoted<Kind::net>, sign<";">> {};
struct declaration : p::sor<place, transition, constant, variables, colour, function, module, instance, port, scope, import, stop,
                            final_, measure, property, net_name, order, fuse, alias, scenario, note> {};
struct file_text : p::seq<skip, p::star<p::not_at<p::eof>, recovering<declaration>>> {};

}  // namespace petriloom::loom::rules
