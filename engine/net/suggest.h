// SPDX-License-Identifier: Apache-2.0
// "did you mean" for texts that may hold many wrong names.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// What `suggest` says for an error that is reported next. Errors that `diagnostics` only counts
/// need none: then the candidates are not asked for, so that a text full of unknown names takes
/// time in proportion to its length.
std::string suggestion(const Diagnostics& diagnostics, std::string_view word,
                       const std::function<std::vector<std::string>()>& candidates);

}  // namespace petriloom
