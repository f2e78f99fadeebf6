// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/net_maker.h"

#include <fmt/format.h>

#include "formats/pnml/timing_text.h"

namespace petriloom::pnml {

namespace {

bool is_reference(NodeKind kind) { return kind == NodeKind::reference_place || kind == NodeKind::reference_transition; }

}  // namespace

NetMaker::NetMaker(const Document& document, const std::shared_ptr<const Sources>& sources, Diagnostics& diagnostics)
    : document_(document),
      diagnostics_(diagnostics),
      builder_(document.name.empty() ? document.id : document.name, sources),
      declarations_(document, builder_),
      terms_(document, declarations_, builder_) {}

std::optional<Net> NetMaker::make() {
  unit_ = builder_.expr().unit(document_.where);
  add_modules();
  add_nodes();
  resolve_references();
  add_arcs();
  if (!diagnostics_.has_errors() && !builder_.diagnostics().has_errors()) {
    for (Transition& transition : transitions_) builder_.add(std::move(transition));
    transitions_.clear();
    if (std::optional<Net> net = builder_.build()) {
      diagnostics_.append(builder_.diagnostics());
      return net;
    }
  }
  diagnostics_.append(builder_.diagnostics());
  return std::nullopt;
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
  place.colour = node.type == kNoElement ? ColourTable::kUnit : declarations_.sort(node.type);
  place.where = node.where;
  // What is wrong with the sort has been reported.
  const bool coloured = place.colour.valid() && place.colour != ColourTable::kUnit;
  const PlaceId id = builder_.add(std::move(place));
  parts_[number] = id.index();
  if (node.tokens != kNoElement) mark_multiset(node, id);
  if (coloured && (node.marking > 0 || !node.late.empty())) {
    diagnostics_.error(node.where, "the tokens of a coloured place need colours", "<hlinitialMarking>");
    return;
  }
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
  parts_[number] = transitions_.size();
  transitions_.push_back(std::move(transition));
  conditions_.push_back(node.condition);
}

void NetMaker::mark_multiset(const Node& node, PlaceId place) {
  const ColourSetId colour = builder_.net()[place].colour;
  if (!colour.valid()) return;
  TermFrame frame;
  for (const Portion& portion : terms_.multiset(node.tokens, frame)) {
    const ColourSetId type = portion.each ? builder_.net().colours.add_list({}, colour) : colour;
    const Location& where = document_.tree[node.tokens].where;
    const auto count = builder_.expr().require_constant(portion.count, "the number of initial tokens");
    const ExprId value = builder_.expr().convert(portion.value, type, where);
    const auto word = builder_.expr().require_constant(value, "an initial token");
    if (!count || !word || *count <= 0) continue;
    if (!portion.each) {
      builder_.mark(place, *word, *count);
      continue;
    }
    const std::span<const Word> words = builder_.net().pool.view(*word);
    for (const Word each : words) builder_.mark(place, each, *count);
  }
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

}  // namespace petriloom::pnml
