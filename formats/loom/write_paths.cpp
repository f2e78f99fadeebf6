// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/write_paths.h"

#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

/// "node[3]": the name of an element of an expanded array, which is written with its index outside
/// the quotes.
std::string element_text(std::string_view name) {
  const std::size_t open = name.find('[');
  if (open == std::string_view::npos || open == 0 || name.back() != ']') return name_text(name);
  return name_text(name.substr(0, open)) + std::string(name.substr(open));
}

}  // namespace

std::string Paths::of(ModuleId from, ModuleId module, std::string_view name) const {
  if (from == module) return name_text(name);
  const ModuleId home = from.valid() ? bodies_.home(from) : ModuleId(0);
  const bool local = home.index() != 0 && inside(net_, module, home);
  const ModuleId end = local ? home : ModuleId(0);
  std::string text = name_text(name);
  for (ModuleId at = module; at != end; at = net_[at].parent) text = element_text(net_[at].name) + "." + text;
  return local ? text : "." + text;
}

std::string Paths::of(ModuleId from, PlaceId id) const {
  const Place& place = net_[id];
  const ModuleId home = from.valid() ? bodies_.home(from) : ModuleId(0);
  if (home.index() != 0 && from != place.module && !inside(net_, place.module, home)) {
    if (const Reference* reference = modules::reference_to(net_, home, id)) return name_text(reference->name);
  }
  return of(from, place.module, place.name);
}

std::string Paths::place_alone(ModuleId from, PlaceId id) const {
  const bool folded = net_[id].folded != 0 || !net_[from].indices.empty();
  if (bodies_.home(from).index() == 0 && net_[id].module != from && !folded) {
    if (const Reference* reference = modules::reference_to(net_, from, id)) return name_text(reference->name);
  }
  return of(from, id);
}

std::string Paths::of(ModuleId from, TransitionId id) const { return of(from, net_[id].module, net_[id].name); }

}  // namespace petriloom::loom
