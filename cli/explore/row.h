// SPDX-License-Identifier: Apache-2.0
// What came of one point of a sweep, also as text: rows go into the journal and come from other
// processes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/statistics/estimate.h"

namespace petriloom::cli::explore {

struct RowMeasure {
  std::string name;  ///< "node[0].app.compute_time"
  std::string unit;
  Estimate value;
};

struct Row {
  std::size_t point = 0;
  Estimate time;      ///< s, model time at the end
  std::string ended;  ///< as in the JSON of `simulate`; empty: nothing was simulated
  std::vector<RowMeasure> measures;
  /// Files that its net was made of and that were not told with a row before.
  std::vector<std::string> files;
  std::string error;  ///< messages with their places, on one line; empty: all is well

  /// The mean of a measure, or of `time`; empty if it has none here.
  [[nodiscard]] const Estimate* find(std::string_view name) const;
};

/// The name of the model time among the measures.
inline constexpr std::string_view kTime = "time";

/// What the error of a row begins with if it is one of the program itself.
inline constexpr std::string_view kInternalError = "internal error: ";

/// A row on one line, exactly.
std::string write_row(const Row& row);
/// Reads what `write_row` wrote, from any text; empty if it is none.
std::optional<Row> read_row(std::string_view text);

}  // namespace petriloom::cli::explore
