// SPDX-License-Identifier: Apache-2.0
// What `simulate --against` prints.
#pragma once

#include <string>

#include "cli/shown.h"
#include "engine/run/compare.h"

namespace petriloom::cli {

/// Tables of the measures, and of the observed places and transitions, that both variants have; `first` and `second` name them.
std::string comparison_text(const Comparison& comparison, const std::string& first, const std::string& second, bool antithetic,
                            const Shown& shown, bool colour);

}  // namespace petriloom::cli
