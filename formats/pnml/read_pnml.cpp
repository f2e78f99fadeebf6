// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "engine/net/builder.h"
#include "formats/pnml/document.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml/timing_text.h"

namespace petriloom {

namespace {

using pnml::ArcNote;
using pnml::ArcObject;
using pnml::Document;
using pnml::Node;
using pnml::NodeKind;

bool is_reference(NodeKind kind) { return kind == NodeKind::reference_place || kind == NodeKind::reference_transition; }

// Makes the net of a document that was read without errors.
class NetMaker {
 public:
  NetMaker(const Document& document, const std::shared_ptr<const Sources>& sources, Diagnostics& diagnostics)
      : document_(document), diagnostics_(diagnostics), builder_(document.name.empty() ? document.id : document.name, sources) {}

  std::optional<Net> make();

 private:
  void add_modules();
  void add_nodes();
  void add_node(std::size_t number);
  void add_place(std::size_t number);
  void add_transition(std::size_t number);
  void resolve_references();
  void add_arcs();
  void add_arc(const ArcObject& object);
  const Node* node(const std::string& id, const ArcObject& arc, std::string_view end);
  std::pair<ModuleId, std::string> place_of_name(const Node& node) const;
  ExprId count(std::int64_t weight, const Location& where);
  ExprId real(std::optional<double> value, const Location& where);

