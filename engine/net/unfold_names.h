// SPDX-License-Identifier: Apache-2.0
// Names of unfolded places, transitions and modules.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>

#include "engine/net/builder.h"

namespace petriloom {

/// A colour in letters, digits and `_`, from which it can be told again if the colour set is known: `3`, `m3` for -3, `1p5`
/// for 1.5, `true`, `north`, `core3` for core(3); the parts of a composite joined by `__`; `L2__7__8` for the list [7, 8].
/// Enumerations with a label that would confuse this are written by ordinals. Empty for unit.
std::string identifier_of(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool);

/// Makes the modules of the unfolded net, one for each instance that was folded, when they are first asked for.
class UnfoldedModules {
 public:
  UnfoldedModules(const Net& net, NetBuilder& builder);
  /// The module for the instance of `module` with the given indices (at least as many as it is folded over).
  ModuleId of(ModuleId module, std::span<const Word> indices);
  /// `name` if it is free in the module, else the name with a number.
  std::string free_name(ModuleId made, const std::string& name);

 private:
  const Net& net_;
  NetBuilder& builder_;
  std::map<std::pair<ModuleId, std::vector<Word>>, ModuleId> made_;
  std::set<std::pair<ModuleId, std::string>> used_;
};

}  // namespace petriloom
