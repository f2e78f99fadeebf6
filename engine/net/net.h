// SPDX-License-Identifier: Apache-2.0
// The net: a frozen value. Made by NetBuilder; read, written, drawn, simulated and analysed by free
// functions elsewhere.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/net/colour.h"
#include "engine/net/derived.h"
#include "engine/net/diagnostics.h"
#include "engine/net/expr.h"
#include "engine/net/ids.h"
#include "engine/net/timing.h"

namespace petriloom {

/// Where something is drawn: 1/72 inch from the upper left corner, y downwards.
struct Position {
  double x = 0;
  double y = 0;
  bool known = false;
};

/// What a reference is for those who use the module: a port of its interface, or a place of several
/// modules fused into one.
enum class ReferenceKind : std::uint8_t { in, out, inout, fusion };

/// Another name of a place, inside one module. Shares the space of names of that module's places.
struct Reference {
  std::string name;
  ReferenceKind kind = ReferenceKind::inout;
  PlaceId place;
  Position at;
  Location where;
  ColourAliasId alias;  ///< port: by which its colour set is written
};

/// One instance of a module. Module 0 is the net itself. The tree of modules names things and
/// groups them in pictures; firing ignores it.
struct Module {
  /// Local name of the instance, with its index if expanded: "node", "node[3]".
  std::string name;
  /// The module it is an instance of, "CPU"; empty for the net itself and for scopes.
  std::string kind;
  ModuleId parent;  ///< invalid for module 0
  /// Rules for hardware hold for it (no source or sink transitions).
  bool hardware = false;
  /// Index sets this instance is folded over, outermost first, including its parents'.
  std::vector<ColourSetId> indices;
  /// The names these have in the source, parallel to `indices`.
  std::vector<std::string> index_names;
  /// Ports, fusion places: other names of places, inside this module.
  std::vector<Reference> references;
  Location definition;  ///< where the module is written
  Location instance;    ///< where it is instantiated
  /// The line of the description that asked for it; may be unknown.
  Location origin;
};

/// A value with a name, of the net itself, not of a module. Where it is used stands a literal that
/// names it (Expr::constant): what runs, proves and unfolds a net sees values alone.
struct Constant {
  std::string name;
  ExprId value;  ///< a literal; `written`: what it was computed from. Invalid: not known
  /// Its value decided what no expression shows, as how many places there are: it is written so.
  bool fixed = false;
  Location where;
  ColourAliasId alias;  ///< by which its colour set is written
};

/// Tokens a place holds at the start.
struct InitialTokens {
  Word colour = 0;
  std::int64_t count = 1;
  double available = 0;  ///< s: the time from which they are available
};

/// A term of an initial marking as its author wrote it.
struct WrittenTokens {
  ExprId count;      ///< an int
  ExprId value;      ///< of the colour set of the place; if `each`, a list of it
  ExprId available;  ///< real, s; invalid: 0
  bool each = false;
};

struct Place {
  std::string name;
  ModuleId module;
  ColourSetId colour;
  ColourAliasId alias;  ///< by which `colour` is written
  /// How many leading components of `colour` are indices of folded instances (if `colour` is that
  /// one index itself: 1).
  std::uint32_t folded = 0;
  /// Holds a level, a real number from 0, and no tokens; `colour` is unit (docs/fluid.md).
  bool fluid = false;
  double level = 0;                    ///< at the start, of a fluid place
  std::vector<InitialTokens> initial;  ///< ascending by (colour, available), no duplicates
  std::vector<WrittenTokens> written;  ///< what gives `initial`, if it names constants; else empty
  Position at;
  Location where;
};

enum class ArcKind : std::uint8_t {
  input,      ///< takes `count` tokens of colour `value`
  output,     ///< puts `count` tokens of colour `value`, available after `delay`
  read,       ///< needs `count` available tokens of colour `value`, takes none
  inhibitor,  ///< needs fewer than `count` tokens matching `value` (available or not)
  reset,      ///< removes all tokens matching `value` (available or not)
  equal,      ///< needs exactly `count` tokens matching `value` (available or not); binds nothing
};

/// What an input arc collects: a list of tokens, which a variable of the binding is given before
/// the arc takes one token for each element (docs/semantics.md, rule 31).
struct Collect {
  /// Of the place's colours, with wildcards: which tokens are meant. It binds no variable.
  ExprId pattern;
  ExprId count;              ///< an int: how many, 0 or less for none; invalid: all that match
  std::uint32_t list = 0;    ///< the slot of the variable, in the binding
  std::uint32_t tokens = 0;  ///< a slot behind the binding: the tokens as the place holds them
  ExprId seen;               ///< over `tokens`: the list as the variable has it; invalid: the same
};

/// One term of an arc; an arc inscription of several terms is several of these. `value` of input
/// and read arcs is a pattern: variables in it are bound by matching. Wildcards may stand in
/// patterns and in the values of inhibitor, reset and equal arcs. Patterns are variables, literals,
/// tuples, records, wildcards, successor and predecessor, list literals, concat with a list literal
/// on one side, and inject, of patterns (engine/expr/match.h); any other part is computed and
/// compared.
struct Arc {
  PlaceId place;
  ArcKind kind = ArcKind::input;
  /// An int, of a fluid place a real: an amount; invalid: 1. A count of 0 or less makes the term
  /// absent (equal: asks for no token). Must not need unbound variables.
  ExprId count;
  ExprId value;       ///< of the place's colour set; if `each`, a list of it
  ExprId condition;   ///< bool; invalid: always. When false the term is absent
  ExprId delay;       ///< real, s, output only; invalid: 0
  bool each = false;  ///< one token (times count) for every element of the list `value`
  /// Input, with `each` and without a count: where the list comes from.
  std::optional<Collect> collect;
  /// Reset: a bool over the binding and slot `token` behind it, which stands for a token; only
  /// those of which it holds are removed. Invalid: all. Then `value` says no more than indices.
  ExprId such;
  std::uint32_t token = 0;
  /// Of a term with `collect` or `such`: how many indices of the place its path gave, layer by
  /// layer from outside, which the writer shows again.
  std::vector<std::uint32_t> indices;
  Location where;
};

enum class Memory : std::uint8_t { enabling, age, resampling };

struct Variable {
  std::string name;
  ColourSetId colour;
  ColourAliasId alias{};  ///< by which `colour` is written
};

/// A value that is evaluated once when a transition fires, before all else, for what it puts and
/// for its delays.
struct Draw {
  std::uint32_t slot = 0;  ///< of the transition, behind the binding
  ExprId value;            ///< may use the binding and the draws before it
  Location where;
  /// Constants of the type of the value that verification explores in place of it; empty: what it
  /// may draw.
  std::vector<ExprId> abstract;
};

struct Transition {
  std::string name;
  ModuleId module;
  /// The slots of a binding frame. The first `binding_size` are bound by the binding; the rest are
  /// let and lambda variables.
  std::vector<Variable> variables;
  std::uint32_t binding_size = 0;
  std::vector<Draw> draws;
  std::uint32_t folded = 0;    ///< the first so many variables are the indices of folded instances
  std::vector<ExprId> guards;  ///< bool, all must hold
  /// A bool over the indices: all hold for the instances that there are (filters of folded arrays).
  std::vector<ExprId> exists;
  // Over the binding alone, as are `exists` and `times` (docs/semantics.md, rule 9).
  ExprId priority;  ///< int, higher first; invalid: 0
  ExprId order;     ///< real, of equal priority lower first; invalid: 0
  ExprId weight;    ///< real > 0; invalid: first come, first served (docs/semantics.md)
  Timing timing = Timing::immediate;
  ExprId a, b;                ///< parameters of `timing`, real
  std::vector<ExprId> times;  ///< of scheduled timings (at, every), real; over the binding alone
  std::int64_t servers = 0;   ///< bindings that run at once; 0: infinite
  Memory memory = Memory::enabling;
  /// Of what its work is done, for as long as that takes: terms as of read arcs, which test nothing
  /// and take nothing. Over the binding alone, as is `at_most`, a limit of its speed (real > 0;
  /// invalid: none). docs/semantics.md, rule 30.
  std::vector<Arc> uses;
  ExprId at_most;
  ExprId delay;  ///< real, s: added to the delay of every output arc; invalid: 0
  /// Fairness takes the two for one transition: another of the same module, which has none itself;
  /// invalid: it stands alone (docs/semantics.md, rule 26).
  TransitionId fair_with;
  std::vector<Arc> arcs;
  Position at;
  Location where;
};

enum class MeasureKind : std::uint8_t {
  count,  ///< number of firings of `transition` with `condition`
  sum,
  mean,
  minimum,
  maximum,
  first,
  last,      ///< of `value` over those firings; NaN-free: absent if there were none (sum: 0)
  average,   ///< time average of the state expression `value`
  integral,  ///< time integral of the state expression `value`
  peak,      ///< largest value of the state expression `value`
  /// Mean time from a firing of `transition` to the next one of `until`, first in, first out.
  delay,
  /// The time at which `condition` holds for the first time after a step (s); absent if never.
  passage,
  derived,  ///< of other measures, computed at the end
};

/// What a measure is of that is none of the net's own, but was added to see all of it
/// (engine/measure/observed.h).
enum class Observed : std::uint8_t {
  no,
  place,       ///< mean tokens, or the mean level
  transition,  ///< firings, which are shown per second
};

/// The firings of one transition that a measure looks at.
struct MeasuredFirings {
  TransitionId transition;
  ExprId condition;         ///< a bool over the binding and the keys
  ExprId value;             ///< real; not of counts and delays
  std::uint32_t slots = 0;  ///< slot of the first key (engine/net/measure_keys.h)
};

/// What a simulation records. In a folded instance it is a family with a member for each key value.
struct Measure {
  std::string name;
  ModuleId module;
  MeasureKind kind = MeasureKind::count;
  /// What measures of firings look at; of delays where they begin. Each transition once.
  std::vector<MeasuredFirings> firings;
  std::vector<MeasuredFirings> until;  ///< where delays end
  /// Slots 0.. of the frame of state expressions; of firings: engine/net/measure_keys.h.
  std::vector<Variable> keys;
  std::uint32_t slots = 0;             ///< size of the frame of state expressions
  ExprId condition;                    ///< passage: a bool over the marking
  ExprId value;                        ///< of state measures: a real over the marking
  std::optional<DerivedExpr> derived;  ///< of derived measures alone
  std::string unit;                    ///< shown with the number: "s", "J", "" ...
  /// The values of the keys, one row for each member; empty if there are no keys.
  std::vector<std::vector<Word>> members;
  Observed observed = Observed::no;
  bool in_total = false;  ///< observed: of an array whose total is observed, too
  Location where;
};

enum class FormulaOp : std::uint8_t {
  atom,
  true_,
  false_,
  not_,
  and_,
  or_,
  implies,
  iff,
  next,
  finally,
  globally,
  until,
  release,
  weak_until,  ///< LTL
  ax,
  ex,
  af,
  ef,
  ag,
  eg,
  au,
  eu,  ///< CTL
};

/// A node of a temporal formula; children by id in Net::formulas.
struct Formula {
  FormulaOp op = FormulaOp::atom;
  FormulaId left, right;
  ExprId atom;  ///< bool state expression with `slots` frame slots
  std::uint32_t slots = 0;
  Location where;
};

enum class PropertyKind : std::uint8_t {
  invariant,  ///< `formula` is one atom that holds in every reachable marking
  ltl,
  ctl,
  bounded,        ///< every place of the module (and below) stays under some bound
  deadlock_free,  ///< no reachable marking is dead
  live,           ///< every transition of the module (and below) can always become enabled again
  /// Every transition of the module (and below) is enabled in some reachable marking.
  quasi_live,
  reversible,  ///< the initial marking can be reached from every reachable marking
};

struct Property {
  std::string name;  ///< in full, with the path of its instance: "node[3].cpu[0].cores_kept"
  ModuleId module;
  PropertyKind kind = PropertyKind::invariant;
  FormulaId formula;
  std::string text;  ///< the formula as written
  Location where;
};

/// A unit of a nested-unit Petri net (H. Garavel, "Nested-unit Petri nets", 2019).
struct Unit {
  std::string name;
  std::vector<PlaceId> places;       ///< its local places
  std::vector<std::uint32_t> units;  ///< its subunits: positions in Nupn::units
};

/// The units of a net: a tree in which every place belongs to one unit.
struct Nupn {
  bool safe = false;  ///< the places of one unit never hold more than one token together
  std::uint32_t root = 0;
  std::vector<Unit> units;
};

/// The net. Everything is held by value and only read after it was built.
struct Net {
  std::string name;
  std::shared_ptr<const Sources> sources;
  ColourTable colours;
  WordPool pool;  ///< of the handles in literals and initial markings; a run starts from a copy
  ExprArena exprs;
  std::vector<Constant> constants;  ///< in order of declaration
  std::vector<Function> functions;
  std::vector<Module> modules;  ///< parents before children; 0 is the net itself
  std::vector<Place> places;
  std::vector<Transition> transitions;
  std::vector<Measure> measures;
  std::vector<Formula> formulas;
  std::vector<Property> properties;
  ExprId stop;  ///< bool state expression: a run ends when it holds; may be invalid
  std::uint32_t stop_slots = 0;
  /// bool state expression: the intended ends, where being dead is no deadlock; may be invalid
  ExprId final_marking;
  std::uint32_t final_slots = 0;
  std::optional<Nupn> nupn;
  std::vector<std::string> scenarios;  ///< names of those that the source declares
  std::string scenario;                ///< the chosen one; empty if none
  /// Texts kept but not executed: what each is ("code region of T") and the text, in source order.
  std::vector<std::pair<std::string, std::string>> notes;

