// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/engines.h"

#include <algorithm>

#include "engine/simulate/simulate.h"

namespace petriloom {

const ExtraRow* lacking(RunKind kind, const SimulationOptions& options) {
  const std::pair<Extra, bool> asked[] = {{Extra::trace, options.trace != nullptr || options.critical_path},
                                          {Extra::checkpoint, options.checkpoint != nullptr},
                                          {Extra::from, options.from != nullptr},
                                          {Extra::ranks, options.messenger != nullptr},
                                          {Extra::streams, options.own_streams}};
  const auto* const found =
      std::find_if(std::begin(asked), std::end(asked), [&](const auto& one) { return one.second && !supported(kind, one.first); });
  return found == std::end(asked) ? nullptr : &row_of(found->first);
}

}  // namespace petriloom
