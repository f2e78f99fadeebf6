// SPDX-License-Identifier: Apache-2.0
// Paths of a product, as paths of its state space.
#pragma once

#include "analysis/logic/product.h"
#include "analysis/result/result.h"

namespace petriloom {

// Both poll the limits: they throw LimitReached.
/// A shortest path from the initial node to `goal` among the nodes visited.
StatePath product_path(Product& product, ProductNode goal, const Limits& limits);
/// A lasso whose loop stays in `part` (strongly connected), sees all marks and is fair. If the loop
/// only waits in a dead state, it is left out and the path ends there.
StatePath product_lasso(Product& product, const std::vector<ProductNode>& part, Fairness fairness, const Limits& limits);

}  // namespace petriloom
