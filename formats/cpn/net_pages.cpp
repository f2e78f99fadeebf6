// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/net/suggest.h"
#include "formats/cpn/net_maker.h"
#include "formats/translation/library.h"

namespace petriloom::cpn {

std::string one_line(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) result += c;
    if (blank && !result.empty() && result.back() != ' ') result += ' ';
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

NetMaker::NetMaker(const Document& document, NetBuilder& builder, Diagnostics& diagnostics)
    : document_(document),
      builder_(builder),
      diagnostics_(diagnostics),
      inference_(arena_, ml::library(), document.real_time),
      translator_(builder, inference_, diagnostics) {}

void NetMaker::make() {
  declare();
  instantiate();
  if (!instances_.empty()) {
    find_early();
    make_places();
    make_transitions();
  }
  for (const Monitor& monitor : document_.monitors) builder_.net().notes.emplace_back("monitor", monitor.name);
  if (!document_.monitors.empty()) {
    diagnostics_.warning(document_.monitors[0].where,
                         fmt::format("monitors are not read: {} are left out", document_.monitors.size()));
  }
}

std::string NetMaker::unique(ModuleId module, const Text& name, const std::string& id) {
  std::string base = one_line(name.text);
  if (base.empty()) base = id;
  std::string result = base;
  // Two parts of a page may have one name in CPN Tools.
  while (names_[{module.index(), result}]++ > 0) result = fmt::format("{} {}", base, names_[{module.index(), base}]++);
  return result;
}

void NetMaker::instantiate() {
  for (const Page& page : document_.pages) pages_[page.id] = &page;
  std::set<std::string> below;
  for (const Page& page : document_.pages) {
    for (const TransitionNode& transition : page.transitions) {
      if (!transition.subpage.empty()) below.insert(transition.subpage);
    }
  }
  std::vector<const Page*> tops;
  for (const Page& page : document_.pages) {
    const auto said = std::count(document_.primes.begin(), document_.primes.end(), page.id);
    for (std::ptrdiff_t k = 0; k < std::max<std::ptrdiff_t>(said, below.contains(page.id) ? 0 : 1); ++k) tops.push_back(&page);
  }
  if (tops.empty() && !document_.pages.empty()) {
    diagnostics_.error(document_.pages[0].where, "every page is below another one: none is at the top");
    return;
  }
  Module net;
  net.definition = document_.where;
  builder_.add(std::move(net));
  const ModuleId top{std::size_t{0}};
  if (tops.size() == 1) {
    instantiate(*tops[0], "", {}, 0, nullptr, std::nullopt);
  } else {
    for (const Page* page : tops) instantiate(*page, page->name, top, 1, nullptr, std::nullopt);
  }
  join_fusions();
}

void NetMaker::instantiate(const Page& page, const std::string& name, ModuleId parent, std::size_t level, const TransitionNode* by,
                           std::optional<std::size_t> outside) {
  if (level > kMostLevels || instances_.size() >= kMostInstances) {
    if (instances_.size() <= kMostInstances) {
      diagnostics_.error(by ? by->where : page.where,
                         level > kMostLevels ? fmt::format("pages are inside each other more than {} deep", kMostLevels)
                                             : fmt::format("there are more than {} instances of pages", kMostInstances));
    }
    if (instances_.size() == kMostInstances) instances_.emplace_back();
    return;
  }
  Instance instance;
  instance.page = &page;
  instance.level = level;
  instance.module = ModuleId{std::size_t{0}};
  if (parent.valid()) {
    Module module;
    Text text;
    text.text = name;
    module.name = unique(parent, text, page.id);
    module.kind = one_line(page.name);
    module.parent = parent;
    module.definition = page.where;
    module.instance = by ? by->where : page.where;
    instance.module = builder_.add(std::move(module));
  }
  const ModuleId module = instance.module;
  const std::size_t number = instances_.size();
  for (const PlaceNode& place : page.places) {
    instance.places[place.id] = places_.size();
    PlaceInstance made;
    made.node = &place;
    made.instance = number;
    made.root = places_.size();
    places_.push_back(made);
  }
  instances_.push_back(std::move(instance));
  if (by && outside) join_ports(*by, *outside, number);
  for (const TransitionNode& transition : page.transitions) {
    if (transition.subpage.empty()) continue;
    const auto below = pages_.find(transition.subpage);
    if (below == pages_.end()) {
      diagnostics_.error(transition.where, fmt::format("there is no page '{}'", transition.subpage));
      continue;
    }
    instantiate(*below->second, transition.name.text, module, level + 1, &transition, number);
  }
}

void NetMaker::join_ports(const TransitionNode& by, std::size_t outside, std::size_t inside) {
  for (const auto& [port, socket] : by.sockets) {
    auto inner = instances_[inside].places.find(port);
    auto outer = instances_[outside].places.find(socket);
    if (inner == instances_[inside].places.end() && outer == instances_[outside].places.end()) {
      // Some writers put them the other way round.
      inner = instances_[inside].places.find(socket);
      outer = instances_[outside].places.find(port);
    }
    if (inner == instances_[inside].places.end() || outer == instances_[outside].places.end()) {
      diagnostics_.error(by.where, fmt::format("the port '{}' and the socket '{}' are not places of these pages", port, socket));
      continue;
    }
    join(outer->second, inner->second);
  }
}

void NetMaker::join_fusions() {
  std::map<std::string, std::vector<std::size_t>> by_id;
  for (std::size_t k = 0; k < places_.size(); ++k) by_id[places_[k].node->id].push_back(k);
  std::map<std::string, std::size_t> by_name;
  for (const Fusion& fusion : document_.fusions) {
    std::vector<std::size_t> members;
    for (const std::string& id : fusion.places) {
      const auto found = by_id.find(id);
      if (found == by_id.end()) {
        diagnostics_.error(fusion.where, fmt::format("the fusion set '{}' names '{}', which is no place", fusion.name, id));
        continue;
      }
      members.insert(members.end(), found->second.begin(), found->second.end());
    }
    for (const std::size_t member : members) join(members[0], member);
    if (!members.empty()) by_name.emplace(fusion.name, members[0]);
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (places_[k].node->fusion.empty()) continue;
    const auto [found, fresh] = by_name.emplace(places_[k].node->fusion, k);
    if (!fresh) join(found->second, k);
  }
}

std::size_t NetMaker::root(std::size_t place) {
  while (places_[place].root != place) place = places_[place].root = places_[places_[place].root].root;
  return place;
}

// The outermost place is the one that the others stand for, then the first.
void NetMaker::join(std::size_t a, std::size_t b) {
  a = root(a);
  b = root(b);
  const auto rank = [this](std::size_t k) { return std::pair(instances_[places_[k].instance].level, k); };
  if (rank(b) < rank(a)) std::swap(a, b);
  places_[b].root = a;
}

void NetMaker::make_places() {
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (root(k) == k) make_place(k);
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (root(k) != k) refer(k);
  }
  // The marking stands at the socket; at the port only if nothing is there.
  for (std::size_t k = 0; k < places_.size(); ++k) {
    std::size_t& from = places_[root(k)].marked;
    const bool own = from != PlaceInstance::kNowhere && !places_[root(k)].node->marking.blank();
    if (!places_[k].node->marking.blank() && (k == root(k) || (!own && from == PlaceInstance::kNowhere))) from = k;
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (root(k) == k && places_[k].marked != PlaceInstance::kNowhere) mark(k);
  }
}

