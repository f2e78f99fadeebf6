// SPDX-License-Identifier: Apache-2.0
// Which instances of a net have the same body, so that one text of a module, or one page, stands
// for all of them.
#pragma once

#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/modules/contents.h"

namespace petriloom::modules {

/// Who uses the places in an instance, beside what is inside it.
enum class Users : std::uint8_t { anyone, inside_alone };

/// Instances of one module have one body if they differ in nothing but the places that their ports
/// stand for, and in what their own paths show.
class Bodies {
 public:
  Bodies(const Net& net, const Contents& contents, Users users);

  /// Whether several instances have the body of this one.
  [[nodiscard]] bool shared(ModuleId module) const { return instances(module).size() > 1; }
  /// Those with the body of this one, itself among them, ascending; empty if it cannot share it.
  [[nodiscard]] const std::vector<ModuleId>& instances(ModuleId module) const { return instances_[bodies_[module.index()]]; }
  /// The first of these; the module itself if it shares nothing.
  [[nodiscard]] ModuleId first(ModuleId module) const { return shared(module) ? instances(module)[0] : module; }
  /// A name for a shared body: that of its module. Where that has several bodies, the one of most
  /// instances; the others have a number behind it.
  [[nodiscard]] const std::string& name(ModuleId module) const { return names_[bodies_[module.index()]]; }
  /// The innermost module with a shared body in which this one is, or that it is; the net itself if
  /// there is none.
  [[nodiscard]] ModuleId home(ModuleId module) const { return home_[module.index()]; }
  /// Whether a place is fused between instances of its module: others have it under the same name.
  [[nodiscard]] bool fused(PlaceId place) const { return fused_[place.index()]; }
  /// Whether a reference of a module is that: its place stands in another instance of the module.
  [[nodiscard]] bool fused(ModuleId module, const Reference& reference) const;

 private:
  void name_bodies();

  const Net& net_;
  std::vector<bool> fused_;                       ///< by place
  std::vector<std::size_t> bodies_;               ///< by module: positions in `instances_`
  std::vector<std::vector<ModuleId>> instances_;  ///< by body; the first is none
  std::vector<std::string> names_;                ///< by body
  std::vector<ModuleId> home_;
};

/// Whether a reference is a port.
inline bool is_port(const Reference& reference) { return reference.kind != ReferenceKind::fusion; }
/// Whether a reference is to a place that is fused between the instances of its module; `fused`
/// tells by place whether it is fused in this way.
bool fused_between(const Net& net, const std::vector<bool>& fused, ModuleId module, const Reference& reference);
/// The first name that a place has in a module in which it does not stand; null if it has none.
const Reference* reference_to(const Net& net, ModuleId module, PlaceId place);
/// "cpu.core" of a module inside `around`, as seen from there; "" for that itself.
std::string path_inside(const Net& net, ModuleId around, ModuleId module);
/// The name of a property without the path of its module, if it begins with that.
std::string local_name(const Net& net, const Property& property);

}  // namespace petriloom::modules
