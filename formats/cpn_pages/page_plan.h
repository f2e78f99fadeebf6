// SPDX-License-Identifier: Apache-2.0
// The pages of a net: one for each module, one for all instances with the same body; and on which
// pages each place is seen: as itself, through ports, or in a fusion set.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/net/net.h"
#include "formats/modules/bodies.h"

namespace petriloom::cpn {

/// How a page sees a place.
enum class Sight : std::uint8_t { own, in, out, both, fused };

struct SeenPlace {
  PlaceId place;  ///< in the instance that the page shows
  Sight sight = Sight::own;
  std::string name;   ///< on this page
  Position at;        ///< as the net has it; may be unknown
  std::string local;  ///< its name in each instance; empty: no place or reference there
};

/// A substitution transition.
struct SubPage {
  ModuleId module;
  /// Positions in `places`: of the port there and of the socket here.
  std::vector<std::pair<std::size_t, std::size_t>> sockets;
};

struct PagePlan {
  ModuleId module;   ///< the instance that the page shows: the first of those that it is of
  std::string name;  ///< differs from those of all other pages
  std::vector<SeenPlace> places;
  std::vector<TransitionId> transitions;
  std::vector<SubPage> children;

  /// The position in `places` of a place that is seen here.
  [[nodiscard]] std::size_t position(PlaceId place) const;
};

struct PagePlans {
  std::vector<PagePlan> pages;
  std::vector<std::size_t> page_of;  ///< by module
  /// By module: those in it, in the order of the children of its page.
  std::vector<std::vector<std::size_t>> children;
  std::vector<TransitionId> shown_as;  ///< by transition: the one that its page shows
  /// By module: which of the instances of its page it is, from 1.
  std::vector<std::size_t> number;
  /// Nothing stands in the net itself but modules without ports: their pages are at the top, the
  /// first page is none.
  bool tops = false;
  /// Places of instances of one page that the page shows as one.
  std::vector<std::pair<PlaceId, PlaceId>> alike;

  [[nodiscard]] const PagePlan& page(ModuleId module) const { return pages[page_of[module.index()]]; }
  /// Where a place stands on the page of its module.
  [[nodiscard]] std::size_t position(const Net& net, PlaceId place) const;
};

/// Pages in the order of `net.modules`. A place that only the module it stands in and modules
/// inside it use is handed down through ports; any other is a fusion set of all pages that use it.
/// `top` is the name of the page of the net itself.
PagePlans plan_pages(const Net& net, const std::string& top);

}  // namespace petriloom::cpn
