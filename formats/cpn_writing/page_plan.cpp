// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/page_plan.h"

#include <algorithm>
#include <map>
#include <set>

namespace petriloom::cpn {
namespace {

constexpr unsigned kTakes = 1;
constexpr unsigned kPuts = 2;

struct Uses {
  /// By module: places handed down to it, and what is done with them.
  std::vector<std::map<std::size_t, unsigned>> handed;
  /// By module: places of elsewhere that it uses.
  std::vector<std::set<std::size_t>> fused;
  std::vector<bool> fusion;  ///< by place
};

// The modules between a place and a transition that uses it, or that the place is not above it.
void find_use(const Net& net, ModuleId user, PlaceId place, unsigned use, Uses& uses) {
  const ModuleId owner = net[place].module;
  if (user == owner) return;
  if (!inside(net, user, owner)) {
    uses.fusion[place.index()] = true;
    uses.fused[user.index()].insert(place.index());
    return;
  }
  for (ModuleId module = user; module != owner; module = net[module].parent) uses.handed[module.index()][place.index()] |= use;
}

Uses find_uses(const Net& net) {
  Uses uses{std::vector<std::map<std::size_t, unsigned>>(net.modules.size()),
            std::vector<std::set<std::size_t>>(net.modules.size()), std::vector<bool>(net.places.size())};
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      const unsigned use = arc.kind == ArcKind::output ? kPuts : arc.kind == ArcKind::read ? kTakes | kPuts : kTakes;
      find_use(net, transition.module, arc.place, use, uses);
    }
  }
  // A fusion set reaches every page that uses the place, so that no page needs a port for it.
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (uses.fusion[arc.place.index()] && net[arc.place].module != transition.module) {
        uses.fused[transition.module.index()].insert(arc.place.index());
      }
    }
  }
  return uses;
}

class NamesOnPage {
 public:
  std::string make(const std::string& name) {
    std::string free = name;
    for (std::size_t k = 2; !used_.insert(free).second; ++k) free = name + "_" + std::to_string(k);
    return free;
  }

 private:
  std::set<std::string> used_;
};

Sight sight_of(unsigned use) { return use == kTakes ? Sight::in : use == kPuts ? Sight::out : Sight::both; }

void see_places(const Net& net, const Uses& uses, PagePlan& page) {
  NamesOnPage names;
  const std::size_t module = page.module.index();
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    if (net.places[p].module != page.module) continue;
    page.places.push_back(
        {PlaceId(p), uses.fusion[p] ? Sight::fused : Sight::own, names.make(net.places[p].name), net.places[p].at});
  }
  const auto see = [&](std::size_t p, Sight sight) {
    SeenPlace seen{PlaceId(p), sight, net.places[p].name, {}};
    for (const Reference& reference : net.modules[module].references) {
      if (reference.place != seen.place) continue;
      seen.name = reference.name;
      seen.at = reference.at;
    }
    seen.name = names.make(seen.name);
    page.places.push_back(std::move(seen));
  };
  for (const auto& [p, use] : uses.handed[module]) {
    if (!uses.fusion[p]) see(p, sight_of(use));
  }
  for (const std::size_t p : uses.fused[module]) see(p, Sight::fused);
}

}  // namespace

std::size_t PagePlan::position(PlaceId place) const {
  const auto found = std::find_if(places.begin(), places.end(), [place](const SeenPlace& seen) { return seen.place == place; });
  return static_cast<std::size_t>(found - places.begin());
}

std::vector<PagePlan> plan_pages(const Net& net) {
  const Uses uses = find_uses(net);
  NamesOnPage names;
  std::vector<PagePlan> pages(net.modules.size());
  for (std::size_t m = 0; m < pages.size(); ++m) {
    pages[m].module = ModuleId(m);
    const std::string name = path(net, ModuleId(m));
    pages[m].name = names.make(!name.empty() ? name : net.name.empty() ? "Top" : net.name);
    see_places(net, uses, pages[m]);
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t)
    pages[net.transitions[t].module.index()].transitions.push_back(TransitionId(t));
  for (std::size_t m = 1; m < pages.size(); ++m) {
    PagePlan& parent = pages[net.modules[m].parent.index()];
    SubPage child{ModuleId(m), {}};
    for (std::size_t k = 0; k < pages[m].places.size(); ++k) {
      const SeenPlace& seen = pages[m].places[k];
      if (seen.sight == Sight::own || seen.sight == Sight::fused) continue;
      child.sockets.emplace_back(k, parent.position(seen.place));
    }
    parent.children.push_back(std::move(child));
  }
  return pages;
}

}  // namespace petriloom::cpn
