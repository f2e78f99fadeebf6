// SPDX-License-Identifier: Apache-2.0
// Random descriptions: small machines of all shapes, with any of the keys.
#pragma once

#include <cstdint>
#include <string>

namespace petriloom::test {

/// A right description; the same seed gives the same one.
std::string random_description(std::uint32_t seed);

}  // namespace petriloom::test
