// SPDX-License-Identifier: Apache-2.0
#include "formats/modules/bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "formats/modules/body_text.h"

namespace petriloom::modules {
namespace {

// The places that other instances of their module have as well, under the same name.
std::vector<bool> fused_places(const Net& net) {
  std::vector<bool> fused(net.places.size());
  for (const Module& module : net.modules) {
    for (const Reference& reference : module.references) {
      const Place& place = net[reference.place];
      const Module& of = net[place.module];
      const bool same = !module.kind.empty() && module.kind == of.kind && module.indices.empty() && of.indices.empty();
      if (same && &of != &module && !is_port(reference) && reference.name == place.name) fused[reference.place.index()] = true;
    }
  }
  return fused;
}

// Instances of which several can have one body.
std::vector<bool> candidates(const Net& net) {
  std::vector<bool> all(net.modules.size());
  for (std::size_t m = 1; m < all.size(); ++m) {
    const Module& module = net.modules[m];
    all[m] = !module.kind.empty() && module.kind.find('\n') == std::string::npos && module.indices.empty() &&
             module.name.find('[') == std::string::npos;
  }
  return all;
}

// Takes away those with places that are used from outside, and not through ports.
void leave_closed(const Net& net, const std::vector<bool>& fused, std::vector<bool>& candidates) {
  const auto use = [&](ModuleId user, PlaceId place) {
    const ModuleId owner = net[place].module;
    if ((fused[place.index()] && candidates[owner.index()]) || inside(net, user, owner)) return;
    for (ModuleId m = owner; m.valid(); m = net[m].parent) candidates[m.index()] = false;
  };
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) use(transition.module, arc.place);
  }
  for (std::size_t m = 1; m < net.modules.size(); ++m) {
    for (const Reference& reference : net.modules[m].references) {
      if (is_port(reference)) use(net.modules[m].parent, reference.place);
    }
  }
}

}  // namespace

Bodies::Bodies(const Net& net, const Contents& contents, Users users)
    : net_(net), fused_(fused_places(net)), bodies_(net.modules.size()), instances_(1) {
  std::vector<bool> candidates = modules::candidates(net);
  if (users == Users::inside_alone) leave_closed(net, fused_, candidates);
  std::map<std::string, std::size_t> known;
  for (std::size_t m = net.modules.size(); m-- > 1;) {
    if (!candidates[m]) continue;
    std::optional<std::string> text = body_text({net, contents, fused_, bodies_}, ModuleId(m));
    if (!text) continue;
    bodies_[m] = known.emplace(std::move(*text), known.size() + 1).first->second;
    instances_.resize(known.size() + 1);
    instances_[bodies_[m]].push_back(ModuleId(m));
  }
  for (std::vector<ModuleId>& each : instances_) std::reverse(each.begin(), each.end());
  name_bodies();
  home_.resize(net.modules.size(), ModuleId(0));
  for (std::size_t m = 1; m < home_.size(); ++m)
    home_[m] = shared(ModuleId(m)) ? ModuleId(m) : home_[net.modules[m].parent.index()];
}

void Bodies::name_bodies() {
  std::set<std::string> taken;
  for (const Module& module : net_.modules) taken.insert(module.kind);
  std::vector<std::size_t> order;  // most instances first, then the first of them
  for (std::size_t body = 1; body < instances_.size(); ++body) {
    if (instances_[body].size() > 1) order.push_back(body);
  }
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    if (instances_[a].size() != instances_[b].size()) return instances_[a].size() > instances_[b].size();
    return instances_[a][0] < instances_[b][0];
  });
  names_.resize(instances_.size());
  std::set<std::string> given;
  for (const std::size_t body : order) {
    const std::string& kind = net_[instances_[body][0]].kind;
    std::string name = kind;
    if (!given.insert(kind).second) {
      for (std::size_t k = 2; !taken.insert(name).second; ++k) name = fmt::format("{}_{}", kind, k);
    }
    names_[body] = std::move(name);
  }
}

bool Bodies::fused(ModuleId module, const Reference& reference) const { return fused_between(net_, fused_, module, reference); }

bool fused_between(const Net& net, const std::vector<bool>& fused, ModuleId module, const Reference& reference) {
  const Place& place = net[reference.place];
  return fused[reference.place.index()] && !is_port(reference) && reference.name == place.name &&
         net[module].kind == net[place.module].kind && module != place.module;
}

const Reference* reference_to(const Net& net, ModuleId module, PlaceId place) {
  const Reference* found = nullptr;
  for (const Reference& reference : net[module].references) {
    if (reference.place != place) continue;
    // A fused place is called as it is in the other instances.
    const bool fused = !is_port(reference) && reference.name == net[place].name;
    if (found == nullptr || (fused && found->name != reference.name)) found = &reference;
  }
  return found;
}

std::string path_inside(const Net& net, ModuleId around, ModuleId module) {
  std::string text;
  for (; module != around; module = net[module].parent) text = net[module].name + (text.empty() ? "" : ".") + text;
  return text;
}

std::string local_name(const Net& net, const Property& property) {
  const std::string before = path(net, property.module) + ".";
  return property.name.starts_with(before) ? property.name.substr(before.size()) : property.name;
}

}  // namespace petriloom::modules
