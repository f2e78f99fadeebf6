// SPDX-License-Identifier: Apache-2.0
// What our writer says in the comment of a GreatSPN net, for our reader.
#pragma once

#include <string_view>

namespace petriloom::greatspn {

/// The net has no time; the rates are there because the format asks for some.
inline constexpr std::string_view kUntimed = "without time: all rates are 1";

}  // namespace petriloom::greatspn
