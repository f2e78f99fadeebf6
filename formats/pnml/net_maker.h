// SPDX-License-Identifier: Apache-2.0
// Makes the net of a PNML document that was read without errors. Used by read_pnml.cpp only.
#pragma once

#include <map>
#include <unordered_map>

#include "engine/build/builder.h"
#include "formats/pnml/read_terms.h"
#include "formats/pnml_document/document.h"

namespace petriloom::pnml {

class NetMaker {
 public:
  NetMaker(const Document& document, const std::shared_ptr<const Sources>& sources, Diagnostics& diagnostics);

  /// The net, or nothing if errors were reported.
  std::optional<Net> make();

 private:
  struct Annotated {
    TransitionId transition;
    std::int64_t at;
    Arc arc;
  };
  void add_modules();
  void add_pages();
  void add_nupn();
  void keep_references();
  [[nodiscard]] std::vector<std::size_t> in_order() const;
  void add_nodes();
  void add_node(std::size_t number);
  void add_place(std::size_t number);
  // net_maker_dots.cpp
  [[nodiscard]] ElementId dot_in(ElementId multiset) const;
  void find_dots();
  ColourSetId with_dots(const Node& node, ColourSetId sort);
  std::vector<Portion> multiset(ElementId term, PlaceId place, TermFrame& frame);
  void add_transition(std::size_t number);
  bool unit_places(const std::vector<std::string>& ids, Unit& unit, std::vector<char>& seen);
  void resolve_references();
  void add_arcs();
  void add_arc(const ArcObject& object, const Node& place, TransitionId transition, bool takes);
  void add_multiset(const ArcObject& object, Arc arc, TransitionId transition);
  void check_id(const ArcObject& object);
  void add_annotated();
  void put_arc(const ArcObject& object, const Arc& arc, TransitionId transition);
  void add_conditions();
  void mark_words(const Node& node, PlaceId place, std::int64_t term, std::int64_t count, std::span<const Word> words);
  void mark_multiset(const Node& node, PlaceId place);
  bool joins(const ArcObject& object, const Node& source, const Node& target);
  const Node* node(const std::string& id, const ArcObject& arc, std::string_view end);
  std::pair<ModuleId, std::string> place_of_name(const Node& node) const;
  ExprId count(std::int64_t weight, const Location& where);
  ExprId real(std::optional<double> value, const Location& where);

  const Document& document_;
  Diagnostics& diagnostics_;
  NetBuilder builder_;
  Declarations declarations_;
  TermReader terms_;
  // Added to the builder once they have their arcs.
  std::vector<Transition> transitions_;
  std::vector<ElementId> conditions_;  // of transitions
  std::vector<Annotated> annotated_;   // arcs that stand in annotations
  std::vector<TermFrame> frames_;      // of transitions, in nets with terms only
  // Every id of a node -> its number in the document.
  std::unordered_map<std::string, std::size_t> ids_;
  // Node -> position among the places or transitions.
  std::vector<std::size_t> parts_;
  std::unordered_map<std::string, Location> arc_ids_;
  std::map<std::string, ModuleId, std::less<>> modules_;
  // Of files that are not ours: the module that each page is.
  std::vector<ModuleId> pages_;
  std::unordered_map<std::string, Location> dots_;  // places of which dots are taken, by id
  std::unordered_map<std::int64_t, ExprId> counts_;
  ExprId unit_;
};

}  // namespace petriloom::pnml
