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
#include "engine/net/diagnostics.h"
#include "engine/net/expr.h"
#include "engine/net/ids.h"
#include "engine/net/measure.h"
#include "engine/net/module.h"
#include "engine/net/place.h"
#include "engine/net/property.h"
#include "engine/net/transition.h"

namespace petriloom {

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
/// Whether any transition, arc or initial token of the net speaks of time.
bool timed(const Net& net);
/// Whether `module` is `ancestor` or inside it.
bool inside(const Net& net, ModuleId module, ModuleId ancestor);

}  // namespace petriloom