  const Document& document_;
  Diagnostics& diagnostics_;
  NetBuilder builder_;
  std::unordered_map<std::string, std::size_t> ids_;  // every id of a node -> its number in the document
  std::vector<std::size_t> parts_;                    // node -> position among the places or transitions
  std::unordered_map<std::string, Location> arc_ids_;
  std::map<std::string, ModuleId, std::less<>> modules_;
  std::unordered_map<std::int64_t, ExprId> counts_;
  ExprId unit_;
};

std::optional<Net> NetMaker::make() {
  unit_ = builder_.expr().unit(document_.where);
  add_modules();
  add_nodes();
  resolve_references();
  add_arcs();
  if (diagnostics_.has_errors()) return std::nullopt;
  std::optional<Net> net = builder_.build();
  diagnostics_.append(builder_.diagnostics());
  return net;
}

void NetMaker::add_modules() {
  Module root;
  root.name = document_.name.empty() ? document_.id : document_.name;
  root.definition = document_.where;
  // The builder may have made the net's own module already.
  if (builder_.net().modules.empty()) builder_.add(std::move(root));
  modules_[""] = ModuleId(0);
  for (const pnml::ModuleNote& note : document_.modules) {
    const std::size_t dot = note.path.rfind('.');
    const auto parent = modules_.find(dot == std::string::npos ? std::string() : note.path.substr(0, dot));
    if (parent == modules_.end()) {
      diagnostics_.error(document_.where, fmt::format("the module '{}' comes before the one around it", note.path));
      continue;
    }
    Module module;
    module.name = dot == std::string::npos ? note.path : note.path.substr(dot + 1);
    module.kind = note.kind;
    module.hardware = note.hardware;
    module.parent = parent->second;
    module.definition = module.instance = document_.where;
    modules_[note.path] = builder_.add(std::move(module));
  }
}

// The module that the name of a node says it is in, and what is left of the name.
std::pair<ModuleId, std::string> NetMaker::place_of_name(const Node& node) const {
  if (!document_.paths) return {ModuleId(0), node.id};
  for (std::size_t dot = node.name.rfind('.'); dot != std::string::npos && dot > 0; dot = node.name.rfind('.', dot - 1)) {
    const auto found = modules_.find(std::string_view(node.name).substr(0, dot));
    if (found != modules_.end()) return {found->second, node.name.substr(dot + 1)};
  }
  return {ModuleId(0), node.name};
}

ExprId NetMaker::count(std::int64_t weight, const Location& where) {
  if (weight == 1) return {};
  ExprId& made = counts_[weight];
  if (!made.valid()) made = builder_.expr().integer(weight, where);
  return made;
}

ExprId NetMaker::real(std::optional<double> value, const Location& where) {
  return value ? builder_.expr().real(*value, where) : ExprId();
}

void NetMaker::add_nodes() {
  parts_.resize(document_.nodes.size());
  for (std::size_t number = 0; number < document_.nodes.size(); ++number) add_node(number);
}

void NetMaker::add_node(std::size_t number) {
  const Node& node = document_.nodes[number];
  const auto [known, added] = ids_.emplace(node.id, number);
  if (!added) {
    const Location first = document_.nodes[known->second].where;
    diagnostics_.error(node.where, fmt::format("the id '{}' is used twice, first in line {}", node.id, first.line));
    return;
  }
  if (node.kind == NodeKind::place) add_place(number);
  if (node.kind == NodeKind::transition) add_transition(number);
}

void NetMaker::add_place(std::size_t number) {
  const Node& node = document_.nodes[number];
  Place place;
  std::tie(place.module, place.name) = place_of_name(node);
  place.colour = ColourTable::kUnit;
  place.where = node.where;
  const PlaceId id = builder_.add(std::move(place));
  parts_[number] = id.index();
  std::int64_t early = node.marking;
  for (const pnml::LateTokens& late : node.late) {
    if (late.available < 0 || late.count > early) {
      diagnostics_.error(node.where, "more tokens are annotated than the initial marking has, or at a negative time");
      return;
    }
    early -= late.count;
    builder_.mark(id, 0, late.count, late.available);
  }
  if (early > 0) builder_.mark(id, 0, early);
}

void NetMaker::add_transition(std::size_t number) {
  const Node& node = document_.nodes[number];
  Transition transition;
  std::tie(transition.module, transition.name) = place_of_name(node);
  transition.where = node.where;
  transition.timing = node.timing.timing;
  if (transition.timing != Timing::immediate) {
    transition.a = real(node.timing.a, node.where);
    transition.b = pnml::parameters_of(transition.timing) == 2 ? real(node.timing.b, node.where) : ExprId();
  }
  transition.weight = real(node.timing.weight, node.where);
  transition.delay = real(node.timing.delay, node.where);
  if (node.timing.priority != 0) transition.priority = builder_.expr().integer(node.timing.priority, node.where);
  transition.servers = node.timing.servers;
  transition.memory = node.timing.memory;
  parts_[number] = builder_.add(std::move(transition)).index();
}

// Lets every id of a reference node mean what it stands for in the end.
void NetMaker::resolve_references() {
  for (const Node& reference : document_.nodes) {
    if (!is_reference(reference.kind)) continue;
    const bool wants_place = reference.kind == NodeKind::reference_place;
    const Node* at = &reference;
    std::size_t steps = 0;
    while (at && is_reference(at->kind) && steps++ <= document_.nodes.size()) {
      const auto found = ids_.find(at->reference);
      at = found == ids_.end() ? nullptr : &document_.nodes[found->second];
    }
    if (!at) {
      diagnostics_.error(reference.where,
                         fmt::format("'{}' refers to '{}', which is not there", reference.id, reference.reference));
    } else if (is_reference(at->kind)) {
      diagnostics_.error(reference.where, fmt::format("'{}' refers to itself in the end", reference.id));
    } else if ((at->kind == NodeKind::place) != wants_place) {
      diagnostics_.error(reference.where, fmt::format("'{}' refers to '{}', which is of the other kind", reference.id, at->id));
    } else {
      ids_[reference.id] = static_cast<std::size_t>(at - document_.nodes.data());
    }
  }
}

const Node* NetMaker::node(const std::string& id, const ArcObject& arc, std::string_view end) {
  const auto found = ids_.find(id);
  if (found != ids_.end()) return &document_.nodes[found->second];
  diagnostics_.error(arc.where, fmt::format("the {} of the arc '{}' is '{}', which is not there", end, arc.id, id));
  return nullptr;
}

void NetMaker::add_arcs() {
  for (const ArcObject& object : document_.arcs) {
    const auto [known, added] = arc_ids_.emplace(object.id, object.where);
    if (!added || ids_.count(object.id)) {
      const Location first = added ? document_.nodes[ids_.at(object.id)].where : known->second;
      diagnostics_.error(object.where, fmt::format("the id '{}' is used twice, first in line {}", object.id, first.line));
    }
    add_arc(object);
  }
}

void NetMaker::add_arc(const ArcObject& object) {
  const Node* source = node(object.source, object, "source");
  const Node* target = node(object.target, object, "target");
  if (!source || !target || is_reference(source->kind) || is_reference(target->kind)) return;
  if (source->kind == target->kind) {
    diagnostics_.error(object.where, fmt::format("the arc '{}' joins two {}", object.id,
                                                 source->kind == NodeKind::place ? "places" : "transitions"));
    return;
  }
  const bool from_place = source->kind == NodeKind::place;
  if (!from_place && object.kind != ArcNote::normal && object.kind != ArcNote::read) {
    diagnostics_.error(object.where, fmt::format("the arc '{}' is an inhibitor or reset arc out of a transition", object.id));
    return;
  }
  // A read arc is written as a pair of arcs; the one out of the transition says nothing new.
  if (!from_place && object.kind == ArcNote::read) return;
  const auto number = [this](const Node* of) { return parts_[static_cast<std::size_t>(of - document_.nodes.data())]; };
  Arc arc;
  arc.place = PlaceId(number(from_place ? source : target));
  arc.kind = ArcKind::output;
  if (from_place) {
    static constexpr ArcKind kKinds[]{ArcKind::input, ArcKind::inhibitor, ArcKind::read, ArcKind::reset};
    arc.kind = kKinds[static_cast<std::size_t>(object.kind)];
  }
  arc.value = unit_;
  arc.where = object.where;
  if (arc.kind != ArcKind::reset) arc.count = count(object.weight, object.where);
  if (object.delay != 0) arc.delay = real(object.delay, object.where);
  builder_.net().transitions[number(from_place ? target : source)].arcs.push_back(arc);
}

}  // namespace

ReadResult read_pnml(const std::string& path, std::string text, const ReadOptions&) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const FileId file = result.sources->add(path, std::move(text));
  const Document document = pnml::read_document(*result.sources, file, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  result.net = NetMaker(document, result.sources, result.diagnostics).make();
  return result;
}

}  // namespace petriloom
