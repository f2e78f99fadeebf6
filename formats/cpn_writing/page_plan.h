// SPDX-License-Identifier: Apache-2.0
// One page for each module of a net, and on which pages each place is seen: as itself, through
// ports, or in a fusion set.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::cpn {

/// How a page sees a place.
enum class Sight : std::uint8_t { own, in, out, both, fused };

struct SeenPlace {
  PlaceId place;
  Sight sight = Sight::own;
  std::string name;  ///< on this page
  Position at;       ///< as the net has it; may be unknown
};

/// A substitution transition.
struct SubPage {
  ModuleId module;
  /// Positions in `places`: of the port there and of the socket here.
  std::vector<std::pair<std::size_t, std::size_t>> sockets;
};

struct PagePlan {
  ModuleId module;
  std::string name;  ///< differs from those of all other pages
  std::vector<SeenPlace> places;
  std::vector<TransitionId> transitions;
  std::vector<SubPage> children;

  /// The position in `places` of a place that is seen here.
  [[nodiscard]] std::size_t position(PlaceId place) const;
};

/// Pages in the order of `net.modules`. A place that only the module it stands in and modules
/// inside it use is handed down through ports; any other is a fusion set of all pages that use it.
std::vector<PagePlan> plan_pages(const Net& net);

}  // namespace petriloom::cpn
