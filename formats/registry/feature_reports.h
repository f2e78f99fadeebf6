// SPDX-License-Identifier: Apache-2.0
// What is told of what formats cannot carry, and the table of what each can.
#pragma once

#include <string>
#include <string_view>

#include "formats/common/format.h"

namespace petriloom {

/// Whether the format refuses the net because of what it holds and a table can tell: fluid places,
/// continuous transitions and work that is shared, an error at the first of them.
bool refuses(const Net& net, const Format& format, Diagnostics& diagnostics);

/// Warns of what stands beside the net (but where nodes are drawn) and is not kept by a format,
/// once for each feature at the first place where the net has it. An error in place of a warning,
/// unless lossy writing is allowed: scenarios that the net language would lose without one of them
/// being chosen. Nothing for pictures.
void report_beside(const Net& net, const Format& format, const WriteOptions& options, Diagnostics& diagnostics);

/// The word for a feature in tables: "colours".
std::string_view name_of(Feature feature);
/// "no", "encoded" or "exact".
std::string_view name_of(Support support);

/// The table as text: a line for each format and a column for each feature, with a legend. The same
/// text stands in docs/formats.md.
std::string features_text();

}  // namespace petriloom
