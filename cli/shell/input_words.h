// SPDX-License-Identifier: Apache-2.0
// Numbers and times as a person types them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace petriloom::cli {

/// Nothing if the text is no whole number.
std::optional<std::uint64_t> whole_number(const std::string& text);
/// Seconds of "2.5 s", "3ms" or a number alone; nothing if the text is no time.
std::optional<double> time_of(const std::string& text);

}  // namespace petriloom::cli