  [[nodiscard]] const Place& operator[](PlaceId id) const { return places[id.index()]; }
  [[nodiscard]] const Transition& operator[](TransitionId id) const { return transitions[id.index()]; }
  [[nodiscard]] const Module& operator[](ModuleId id) const { return modules[id.index()]; }
  [[nodiscard]] const Function& operator[](FunctionId id) const { return functions[id.index()]; }
  [[nodiscard]] const Constant& operator[](ConstantId id) const { return constants[id.index()]; }
  [[nodiscard]] const Formula& operator[](FormulaId id) const { return formulas[id.index()]; }
};

/// "node.cpu" of a module, "" for the net itself.
std::string path(const Net& net, ModuleId module);
/// "node.cpu.CPU_IDLE". In a folded net the index sets do not show; `token_path` adds them.
std::string path(const Net& net, PlaceId place);
std::string path(const Net& net, TransitionId transition);
/// A name with the indices of folded instances filled in from `indices` (as many as the module is
/// folded over): "node[3].cpu.CPU_IDLE", the name the same thing has in the expanded net.
std::string indexed_path(const Net& net, ModuleId module, std::string_view name, std::span<const Word> indices);
/// The constant by whose name an expression is written; null if it is none, or one that is fixed.
const Constant* named_constant(const Net& net, ExprId expr);
/// The expression to write for another: what it was folded from, if that names constants that are
/// not fixed, itself or in the functions that it calls; else itself.
ExprId as_written(const Net& net, ExprId expr);
/// Whether constants that are not fixed are named in an expression, or in functions that it calls.
bool names_constants(const Net& net, ExprId expr);
/// The same of the bounds of a colour set, or of those that it is made of.
bool names_constants(const Net& net, ColourSetId set);
/// The same of an initial marking, which is then written as `Place::written` says.
bool names_constants(const Net& net, const Place& place);
/// Fixes the constants named in these, and those that their values come from.
void fix_constants(Net& net, ExprId expr);
void fix_constants(Net& net, ColourSetId set);
/// Whether the time of a transition is work, done at a speed that it shares with others.
inline bool shares(const Transition& transition) { return !transition.uses.empty() || transition.at_most.valid(); }
/// Whether any transition, arc or initial token of the net speaks of time.
bool timed(const Net& net);
/// Whether `module` is `ancestor` or inside it.
bool inside(const Net& net, ModuleId module, ModuleId ancestor);

}  // namespace petriloom
