// SPDX-License-Identifier: Apache-2.0
// What `simulate --against` prints.
#pragma once

#include <string>

#include "engine/run/compare.h"

namespace petriloom::cli {

/// A table of the measures that both variants have; `first` and `second` name them.
std::string comparison_text(const Comparison& comparison, const std::string& first, const std::string& second, bool antithetic,
                            bool colour);

}  // namespace petriloom::cli
