// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/net_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "formats/pnml_document/timing_text.h"

namespace petriloom::pnml {

namespace {

constexpr Word kUnitWord = 0;

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
  find_dots();
  add_nodes();
  resolve_references();
  add_arcs();
  keep_references();
  add_nupn();
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
  add_pages();
}

// Pages of other tools are modules. One page with everything in it is the net itself.
void NetMaker::add_pages() {
  const std::vector<PageObject>& pages = document_.pages;
  pages_.assign(pages.size(), ModuleId(0));
  if (document_.paths) return;
  std::size_t roots = 0;
  for (std::size_t k = 1; k < pages.size(); ++k) roots += pages[k].parent == 0 ? 1U : 0U;
  for (const Node& node : document_.nodes) roots += node.page == 0 ? 1U : 0U;
  for (std::size_t k = 1; k < pages.size(); ++k) {
    if (pages[k].parent == 0 && roots == 1) continue;
    Module module;
    module.name = pages[k].id;
    module.parent = pages_[pages[k].parent];
    module.definition = module.instance = pages[k].where;
    pages_[k] = builder_.add(std::move(module));
  }
}

// The module that the name of a node says it is in, and what is left of the name.
std::pair<ModuleId, std::string> NetMaker::place_of_name(const Node& node) const {
  if (!document_.paths) return {pages_[node.page], node.id};
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
  ids_.reserve(document_.nodes.size());
  for (const std::size_t number : in_order()) add_node(number);
}

// The nodes as the file has them, or as our annotations say.
std::vector<std::size_t> NetMaker::in_order() const {
  std::vector<std::size_t> numbers(document_.nodes.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  const auto order = [this](std::size_t number) { return document_.nodes[number].order; };
  if (std::any_of(numbers.begin(), numbers.end(), [&](std::size_t number) { return order(number) >= 0; })) {
    std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) { return order(a) < order(b); });
  }
  return numbers;
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
  place.colour = node.type == kNoElement ? ColourTable::kUnit : with_dots(node, declarations_.sort(node.type));
  place.at = node.at;
  place.where = node.where;
  // What is wrong with the sort has been reported.
  const bool coloured = place.colour.valid() && place.colour != ColourTable::kUnit;
  const PlaceId id = builder_.add(std::move(place));
  parts_[number] = id.index();
  if (node.tokens != kNoElement) return mark_multiset(node, id);
  if (coloured && (node.marking > 0 || !node.late.empty())) {
    diagnostics_.error(node.where, "the tokens of a coloured place need colours", "<hlinitialMarking>");
    return;
  }
  mark_words(node, id, 0, node.marking, {&kUnitWord, 1});
}

// Tokens of the summand `term` of an initial marking: those that are annotated as late, and the
// others.
void NetMaker::mark_words(const Node& node, PlaceId place, std::int64_t term, std::int64_t count, std::span<const Word> words) {
  std::int64_t early = count;
  for (const LateTokens& late : node.late) {
    if (late.term != term) continue;
    if (late.available < 0 || late.count > early) {
      diagnostics_.error(node.where, "more tokens are annotated than the initial marking has, or at a negative time");
      return;
    }
    early -= late.count;
    for (const Word word : words) builder_.mark(place, word, late.count, late.available);
  }
  for (const Word word : words) {
    if (early > 0) builder_.mark(place, word, early);
  }
}

void NetMaker::add_transition(std::size_t number) {
  const Node& node = document_.nodes[number];
  Transition transition;
  std::tie(transition.module, transition.name) = place_of_name(node);
  transition.at = node.at;
  transition.where = node.where;
  transition.timing = node.timing.timing;
  for (const double time : node.timing.times) transition.times.push_back(builder_.expr().real(time, node.where));
  if (transition.timing != Timing::immediate && !scheduled(transition.timing)) {
    transition.a = real(node.timing.a, node.where);
    transition.b = facts_of(transition.timing).parameters == 2 ? real(node.timing.b, node.where) : ExprId();
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
  std::int64_t term = -1;
  for (const Portion& portion : multiset(node.tokens, place, frame)) {
    ++term;
    const ColourSetId type = portion.each ? builder_.net().colours.add_list({}, colour) : colour;
    const Location& where = document_.tree[node.tokens].where;
    const auto count = builder_.expr().require_constant(portion.count, "the number of initial tokens");
    const ExprId value = builder_.expr().convert(portion.value, type, where);
    const auto word = builder_.expr().require_constant(value, "an initial token");
    if (!count || !word || *count <= 0) continue;
    std::vector<Word> words{*word};
    if (portion.each) words.assign(builder_.net().pool.view(*word).begin(), builder_.net().pool.view(*word).end());
    mark_words(node, place, term, *count, words);
  }
}

}  // namespace petriloom::pnml
