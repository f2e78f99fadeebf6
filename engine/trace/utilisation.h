// SPDX-License-Identifier: Apache-2.0
// How busy the modules of a run were, and how many tokens waited in its places, over time.
//
// Instances of an array are taken together, so that what is kept does not grow with them. Works in
// a bounded memory however long the run is.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "engine/trace/binned_series.h"
#include "engine/trace/sink.h"
#include "engine/trace/stocks.h"
#include "engine/trace/tracks.h"

namespace petriloom {

/// What the capacity of a module is.
enum class CapacityOf : std::uint8_t {
  stock,  ///< tokens at the start of the places that it takes from and gives back to (stocks.h)
  /// The most activities that its instances ever had at once, each by itself, as the net tells no
  /// more.
  most_busy,
};

/// One level over time: its averages in intervals of equal length.
struct UtilisationSeries {
  std::string name;  ///< "node.cpu", "node.cpu.READY"
  std::vector<double> values;
  double mean = 0;      ///< over the whole run
  double capacity = 0;  ///< modules: what the level can rise to; places: 0
  CapacityOf capacity_of = CapacityOf::most_busy;
  bool hardware = false;  ///< a hardware module of which the stock is known
  /// Modules: activities that began; of those with a stock, tokens that were taken from it.
  std::uint64_t begun = 0;
};

/// What a run showed.
struct Utilisation {
  double end = 0;  ///< s
  /// Modules by name. Of those with a stock, tokens of it that they took and that are not back; of
  /// others that were ever busy, activities (firings that put tokens with a delay) going on. Those
  /// with transitions that take a time of their own, by a distribution or by work, are left out: of
  /// these no firing tells when they began.
  std::vector<UtilisationSeries> busy;
  /// Places that are empty at the start, by name: available tokens.
  std::vector<UtilisationSeries> tokens;
};

class UtilisationRecorder final : public TraceSink {
 public:
  /// Of places, and of modules; later ones are left out.
  static constexpr std::size_t kMostSeries = 2000;

  /// The net must outlive this.
  explicit UtilisationRecorder(const Net& net);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  /// After the run: averages in `intervals` intervals.
  [[nodiscard]] Utilisation utilisation(std::size_t intervals) const;

 private:
  struct Module {
    BinnedSeries bins;
    std::uint64_t begun = 0;
    std::map<std::string, Tracks> instances;
  };
  /// The tokens of a stock that its module holds.
  struct Holding {
    Stock stock;
    BinnedSeries bins;
    std::uint64_t begun = 0;
    StockBalance balance;
    /// Tokens that the firing reported last took for good: they are away until it is over.
    double leaving = 0;
    [[nodiscard]] bool kept() const { return balance.kept(stock.tokens); }
  };
  /// What a level does later, as tokens that are put with a delay are not there yet. What is due
  /// after the end never happens.
  struct Due {
    double time = 0;
    double amount = 0;
    BinnedSeries* bins = nullptr;
    friend bool operator>(const Due& a, const Due& b) { return a.time > b.time; }
  };
  void flush();
  /// The level changes at a time that may still be to come.
  void change(BinnedSeries& bins, double time, double amount);
  /// Changes that are due until `now` come about.
  void advance(double now);
  /// The firing took tokens of a place at a time, or put as many less.
  void hold(double time, PlaceId place, double count);

  const Net& net_;
  std::vector<BinnedSeries*> of_place_;  // null: not kept
  std::map<std::string, BinnedSeries> places_;
  std::map<std::string, Module> modules_;
  std::map<std::string, Holding> holdings_;
  std::vector<Holding*> of_transition_;  // null: its module has no stock
  /// Modules with transitions that take a time of their own, of which no trace tells the beginning.
  std::set<std::string> timed_;
  Holding* holding_ = nullptr;  // of the firing reported last
  bool for_good_ = false;       // and whether what it takes is not given back
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  double now_ = 0;
  // The firing whose tokens are still to come.
  bool open_ = false;
  double begin_ = 0;
  double end_ = 0;
  std::string instance_;
};

}  // namespace petriloom
