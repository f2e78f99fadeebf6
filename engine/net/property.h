// SPDX-License-Identifier: Apache-2.0
// Properties of a net, and the temporal formulas that they are made of.
#pragma once

#include <cstdint>
#include <string>

#include "engine/net/diagnostics.h"
#include "engine/net/ids.h"

namespace petriloom {

enum class FormulaOp : std::uint8_t {
  atom,
  true_,
  false_,
  not_,
  and_,
  or_,
  implies,
  iff,
  next,
  finally,
  globally,
  until,
  release,
  weak_until,  ///< LTL
  ax,
  ex,
  af,
  ef,
  ag,
  eg,
  au,
  eu,  ///< CTL
};

/// A node of a temporal formula; children by id in Net::formulas.
struct Formula {
  FormulaOp op = FormulaOp::atom;
  FormulaId left, right;
  ExprId atom;  ///< bool state expression with `slots` frame slots
  std::uint32_t slots = 0;
  Location where;
};

enum class PropertyKind : std::uint8_t {
  invariant,  ///< `formula` is one atom that holds in every reachable marking
  ltl,
  ctl,
  bounded,        ///< every place of the module (and below) stays under some bound
  deadlock_free,  ///< no reachable marking is dead
  live,           ///< every transition of the module (and below) can always become enabled again
  /// Every transition of the module (and below) is enabled in some reachable marking.
  quasi_live,
  reversible,  ///< the initial marking can be reached from every reachable marking
};

struct Property {
  std::string name;  ///< in full, with the path of its instance: "node[3].cpu[0].cores_kept"
  ModuleId module;
  PropertyKind kind = PropertyKind::invariant;
  FormulaId formula;
  std::string text;  ///< the formula as written
  Location where;
};

}  // namespace petriloom
