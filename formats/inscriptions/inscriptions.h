// SPDX-License-Identifier: Apache-2.0
// From syntax trees to typed inscriptions: expressions, constants, colour sets and paths. Each step
// is a function over the Context.
#pragma once

#include "engine/expr/eval.h"
#include "formats/inscriptions/scope.h"

namespace petriloom::loom {

// ---- expressions (expressions.cpp, comprehensions.cpp)

/// A name bound inside an expression: by let, a lambda, or as a parameter; or a variable of a
/// transition.
struct Local {
  std::string_view name;
  ColourSetId type;  ///< invalid if what it stands for has errors, which were reported
  std::uint32_t slot = 0;
  std::optional<Word> word;  ///< the value, if the name stands for a literal
};

/// The slots of the frame that an expression is evaluated in; let and lambda variables are
/// appended.
struct Frame {
  std::vector<Variable> slots;
};

/// The frame of what stands in a scope: the indices of the folded arrays around it.
Frame index_frame(const Scope& scope);

/// Where an expression stands: what names mean, and what is allowed.
struct Env {
  Scope* scope = nullptr;
  Frame* frame = nullptr;
  std::vector<Local> locals{};  ///< later ones hide earlier ones
  /// What the indices of folded instances stand for, if not for their slots.
  const std::vector<ExprId>* indices = nullptr;
  bool state = false;      ///< tokens, fireable, dead, final may be used
  bool firing = false;     ///< of a transition: of these, only tokens
  bool wildcards = false;  ///< `_` may be used
  bool partial = false;    ///< the whole pattern stands here, or a part: fields may be left out
  /// Slots kept for `_` where each is a variable of its own, last first.
  std::vector<std::uint32_t>* fresh = nullptr;
  /// Set when a folded index that is no literal is met.
  bool* uses_index = nullptr;
};

/// The typed expression; `expected` helps with records, labels and empty lists but is not enforced.
/// Invalid after an error.
ExprId elaborate(Context& context, Env& env, const Node& node, ColourSetId expected = {});
/// The same, converted to `type`.
ExprId elaborate_as(Context& context, Env& env, const Node& node, ColourSetId type);
/// The same of a list whose parts are elaborated as lists of that type (typed_lists.cpp); nothing
/// if the node is none.
std::optional<ExprId> elaborate_parts_as(Context& context, Env& env, const Node& node, ColourSetId type);
/// Parts of `elaborate` (values.cpp, cases.cpp): numbers with units, strings, colours of
/// enumerations, composite values, `case`.
ExprId elaborate_number(Context& context, const Node& node, ColourSetId expected);
ExprId label_value(Context& context, Symbol& symbol, const Node& node, ColourSetId expected);
ExprId elaborate_string(Context& context, const Node& node);
/// The bytes of a string literal; nothing after an error.
std::optional<std::string> text_of_literal(Context& context, const Node& node);
ExprId elaborate_tuple(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_record(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_list(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_case(Context& context, Env& env, const Node& node, ColourSetId expected);
/// `table "costs.csv"` (tables.cpp): the list of the rows of a file.
ExprId elaborate_table(Context& context, const Node& node, ColourSetId expected);
/// Whether a name in a pattern of `case` for colours of `type` is compared, being a colour of it;
/// otherwise it is bound.
bool compared_in_pattern(Context& context, const Scope& scope, std::string_view name, ColourSetId type);
/// map, filter, forall ..., fold.
ExprId elaborate_comprehension(Context& context, Env& env, const Node& node, ColourSetId expected);
ExprId elaborate_fold(Context& context, Env& env, const Node& node, ColourSetId expected);
/// `map(f, l)` and the like; nothing if the call is none of these.
std::optional<ExprId> elaborate_higher_order(Context& context, Env& env, const Node& node, ColourSetId expected);
/// Whether a node names a place and nothing that has a value (token_lists.cpp).
bool names_place(const Env& env, const Node& node);
/// The list of the tokens of the place that a path leads to.
ExprId tokens_of_place(Context& context, Env& env, const Node& node);
/// How many tokens of the place that a path leads to satisfy a condition (`t where c`).
ExprId tokens_such_that(Context& context, Env& env, const Node& path, const Node& condition);
/// Whether the first argument of a call is the name of a function: `f` of map(f, l).
bool takes_function(const Scope& scope, const Node& call);
/// Calls of functions, built-in or not, constructors, tokens ...
ExprId elaborate_call(Context& context, Env& env, const Node& node, ColourSetId expected);
/// The names of the functions that every net has, and of the distributions.
std::vector<std::string> built_in_functions();
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

// ---- constants, functions (constants.cpp, function_arguments.cpp)

/// Whether values decide what the net is like, so that the constants that they come from are fixed
/// (Constant::fixed), or are written with these.
enum class Decides : std::uint8_t { no, yes };

/// Evaluates an expression without state again and again, for different values of its leading
/// slots.
class RowEvaluation {
 public:
  RowEvaluation(Context& context, ExprId expr, std::size_t slots, Decides decides = Decides::yes);
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
/// The same as a literal that names its constants; invalid after an error.
ExprId evaluated(Context& context, ExprId expr, std::size_t slots);
/// The value of an expression that must be constant, converted to `type`; reports if it is not.
std::optional<Word> constant_value(Context& context, Scope& scope, const Node& node, ColourSetId type, std::string_view what);
/// The same as a literal that names its constants; invalid after an error.
ExprId constant_literal(Context& context, Scope& scope, const Node& node, ColourSetId type, std::string_view what);
/// Resolves type and, unless it depends on an index, value of a constant or parameter. False after
/// an error.
bool resolve_constant(Context& context, Symbol& symbol);
/// Makes all function bodies that are still missing.
void finish_functions(Context& context);
/// Declares a function's signature on first use.
FunctionId resolve_function(Context& context, Symbol& symbol);
/// For a parameter that is a function, what was given for it (function_arguments.cpp). True if a
/// function of its own is to be made, which calls that one; otherwise the parameter is that
/// function, or there was an error.
bool enter_function_argument(Context& context, Symbol& parameter);
/// Reports a call of a function that there is not.
void unknown_function(Context& context, const Scope& scope, const Node& node);

/// Takes a step for an instance. If it goes wrong, it is said of the instance, and of those around
/// it, with which colour sets and functions that was: what their modules cannot know.
void in_instance(Context& context, Scope& scope, const std::function<void()>& step);

// ---- types (types.cpp)

/// Whether a type as written is `fluid`, which is for places and ports alone.
bool is_fluid(const Scope& scope, const Node& node);
/// A type as written; invalid after an error.
ColourSetId resolve_type(Context& context, Scope& scope, const Node& node);
/// The alias by whose name a type is written that was resolved; invalid: by none.
ColourAliasId alias_of(const Scope& scope, const Node& type);
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

/// How the colour of a place is made from a colour as seen by a user of it: `whole` is a product
/// with the indices in front.
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

/// Follows a path to a place or transition (or instance); several targets only if it has `*` over
/// an expanded array. Empty after an error, or, where elements may be `absent` (a literal index of
/// an expanded array that a filter leaves out), without one.
std::vector<Target> follow(Context& context, Env& env, const Node& path, NameSpace wanted, bool* absent = nullptr);
/// Follows a path that must lead to one place.
std::optional<PlaceUse> follow_place(Context& context, Env& env, const Node& path);
std::optional<Target> follow_transition(Context& context, Env& env, const Node& path);
/// The colour of the place for a colour as its user writes it; `value` may be invalid if `inner` is
/// unit.
ExprId wrap(Context& context, const PlaceUse& use, ExprId value, Location where);
/// Of a list of colours of a place that all have the indices of a use of it: what that user sees.
ExprId list_seen_by(Context& context, Env& env, const PlaceUse& use, ExprId list, Location where);
/// A condition (`t where c`) on a token of a place that has the indices of a use of it. The token
/// stands in slot `token`; what is behind each layer of indices gets a slot after that.
ExprId condition_on_token(Context& context, Env& env, const PlaceUse& use, std::uint32_t token, const Node& condition);
/// The port that a path names first, or null.
const Symbol* port_of(const Env& env, const Node& path);
/// Whether `name` is used as index of an expanded array somewhere in `node`, so that it must be
/// literal.
bool needs_literal(const Env& env, const Node& node, std::string_view name);
/// "[3]", "[3][north]": indices as they stand in names.
std::string format_indices(Context& context, std::span<const ColourSetId> types, std::span<const Word> words);

// ---- indices (rows.cpp)

/// The index values that exist in a folded scope, one row each; one empty row if it is not folded.
const std::vector<std::vector<Word>>& rows_of(Context& context, Scope& scope);
/// All combinations of the colours of `sets`, in order; reports more than `most` at `where`.
std::vector<std::vector<Word>> combinations(Context& context, std::span<const ColourSetId> sets, std::size_t most, Location where);

}  // namespace petriloom::loom
