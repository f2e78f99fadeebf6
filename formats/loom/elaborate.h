// SPDX-License-Identifier: Apache-2.0
// The steps that take syntax trees to a net. Each is a function over the shared Context.
#pragma once

#include "engine/expr/eval.h"
#include "formats/loom/scope.h"

namespace petriloom::loom {

// ---- expressions (expressions.cpp, comprehensions.cpp)

/// A name bound inside an expression: by let, a lambda, or as a parameter; or a variable of a transition.
struct Local {
  std::string_view name;
  ColourSetId type;
  std::uint32_t slot = 0;
  std::optional<Word> word;  ///< the value, if the name stands for a literal
};

/// The slots of the frame that an expression is evaluated in; let and lambda variables are appended.
struct Frame {
  std::vector<Variable> slots;
};

/// The frame of what stands in a scope: the indices of the folded arrays around it.
Frame index_frame(const Scope& scope);

/// Where an expression stands: what names mean, and what is allowed.
struct Env {
  Scope* scope = nullptr;
  Frame* frame = nullptr;
  std::vector<Local> locals;                     ///< later ones hide earlier ones
  const std::vector<ExprId>* indices = nullptr;  ///< what the indices of folded instances stand for, if not for their slots
  bool state = false;                            ///< tokens, fireable, dead may be used
  bool firing = false;                           ///< of a transition: of these, only tokens
  bool wildcards = false;                        ///< `_` may be used
  std::vector<std::uint32_t>* fresh = nullptr;   ///< slots kept for `_` where each is a variable of its own, last first
  bool* uses_index = nullptr;                    ///< set when a folded index that is no literal is met
};

/// The typed expression; `expected` helps with records, labels and empty lists but is not enforced. Invalid after an error.
ExprId elaborate(Context& context, Env& env, const Node& node, ColourSetId expected = {});
/// The same, converted to `type`.
ExprId elaborate_as(Context& context, Env& env, const Node& node, ColourSetId type);
/// Parts of `elaborate` (values.cpp, cases.cpp): numbers with units, strings, colours of enumerations, composite values, `case`.
ExprId elaborate_number(Context& context, const Node& node, ColourSetId expected);
ExprId label_value(Context& context, Symbol& symbol, const Node& node, ColourSetId expected);
ExprId elaborate_string(Context& context, const Node& node);
/// The bytes of a string literal; nothing after an error.
std::optional<std::string> text_of_literal(Context& context, const Node& node);
ExprId elaborate_tuple(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_record(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_list(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_case(Context& context, Env& env, const Node& node, ColourSetId expected);
/// Whether a name in a pattern of `case` for colours of `type` is compared, being a colour of it; otherwise it is bound.
bool compared_in_pattern(Context& context, const Scope& scope, std::string_view name, ColourSetId type);
/// map, filter, forall ..., fold.
ExprId elaborate_comprehension(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_fold(Context& context, Env& env, const Node& node, ColourSetId expected);
/// `map(f, l)` and the like; nothing if the call is none of these.
std::optional<ExprId> elaborate_higher_order(Context& context, Env& env, const Node& node, ColourSetId expected);
/// Whether the first argument of a call is the name of a function: `f` of map(f, l).
bool takes_function(const Scope& scope, const Node& call);
/// Calls of functions, built-in or not, constructors, tokens ...
ExprId elaborate_call(Context& context, Env& env, const Node& node, ColourSetId expected);
/// A call of a generic function, which is instantiated for the colour sets of its arguments.
ExprId generic_call(Context& context, Env& env, const Node& node, Symbol& symbol, ColourSetId expected);
/// A new slot of the frame.
std::uint32_t new_slot(Env& env, std::string_view name, ColourSetId type);
/// The environment of a constant or port: another scope, the same indices, nothing local.
Env outside(const Env& env, Scope& scope);
/// Index `k` of the folded instances around `scope`.
ExprId index_value(Context& context, Env& env, std::size_t k, const Scope& scope, Location where);
/// Reports a name that is not known.
void unknown(Context& context, const Scope& scope, const Node& node, std::string_view what,
             const std::function<bool(const Symbol&)>& wanted);

// ---- constants (constants.cpp)

/// Evaluates an expression without state again and again, for different values of its leading slots.
class RowEvaluation {
 public:
  RowEvaluation(Context& context, ExprId expr, std::size_t slots);
  /// Reports run-time errors.
  std::optional<Word> operator()(std::span<const Word> leading);

 private:
  Context& context_;
  ExprId expr_;
  std::optional<Word> constant_;
  bool ready_ = false;
  Evaluator evaluator_;
  std::vector<Word> frame_;
};
/// The same once.
std::optional<Word> evaluate(Context& context, ExprId expr, std::span<const Word> leading, std::size_t slots);
/// The value of an expression that must be constant, converted to `type`; reports if it is not.
std::optional<Word> constant_value(Context& context, Scope& scope, const Node& node, ColourSetId type, std::string_view what);
/// Resolves type and, unless it depends on an index, value of a constant or parameter. False after an error.
bool resolve_constant(Context& context, Symbol& symbol);
/// Makes all function bodies that are still missing.
void finish_functions(Context& context);
/// Declares a function's signature on first use.
FunctionId resolve_function(Context& context, Symbol& symbol);

// ---- types (types.cpp)

/// Whether a type as written is `fluid`, which is for places and ports alone.
bool is_fluid(const Scope& scope, const Node& node);
/// A type as written; invalid after an error.
ColourSetId resolve_type(Context& context, Scope& scope, const Node& node);
/// The colour set a symbol of kind `colour` stands for.
ColourSetId resolve_colour(Context& context, Symbol& symbol);
/// The colours of a subset, words of its base; nothing after an error.
std::optional<std::vector<Word>> subset_members(Context& context, Scope& scope, const Node& node, ColourSetId base);
/// Type and word of a label; false after an error.
bool resolve_label(Context& context, Symbol& label);
/// The index colour set of a `core(3)`, the union of a variant.
ColourSetId constructor_type(Context& context, const Symbol& constructor);
/// Enters labels and constructors of a colour declaration.
void declare_colour_names(Context& context, Scope& scope, Symbol& colour);
/// Whether the two have the same colours, so that a place of one can be a port of the other.
bool same_colours(const ColourTable& colours, ColourSetId a, ColourSetId b);

// ---- paths (paths.cpp)

/// How the colour of a place is made from a colour as seen by a user of it: `whole` is a product with the indices in front.
struct Wrap {
  ColourSetId whole;
  std::vector<ExprId> indices;
  bool unit = false;  ///< there is nothing behind the indices
};

/// A place as seen from somewhere: through ports and indices.
struct PlaceUse {
  PlaceId place;
  std::vector<Wrap> wraps;  ///< outermost first
  ColourSetId inner;        ///< what remains for the user to give
};

/// What a path leads to.
struct Target {
  Symbol* symbol = nullptr;     ///< place, transition or instance
  Scope* scope = nullptr;       ///< of an instance: its scope; null for an array without indices
  std::vector<ExprId> indices;  ///< of the folded instances passed, outermost first
  std::optional<PlaceUse> place;
};

/// Follows a path to a place or transition (or instance); several targets only if it has `*` over an expanded array. Empty after an
/// error, or, where elements may be `absent` (a literal index of an expanded array that a filter leaves out), without one.
std::vector<Target> follow(Context& context, Env& env, const Node& path, Space wanted, bool* absent = nullptr);
/// Follows a path that must lead to one place.
std::optional<PlaceUse> follow_place(Context& context, Env& env, const Node& path);
std::optional<Target> follow_transition(Context& context, Env& env, const Node& path);
/// The colour of the place for a colour as its user writes it; `value` may be invalid if `inner` is unit.
ExprId wrap(Context& context, const PlaceUse& use, ExprId value, Location where);
/// The port that a path names first, or null.
const Symbol* port_of(const Env& env, const Node& path);
/// Whether `name` is used as index of an expanded array somewhere in `node`, so that it must be literal.
bool needs_literal(const Env& env, const Node& node, std::string_view name);
/// "[3]", "[3][north]": indices as they stand in names.
std::string format_indices(Context& context, std::span<const ColourSetId> types, std::span<const Word> words);

// ---- instances (instances.cpp, arrays.cpp)

/// Declares everything in the scope's body, makes its places, and does the same for the instances in it.
void declare_scope(Context& context, Scope& scope);
/// Enters the names of a `var` statement.
void declare_variables(Context& context, Scope& scope, const Node& node);
/// The index values that exist in a folded scope, one row each; one empty row if it is not folded.
const std::vector<std::vector<Word>>& rows_of(Context& context, Scope& scope);
/// Why an instance cannot be folded over the given names, or nothing.
struct Unfoldable {
  Location where;
  std::string reason;
};
std::optional<Unfoldable> unfoldable(const Scope& scope, const Node& instance);
/// Makes instance, scope or array.
void make_instance(Context& context, Scope& scope, Symbol& symbol, const Node& statement, std::size_t position);
/// Makes the places that are fused names of one place (fusion.cpp).
void fuse_places(Context& context);
/// Adds ports and other names of places to their modules, and checks what the latter lead to.
void add_references(Context& context);
/// Where the source says that something is drawn.
Position position_of(const Node& node);
/// Checks bindings of all ports of the instances in the net.
void check_ports(Context& context);

// ---- scenarios (scenarios.cpp)

/// Finds the scenarios of the net and what the chosen one changes.
void enter_scenarios(Context& context, const std::deque<Node>& trees);
/// Parses the values that were given to constants (ReadOptions::constants); they go before those of the scenario.
void enter_given_values(Context& context, Sources& sources);
/// Reports given values of constants that do not exist, and returns those that are real numbers.
std::map<std::string, double> real_constants(Context& context);
/// The value that was given to a constant or parameter, or that the chosen scenario gives it, or null.
const Node* overridden(const Context& context, const Scope& scope, std::string_view name);
/// Checks what the scenarios change, and finds the places that the chosen one marks anew.
void check_scenarios(Context& context);
/// Warns of terms for a place of lists of which one is a list as written: `[x] ++ l` is two tokens, and one list is hardly not
/// meant.
void warn_of_joined_lists(Context& context, const Node& terms, ColourSetId colour);
/// Checks the terms that some scenario gives a place.
void check_marking(Context& context, const Symbol& symbol, const Node& terms);

// ---- contents (transitions.cpp, markings.cpp, measures.cpp, properties.cpp)

/// The variables that the items of a transition use, and all of its `own`, in order of declaration, outer scopes first.
std::vector<Symbol*> variables_of(const Scope& scope, std::span<const Node* const> items, const Scope* own);
/// Resolves the type of a variable; false after an error.
bool resolve_variable(Context& context, Symbol& symbol);
/// Sorts the transitions that wait to be made as they stand in the text, or as `order` says.
void order_transitions(Context& context);
/// The distribution of `time NAME(...)`; nothing, and an error, if there is none of that name with so many parameters.
std::optional<Timing> timing_named(Context& context, const Node& node);
/// Gives a transition the times of `at 1 s, 2 s` or `every 2 s from 1 s until 9 s`.
void add_schedule(Context& context, Env& env, const Node& node, Transition& made);
void add_transitions(Context& context);
/// Enters which transitions count as one for fairness, after all have been added.
void join_for_fairness(Context& context);
void add_markings(Context& context);
/// Tokens by colour and the time from which they are available.
using TokensByColour = std::map<std::pair<Word, double>, Word>;
/// The tokens that terms give a place with colours `inner`, without the indices of folded instances; nothing after an error.
std::optional<TokensByColour> tokens_of_terms(Context& context, Scope& scope, ColourSetId inner, const Node& terms);
void add_measures(Context& context);
void add_properties(Context& context);
void add_stop(Context& context);
/// The text of a derived measure with all names absolute (engine/measure/derived.h); nothing after an error.
std::optional<std::string> derived_text(Context& context, Env& env, const Node& node, std::span<const Variable> keys);
/// The formula of an expression with temporal operators.
FormulaId elaborate_formula(Context& context, Env& env, const Node& node, PropertyKind kind);

}  // namespace petriloom::loom
