// SPDX-License-Identifier: Apache-2.0
// Tells nets apart: hashes of their parts, for files that belong to one net.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/net/net.h"

namespace petriloom {

/// The parts of a net that have a hash of their own, so that a message can say where two nets
/// differ.
inline constexpr std::array<std::string_view, 6> kNetParts{"colour sets", "expressions", "places",
                                                           "marking",     "transitions", "measures"};

/// One 64-bit hash for each of kNetParts. Equal for nets that were read from equal texts in the
/// same way; where texts stand in their files does not count, and what only pictures and proofs use
/// (positions, properties) does not either.
using Fingerprint = std::array<std::uint64_t, kNetParts.size()>;

/// The hashes of a net. They are the same on every machine.
Fingerprint fingerprint(const Net& net);
/// The names of the parts in which two nets differ, "places, measures"; empty if they are the same.
std::string differing_parts(const Fingerprint& a, const Fingerprint& b);

}  // namespace petriloom
