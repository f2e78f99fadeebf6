// SPDX-License-Identifier: Apache-2.0
// How many instances a net in the net language has at most, and how long its strings are.
#pragma once

#include <cstddef>

namespace petriloom {

/// Instances of one net, all of its arrays expanded that are not folded.
inline constexpr std::size_t kMostInstances = std::size_t{1} << 18;
/// Combinations of the indices of a folded array and the arrays around it.
inline constexpr std::size_t kMostIndexRows = std::size_t{1} << 22;
/// Bytes of a string in the text of a net, or in a table.
inline constexpr std::size_t kMostText = std::size_t{1} << 16;

}  // namespace petriloom
