// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace petriloom::cpn {

void Pages::instantiate() {
  for (const Page& page : context_.document.pages) pages_[page.id] = &page;
  std::set<std::string> below;
  for (const Page& page : context_.document.pages) {
    for (const TransitionNode& transition : page.transitions) {
      if (!transition.subpage.empty()) below.insert(transition.subpage);
    }
  }
  std::vector<std::pair<const Page*, const PageInstance*>> tops;
  for (const Page& page : context_.document.pages) {
    const std::size_t before = tops.size();
    for (const PageInstance& said : context_.document.primes) {
      if (said.of == page.id) tops.emplace_back(&page, &said);
    }
    if (tops.size() == before && !below.contains(page.id)) tops.emplace_back(&page, nullptr);
  }
  if (tops.empty() && !context_.document.pages.empty()) {
    context_.diagnostics.error(context_.document.pages[0].where, "every page is below another one: none is at the top");
    return;
  }
  Module net;
  net.definition = context_.document.where;
  context_.builder.add(std::move(net));
  several_ = tops.size() > 1;
  for (const auto& [page, said] : tops) instantiate(*page, said, nullptr, 0);
  join_fusions();
}

namespace {

// What the file says of the instance of a substitution transition, or null.
const PageInstance* said_below(const PageInstance* around, const std::string& transition) {
  if (!around) return nullptr;
  const auto of_it = [&](const PageInstance& one) { return one.of == transition; };
  const auto found = std::find_if(around->below.begin(), around->below.end(), of_it);
  return found == around->below.end() ? nullptr : &*found;
}

}  // namespace

void Pages::instantiate(const Page& page, const PageInstance* said, const TransitionNode* by, std::size_t outside) {
  const std::size_t level = by ? instances_[outside].level + 1 : several_ ? 1 : 0;
  if (level > kMostLevels || instances_.size() >= kMostInstances) {
    if (instances_.size() <= kMostInstances) {
      context_.diagnostics.error(by ? by->where : page.where,
                                 level > kMostLevels ? fmt::format("pages are inside each other more than {} deep", kMostLevels)
                                                     : fmt::format("there are more than {} instances of pages", kMostInstances));
    }
    if (instances_.size() == kMostInstances) instances_.emplace_back();
    return;
  }
  Instance instance;
  instance.page = &page;
  instance.said = said;
  instance.level = level;
  instance.module = by ? instances_[outside].module : ModuleId{std::size_t{0}};
  if (level > 0) {
    Module module;
    module.name = context_.unique(instance.module, by && !by->name.blank() ? by->name.text : page.name, page.id);
    if (by) instances_[outside].names[by->id] = module.name;
    module.kind = one_line(page.name);
    module.parent = instance.module;
    module.definition = page.where;
    module.instance = by ? by->where : page.where;
    instance.module = context_.builder.add(std::move(module));
  }
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
  if (by) join_ports(*by, outside, number);
  for (const TransitionNode& transition : page.transitions) {
    if (transition.subpage.empty()) continue;
    const auto below = pages_.find(transition.subpage);
    if (below == pages_.end()) {
      context_.diagnostics.error(transition.where, fmt::format("there is no page '{}'", transition.subpage));
      continue;
    }
    instantiate(*below->second, said_below(said, transition.id), &transition, number);
  }
}

void Pages::join_ports(const TransitionNode& by, std::size_t outside, std::size_t inside) {
  for (const auto& [port, socket] : by.sockets) {
    auto inner = instances_[inside].places.find(port);
    auto outer = instances_[outside].places.find(socket);
    if (inner == instances_[inside].places.end() && outer == instances_[outside].places.end()) {
      // Some writers put them the other way round.
      inner = instances_[inside].places.find(socket);
      outer = instances_[outside].places.find(port);
    }
    if (inner == instances_[inside].places.end() || outer == instances_[outside].places.end()) {
      context_.diagnostics.error(by.where,
                                 fmt::format("the port '{}' and the socket '{}' are not places of these pages", port, socket));
      continue;
    }
    join(outer->second, inner->second);
  }
}

void Pages::join_fusions() {
  std::map<std::string, std::vector<std::size_t>> by_id;
  for (std::size_t k = 0; k < places_.size(); ++k) by_id[places_[k].node->id].push_back(k);
  std::map<std::string, std::size_t> by_name;
  for (const Fusion& fusion : context_.document.fusions) {
    std::vector<std::size_t> members;
    for (const std::string& id : fusion.places) {
      const auto found = by_id.find(id);
      if (found == by_id.end()) {
        context_.diagnostics.warning(fusion.where,
                                     fmt::format("the fusion set '{}' names '{}', which is no place: left out", fusion.name, id));
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

std::size_t Pages::root(std::size_t place) {
  while (places_[place].root != place) place = places_[place].root = places_[places_[place].root].root;
  return place;
}

// The outermost place is the one that the others stand for, then the first.
void Pages::join(std::size_t a, std::size_t b) {
  a = root(a);
  b = root(b);
  const auto rank = [this](std::size_t k) { return std::pair(instances_[places_[k].instance].level, k); };
  if (rank(b) < rank(a)) std::swap(a, b);
  places_[b].root = a;
}

void Pages::named(const Instance& instance, const std::string& id, const std::string& name) {
  instances_[static_cast<std::size_t>(&instance - instances_.data())].names[id] = name;
}

void Pages::made(std::size_t place, PlaceId as) {
  places_[place].made = as;
  made_.emplace(as, place);
}

const PlaceInstance* Pages::source(PlaceId made) const {
  const auto found = made_.find(made);
  return found == made_.end() ? nullptr : &places_[found->second];
}

}  // namespace petriloom::cpn
