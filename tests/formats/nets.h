// SPDX-License-Identifier: Apache-2.0
// Nets that the tests of formats share.
#pragma once

#include <cstdint>
#include <string>

#include "engine/net/net.h"
#include "formats/common/format.h"

namespace petriloom::test {

/// Reads a net of the net language; fails the test with the messages if it has errors.
Net net_of(const std::string& text);
/// Dining philosophers, coloured: 3 n places and 2 n transitions unfolded.
std::string philosophers(int n);
/// A place/transition net made from the seed: modules, weights, all kinds of arcs if `special`,
/// time if `timed`.
Net random_net(std::uint32_t seed, bool special, bool timed);
/// A text that is equal for equal nets, but for locations: every part by its path.
std::string described(const Net& net);
/// The content of a file below tests/formats; with PETRILOOM_UPDATE_GOLDEN set in the environment
/// the file is written first.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace petriloom::test
