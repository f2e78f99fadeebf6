// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_pages/page_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "formats/cpn_pages/page_uses.h"

namespace petriloom::cpn {
namespace {

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
Sight sight_of(ReferenceKind kind) {
  return kind == ReferenceKind::in ? Sight::in : kind == ReferenceKind::out ? Sight::out : Sight::both;
}

/// The places of one page.
class PlaceFinder {
 public:
  PlaceFinder(const Net& net, const PageUses& uses, const modules::Bodies& bodies, PagePlan& page)
      : net_(net), uses_(uses), bodies_(bodies), page_(page) {}

  void find() {
    const std::size_t module = page_.module.index();
    for (std::size_t p = 0; p < net_.places.size(); ++p) {
      const Place& place = net_.places[p];
      if (place.module == page_.module) see(PlaceId(p), uses_.fusion[p] ? Sight::fused : Sight::own, place.name, place.at);
    }
    for (const Reference& reference : net_[page_.module].references) {
      if (as_member(uses_, reference)) {
        see(reference.place, Sight::fused, reference.name, reference.at);
      } else if (through_port(uses_, bodies_, page_.module, reference) &&
                 !inside(net_, net_[reference.place].module, page_.module)) {
        see(reference.place, sight_of(reference.kind), reference.name, reference.at);
      }
    }
    for (const auto& [p, use] : uses_.passed[module]) see_by_use(p, sight_of(use));
    for (const auto& [p, use] : uses_.handed[module]) {
      if (!uses_.fusion[p]) see_by_use(p, sight_of(use));
    }
    for (const std::size_t p : uses_.fused[module]) see_by_use(p, Sight::fused);
  }

 private:
  void see(PlaceId place, Sight sight, const std::string& name, const Position& at) {
    page_.places.push_back({place, sight, names_.make(name), at, name});
  }

  void see_by_use(std::size_t p, Sight sight) {
    if (page_.position(PlaceId(p)) < page_.places.size()) return;
    SeenPlace seen{PlaceId(p), sight, net_.places[p].name, {}, {}};
    for (const Reference& reference : net_[page_.module].references) {
      if (reference.place != seen.place) continue;
      seen.name = reference.name;
      seen.at = reference.at;
    }
    seen.name = names_.make(seen.name);
    page_.places.push_back(std::move(seen));
  }

  const Net& net_;
  const PageUses& uses_;
  const modules::Bodies& bodies_;
  PagePlan& page_;
  NamesOnPage names_;
};

/// The place that an instance has where its page shows `seen`.
PlaceId place_in(const Net& net, const modules::Contents& contents, ModuleId instance, const SeenPlace& seen) {
  if (seen.local.empty()) return seen.place;
  for (const std::size_t p : contents.places[instance.index()]) {
    if (net.places[p].name == seen.local) return PlaceId(p);
  }
  for (const Reference& reference : net[instance].references) {
    if (reference.name == seen.local) return reference.place;
  }
  return seen.place;
}

class Planner {
 public:
  Planner(const Net& net, const std::string& top)
      : net_(net),
        top_(top),
        contents_(net),
        bodies_(net, contents_, modules::Users::inside_alone),
        uses_(find_uses(net, bodies_)) {}

  PagePlans plan() {
    make_pages();
    for (PagePlan& page : plans_.pages) {
      for (const std::size_t t : contents_.transitions[page.module.index()]) page.transitions.push_back(TransitionId(t));
      for (const std::size_t c : contents_.children[page.module.index()]) add_child(page, ModuleId(c));
    }
    plans_.children = contents_.children;
    plans_.tops = only_tops();
    plans_.number.resize(net_.modules.size());
    plans_.shown_as.resize(net_.transitions.size());
    std::vector<std::size_t> numbers(plans_.pages.size());
    count(0, numbers);
    for (std::size_t m = 0; m < net_.modules.size(); ++m) compare(m);
    return std::move(plans_);
  }

