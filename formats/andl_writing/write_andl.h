// SPDX-License-Identifier: Apache-2.0
// Writing ANDL, the language of uncoloured nets of Snoopy, Spike and MARCIE.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Writes a net, unfolded first if it is coloured. The class is what the net needs: pn or xpn
/// without time, spn, gspn or xspn with exponential, immediate and deterministic transitions. Names
/// are made unique and free of reserved words and of prefixes of each other; a comment lists the
/// original ones. Delays of tokens, priorities, ages, servers and other distributions are refused,
/// unless `untimed` leaves time out.
WriteResult write_andl(const Net& net, const WriteOptions& options);

}  // namespace petriloom
