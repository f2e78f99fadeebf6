// SPDX-License-Identifier: Apache-2.0
// Which pages see places that stand on others.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/net/net.h"
#include "formats/modules/bodies.h"

namespace petriloom::cpn {

inline constexpr unsigned kTakes = 1;
inline constexpr unsigned kPuts = 2;

struct PageUses {
  /// By module: places handed down to it, and what is done with them; from the page around it also
  /// where they are fused.
  std::vector<std::map<std::size_t, unsigned>> handed, passed;
  /// By module: places of elsewhere that it uses.
  std::vector<std::set<std::size_t>> fused;
  std::vector<bool> fusion;            ///< by place
  std::set<const Reference*> members;  ///< that pages show as members of fusion sets
};

/// What the transitions of all modules use, and what these hand to ports inside them.
PageUses find_uses(const Net& net, const modules::Bodies& bodies);

/// Whether a module sees the place of one of its ports through that: as its instances share a page,
/// or as the place is not fused.
bool through_port(const PageUses& uses, const modules::Bodies& bodies, ModuleId module, const Reference& reference);

/// Whether a page shows a reference of its module as a member of a fusion set.
bool as_member(const PageUses& uses, const Reference& reference);

}  // namespace petriloom::cpn
