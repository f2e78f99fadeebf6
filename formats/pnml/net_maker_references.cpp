// SPDX-License-Identifier: Apache-2.0
// The part of NetMaker that resolves references, and units of nested-unit nets.
#include <fmt/format.h>

#include "formats/pnml/net_maker.h"

namespace petriloom::pnml {

namespace {

bool is_reference(NodeKind kind) { return kind == NodeKind::reference_place || kind == NodeKind::reference_transition; }

}  // namespace

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

// Reference places stay as further names of the place; in files of ours those that only carry an
// arc to another page do not.
void NetMaker::keep_references() {
  for (const Node& node : document_.nodes) {
    if (node.kind != NodeKind::reference_place || (document_.paths && !node.used_as)) continue;
    const auto found = ids_.find(node.id);
    if (found == ids_.end() || document_.nodes[found->second].kind != NodeKind::place) continue;
    Reference reference;
    const auto [module, name] = place_of_name(node);
    reference.name = name;
    reference.kind = node.used_as.value_or(ReferenceKind::inout);
    reference.place = PlaceId(parts_[found->second]);
    reference.at = node.at;
    reference.where = node.where;
    builder_.net().modules[module.index()].references.push_back(std::move(reference));
  }
}

// The places of a unit; false if one is not there or in another unit, too.
bool NetMaker::unit_places(const std::vector<std::string>& ids, Unit& unit, std::vector<char>& seen) {
  for (const std::string& id : ids) {
    const auto found = ids_.find(id);
    if (found == ids_.end() || document_.nodes[found->second].kind != NodeKind::place) return false;
    const std::size_t place = parts_[found->second];
    if (seen[place]++ != 0) return false;
    unit.places.emplace_back(place);
  }
  return true;
}

// Units that are not a tree with every place in one of them are left out: the net is the same
// without.
void NetMaker::add_nupn() {
  const NupnObject& object = document_.nupn;
  if (!object.found || diagnostics_.has_errors()) return;
  Nupn nupn;
  nupn.safe = object.safe;
  std::map<std::string, std::uint32_t, std::less<>> numbers;
  for (const UnitObject& unit : object.units) numbers.emplace(unit.id, static_cast<std::uint32_t>(numbers.size()));
  std::vector<char> places(builder_.net().places.size());
  std::vector<char> below(object.units.size());
  bool good = numbers.size() == object.units.size() && numbers.count(object.root) > 0;
  for (std::size_t k = 0; good && k < object.units.size(); ++k) {
    Unit unit;
    unit.name = object.units[k].id;
    good = unit_places(object.units[k].places, unit, places);
    for (const std::string& id : object.units[k].units) {
      const auto inner = numbers.find(id);
      good = good && inner != numbers.end() && below[inner->second]++ == 0;
      if (good) unit.units.push_back(inner->second);
    }
    nupn.units.push_back(std::move(unit));
  }
  for (const char seen : places) good = good && seen == 1;
  if (good) nupn.root = numbers.find(object.root)->second;
  // Every unit but the root has one above it; what hangs together from the root is then all of
  // them, or there is a circle.
  std::vector<std::uint32_t> reached{nupn.root};
  for (std::size_t k = 0; good && k < reached.size() && k <= nupn.units.size(); ++k) {
    const std::vector<std::uint32_t>& units = nupn.units[reached[k]].units;
    reached.insert(reached.end(), units.begin(), units.end());
  }
  if (good && reached.size() == nupn.units.size()) {
    builder_.net().nupn = std::move(nupn);
  } else {
    diagnostics_.warning(object.where, "the units are not a tree in which every place is in one unit; they are left out");
  }
}

}  // namespace petriloom::pnml
