// SPDX-License-Identifier: Apache-2.0
// A right description that has every key.
#pragma once

#include <string>

namespace petriloom::test {

/// Every key but `include` and those of another distribution, with values at which each has an
/// effect: a block of 64 x 32 points of 8 B takes 1.6384 s at 10 kB/s, which is longer than `one`,
/// 0.5 s at 2 GHz, and shorter than `two`, 2.5 s. There are periodic neighbours to gain, two buses
/// to share, a card with one processor of three.
const std::string& every_key();

}  // namespace petriloom::test
