// SPDX-License-Identifier: Apache-2.0
// From the text of an ANDL or CANDL net to the net; included by the reader's own sources alone.
#pragma once

#include <list>
#include <map>
#include <set>
#include <string>
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

/// Puts one document into a builder.
class Reader {
 public:
  static constexpr std::size_t kMostMarked = std::size_t{1} << 20U;  ///< assignments tried for one term of an initial marking

  /// `originals`: names by the identifiers that stand for them (formats/andl_writing/names.h).
  /// `kept`: what a comment says of transitions (formats/andl_writing/kept.h).
  Reader(const Document& document, const std::map<std::string, std::string>& originals, const Kept& kept,
         const ReadOptions& options, NetBuilder& builder)
      : document_(document), originals_(originals), kept_(kept), options_(options), builder_(builder), scope_(builder) {}

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
  void mark_assignments(PlaceId place, const Term& term, const std::vector<std::string_view>& free);
  std::size_t chosen_set();

  // Colour sets: read_colours.cpp
  void colour_sets();
  void colour_items(const ColourSetLine& line);
  void labels(const ColourSetLine& line);
  void subset(const ColourSetLine& line);

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

  // Their time: read_time.cpp
  void time(const TransitionLine& line, Transition& transition);

  void stochastic(const Term& term, Transition& transition);
  void flow(const Term& term, Transition& transition);
  void kept_servers(const Term& term, std::int64_t servers, Transition& transition);
  void scheduled(const TransitionLine& line, Transition& transition);
  [[nodiscard]] bool may_hold_mass(const Term& term) const;
  void mass_factors(const Transition& transition);
  ExprId factor(const Arc& arc);
  ExprId cases(const Term& term, Transition& transition);
  bool always(ExprId condition, const Transition& transition);
  void one_server(Transition& transition);

  /// The name that an identifier stands for.
  [[nodiscard]] std::string original(std::string_view identifier) const;
  /// Names of variables in a term, each once.
  void used(const Term& term, std::set<std::string_view>& names) const;

  const Document& document_;
  const std::map<std::string, std::string>& originals_;
  const Kept& kept_;
  const ReadOptions& options_;
  NetBuilder& builder_;
  Scope scope_;
  bool coloured_ = false;
  bool all_continuous_ = false;  ///< without a heading the nodes of continuous nets are continuous
  const NetClass* class_ = nullptr;
  std::set<std::size_t> fixed_;    ///< places that firing does not change
  std::size_t time_left_out_ = 0;  ///< transitions with a third part in a class without time
  Location first_left_out_;
  std::list<std::string> written_out_;  ///< colours of index sets; `Scope::colours` refers to them
};

/// Reads a whole text.
ReadResult read(const std::string& path, std::string text, const ReadOptions& options);

}  // namespace petriloom::andl
