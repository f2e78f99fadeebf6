// SPDX-License-Identifier: Apache-2.0
// From the text of an ANDL or CANDL net to the net; included by the reader's own sources alone.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/andl/scope.h"
#include "formats/andl_writing/kept.h"
#include "formats/common/format.h"

namespace petriloom::andl {

/// What the name of a net class says of its nets.
struct NetClass {
  std::string_view name;
  bool timed = false;
  bool continuous = false;  ///< has continuous places and transitions
};

/// The class of that name without `col`, or null.
const NetClass* find_class(std::string_view name);
/// All names of classes, for messages.
std::vector<std::string> class_names();

/// What all that puts one document into a builder shares.
struct Reading {
  /// Assignments of colours to variables that are tried.
  static constexpr std::size_t kMostTried = std::size_t{1} << 20U;

  const Document& document;
  /// Names by the identifiers that stand for them (formats/andl_writing/names.h).
  const std::map<std::string, std::string>& originals;
  const Kept& kept;  ///< what a comment says of transitions (formats/andl_writing/kept.h)
  NetBuilder& builder;
  Scope scope;
  const NetClass* net_class = nullptr;
  /// Without a heading the nodes of continuous nets are continuous.
  bool all_continuous = false;
  /// Of transitions with a third part in a class without time.
  std::vector<Location> time_left_out;

  /// The name that an identifier stands for.
  [[nodiscard]] std::string original(std::string_view identifier) const;
  void error(const Location& where, std::string message, std::string help = {}) const {
    builder.diagnostics().error(where, std::move(message), std::move(help));
  }
};

/// Enters the colour sets into the scope (read_colours.cpp).
void read_colour_sets(Reading& in);
/// The rate, weight or delay of a transition whose arcs are there (read_time.cpp).
void read_time(Reading& in, const TransitionLine& line, Transition& transition);

/// Puts one document into a builder.
class Reader {
 public:
  Reader(const Document& document, const std::map<std::string, std::string>& originals, const Kept& kept,
         const ReadOptions& options, NetBuilder& builder)
      : in_{document, originals, kept, builder, Scope(builder), nullptr, false, {}}, options_(options) {}

  /// Everything; mistakes are in the builder's diagnostics.
  void read();

 private:
  // Declarations: read.cpp
  void net_class();
  void constants();
  void variables();
  void colour_functions();
  void places();
  void place(const PlaceLine& line);
  void mark(PlaceId place, const Term& term);
  void mark_all(PlaceId place, const Term& term);
  void mark_assignments(PlaceId place, const Term& term);
  std::size_t chosen_set();

  // Transitions: read_transitions.cpp
  void transition(const TransitionLine& line);
  void bind(const TransitionLine& line, Transition& transition);
  ExprId bound_variable(ColourSetId colour, const std::string& name, Transition& transition, const Location& where);
  void condition(const ArcItem& item, Transition& transition);
  void update(const ArcItem& item, Transition& transition);
  void arc(ArcKind kind, const ArcItem& item, std::int64_t more, Transition& transition);
  void level_arc(ArcKind kind, const ArcItem& item, bool strict, Transition& transition);
  [[nodiscard]] bool is_fluid(const PlaceLine& line) const;
  void assignment(const ArcItem& item, Transition& transition);
  PlaceId place_of(const ArcItem& item);

  /// Names of variables in a term, each once.
  void used(const Term& term, std::set<std::string_view>& names) const;

  Reading in_;
  Scope& scope_ = in_.scope;
  NetBuilder& builder_ = in_.builder;
  const ReadOptions& options_;
  bool coloured_ = false;
  std::set<std::size_t> fixed_;  ///< places that firing does not change
};

/// Reads a whole text.
ReadResult read(const std::string& path, std::string text, const ReadOptions& options);

}  // namespace petriloom::andl