namespace {

Position flipped(const Point& at) { return {at.x, -at.y, at.known}; }

std::string colour_name(const PlaceNode& node) { return one_line(node.type.text); }

}  // namespace

void NetMaker::make_place(std::size_t k) {
  PlaceInstance& place = places_[k];
  const std::string name = colour_name(*place.node);
  place.colour = inference_.find_colour(name);
  Place made;
  made.module = instances_[place.instance].module;
  made.name = unique(made.module, place.node->name, place.node->id);
  made.where = place.node->where;
  made.at = flipped(place.node->at);
  made.colour = ColourTable::kUnit;
  if (place.colour != 0) {
    made.colour = translator_.values().colour(place.colour);
    place.timed = inference_.colour(place.colour).timed;
  } else if (!name.empty() && name != "unit") {
    diagnostics_.error(place.node->type.where(), fmt::format("there is no colour set '{}'", name),
                       suggestion(diagnostics_, name, [this] { return inference_.colour_names(); }));
  }
  place.set = made.colour;
  place.made = builder_.add(std::move(made));
  if (place.timed) timed_.insert(place.made);
  make_early(place);
}

void NetMaker::refer(std::size_t k) {
  const PlaceInstance& place = places_[k];
  const std::size_t of = root(k);
  const PlaceNode& node = *place.node;
  const std::uint32_t colour = inference_.find_colour(colour_name(node));
  const bool same =
      colour == places_[of].colour || translator_.values().colour(colour) == translator_.values().colour(places_[of].colour);
  if (colour_name(node) != colour_name(*places_[of].node) && !same) {
    diagnostics_.error(node.type.where(), fmt::format("'{}' is of colour set '{}', and the place that it stands for of '{}'",
                                                      one_line(node.name.text), colour_name(node), colour_name(*places_[of].node)));
  }
  Reference reference;
  const ModuleId module = instances_[place.instance].module;
  reference.name = unique(module, node.name, node.id);
  reference.place = places_[of].made;
  reference.at = flipped(node.at);
  reference.where = node.where;
  reference.kind = node.port == PortType::none  ? ReferenceKind::fusion
                   : node.port == PortType::in  ? ReferenceKind::in
                   : node.port == PortType::out ? ReferenceKind::out
                                                : ReferenceKind::inout;
  builder_.net().modules[module.index()].references.push_back(std::move(reference));
}

