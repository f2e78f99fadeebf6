// SPDX-License-Identifier: Apache-2.0
// What a derived measure computes from other measures: a tree of numbers, operations, and names of
// measures.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/ids.h"

namespace petriloom {

struct Measure;
struct Net;

enum class DerivedOp : std::uint8_t {
  number,
  members,  ///< the values of all measures of a name; several only as an argument of a function
  negate,
  add,
  subtract,  ///< a sum or difference in which all but the last digits cancel is 0
  multiply,
  divide,  ///< by 0: no value
  sum,     ///< functions of some arguments; what has no value is left out of these alone
  mean,
  minimum,
  maximum,
  count,
};

/// The signs of the operations, from `add` on, and the names of the functions, from `sum` on.
constexpr std::string_view kDerivedOperators = "+-*/";
constexpr std::array<std::string_view, 5> kDerivedFunctions = {"sum", "mean", "min", "max", "count"};

/// An index in a name of measures.
struct DerivedIndex {
  enum class Kind : std::uint8_t { key, fixed, all };
  Kind kind = Kind::all;
  std::size_t key = 0;  ///< the value of this key of the derived measure
  std::string fixed;    ///< a colour as names show it (engine/net/index_text.h)
};

/// A node of the tree. Measures stand by name, as that may be of measures that are declared later,
/// and of several: of a family, or of the elements of an array. Their indices are those of the
/// instances on the path and of the measure, in the order of the name.
struct DerivedExpr {
  DerivedOp op = DerivedOp::number;
  double number = 0;
  std::string name;  ///< of members: the whole path with its indices taken out, "node[].cpu.energy"
  std::vector<DerivedIndex> indices;
  MeasureId measure;  ///< of members, if valid: the only one of this measure, named or not
  std::vector<DerivedExpr> children;
};

/// A node that stands for the only member of a measure.
DerivedExpr only_member(MeasureId measure);
/// A node of a derived measure, as the net language has it: "(2 * sum(node[*].cpu.energy))".
std::string derived_text(const Net& net, const Measure& measure, const DerivedExpr& expr);

}  // namespace petriloom
