// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/stocks.h"

#include <algorithm>
#include <set>

#include "engine/trace/activities.h"
#include "engine/trace/names.h"

namespace petriloom {

namespace {

/// Places that differ in indices alone are one, so that a folded net and the expanded one have the
/// same stocks.
struct Pool {
  std::vector<PlaceId> places;
  double tokens = 0;
};

struct Pools {
  std::vector<Pool> list;
  std::vector<std::size_t> of_place;
};

Pools pools_of(const Net& net) {
  Pools pools;
  std::map<std::string, std::size_t> numbers;
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    const auto [at, added] = numbers.try_emplace(without_indices(path(net, PlaceId(p))), pools.list.size());
    if (added) pools.list.emplace_back();
    pools.of_place.push_back(at->second);
    Pool& pool = pools.list[at->second];
    pool.places.emplace_back(p);
    for (const InitialTokens& some : net.places[p].initial) pool.tokens += static_cast<double>(some.count);
  }
  return pools;
}

/// Tokens that one term of an arc moves, 1 where that is known in a run only.
double weight(const Net& net, const Arc& arc) {
  if (!arc.count.valid() || net.exprs[arc.count].op != Op::literal) return 1;
  return static_cast<double>(net.exprs[arc.count].payload);
}

/// What a transition does with pools that hold tokens at the start.
struct Use {
  std::map<std::size_t, double> takes;
  std::map<std::size_t, double> puts_at_once;
  std::set<std::size_t> puts;
  bool timed = false;  // it lasts, or waits for its time
};

Use use_of(const Net& net, const Transition& transition, const Pools& pools) {
  Use use;
  use.timed = takes_time(transition);
  for (const Arc& arc : transition.arcs) {
    const std::size_t pool = pools.of_place[arc.place.index()];
    if (net[arc.place].fluid || pools.list[pool].tokens == 0) continue;
    if (arc.kind == ArcKind::input) use.takes[pool] += weight(net, arc);
    if (arc.kind != ArcKind::output) continue;
    use.puts.insert(pool);
    if (!arc.delay.valid() && !transition.delay.valid()) use.puts_at_once[pool] += weight(net, arc);
  }
  return use;
}

/// The pools of one module among those that its transitions use.
class Choice {
 public:
  explicit Choice(const Pools& pools) : pools_(pools) {}

  void add(const Use& use) {
    for (const auto& [pool, count] : use.takes) {
      const auto back = use.puts_at_once.find(pool);
      if (back != use.puts_at_once.end() && back->second >= count) continue;
      taken_[pool] = taken_[pool] || use.timed;
    }
    for (const std::size_t pool : use.puts) given_[pool] = given_[pool] || use.timed;
    uses_.push_back(use);
  }

  [[nodiscard]] std::set<std::size_t> chosen() const {
    std::vector<std::map<std::size_t, double>> takers;
    for (const Use& use : uses_) {
      std::map<std::size_t, double> candidates = use.takes;
      std::erase_if(candidates, [&](const auto& one) { return !held(one.first); });
      if (!candidates.empty()) takers.push_back(std::move(candidates));
    }
    // What is the only stock of some firing also counts where another firing needs it beside
    // others.
    std::stable_sort(takers.begin(), takers.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::set<std::size_t> result;
    for (const auto& candidates : takers) {
      const auto known = [&](const auto& one) { return result.contains(one.first); };
      if (std::any_of(candidates.begin(), candidates.end(), known)) continue;
      const auto firings = [&](const auto& one) { return pools_.list[one.first].tokens / std::max(one.second, 1.0); };
      result.insert(std::min_element(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
                      return firings(a) < firings(b);
                    })->first);
    }
    return result;
  }

 private:
  [[nodiscard]] bool held(std::size_t pool) const {
    const auto taken = taken_.find(pool);
    const auto given = given_.find(pool);
    return taken != taken_.end() && given != given_.end() && (taken->second || given->second);
  }

