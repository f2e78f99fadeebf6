// SPDX-License-Identifier: Apache-2.0
// What the rows of a sweep say together: their measures, how much each key matters, and which
// points are not beaten.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/explore/evaluate.h"

namespace petriloom::cli::explore {

/// A measure that some point has.
struct MeasureColumn {
  std::string name;
  std::string unit;
};

/// An objective of --pareto.
struct Objective {
  std::string measure;
  bool larger = false;  ///< larger is better
};

/// How much a key matters for a measure. Values of the key for which no point has the measure are
/// left out, and combinations of the other keys that lack it for one of the rest, so that the means
/// are over the same combinations.
struct Sensitivity {
  std::string measure;
  std::size_t key = 0;
  /// The mean over the other keys for the value of the key with the least and the largest.
  double least = 0;
  double largest = 0;
  std::size_t least_at = 0;  ///< position of that value of the key
  std::size_t largest_at = 0;
  std::optional<double> ratio;       ///< largest / least, if that is above 0
  std::optional<double> elasticity;  ///< d log measure / d log key, by least squares
};

/// All that is told of a sweep.
struct Findings {
  const Question& question;
  std::vector<Row> rows;               ///< those that are there, in the order of points
  std::vector<MeasureColumn> columns;  ///< of all rows
  /// Names of the measures that tables and pictures show.
  std::vector<std::string> chief;
  std::vector<Sensitivity> sensitivities;  ///< by chief measure, the keys that matter most first
  std::vector<Objective> objectives;
  std::vector<std::size_t> front;  ///< positions of rows that no other is better than

  [[nodiscard]] const std::string& unit(std::string_view measure) const;
  [[nodiscard]] std::size_t wrong() const;  ///< rows with an error
};

/// The measures of all rows, each behind the one that it follows where it is met first.
std::vector<MeasureColumn> columns_of(const std::vector<Row>& rows);

/// The measures to show: of objectives, those asked for by --show or --measure, else the first ones
/// that every point has and that are not the same at all points.
std::vector<std::string> chief_measures(const Findings& findings);

/// Main effects and elasticities of the chief measures.
std::vector<Sensitivity> sensitivities_of(const Findings& findings);

/// Reads "makespan,-throughput".
std::vector<Objective> read_objectives(const std::string& text);
/// Positions of the rows that have all objectives and to which no other row is better in one and
/// not worse in all.
std::vector<std::size_t> pareto_front(const std::vector<Row>& rows, const std::vector<Objective>& objectives);

}  // namespace petriloom::cli::explore
