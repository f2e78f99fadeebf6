// SPDX-License-Identifier: Apache-2.0
// Routes between the nodes of a machine as tables (nets/network/links.loom). What many routes have
// in common stands there once: nodes of one cluster have the same point, and routes that end alike
// the same steps.
#pragma once

#include <vector>

namespace petriloom {

struct RouteTables {
  /// A link, and what comes behind it. Step 0 is the end of a route.
  struct Step {
    int link = -1;        ///< -1: one that messages do not share
    int rest = 0;         ///< the step behind it
    double latency = 0;   ///< s, from here to the end
    double most = 1e300;  ///< B/s of a message that is alone on the links from here on
  };
  /// A node: its point, the first step of its own way there, and of the way from there.
  struct Place {
    int point = 0;
    int up = 0;
    int down = 0;
  };

  std::vector<double> speeds;  ///< B/s of each link
  std::vector<Step> steps;
  std::vector<Place> places;  ///< of each node
  int points = 0;
  std::vector<int> routes;  ///< the first step from a point (row) to a point, or -1: no way
};

}  // namespace petriloom
