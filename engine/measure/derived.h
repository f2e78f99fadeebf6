// SPDX-License-Identifier: Apache-2.0
// Measures over other measures (engine/net/derived.h), computed at the end of a run. Names in them
// find members of measures by what these are called. Observed measures (engine/measure/observed.h)
// have no names here.
#pragma once

#include "engine/measure/measure.h"

namespace petriloom {

/// "node[3].cpu.energy": member `row` of a measure. Keys beyond those of the module's own indices
/// follow the name.
std::string member_name(const Net& net, const Measure& measure, std::size_t row);

/// Names of all members of all measures and how to find them; one for all replications.
class DerivedMeasures {
 public:
  /// A name that does not exist, one of several values where one is needed, or a circle is an
  /// error at the measure.
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
