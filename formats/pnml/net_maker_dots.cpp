// SPDX-License-Identifier: Apache-2.0
// The part of NetMaker for places of a sort other than dot that hold dots as well.
//
// The standard has one sort for each place. Files of other tools are met whose places hold both:
// "one dot: the bus is free" and "(x, y): x uses the memory of y". Their text leaves no doubt about
// what happens, as a dot is never a colour of another sort; it is read as a union of the two, and a
// warning says so. Dots that nothing ever takes are a mistake and stay one.
#include <fmt/format.h>

#include "formats/pnml/net_maker.h"

namespace petriloom::pnml {

// The first dot among the summands of a multiset; kNoElement if there is none.
ElementId NetMaker::dot_in(ElementId multiset) const {
  const Tree& tree = document_.tree;
  std::vector<ElementId> open{multiset};
  while (!open.empty()) {
    const ElementId term = open.back();
    open.pop_back();
    if (term == kNoElement) continue;
    const std::string& name = tree[term].name;
    if (name == "dotconstant") return term;
    if (name != "add" && name != "numberof" && name != "scalarproduct" && name != "subtract" && name != "subterm") continue;
    const std::vector<ElementId> inner = tree.children(term);
    open.insert(open.end(), inner.rbegin(), inner.rend());
  }
  return kNoElement;
}

// The places of which arcs take dots, those behind references included.
void NetMaker::find_dots() {
  for (const ArcObject& arc : document_.arcs) {
    if (arc.inscription == kNoElement) continue;
    const ElementId dot = dot_in(arc.inscription);
    if (dot != kNoElement) dots_.emplace(arc.source, document_.tree[dot].where);
  }
  if (dots_.empty()) return;
  std::unordered_map<std::string, const Node*> references;
  for (const Node& node : document_.nodes) {
    if (node.kind == NodeKind::reference_place) references.emplace(node.id, &node);
  }
  const std::unordered_map<std::string, Location> direct = dots_;
  for (const auto& [id, where] : direct) {
    auto found = references.find(id);
    // Circles of references are reported elsewhere.
    for (std::size_t step = 0; found != references.end() && step <= references.size(); ++step) {
      dots_.emplace(found->second->reference, where);
      found = references.find(found->second->reference);
    }
  }
}

// The colour set of a place of a sort: the sort, or its union with dot.
ColourSetId NetMaker::with_dots(const Node& node, ColourSetId sort) {
  const auto found = dots_.find(node.id);
  if (found == dots_.end() || !sort.valid()) return sort;
  ColourTable& colours = builder_.net().colours;
  const ColourSet& facts = colours[sort];
  if (facts.kind == ColourKind::unit) return sort;
  const std::string name = is_identifier(facts.name) ? facts.name : std::string("Colour");
  diagnostics_.warning(found->second,
                       fmt::format("the place '{}' is declared to hold {} and holds dots as well, which the standard does not have",
                                   node.id, colours.describe(sort)),
                       "it is read as a place of both, in which a dot is no colour of that sort");
  return colours.add_union(name + "_or_dot", {name + "_dot", name + "_colour"}, {ColourTable::kUnit, sort}, node.where);
}

// The summands of a multiset as colours of the place.
std::vector<Portion> NetMaker::multiset(ElementId term, PlaceId place, TermFrame& frame) {
  std::vector<Portion> portions = terms_.multiset(term, frame);
  const ColourSetId colour = builder_.net()[place].colour;
  if (!colour.valid() || builder_.net().colours[colour].kind != ColourKind::union_) return portions;
  for (Portion& portion : portions) terms_.inject(portion, colour, frame);
  return portions;
}

}  // namespace petriloom::pnml
