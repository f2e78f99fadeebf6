// SPDX-License-Identifier: Apache-2.0
// How many instances a net in the net language has at most.
#pragma once

#include <cstddef>

namespace petriloom {

/// Instances of one net, all of its arrays expanded that are not folded.
inline constexpr std::size_t kMostInstances = std::size_t{1} << 18;
/// Combinations of the indices of a folded array and the arrays around it.
inline constexpr std::size_t kMostIndexRows = std::size_t{1} << 22;

}  // namespace petriloom