  const Pools& pools_;
  std::vector<Use> uses_;
  // Pools that tokens are away from, and whether a transition with a time takes them.
  std::map<std::size_t, bool> taken_;
  std::map<std::size_t, bool> given_;
};

bool takes_from(const Transition& transition, const std::vector<PlaceId>& places) {
  return std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) {
    return arc.kind == ArcKind::input && std::binary_search(places.begin(), places.end(), arc.place);
  });
}

/// Who puts tokens into places.
class Makers {
 public:
  explicit Makers(const Net& net) : net_(net), of_place_(net.places.size()) {
    for (std::size_t t = 0; t < net.transitions.size(); ++t) {
      for (const Arc& arc : net.transitions[t].arcs) {
        if (arc.kind == ArcKind::output) of_place_[arc.place.index()].emplace_back(t);
      }
    }
  }

  /// Whether what each transition puts comes back to a stock: it puts tokens there, or where
  /// firings take them that do. A firing that takes from the stock puts back its own.
  [[nodiscard]] std::vector<bool> giving_back_to(const std::vector<PlaceId>& stock) const {
    std::vector<bool> gives(net_.transitions.size());
    std::vector<bool> seen(net_.places.size());
    std::vector<PlaceId> next = stock;
    while (!next.empty()) {
      const PlaceId place = next.back();
      next.pop_back();
      if (seen[place.index()]) continue;
      seen[place.index()] = true;
      for (const TransitionId maker : of_place_[place.index()]) {
        if (gives[maker.index()]) continue;
        gives[maker.index()] = true;
        if (takes_from(net_[maker], stock)) continue;
        for (const Arc& arc : net_[maker].arcs) {
          if (arc.kind == ArcKind::input) next.push_back(arc.place);
        }
      }
    }
    return gives;
  }

 private:
  const Net& net_;
  std::vector<std::vector<TransitionId>> of_place_;
};

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

bool takes_time(const Transition& transition) {
  return transition.timing != Timing::immediate || transition.delay.valid() ||
         std::any_of(transition.arcs.begin(), transition.arcs.end(), [](const Arc& arc) { return arc.delay.valid(); });
}

std::string kind_name(const Net& net, TransitionId transition) {
  const std::string name = without_indices(path(net, net[transition].module));
  return name.empty() ? net.name : name;
}

std::map<std::string, Stock> stocks_of(const Net& net) {
  const Pools pools = pools_of(net);
  std::map<std::string, Choice> choices;
  std::map<std::string, std::vector<TransitionId>> of_module;
  std::set<std::string> hardware;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const std::string name = kind_name(net, TransitionId(t));
    if (net[net.transitions[t].module].hardware) hardware.insert(name);
    of_module[name].emplace_back(t);
    choices.try_emplace(name, pools).first->second.add(use_of(net, net.transitions[t], pools));
  }
  std::map<std::string, Stock> result;
  for (const auto& [name, choice] : choices) {
    for (const std::size_t pool : choice.chosen()) {
      Stock& stock = result[name];
      stock.places.insert(stock.places.end(), pools.list[pool].places.begin(), pools.list[pool].places.end());
      stock.tokens += pools.list[pool].tokens;
    }
  }
  const Makers makers(net);
  for (auto& [name, stock] : result) {
    std::sort(stock.places.begin(), stock.places.end());
    stock.hardware = hardware.contains(name);
    const std::vector<bool> back = makers.giving_back_to(stock.places);
    for (const TransitionId t : of_module[name]) {
      if (!back[t.index()] && takes_from(net[t], stock.places)) stock.last_takers.push_back(t);
    }
  }
  return result;
}

ServerTaken::ServerTaken(const Net& net) : net_(net) {
  for (const auto& [module, stock] : stocks_of(net)) {
    for (const PlaceId place : stock.places) {
      if (holds_servers(net, place)) servers_[module].push_back(place);
    }
  }
  of_transition_ = of_transitions(net, servers_);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    if (!takes_time(net.transitions[t])) of_transition_[t] = nullptr;
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