void NetMaker::mark(std::size_t k) {
  const Text& text = places_[places_[k].marked].node->marking;
  ml::Expr* expr = parsed(text);
  if (!expr) return;
  inference_.types().enter();
  inference_.infer(*expr);
  fit(*expr, k);
  inference_.settle();
  inference_.types().leave();
  translator_.work().now() = {};
  mark_terms(*expr, k, 1, 0);
}

void NetMaker::mark_terms(const ml::Expr& expr, std::size_t k, std::int64_t count, double stamp) {
  using ml::ExprKind;
  if (!expr.problem.empty()) {
    translator_.work().fail(expr.where, expr.problem, expr.help);
    return;
  }
  if (expr.kind == ExprKind::infix && expr.name == "++") {
    for (const ml::Expr* part : expr.parts) mark_terms(*part, k, count, stamp);
    return;
  }
  const bool time =
      expr.kind == ExprKind::infix && (expr.name == "@time" || expr.name == "@+" || expr.name == "@++" || expr.name == "@@+");
  if (time) {
    const auto word = translator_.constant(*expr.parts[1], ColourTable::kReal, "the time of a token");
    if (word) mark_terms(*expr.parts[0], k, count, stamp + real_of_word(*word));
    return;
  }
  if (expr.kind == ExprKind::infix && expr.name == "`") {
    const auto word = translator_.constant(*expr.parts[0], ColourTable::kInt, "the number of tokens");
    if (!word) return;
    if (*word < 0) {
      translator_.work().fail(expr.parts[0]->where, "the number of tokens is negative");
      return;
    }
    if (*word > 0) mark_terms(*expr.parts[1], k, *word, stamp);
    return;
  }
  const PlaceInstance& place = places_[k];
  const bool list = many(expr, k);
  const ColourSetId type = list ? builder_.net().colours.add_list("", place.set) : place.set;
  const auto word = translator_.constant(expr, type, "the initial marking");
  if (!word) return;
  const double available = place.timed ? std::max(stamp, 0.0) : 0.0;
  std::vector<Word> colours{*word};
  if (list) {
    const auto view = builder_.net().pool.view(*word);
    colours.assign(view.begin(), view.end());
  }
  for (const Word colour : colours) {
    if (place.early.empty()) {
      builder_.mark(place.made, colour, count, available);
    } else {
      mark_early(place, colour, count, available);
    }
  }
}

}  // namespace petriloom::cpn
