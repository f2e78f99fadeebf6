// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/utilisation.h"

#include <algorithm>
#include <utility>

#include "engine/trace/activities.h"
#include "engine/trace/names.h"

namespace petriloom {

UtilisationRecorder::UtilisationRecorder(const Net& net) : net_(net), of_place_(net.places.size(), nullptr) {
  // What holds tokens at the start is a stock of something, not a queue.
  std::set<std::string> stocks;
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    if (!net.places[p].initial.empty()) stocks.insert(without_indices(path(net, PlaceId(p))));
  }
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    const std::string name = without_indices(path(net, PlaceId(p)));
    if (stocks.contains(name) || (places_.size() >= kMostSeries && !places_.contains(name))) continue;
    of_place_[p] = &places_[name];
  }
  for (auto& [name, stock] : stocks_of(net)) {
    if (holdings_.size() < kMostSeries) holdings_[name].stock = std::move(stock);
  }
  of_transition_ = of_transitions(net, holdings_);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    if (net.transitions[t].timing != Timing::immediate) timed_.insert(kind_name(net, TransitionId(t)));
  }
}

void UtilisationRecorder::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool&) {
  flush();
  advance(now);
  open_ = true;
  begin_ = end_ = now;
  holding_ = of_transition_[transition.index()];
  for_good_ = holding_ != nullptr && holding_->stock.takes_for_good(transition);
  instance_ = instance_name(net_, transition, binding);
}

void UtilisationRecorder::put(double, double available, PlaceId place, Word, std::int64_t count) {
  end_ = std::max(end_, available);
  hold(available, place, -static_cast<double>(count));
  if (BinnedSeries* bins = of_place_[place.index()]) change(*bins, available, static_cast<double>(count));
}

void UtilisationRecorder::taken(double now, double, PlaceId place, Word, std::int64_t count) {
  hold(now, place, static_cast<double>(count));
  if (BinnedSeries* bins = of_place_[place.index()]) change(*bins, now, -static_cast<double>(count));
}

void UtilisationRecorder::hold(double time, PlaceId place, double count) {
  if (holding_ == nullptr) return;
  Holding& holding = *holding_;
  if (!std::binary_search(holding.stock.places.begin(), holding.stock.places.end(), place)) return;
  change(holding.bins, time, count);
  if (count > 0) holding.begun += static_cast<std::uint64_t>(count);
  if (for_good_) {
    holding.leaving += count;
  } else {
    holding.balance.take(count);
  }
}

void UtilisationRecorder::flush() {
  if (!open_) return;
  open_ = false;
  if (holding_ != nullptr) {
    holding_->balance.step();
    if (holding_->leaving > 0) change(holding_->bins, end_, -std::exchange(holding_->leaving, 0));
  }
  if (!(end_ > begin_)) return;
  const std::string name = without_indices(instance_);
  if (modules_.size() >= kMostSeries && !modules_.contains(name)) return;
  Module& module = modules_[name];
  ++module.begun;
  change(module.bins, begin_, 1);
  change(module.bins, end_, -1);
  module.instances[instance_].take(begin_, end_);
}

void UtilisationRecorder::finish(double now) {
  flush();
  advance(now);
}

void UtilisationRecorder::change(BinnedSeries& bins, double time, double amount) {
  if (time <= now_) {
    bins.change(time, amount);
  } else {
    due_.push({time, amount, &bins});
  }
}

void UtilisationRecorder::advance(double now) {
  for (; !due_.empty() && due_.top().time <= now; due_.pop()) due_.top().bins->change(due_.top().time, due_.top().amount);
  now_ = now;
}

Utilisation UtilisationRecorder::utilisation(std::size_t intervals) const {
  Utilisation result;
  result.end = now_;
  const auto series = [&](const std::string& name, const BinnedSeries& bins, double capacity, CapacityOf of,
                          std::uint64_t begun = 0) {
    return UtilisationSeries{name, bins.averages(now_, intervals), bins.averages(now_, 1).front(), capacity, of, false, begun};
  };
  for (const auto& [name, holding] : holdings_) {
    if (!holding.kept()) continue;
    result.busy.push_back(series(name, holding.bins, holding.stock.tokens, CapacityOf::stock, holding.begun));
    result.busy.back().hardware = holding.stock.hardware;
  }
  for (const auto& [name, module] : modules_) {
    const auto holding = holdings_.find(name);
    if ((holding != holdings_.end() && holding->second.kept()) || timed_.contains(name)) continue;
    std::size_t capacity = 0;
    for (const auto& [instance, tracks] : module.instances) capacity += tracks.size();
    result.busy.push_back(series(name, module.bins, static_cast<double>(capacity), CapacityOf::most_busy, module.begun));
  }
  std::sort(result.busy.begin(), result.busy.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const auto& [name, bins] : places_) result.tokens.push_back(series(name, bins, 0, CapacityOf::most_busy));
  return result;
}

}  // namespace petriloom
