// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/port_directions.h"

namespace petriloom::loom {
namespace {

class Directions {
 public:
  Directions(const Paths& paths, const modules::Contents& contents) : paths_(paths), net_(paths.net()), contents_(contents) {}

  ReferenceKind of(ModuleId module, const Reference& port) const {
    // Of two ports to one place the text names the first.
    const bool named = modules::reference_to(net_, module, port.place) == &port;
    const bool follows = !named || port.kind == ReferenceKind::inout || allows(port.kind, module, port.place);
    return follows ? port.kind : ReferenceKind::inout;
  }

 private:
  bool allows(ReferenceKind kind, ModuleId module, PlaceId place) const {
    for (const std::size_t t : contents_.transitions[module.index()]) {
      for (const Arc& arc : net_.transitions[t].arcs) {
        const ReferenceKind way = arc.kind == ArcKind::output ? ReferenceKind::out : ReferenceKind::in;
        if (arc.place == place && way != kind) return false;
      }
      for (const Arc& use : net_.transitions[t].uses) {
        if (use.place == place && kind != ReferenceKind::in) return false;
      }
    }
    for (const std::size_t c : contents_.children[module.index()]) {
      const ModuleId child(c);
      if (!paths_.bodies().shared(child)) {
        if (!allows(kind, child, place)) return false;
        continue;
      }
      for (const Reference& inner : net_[child].references) {
        if (modules::is_port(inner) && inner.place == place && of(child, inner) != kind) return false;
      }
    }
    return true;
  }

  const Paths& paths_;
  const Net& net_;
  const modules::Contents& contents_;
};

}  // namespace

ReferenceKind direction_in_text(const Paths& paths, const modules::Contents& contents, ModuleId module, const Reference& port) {
  return Directions(paths, contents).of(module, port);
}

}  // namespace petriloom::loom
