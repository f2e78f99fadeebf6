// SPDX-License-Identifier: Apache-2.0
// Writing CANDL, the language of coloured nets of Snoopy, Spike and MARCIE.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Writes a coloured net as it is, fold by fold. Colour sets are ranges, enumerations and products
/// of them (records and nested products become flat products). What CANDL has no form for (lists,
/// reals in tokens, stamps) is refused where it stands; the diagnostic names ANDL, which carries
/// the unfolded net.
WriteResult write_candl(const Net& net, const WriteOptions& options);

}  // namespace petriloom
