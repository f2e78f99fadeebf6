// SPDX-License-Identifier: Apache-2.0
// What stands in each module of a net, and in which order a text of it has that.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::modules {

/// By module: positions in the lists of the net, ascending.
struct Contents {
  explicit Contents(const Net& net);

  /// A transition, or a module in the module.
  struct Step {
    bool module = false;
    std::size_t index = 0;
  };
  /// The transitions and the modules in a module: each module stands where its first transition
  /// does, so that the text has the transitions in their order as far as it can.
  [[nodiscard]] std::vector<Step> steps(std::size_t module) const;

  std::vector<std::vector<std::size_t>> children, places, transitions, measures, properties;

 private:
  std::vector<std::size_t> first_;  ///< of the transitions in a module and below
  std::size_t none_;
};

}  // namespace petriloom::modules
