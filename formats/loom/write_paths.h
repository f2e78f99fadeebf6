// SPDX-License-Identifier: Apache-2.0
// What parts of a net are called at a place of its text; used by the writer.
#pragma once

#include <string>

#include "engine/net/net.h"
#include "formats/modules/bodies.h"

namespace petriloom::loom {

/// The names of places, transitions and modules. The text of a module that several instances share
/// calls what is inside of it as it sees that, and the places of its ports by the names of these.
class Paths {
 public:
  Paths(const Net& net, const modules::Bodies& bodies) : net_(net), bodies_(bodies) {}

  [[nodiscard]] const Net& net() const { return net_; }
  [[nodiscard]] const modules::Bodies& bodies() const { return bodies_; }
  /// As the text in `from` names it; an invalid id: by its whole path.
  [[nodiscard]] std::string of(ModuleId from, PlaceId place) const;
  [[nodiscard]] std::string of(ModuleId from, TransitionId transition) const;
  /// The same where only a place can stand: by another name that the module has for it. In an
  /// expression that could be a variable's.
  [[nodiscard]] std::string place_alone(ModuleId from, PlaceId place) const;

  /// "node.cpu.RUN" from the net itself, with a leading dot; the plain name inside the same module.
  [[nodiscard]] std::string of(ModuleId from, ModuleId module, std::string_view name) const;

 private:
  const Net& net_;
  const modules::Bodies& bodies_;
};

}  // namespace petriloom::loom
