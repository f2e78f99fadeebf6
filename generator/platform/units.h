// SPDX-License-Identifier: Apache-2.0
// Quantities as platforms of SimGrid write them (simgrid.dtd): "1.25GBps", "10Gbps", "50us".
#pragma once

#include <optional>
#include <string_view>

namespace petriloom {

enum class PlatformUnit : std::uint8_t { speed, bandwidth, time };

/// In flop/s, B/s or s. A number alone counts in these. Nothing if it is none, negative or not
/// finite.
std::optional<double> platform_quantity(std::string_view text, PlatformUnit unit);

}  // namespace petriloom
