// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/server_taken.h"

#include <algorithm>
#include <set>

#include "engine/trace/names.h"
#include "engine/trace/stocks.h"

namespace petriloom {

namespace {

bool holds_servers(const Net& net, PlaceId place) {
  std::set<Word> colours;
  for (const InitialTokens& some : net[place].initial) {
    if (some.count != 1 || inner_colour_text(net, place, some.colour, net.pool).empty()) return false;
    if (!colours.insert(some.colour).second) return false;
  }
  const ColourSet& all = net.colours[net[place].colour];
  return all.finite && all.size() <= 2 * colours.size();
}

}  // namespace

ServerTaken::ServerTaken(const Net& net) : net_(net), of_transition_(net.transitions.size(), nullptr) {
  for (const auto& [module, stock] : stocks_of(net)) {
    for (const PlaceId place : stock.places) {
      if (holds_servers(net, place)) servers_[module].push_back(place);
    }
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    if (!takes_time(net.transitions[t])) continue;
    const auto found = servers_.find(kind_name(net, TransitionId(t)));
    if (found != servers_.end()) of_transition_[t] = &found->second;
  }
}

void ServerTaken::fired(TransitionId transition) {
  transition_ = transition;
  taken_ = 0;
}

void ServerTaken::taken(PlaceId place, Word colour, std::int64_t count, const WordPool& pool) {
  const std::vector<PlaceId>* places = of_transition_[transition_.index()];
  if (places == nullptr || !std::binary_search(places->begin(), places->end(), place)) return;
  place_ = place;
  colour_ = colour;
  taken_ += count;
  index_ = inner_colour_index(net_, place, colour, pool);
}

void ServerTaken::move_colours(FunctionRef<Word(PlaceId, Word)> moved) {
  if (taken_ > 0) colour_ = moved(place_, colour_);
}

}  // namespace petriloom
