// SPDX-License-Identifier: Apache-2.0
// What nodes have, told once for all that have the same.
#pragma once

#include <cstddef>
#include <vector>

namespace petriloom {

template <class Row>
struct RowsOfNodes {
  std::vector<Row> rows;              ///< that differ, in the order in which they were found
  std::vector<std::size_t> of_nodes;  ///< numbers of rows
  /// Of the nodes of each job, where these put other numbers of ranks on a node; else empty.
  std::vector<std::vector<std::size_t>> of_jobs;
};

}  // namespace petriloom