 private:
  /// By module: the instance that its page shows. What is in an instance that no page shows has its
  /// like in the other.
  [[nodiscard]] std::vector<std::size_t> shown() const {
    std::vector<std::size_t> all(net_.modules.size());
    for (std::size_t m = 1; m < all.size(); ++m) {
      const std::size_t parent = net_.modules[m].parent.index();
      const std::vector<std::size_t>& beside = contents_.children[parent];
      all[m] = bodies_.shared(ModuleId(m)) ? bodies_.first(ModuleId(m)).index()
               : all[parent] == parent     ? m
                                           : contents_.children[all[parent]][static_cast<std::size_t>(
                                             std::lower_bound(beside.begin(), beside.end(), m) - beside.begin())];
    }
    return all;
  }

  void make_pages() {
    const std::vector<std::size_t> shown = this->shown();
    std::vector<std::size_t> firsts;
    plans_.page_of.resize(shown.size());
    for (std::size_t m = 0; m < shown.size(); ++m) {
      if (shown[m] != m) continue;
      plans_.page_of[m] = firsts.size();
      firsts.push_back(m);
    }
    for (std::size_t m = 0; m < shown.size(); ++m) plans_.page_of[m] = plans_.page_of[shown[m]];
    std::map<std::string, std::size_t> kinds;  // how many pages are of each
    for (const std::size_t m : firsts) ++kinds[net_.modules[m].kind];
    NamesOnPage names;
    for (const std::size_t m : firsts) {
      PagePlan& page = plans_.pages.emplace_back();
      page.module = ModuleId(m);
      const std::string& kind = net_.modules[m].kind;
      const std::string own = bodies_.shared(page.module)         ? bodies_.name(page.module)
                              : !kind.empty() && kinds[kind] == 1 ? kind
                                                                  : path(net_, page.module);
      page.name = names.make(m == 0 ? top_ : own);
      PlaceFinder(net_, uses_, bodies_, page).find();
    }
  }

  void add_child(PagePlan& page, ModuleId module) const {
    SubPage child{module, {}};
    const PagePlan& below = plans_.page(module);
    for (std::size_t k = 0; k < below.places.size(); ++k) {
      const SeenPlace& seen = below.places[k];
      if (seen.sight == Sight::own || seen.sight == Sight::fused) continue;
      child.sockets.emplace_back(k, page.position(place_in(net_, contents_, module, seen)));
    }
    page.children.push_back(std::move(child));
  }

  // A reader names the instances of pages at the top as their pages.
  [[nodiscard]] bool only_tops() const {
    const PagePlan& net = plans_.pages[0];
    const auto top = [this](const SubPage& child) {
      return child.sockets.empty() && !bodies_.shared(child.module) && plans_.page(child.module).name == net_[child.module].name;
    };
    return net.places.empty() && net.transitions.empty() && net.children.size() > 1 &&
           std::all_of(net.children.begin(), net.children.end(), top);
  }

  // As CPN Tools numbers the instances of a page: along the tree.
  void count(std::size_t instance, std::vector<std::size_t>& numbers) {
    plans_.number[instance] = ++numbers[plans_.page_of[instance]];
    for (const std::size_t child : contents_.children[instance]) count(child, numbers);
  }

  void compare(std::size_t instance) {
    const PagePlan& page = plans_.page(ModuleId(instance));
    const std::vector<std::size_t>& transitions = contents_.transitions[instance];
    for (std::size_t k = 0; k < transitions.size(); ++k) plans_.shown_as[transitions[k]] = page.transitions[k];
    if (instance == page.module.index()) return;
    for (const SeenPlace& seen : page.places)
      plans_.alike.emplace_back(seen.place, place_in(net_, contents_, ModuleId(instance), seen));
  }

  const Net& net_;
  const std::string& top_;
  modules::Contents contents_;
  modules::Bodies bodies_;
  PageUses uses_;
  PagePlans plans_;
};

}  // namespace

std::size_t PagePlan::position(PlaceId place) const {
  const auto found = std::find_if(places.begin(), places.end(), [place](const SeenPlace& seen) { return seen.place == place; });
  return static_cast<std::size_t>(found - places.begin());
}

std::size_t PagePlans::position(const Net& net, PlaceId place) const {
  const std::vector<SeenPlace>& places = page(net[place].module).places;
  const auto found =
      std::find_if(places.begin(), places.end(), [&](const SeenPlace& seen) { return seen.local == net[place].name; });
  return static_cast<std::size_t>(found - places.begin());
}

PagePlans plan_pages(const Net& net, const std::string& top) { return Planner(net, top).plan(); }

}  // namespace petriloom::cpn
