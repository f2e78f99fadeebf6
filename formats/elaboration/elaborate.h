// SPDX-License-Identifier: Apache-2.0
// The steps that take the declarations of a net to its parts. Each is a function over the shared
// Context.
#pragma once

#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {

// ---- instances (declare.cpp, instances.cpp)

/// Declares everything in the scope's body, makes its places, and does the same for the instances
/// in it.
void declare_scope(Context& context, Scope& scope);
/// Enters the names of one declaration, but for those of colours and ports.
void declare_names(Context& context, Scope& scope, const Node& declaration);
/// What a note is, and its lines; nothing after an error.
std::optional<std::pair<std::string, std::string>> note_of(Context& context, const Node& node);
/// Why an instance cannot be folded over the given names, or nothing.
struct Unfoldable {
  Location where;
  std::string reason;
};
std::optional<Unfoldable> unfoldable(const Scope& scope, const Node& instance);
/// Enters the parameters of a module into the scope of an instance: what was given for them, which
/// sees `arguments`, or their defaults (parameters.cpp).
void declare_parameters(Context& context, Scope& scope, const Node& statement, const Symbol& module, Scope& arguments);
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
/// Parses the values that were given to constants (ReadOptions::constants); they go before those of
/// the scenario.
void enter_given_values(Context& context, Sources& sources);
/// Reports given values of constants that do not exist, and returns those that are real numbers.
std::map<std::string, double> real_constants(Context& context);
/// Checks what the scenarios change, and finds the places that the chosen one marks anew.
void check_scenarios(Context& context);
/// Warns of terms for a place of lists of which one is a list as written: `[x] ++ l` is two tokens,
/// and one list is hardly not meant.
void warn_of_joined_lists(Context& context, const Node& terms, ColourSetId colour);
/// Checks the terms that some scenario gives a place.
void check_marking(Context& context, const Symbol& symbol, const Node& terms);

// ---- contents (transitions.cpp, markings.cpp, measures.cpp, properties.cpp)

/// The variables that the items of a transition use, and all of its `own`, in order of declaration,
/// outer scopes first.
std::vector<Symbol*> variables_of(const Scope& scope, std::span<const Node* const> items, const Scope* own);
/// How many wildcards stand in the patterns of an arc, fields of records that are left out
/// included.
std::size_t wildcards_in_arc(Context& context, Env& env, const Node& arc);
/// Resolves the type of a variable; false after an error.
bool resolve_variable(Context& context, Symbol& symbol);
/// `inhibit P : 3`t where c` and `equal P : 3`t where c` are guards about the tokens of which c
/// holds (token_conditions.cpp); invalid after an error, and for other arcs.
ExprId condition_on_tokens(Context& context, Env& env, const Node& arc, const Node& term);
/// Sorts the transitions that wait to be made as they stand in the text, or as `order` says.
void order_transitions(Context& context);
/// The distribution of `time NAME(...)`; nothing, and an error, if there is none of that name with
/// so many parameters.
std::optional<Timing> timing_named(Context& context, const Node& node);
/// The constants of `draw x = ... abstract [...]`, of the type that is drawn.
std::vector<ExprId> abstract_values(Context& context, Scope& scope, const Node& draw, ColourSetId type);
/// Gives a transition the times of `at 1 s, 2 s` or `every 2 s from 1 s until 9 s`.
void add_schedule(Context& context, Env& env, const Node& node, Transition& made);
void add_transitions(Context& context);
/// Warns of variables of whole numbers that real parts of tokens are matched with: what has a
/// fraction is not taken, and nothing says so (whole_parts.cpp). Not of those that a whole part
/// binds, too, which compare.
void warn_of_whole_parts(Context& context, const Transition& transition);
/// Enters which transitions count as one for fairness, after all have been added.
void join_for_fairness(Context& context);
void add_markings(Context& context);
/// Tokens by colour and the time from which they are available.
using TokensByColour = std::map<std::pair<Word, double>, Word>;
/// The tokens that terms give a place with colours `inner`, without the indices of folded
/// instances; nothing after an error.
std::optional<TokensByColour> tokens_of_terms(Context& context, Scope& scope, ColourSetId inner, const Node& terms);
void add_measures(Context& context);
void add_properties(Context& context);
void add_stop(Context& context);
/// Before what may speak of them: measures, formulas and the stop condition.
void add_final_markings(Context& context);
/// What a derived measure computes, whose keys are known; nothing after an error.
std::optional<DerivedExpr> derived_of(Context& context, Env& env, const Node& node, const Measure& measure);
/// The formula of an expression with temporal operators.
FormulaId elaborate_formula(Context& context, Env& env, const Node& node, PropertyKind kind);

}  // namespace petriloom::loom
