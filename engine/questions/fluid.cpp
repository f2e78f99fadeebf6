// SPDX-License-Identifier: Apache-2.0
#include "engine/questions/fluid.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom {

std::optional<FluidPart> find_fluid(const Net& net) {
  const auto place = std::find_if(net.places.begin(), net.places.end(), [](const Place& each) { return each.fluid; });
  if (place != net.places.end()) return FluidPart{place->where, fmt::format("place '{}' is fluid", place->name)};
  const auto flow = std::find_if(net.transitions.begin(), net.transitions.end(),
                                 [](const Transition& each) { return each.timing == Timing::continuous; });
  if (flow == net.transitions.end()) return std::nullopt;
  return FluidPart{flow->where, fmt::format("transition '{}' is continuous", flow->name)};
}

bool refuse_fluid(const Net& net, std::string_view who, std::string_view help, Diagnostics& diagnostics) {
  const std::optional<FluidPart> found = find_fluid(net);
  if (found) diagnostics.error(found->where, fmt::format("{}: {}", who, found->what), std::string(help));
  return found.has_value();
}

}  // namespace petriloom
