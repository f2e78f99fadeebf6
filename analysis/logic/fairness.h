// SPDX-License-Identifier: Apache-2.0
// Fair cycles in a component of a product. Weakly fair: a label enabled for ever from some point on
// is taken again and again. Strongly fair: a label enabled again and again is taken again and
// again. (Emerson and Lei 1987; Lichtenstein and Pnueli 1985.)
#pragma once

#include "analysis/logic/product.h"
#include "analysis/result/result.h"

namespace petriloom {

/// A strongly connected part of `component` (itself strongly connected) through which there is a
/// cycle that sees all marks and is fair; empty if there is none. Going through all of the part's
/// edges is such a cycle.
std::vector<ProductNode> fair_part(Product& product, std::vector<ProductNode> component, Fairness fairness, const Limits& limits);

}  // namespace petriloom
