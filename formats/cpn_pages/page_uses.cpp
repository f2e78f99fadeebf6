// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_pages/page_uses.h"

#include <utility>

namespace petriloom::cpn {
namespace {

class UseFinder {
 public:
  UseFinder(const Net& net, const modules::Bodies& bodies) : net_(net), bodies_(bodies) {
    uses_.handed.resize(net.modules.size());
    uses_.passed.resize(net.modules.size());
    uses_.fused.resize(net.modules.size());
    uses_.fusion.resize(net.places.size());
  }

  PageUses all() {
    each([this](ModuleId user, PlaceId place, unsigned use) { note(user, place, use); });
    for (std::size_t m = 0; m < net_.modules.size(); ++m) {
      for (const Reference& reference : net_.modules[m].references) {
        if (!member(ModuleId(m), reference)) continue;
        uses_.members.insert(&reference);
        uses_.fusion[reference.place.index()] = true;
      }
    }
    // A fusion set reaches every page that uses the place, so that none needs a port for it.
    each([this](ModuleId user, PlaceId place, unsigned) {
      if (uses_.fusion[place.index()] && net_[place].module != user && !port_around(user, place))
        uses_.fused[user.index()].insert(place.index());
    });
    return std::move(uses_);
  }

 private:
  /// Who uses which place: transitions, and who hands it to a port inside.
  template <class Use>
  void each(const Use& use) const {
    for (const Transition& transition : net_.transitions) {
      for (const Arc& arc : transition.arcs) {
        const unsigned what = arc.kind == ArcKind::output ? kPuts : arc.kind == ArcKind::read ? kTakes | kPuts : kTakes;
        use(transition.module, arc.place, what);
      }
    }
    for (std::size_t m = 1; m < net_.modules.size(); ++m) {
      for (const Reference& reference : net_.modules[m].references) {
        if (!through_port(uses_, bodies_, ModuleId(m), reference)) continue;
        if (!inside(net_, net_[reference.place].module, ModuleId(m)))
          use(net_.modules[m].parent, reference.place,
              reference.kind == ReferenceKind::in    ? kTakes
              : reference.kind == ReferenceKind::out ? kPuts
                                                     : kTakes | kPuts);
      }
    }
  }

  /// Other names of places become members of fusion sets, unless these would join the places of
  /// several instances, or a reader would take the other name for that of the place. One beside its
  /// place is shown if it was drawn.
  [[nodiscard]] bool member(ModuleId module, const Reference& reference) const {
    if (modules::is_port(reference)) return false;
    if (bodies_.fused(module, reference)) return true;
    const ModuleId owner = net_[reference.place].module;
    const bool one = bodies_.home(owner).index() == 0 || bodies_.fused(reference.place);
    const bool after = std::pair(depth(owner), owner) < std::pair(depth(module), module);
    return one && (after || (owner == module && reference.at.known));
  }
  [[nodiscard]] std::size_t depth(ModuleId module) const {
    std::size_t depth = 0;
    for (; net_[module].parent.valid(); module = net_[module].parent) ++depth;
    return depth;
  }

  /// The instance around a module that all see the place through the same port, if there is one.
  [[nodiscard]] bool port_around(ModuleId user, PlaceId place) const {
    const ModuleId home = bodies_.home(user);
    if (home.index() == 0 || inside(net_, net_[place].module, home)) return false;
    const Reference* const reference = modules::reference_to(net_, home, place);
    return reference != nullptr && modules::is_port(*reference);
  }

  // The modules between a place and a transition that uses it, or that the place is not above it.
  void note(ModuleId user, PlaceId place, unsigned use) {
    const ModuleId owner = net_[place].module;
    if (user == owner) return;
    if (port_around(user, place)) {
      for (ModuleId m = user; m != bodies_.home(user); m = net_[m].parent) uses_.passed[m.index()][place.index()] |= use;
      return;
    }
    if (!inside(net_, user, owner)) {
      uses_.fusion[place.index()] = true;
      return;
    }
    for (ModuleId m = user; m != owner; m = net_[m].parent) {
      // Other instances of a page between them may have another place there.
      const Reference* const reference = bodies_.shared(m) ? modules::reference_to(net_, m, place) : nullptr;
      if (reference != nullptr && modules::is_port(*reference)) uses_.fusion[place.index()] = true;
      uses_.handed[m.index()][place.index()] |= use;
    }
  }

  const Net& net_;
  const modules::Bodies& bodies_;
  PageUses uses_;
};

}  // namespace

PageUses find_uses(const Net& net, const modules::Bodies& bodies) { return UseFinder(net, bodies).all(); }

bool through_port(const PageUses& uses, const modules::Bodies& bodies, ModuleId module, const Reference& reference) {
  return modules::is_port(reference) && (bodies.shared(module) || !uses.fusion[reference.place.index()]);
}

bool as_member(const PageUses& uses, const Reference& reference) { return uses.members.contains(&reference); }

}  // namespace petriloom::cpn
