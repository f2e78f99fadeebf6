// SPDX-License-Identifier: Apache-2.0
// The links of a machine as StarPU tells them to SimGrid: HOST.platform.v4.xml.
#pragma once

#include "generator/perfmodel/perfmodel.h"

namespace petriloom {

/// What transfers between the memories of a node go over. Memory 0 is the host's, then come those
/// of the CUDA devices.
struct PlatformModel {
  /// Of a pair of memories, from the row to the column.
  template <class T>
  using Pairs = std::vector<std::vector<T>>;

  Pairs<double> bandwidth;           ///< B/s of the slowest link that no other crosses; or 0
  Pairs<double> latency;             ///< s, of all links together
  std::vector<double> wires;         ///< B/s of the links that several pairs cross
  Pairs<std::vector<int>> crossing;  ///< which of them, one twice if it is crossed twice
};

/// Whether there is a platform file; `variant` as below.
bool has_platform(const PerformanceModels& models, const std::string& variant);

/// Reads the links between the host and `cards` CUDA devices. `variant` stands before the ending:
/// HOST.flat.platform.v4.xml. Nothing if something is wrong, which is reported at its place.
std::optional<PlatformModel> read_platform(const PerformanceModels& models, const std::string& variant, int cards, Sources& sources,
                                           Diagnostics& diagnostics);

}  // namespace petriloom
