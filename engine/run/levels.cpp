// SPDX-License-Identifier: Apache-2.0
#include "engine/run/levels.h"

#include <algorithm>
#include <set>

#include "engine/run/activities.h"
#include "engine/run/trace_names.h"

namespace petriloom {

LevelRecorder::LevelRecorder(const Net& net) : net_(net), of_place_(net.places.size(), nullptr) {
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
}

void LevelRecorder::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool&) {
  flush();
  open_ = true;
  begin_ = end_ = now;
  instance_ = instance_name(net_, transition, binding);
}

void LevelRecorder::put(double, double available, PlaceId place, Word, std::int64_t count) {
  end_ = std::max(end_, available);
  if (LevelBins* bins = of_place_[place.index()]) bins->change(available, static_cast<double>(count));
}

void LevelRecorder::taken(double now, double, PlaceId place, Word, std::int64_t count) {
  if (LevelBins* bins = of_place_[place.index()]) bins->change(now, -static_cast<double>(count));
}

void LevelRecorder::flush() {
  if (!open_) return;
  open_ = false;
  if (!(end_ > begin_)) return;
  const std::string name = without_indices(instance_);
  if (modules_.size() >= kMostSeries && !modules_.contains(name)) return;
  Module& module = modules_[name];
  module.bins.change(begin_, 1);
  module.bins.change(end_, -1);
  module.instances[instance_].take(begin_, end_);
}

void LevelRecorder::finish(double now) {
  flush();
  end_of_run_ = now;
}

Levels LevelRecorder::levels(std::size_t intervals) const {
  Levels levels;
  levels.end = end_of_run_;
  const auto series = [&](const std::string& name, const LevelBins& bins, double capacity) {
    return LevelSeries{name, bins.averages(end_of_run_, intervals), bins.averages(end_of_run_, 1).front(), capacity};
  };
  for (const auto& [name, module] : modules_) {
    std::size_t capacity = 0;
    for (const auto& [instance, lanes] : module.instances) capacity += lanes.size();
    levels.busy.push_back(series(name, module.bins, static_cast<double>(capacity)));
  }
  for (const auto& [name, bins] : places_) levels.tokens.push_back(series(name, bins, 0));
  return levels;
}

}  // namespace petriloom
