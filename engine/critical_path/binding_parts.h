// SPDX-License-Identifier: Apache-2.0
// Parts of a binding that was written as text (engine/trace/names.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/colour.h"

namespace petriloom {

/// Of "t = (1, 2), w = gpu(1)": the value of "w", the component "t.2", which is 2, or the field
/// "t.stage" of a record. Of a value like "gemm(2, 1)", which an index colour and a union have,
/// "t" is all of it, and "t.name" the name alone. Nothing if there is no such part.
std::optional<std::string> part_of_binding(std::string_view binding, std::string_view part);

/// A part that values do not have, and those that they have.
struct MissingPart {
  std::string of;    ///< "t.2"
  std::string part;  ///< "zz"
  std::vector<std::string> known;
};

/// Where "t.2.zz" goes wrong, if "t" is a variable of one of these colour sets; nothing if some of
/// their values may have all of it.
std::optional<MissingPart> missing_part(const ColourTable& colours, std::vector<ColourSetId> variable, std::string_view part);

}  // namespace petriloom
