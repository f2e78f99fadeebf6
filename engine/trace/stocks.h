// SPDX-License-Identifier: Apache-2.0
// What modules have to work with: the initial tokens of the places that they take from and give
// back to.
//
// A core that computes, a track that carries a transfer and an engine that sends are tokens that
// were taken from such a place and are not back. How many there are is the capacity that
// utilisation is a share of.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// What all instances of a module have together.
struct Stock {
  std::vector<PlaceId> places;  ///< ascending
  double tokens = 0;            ///< in them at the start
  bool hardware = false;        ///< the module is a hardware module
};

/// By module without indices ("node.cpu"; the net itself by its name), for those of which it can be
/// told from the net. A place is the stock of a module if it holds tokens at the start, a
/// transition of the module takes some and does not put as many back at once, one puts some back,
/// and one of these two takes time. Where a transition takes from several such places, the one that
/// allows the fewest firings counts: customers of a closed network are no servers.
std::map<std::string, Stock> stocks_of(const Net& net);

/// Whether it lasts, waits for its time, or puts tokens that are on their way for a while.
bool takes_time(const Transition& transition);

/// The name under which `stocks_of` has the module of a transition.
std::string kind_name(const Net& net, TransitionId transition);

}  // namespace petriloom
