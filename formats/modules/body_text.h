// SPDX-License-Identifier: Apache-2.0
// All that a text of an instance shows, for comparison with other instances.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/modules/contents.h"

namespace petriloom::modules {

/// What is known of a net while its bodies are found, from the innermost out.
struct Known {
  const Net& net;
  const Contents& contents;
  const std::vector<bool>& fused;  ///< by place: between instances of its module
  /// By module: the number of its body; 0: it is part of the body around it.
  const std::vector<std::size_t>& bodies;
};

/// The body of an instance. Two of one module with the same text have the same body. Nothing if no
/// text of it could stand for others: a name in it would mean something else there.
std::optional<std::string> body_text(const Known& known, ModuleId module);

}  // namespace petriloom::modules
