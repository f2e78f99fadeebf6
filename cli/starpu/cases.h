// SPDX-License-Identifier: Apache-2.0
// Measured runs of StarPU, as tables hold them: a row for each run (docs/compare.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/net/diagnostics.h"
#include "formats/common/csv.h"

namespace petriloom::cli::starpu {

/// What a table is about; told by its columns.
enum class Workload : std::uint8_t { cholesky, stencil };

/// A run that was measured.
struct Case {
  std::vector<CsvCell> cells;
  Workload workload = Workload::cholesky;
  std::string machine;
  std::string platform;   ///< "flat": links are not shared
  std::string overheads;  ///< "ideal": without the costs of the runtime itself
  std::string scheduler;
  std::uint64_t seed = 0;          ///< STARPU_RAND_SEED; over SimGrid 0 by itself
  std::optional<double> measured;  ///< s
  // Cholesky
  int tiles = 0;
  int tile = 0;
  /// Kernels that run on one kind of worker alone ("potrf"), and whether that is cards.
  std::vector<std::pair<std::string, bool>> only;
  // stencil
  double flop_per_point = 0;
  double point_bytes = 0;
  double edge_bytes = 0;
  std::string mode;  ///< indep, s1d, s2d
  bool barrier = false;
  int iterations = 0;
  int size = 0;
  int blocks = 0;
  double small = 0;
  double large = 0;
  /// All that it has in common with the runs of other schedulers.
  std::string what;
};

struct CaseTable {
  std::vector<CsvCell> header;
  std::vector<Case> cases;
  std::shared_ptr<Sources> sources;
  /// Columns that are missing, and cells that are not what their column says. What is wrong is no
  /// case.
  Diagnostics diagnostics;
};

/// Reads a table.
CaseTable read_cases(const std::string& path);

/// A row as a line of CSV, without its end.
std::string csv_line(const std::vector<CsvCell>& cells);

}  // namespace petriloom::cli::starpu
