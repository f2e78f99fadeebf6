// SPDX-License-Identifier: Apache-2.0
// Names and what they stand for while a net is made from syntax trees.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/build/builder.h"
#include "formats/inscriptions/limits.h"
#include "formats/syntax/declarations.h"
#include "formats/syntax/load.h"

namespace petriloom::loom {

struct Scope;

enum class Progress : std::uint8_t { untouched, running, done };

struct Symbol {
  NameKind kind = NameKind::constant;
  std::string name;
  const Node* node = nullptr;  ///< declaration
  Scope* scope = nullptr;      ///< that it belongs to
  Location where;
  Progress progress = Progress::untouched;
  /// Constant, index, colour, variable, place (without indices), port.
  ColourSetId type;
  ColourAliasId alias;  ///< by which the type is written
  /// Constant: expression, of a parameter the argument; port, alias: path it is bound to.
  const Node* value = nullptr;
  Scope* value_scope = nullptr;  ///< where `value` is looked up
  /// Constant: its value unless it depends on an index; index: its value if expanded.
  std::optional<Word> word;
  /// Constant with a value: the literal, which names what it was computed from.
  ExprId literal;
  ConstantId constant;     ///< of the net itself: what the net keeps of it
  std::uint32_t slot = 0;  ///< index: its slot in every frame, if folded
  FunctionId function;
  PlaceId place;
  TransitionId transition;
  /// Label, constructor, variant: others of that name.
  std::vector<Symbol*> same;
  /// Generic function: by its type parameters.
  std::map<std::vector<ColourSetId>, Symbol*> instances;
  Symbol* generic = nullptr;  ///< function: what it is an instance of
  /// Function that is a parameter: the one that was given, if it is called as it is.
  Symbol* same_function = nullptr;
  /// Instance of a generic function: the call that made it.
  Location called_at;
  /// Generic function: a body had errors, which were reported.
  bool failed = false;
  // instances
  Scope* instance = nullptr;  ///< the only one, or the folded array
  bool array = false;
  std::vector<ColourSetId> index_types;
  std::map<std::vector<Word>, Scope*> elements;  ///< of an expanded array
};

/// Restricts the values of the indices of a folded array.
struct Filter {
  const Node* condition = nullptr;
  Scope* scope = nullptr;  ///< where the condition is looked up
};

/// An index that the places of a folded instance carry.
struct FoldedIndex {
  std::string name;
  ColourSetId type;
};

struct Scope {
  Scope* parent = nullptr;  ///< where names are looked up that are not found here
  Scope* outer = nullptr;   ///< the instance that this one is in; null for the net
  ModuleId module;
  /// Of the instance, without indices; empty for the net.
  std::string local_name;
  std::vector<const Node*> body;  ///< declarations
  /// Of the instance statements that led here, for the order of transitions.
  std::vector<std::size_t> positions;
  /// Literal indices that led here, for the same.
  std::vector<Word> expanded;
  std::vector<FoldedIndex> indices;  ///< outermost first
  /// `folded`: places and arcs show their indices in the source.
  bool written_out = false;
  std::vector<Filter> filters;  ///< of all enclosing folded arrays
  /// The index values that exist, see `rows_of`.
  std::optional<std::vector<std::vector<Word>>> rows;
  bool blamed = false;  ///< see in_instance
  std::map<std::pair<NameSpace, std::string_view>, Symbol*> names;
  std::map<std::string_view, const Node*> measures;
  std::vector<Symbol*> order;  ///< the symbols in order of declaration

  [[nodiscard]] Symbol* own(NameSpace space, std::string_view name) const {
    const auto found = names.find({space, name});
    return found == names.end() ? nullptr : found->second;
  }
};

/// A transition that is still to be made, and what orders it: as in the folded net, the elements of
/// an array in turn for each.
struct PendingTransition {
  Scope* scope = nullptr;
  Symbol* symbol = nullptr;
  std::vector<std::size_t> positions;
};

/// Constants, types and ports defined through more others than this are refused, since each takes a
/// stack frame.
inline constexpr std::size_t kMostRunning = 400;

/// What all steps of the elaboration share.
struct Context {
  Context(std::string name, std::shared_ptr<const Sources> files, const ReadOptions& read, const LineOrigins& lines, FileId main)
      : builder(std::move(name), std::move(files)), options(read), origins(lines), main_file(main) {}

  [[nodiscard]] Net& net() { return builder.net(); }
  [[nodiscard]] ExprBuilder& expr() { return builder.expr(); }
  [[nodiscard]] ColourTable& colours() { return builder.net().colours; }
  [[nodiscard]] Diagnostics& diagnostics() { return builder.diagnostics(); }

  NetBuilder builder;
  const ReadOptions& options;
  const LineOrigins& origins;
  FileId main_file;
  std::deque<Scope> scopes;  ///< 0 is the net
  std::deque<Symbol> symbols;
  std::deque<Node> made;  ///< nodes that stand in no file
  std::vector<PendingTransition> transitions;
  const Node* scenario = nullptr;  ///< the chosen one
  /// Those that it changes, by path from the net, to their values.
  std::map<std::string, const Node*> constants;
  /// The places that it marks anew, to their terms.
  std::map<const Symbol*, const Node*> markings;
  /// Functions whose bodies are still to be made.
  std::vector<Symbol*> pending;
  std::map<std::string, ColourSetId> local_colours;  ///< see declare_colour
  std::map<std::string, int> function_names;
  /// Lists made of CSV files, by file and colour set; none if there were mistakes, which were
  /// reported.
  std::map<std::pair<FileId, ColourSetId>, std::optional<Word>> tables;
  std::size_t generic_instances = 0;
  std::size_t running = 0;  ///< constants, types and ports being resolved through each other
  std::size_t nesting = 0;  ///< instances inside instances
  bool too_many = false;    ///< modules; reported once
};

/// A symbol found from `scope` outwards; null if there is none.
Symbol* find(const Scope& scope, NameSpace space, std::string_view name);
/// The same in whatever space, for messages.
const Symbol* find_any(const Scope& scope, std::string_view name);
/// Names visible from `scope` that satisfy `wanted`, for suggestions.
std::vector<std::string> visible(const Scope& scope, const std::function<bool(const Symbol&)>& wanted);
/// An empty scope between `around` and what will stand in it.
Scope& inner_scope(Context& context, Scope& around);
/// The value that was given to a constant or parameter, or that the chosen scenario gives it, or
/// null.
const Node* overridden(const Context& context, const Scope& scope, std::string_view name);
/// Enters a new symbol; reports a name that is taken in the scope.
Symbol* declare(Context& context, Scope& scope, Symbol symbol);

}  // namespace petriloom::loom
