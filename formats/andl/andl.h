// SPDX-License-Identifier: Apache-2.0
// Reading ANDL and CANDL, the languages of nets of Snoopy, Spike and MARCIE.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Reads an ANDL or CANDL net, whichever of the two it is. Of several value sets the first one
/// holds. Refused, each at its place: what is no net, continuous places and transitions, functions
/// that the net language does not have.
ReadResult read_andl(const std::string& path, std::string text, const ReadOptions& options);

}  // namespace petriloom
