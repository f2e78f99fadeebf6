// SPDX-License-Identifier: Apache-2.0
// Measures over other measures, computed at the end of a run from their text (Measure::value_text):
//
//   expression := term (("+" | "-") term)*        term := factor (("*" | "/") factor)*
//   factor     := number | "-" factor | "(" expression ")" | name | function "(" expression ("," expression)* ")"
//   function   := sum | mean | min | max | count
//   name       := part ("." part)*                 part := identifier ("[" index "]")*
//
// A sum or difference in which all but the last digits cancel is 0.
// Names are absolute: `node[3].cpu.energy`. An index is a key of the measure itself, which stands for its value, the text of an
// index, or `*` for all; names with `*` stand only inside functions, which take all the values they match. Measures that had no
// value are left out of functions; elsewhere they leave the derived measure without a value, as does a division by zero. Texts that
// the program makes itself may say `#3` for the only member of measure 3. Observed measures (engine/measure/observed.h) have no
// names here.
#pragma once

#include "engine/measure/measure.h"

namespace petriloom {

/// "node[3].cpu.energy": member `row` of a measure. Keys beyond those of the module's own indices follow the name.
std::string member_name(const Net& net, const Measure& measure, std::size_t row);

/// Names of all members of all measures and how to find them; one for all replications.
class DerivedMeasures {
 public:
  /// Checks the texts; a wrong one, a name that does not exist or a circle is an error at the measure.
  DerivedMeasures(const Net& net, Diagnostics& diagnostics);
  ~DerivedMeasures();
  DerivedMeasures(const DerivedMeasures&) = delete;
  DerivedMeasures& operator=(const DerivedMeasures&) = delete;

  /// Fills in the derived measures.
  void evaluate(MeasureValues& values) const;
  /// The names of the members of a measure, in order.
  [[nodiscard]] const std::vector<std::string>& names(std::size_t measure) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace petriloom
