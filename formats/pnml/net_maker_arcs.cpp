// SPDX-License-Identifier: Apache-2.0
// The part of NetMaker that adds arcs.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "formats/pnml/net_maker.h"

namespace petriloom::pnml {

const Node* NetMaker::node(const std::string& id, const ArcObject& arc, std::string_view end) {
  const auto found = ids_.find(id);
  if (found != ids_.end()) return &document_.nodes[found->second];
  diagnostics_.error(arc.where, fmt::format("the {} of the arc '{}' is '{}', which is not there", end, arc.id, id));
  return nullptr;
}

// Whether an arc can join these two; otherwise says why not, unless that was said of the nodes.
bool NetMaker::joins(const ArcObject& object, const Node& source, const Node& target) {
  const auto real = [](const Node& node) { return node.kind == NodeKind::place || node.kind == NodeKind::transition; };
  if (!real(source) || !real(target)) return false;
  if (source.kind == target.kind) {
    diagnostics_.error(object.where, fmt::format("the arc '{}' joins two {}", object.id,
                                                 source.kind == NodeKind::place ? "places" : "transitions"));
    return false;
  }
  if (source.kind == NodeKind::transition && object.kind != ArcNote::normal && object.kind != ArcNote::read) {
    diagnostics_.error(object.where,
                       fmt::format("the arc '{}' is an inhibitor, reset or equal arc out of a transition", object.id));
    return false;
  }
  return true;
}

void NetMaker::check_id(const ArcObject& object) {
  const auto [known, added] = arc_ids_.emplace(object.id, object.where);
  if (added && ids_.count(object.id) == 0) return;
  const Location first = added ? document_.nodes[ids_.at(object.id)].where : known->second;
  diagnostics_.error(object.where, fmt::format("the id '{}' is used twice, first in line {}", object.id, first.line));
}

void NetMaker::add_arcs() {
  struct Joined {
    const ArcObject* object;
    const Node* place;
    TransitionId transition;
    bool takes;
  };
  std::vector<Joined> joined;
  joined.reserve(document_.arcs.size());
  std::vector<std::vector<ElementId>> terms(document_.tree.size() > 0 ? transitions_.size() : 0);
  for (std::size_t t = 0; t < terms.size(); ++t) terms[t].push_back(conditions_[t]);
  for (const ArcObject& object : document_.arcs) {
    if (!object.id.empty()) check_id(object);
    const Node* source = node(object.source, object, "source");
    const Node* target = node(object.target, object, "target");
    if (!source || !target || !joins(object, *source, *target)) continue;
    const bool takes = source->kind == NodeKind::place;
    // A read arc is written as a pair of arcs; the one out of the transition says nothing new.
    if (!takes && object.kind == ArcNote::read) continue;
    const TransitionId transition(parts_[static_cast<std::size_t>((takes ? target : source) - document_.nodes.data())]);
    joined.push_back({&object, takes ? source : target, transition, takes});
    if (object.inscription != kNoElement) terms[transition.index()].push_back(object.inscription);
  }
  frames_.resize(terms.size());
  for (std::size_t t = 0; t < terms.size(); ++t) terms_.bind(terms[t], frames_[t]);
  add_conditions();
  for (const Joined& arc : joined) add_arc(*arc.object, *arc.place, arc.transition, arc.takes);
  add_annotated();
  for (std::size_t t = 0; t < frames_.size(); ++t) transitions_[t].variables = std::move(frames_[t].slots);
}

void NetMaker::add_conditions() {
  for (std::size_t t = 0; t < frames_.size(); ++t) {
    transitions_[t].binding_size = static_cast<std::uint32_t>(frames_[t].slots.size());
    if (conditions_[t] == kNoElement) continue;
    for (const ExprId guard : terms_.conditions(conditions_[t], frames_[t])) {
      // What always holds says nothing.
      if (guard.valid() && builder_.expr().constant(guard) != 1) transitions_[t].guards.push_back(guard);
    }
  }
}

void NetMaker::add_arc(const ArcObject& object, const Node& place, TransitionId transition, bool takes) {
  Arc arc;
  arc.place = PlaceId(parts_[static_cast<std::size_t>(&place - document_.nodes.data())]);
  arc.kind = ArcKind::output;
  if (takes) {
    static constexpr ArcKind kKinds[]{ArcKind::input, ArcKind::inhibitor, ArcKind::read, ArcKind::reset, ArcKind::equal};
    arc.kind = kKinds[static_cast<std::size_t>(object.kind)];
  }
  arc.where = object.where;
  if (object.delay != 0) arc.delay = real(object.delay, object.where);
  const ColourSetId colour = builder_.net()[arc.place].colour;
  if (object.inscription != kNoElement) return add_multiset(object, arc, transition);
  const bool takes_all = object.kind == ArcNote::reset || object.any;
  if (colour != ColourTable::kUnit && !takes_all) {
    if (!colour.valid()) return;
    diagnostics_.error(object.where, fmt::format("the arc '{}' does not say which colours of the place '{}'", object.id, place.id),
                       "<hlinscription>");
    return;
  }
  // Without a value: tokens of any colour.
  if (colour == ColourTable::kUnit && !takes_all) arc.value = unit_;
  if (arc.kind != ArcKind::reset) arc.count = count(object.weight, object.where);
  put_arc(object, arc, transition);
}

void NetMaker::put_arc(const ArcObject& object, const Arc& arc, TransitionId transition) {
  std::vector<Arc>& arcs = transitions_[transition.index()].arcs;
  if (object.at < 0) {
    arcs.push_back(arc);
  } else {
    annotated_.push_back({transition, object.at, arc});
  }
}

// Arcs that only our annotations have go where they were among the arcs of their transition.
void NetMaker::add_annotated() {
  std::stable_sort(annotated_.begin(), annotated_.end(), [](const Annotated& a, const Annotated& b) {
    return std::tie(a.transition, a.at) < std::tie(b.transition, b.at);
  });
  for (auto first = annotated_.begin(); first != annotated_.end();) {
    std::vector<Arc>& arcs = transitions_[first->transition.index()].arcs;
    std::vector<Arc> merged;
    auto next = arcs.begin();
    const TransitionId transition = first->transition;
    for (; first != annotated_.end() && first->transition == transition; ++first) {
      while (next != arcs.end() && merged.size() < static_cast<std::size_t>(first->at)) merged.push_back(*next++);
      merged.push_back(first->arc);
    }
    merged.insert(merged.end(), next, arcs.end());
    arcs = std::move(merged);
  }
}

// One term of the arc for each summand.
void NetMaker::add_multiset(const ArcObject& object, Arc arc, TransitionId transition) {
  for (const Portion& portion : multiset(object.inscription, arc.place, frames_[transition.index()])) {
    const auto count = builder_.expr().constant(portion.count);
    // An equal arc may ask for none.
    if (count && *count <= 0 && arc.kind != ArcKind::equal) continue;
    arc.value = portion.value;
    arc.count = count == 1 ? ExprId() : portion.count;
    arc.each = portion.each;
    put_arc(object, arc, transition);
  }
}

}  // namespace petriloom::pnml
