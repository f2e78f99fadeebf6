// SPDX-License-Identifier: Apache-2.0
// Names of unfolded places, transitions and modules.
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_set>

#include "engine/build/builder.h"
#include "engine/unfold/unfold.h"

namespace petriloom {

/// Of which colour sets the labels of colours or variants can be told apart from what stands around
/// them in a name. Looked at once: there may be thousands of labels, and millions of names.
class ClearLabels {
 public:
  explicit ClearLabels(const ColourTable& colours);
  [[nodiscard]] bool of(ColourSetId set) const { return clear_[set.index()] != 0; }

 private:
  std::vector<char> clear_;
};

/// A colour in letters, digits and `_`, from which it can be told again if the colour set is known:
/// `3`, `m3` for -3, `1p5` for 1.5, `true`, `north`, `core3` for core(3); the parts of a composite
/// joined by `__`; `L2__7__8` for the list [7, 8]; `abc` for "abc" and `S612063` for "a c";
/// `Data__1` for Data(1). Labels that would confuse this are written by ordinals. Empty for unit.
std::string identifier_of(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool, const ClearLabels& clear);

/// The indices of the folded instances that a colour of a place belongs to.
std::vector<Word> place_indices(const Net& net, PlaceId place, Word colour, const WordPool& pool);
/// The name of an unfolded place within its module: "RUN_2"; that of a total ends in "_total".
std::string local_place_name(const Net& net, const UnfoldedParts& parts, std::size_t place, const ClearLabels& clear);
std::string local_transition_name(const Net& net, const UnfoldedParts& parts, std::size_t transition, const ClearLabels& clear);

/// Makes the modules of the unfolded net, one for each instance that was folded, when they are
/// first asked for.
class UnfoldedModules {
 public:
  UnfoldedModules(const Net& net, NetBuilder& builder);
  /// The module for the instance of `module` with the given indices (at least as many as it is
  /// folded over).
  ModuleId of(ModuleId module, std::span<const Word> indices);
  /// All the instances of a folded module that were asked for so far, in order of their indices.
  [[nodiscard]] std::vector<ModuleId> instances(ModuleId module) const;
  /// `name` if it is free in the module, else the name with a number.
  std::string free_name(ModuleId made, const std::string& name);

 private:
  const Net& net_;
  NetBuilder& builder_;
  std::map<std::pair<ModuleId, std::vector<Word>>, ModuleId> made_;
  // Names by their hash: one that only seems to be used gets a number, too.
  std::unordered_set<std::uint64_t> used_;
};

}  // namespace petriloom
