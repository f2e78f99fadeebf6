// SPDX-License-Identifier: Apache-2.0
// How busy the modules of a run were, and how many tokens waited in its places, over time.
//
// Instances of an array are taken together, so that what is kept does not grow with them. Works in a bounded memory however long
// the run is.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/run/level_bins.h"
#include "engine/run/simulate.h"
#include "engine/run/trace_lanes.h"

namespace petriloom {

/// One level over time: its averages in intervals of equal length.
struct LevelSeries {
  std::string name;  ///< "node.cpu", "node.cpu.READY"
  std::vector<double> values;
  double mean = 0;      ///< over the whole run
  double capacity = 0;  ///< modules: how many activities all instances together ever had at once, each by itself; places: 0
};

/// What a run showed.
struct Levels {
  double end = 0;                   ///< s
  std::vector<LevelSeries> busy;    ///< modules by name: activities (firings that put tokens with a delay) going on
  std::vector<LevelSeries> tokens;  ///< places that are empty at the start, by name: available tokens
};

class LevelRecorder final : public TraceSink {
 public:
  static constexpr std::size_t kMostSeries = 2000;  ///< of places, and of modules; later ones are left out

  /// The net must outlive this.
  explicit LevelRecorder(const Net& net);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  /// After the run: averages in `intervals` intervals.
  [[nodiscard]] Levels levels(std::size_t intervals) const;

 private:
  struct Module {
    LevelBins bins;
    std::map<std::string, Lanes> instances;
  };
  void flush();

  const Net& net_;
  std::vector<LevelBins*> of_place_;  // null: not kept
  std::map<std::string, LevelBins> places_;
  std::map<std::string, Module> modules_;
  double end_of_run_ = 0;
  // The firing whose tokens are still to come.
  bool open_ = false;
  double begin_ = 0;
  double end_ = 0;
  std::string instance_;
};

}  // namespace petriloom
