// SPDX-License-Identifier: Apache-2.0
// What random nets have of docs/semantics.md, counted: a comparison of engines is worth what its
// nets have.
#pragma once

#include <map>
#include <string>

#include "engine/net/net.h"

namespace petriloom::test {

/// How many nets have each feature.
class FeatureCount {
 public:
  /// Counts a net.
  void add(const Net& net);
  /// The features of the page that fewer than `least` nets have, with how many; empty if there are
  /// none.
  [[nodiscard]] std::string missing(std::size_t least) const;
  [[nodiscard]] std::size_t nets() const { return nets_; }

 private:
  std::map<std::string, std::size_t> counts_;
  std::size_t nets_ = 0;
};

}  // namespace petriloom::test
