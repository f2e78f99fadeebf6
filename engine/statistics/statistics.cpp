// SPDX-License-Identifier: Apache-2.0
#include "engine/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/statistics/histogram.h"
#include "engine/text/glob.h"

namespace petriloom {

namespace {

// Of which a precision is asked, where no fewer are wanted.
constexpr std::size_t kFewestBatches = 5;

constexpr std::size_t kMostColumns = 20'000;  // of bins, ten KiB each

// A number for each run, values of its firings, or a value at any time.
Over over_of(MeasureKind kind) {
  if (kind == MeasureKind::average) return Over::time;
  return kind == MeasureKind::mean || kind == MeasureKind::delay ? Over::values : Over::runs;
}

double relative_half_width(const Estimate& estimate) {
  if (estimate.n < 2) return std::numeric_limits<double>::infinity();
  if (estimate.half_width == 0) return 0;
  return estimate.mean == 0 ? std::numeric_limits<double>::infinity() : estimate.half_width / std::abs(estimate.mean);
}

}  // namespace

Statistics::Statistics(const Net& net, const RunOptions& run, const StatisticsOptions& asked, double confidence,
                       const DerivedMeasures& derived, Diagnostics& diagnostics)
    : net_(net),
      run_(run),
      asked_(asked),
      confidence_(confidence),
      derived_(derived),
      batch_means_(net, derived, plan_, asked, confidence) {
  plan_.from = asked.warm_up;
  timed_ = timed(net);
  plan_.until = run.until;
  for (const Measure& measure : net.measures) {
    plan_.numbers.emplace_back(member_count(measure), kUnwatched);
    measures_.emplace_back(member_count(measure));
  }
  add_distributions(diagnostics);
  add_series(diagnostics);
  for (const PrecisionRequest& request : asked.precision) {
    for (const Place place : find("--precision", request.name, diagnostics)) wanted_.push_back({place, request.relative});
  }
  if (asked.batches > 0) add_batches(diagnostics);
}

std::vector<Statistics::Place> Statistics::find(std::string_view option, const std::string& name, Diagnostics& diagnostics) const {
  std::vector<Place> places;
  std::vector<std::string> all;
  for (std::size_t m = 0; m < net_.measures.size(); ++m) {
    const std::vector<std::string>& names = derived_.names(m);
    for (std::size_t row = 0; row < names.size(); ++row) {
      if (glob(name, names[row])) places.push_back({m, row});
    }
    all.insert(all.end(), names.begin(), names.end());
  }
  if (!places.empty()) return places;
  if (all.empty()) {
    diagnostics.error({}, fmt::format("{}: the net has no measures, so none is called '{}'", option, name));
  } else {
    diagnostics.error({}, fmt::format("{}: no measure is called '{}'; {}", option, name, suggest(name, all)));
  }
  return places;
}

Watched& Statistics::watch(Place place) {
  std::uint32_t& number = plan_.numbers[place.measure][place.row];
  if (number == kUnwatched) {
    number = static_cast<std::uint32_t>(plan_.watched.size());
    Watched& one = plan_.watched.emplace_back();
    one.measure = static_cast<std::uint32_t>(place.measure);
    one.row = static_cast<std::uint32_t>(place.row);
  }
  return plan_.watched[number];
}

void Statistics::add_distributions(Diagnostics& diagnostics) {
  for (const DistributionRequest& request : asked_.distributions) {
    const char* const option = request.probabilities.empty() ? "--histogram" : "--quantiles";
    for (const Place place : find(option, request.name, diagnostics)) {
      Shape shape;
      shape.place = place;
      shape.request = &request;
      shape.over = over_of(net_.measures[place.measure].kind);
      shape.quantiles.resize(request.probabilities.size());
      if (shape.over != Over::runs) {
        shape.sketch = static_cast<std::uint32_t>(plan_.sketches);
        Watched& one = watch(place);
        if (one.sketch == kUnwatched) one.sketch = static_cast<std::uint32_t>(plan_.sketches++);
        shape.sketch = one.sketch;
      } else if (asked_.batches > 0) {
        diagnostics.error({},
                          fmt::format("the measure '{}' has one value in a run, so that it is distributed over replications, not "
                                      "in one long run",
                                      derived_.names(place.measure)[place.row]));
      }
      shapes_.push_back(std::move(shape));
    }
  }
}

void Statistics::add_series(Diagnostics& diagnostics) {
  for (const SeriesRequest& request : asked_.series) {
    for (const Place place : find("--series", request.name, diagnostics)) {
      const MeasureKind kind = net_.measures[place.measure].kind;
      if (!state_measure(kind) && kind != MeasureKind::count && kind != MeasureKind::sum) {
        diagnostics.error({}, fmt::format("the measure '{}' has no value at every time; state measures, counts and sums have",
                                          derived_.names(place.measure)[place.row]));
        continue;
      }
      watch(place).series.push_back(static_cast<std::uint32_t>(plan_.series.size()));
      plan_.series.push_back({plan_.numbers[place.measure][place.row], request.interval});
      curves_.push_back({place, request.interval, {}});
    }
  }
}

// Everything that has a value in the long run goes into the bins, as derived measures may need it.
void Statistics::add_batches(Diagnostics& diagnostics) {
  for (std::size_t m = 0; m < net_.measures.size(); ++m) {
    const MeasureKind kind = net_.measures[m].kind;
    if (!in_long_run(kind)) continue;
    for (std::size_t row = 0; row < member_count(net_.measures[m]); ++row) {
      Watched& one = watch({m, row});
      const bool valued = kind == MeasureKind::sum || over_of(kind) == Over::values;
      if (kind != MeasureKind::sum) one.column = static_cast<std::uint32_t>(plan_.columns++);
      if (valued) one.sums = static_cast<std::uint32_t>(plan_.columns++);
    }
  }
  if (plan_.columns > kMostColumns) {
    diagnostics.error(
        {}, fmt::format("batch means of so many measures ({}) would not fit into memory; replications do", plan_.watched.size()));
  }
  for (const Wanted& wanted : wanted_) {
    const MeasureKind kind = net_.measures[wanted.place.measure].kind;
    if (in_long_run(kind) || kind == MeasureKind::derived) continue;
    diagnostics.error(
        {}, fmt::format("the measure '{}' has no value in the long run, so that its precision cannot be asked for in batches",
                        derived_.names(wanted.place.measure)[wanted.place.row]));
  }
  if (!wanted_.empty()) plan_.satisfied = [this](const TimeBins& bins, double now) { return precise(bins, now); };
}

// A run that stops as soon as it looks precise stops where its variance happens to look small, and
// where batches that depend on each other make it so. Fewer and longer batches must look precise as
// well, which neither chance nor dependence makes likely.
bool Statistics::precise(const TimeBins& bins, double now) const {
  std::size_t number = asked_.batches;
  do {
    if (!precise(batch_means_.estimate(bins, now, number))) return false;
    number /= 2;
  } while (number >= kFewestBatches);
  return true;
}

bool Statistics::precise(const BatchEstimates& estimates) const {
  if (estimates.batches.number == 0 || !estimates.batches.settled) return false;
  return std::all_of(wanted_.begin(), wanted_.end(), [&](const Wanted& wanted) {
    const BatchEstimate& one = estimates.measures[wanted.place.measure][wanted.place.row];
    return one.value.half_width > 0 && relative_half_width(one.value) <= wanted.relative &&
           one.correlation <= BatchMeans::most_correlation(one.value.n);
  });
}

bool Statistics::precise() const {
  return !wanted_.empty() && std::all_of(wanted_.begin(), wanted_.end(), [&](const Wanted& wanted) {
    return relative_half_width(measures_[wanted.place.measure][wanted.place.row].estimate(confidence_)) <= wanted.relative;
  });
}

void Statistics::add(ReplicationResult& run) {
  firings_ += run.firings;
  dead_ends_ += run.dead_end ? 1 : 0;
  leaps_.add(run.leaps);
  flowing_.add(run.flowing);
  if (!diagnostics_.has_errors()) diagnostics_.append(run.diagnostics);
  complete_ = false;
  const bool recorded = run.recorded.sketches.size() == plan_.sketches && run.recorded.series.size() == plan_.series.size() &&
                        run.recorded.bins.columns() == plan_.columns;
  if (!recorded && run.measures.size() == net_.measures.size()) {
    diagnostics_.error({}, "what a run recorded is not what was asked for: it was read from a checkpoint of another simulation");
    return;
  }
  const bool begun = !run.measures.empty() || run.firings > 0 || run.time > 0;
  if (run.ended == Ended::cancelled && (added_ > 0 || !begun)) {
    if (added_ == 0) ended_ = Ended::cancelled;
    return;
  }
  if (added_++ == 0 || run.ended == Ended::error) ended_ = run.ended;
  if (run.measures.size() != net_.measures.size()) return;  // it could not even begin
  derived_.evaluate(run.measures);
  end_ = measured_until(run, run_);
  make_rates(run.measures, end_ - plan_.from);
  observe(run);
  for (Shape& shape : shapes_) add_to(shape, run);
  for (std::size_t k = 0; k < curves_.size(); ++k) {
    const std::vector<double>& samples = run.recorded.series[k];
    if (curves_[k].samples.size() < samples.size()) curves_[k].samples.resize(samples.size());
    for (std::size_t s = 0; s < samples.size(); ++s) curves_[k].samples[s].add(samples[s]);
  }
  series_cut_ = series_cut_ || run.recorded.series_cut;
  bins_ = std::move(run.recorded.bins);
}

// Firings of observed transitions are told per second, where time passes at all.
void Statistics::make_rates(MeasureValues& values, double duration) const {
  if (!timed_) return;
  for (std::size_t m = 0; m < values.size(); ++m) {
    if (net_.measures[m].observed != Observed::transition) continue;
    for (std::optional<double>& value : values[m]) value = value && duration > 0 ? std::optional(*value / duration) : std::nullopt;
  }
}

// Runs are observations, or antithetic pairs are: their mean (J. M. Hammersley, K. W. Morton, "A
// new Monte Carlo technique: antithetic variates", 1956). A measure that has no value in one of the
// two has none in the pair.
void Statistics::observe(ReplicationResult& run) {
  const bool second = run_.antithetic && added_ % 2 == 0;
  if (!second) {
    observed_ = run.measures;
    observed_time_ = run.time;
    if (run_.antithetic) return;
  } else {
    observed_time_ = (observed_time_ + run.time) / 2;
    for (std::size_t m = 0; m < observed_.size(); ++m) {
      for (std::size_t row = 0; row < observed_[m].size(); ++row) {
        std::optional<double>& value = observed_[m][row];
        const std::optional<double>& other = run.measures[m][row];
        value = value && other ? std::optional((*value + *other) / 2) : std::nullopt;
      }
    }
  }
  complete_ = true;
  time_.add(observed_time_);
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    for (std::size_t row = 0; row < measures_[m].size(); ++row) {
      if (observed_[m][row]) measures_[m][row].add(*observed_[m][row]);
    }
  }
}

void Statistics::add_to(Shape& shape, const ReplicationResult& run) {
  if (shape.over == Over::runs) {
    const std::optional<double>& value = run.measures[shape.place.measure][shape.place.row];
    if (value) shape.whole.add(*value);
    return;
  }
  const QuantileSketch& sketch = run.recorded.sketches[shape.sketch];
  shape.whole.merge(sketch);
  if (sketch.total() == 0) return;
  for (std::size_t q = 0; q < shape.quantiles.size(); ++q) {
    shape.quantiles[q].add(sketch.quantile(shape.request->probabilities[q]));
  }
}

EmpiricalDistribution Statistics::distribution(const Shape& shape) const {
  EmpiricalDistribution result;
  result.name = derived_.names(shape.place.measure)[shape.place.row];
  result.unit = net_.measures[shape.place.measure].unit;
  result.over = shape.over;
  result.total = shape.whole.total();
  if (result.total == 0) return result;
  result.least = shape.whole.least();
  result.most = shape.whole.most();
  result.error = shape.whole.error();
  for (std::size_t q = 0; q < shape.quantiles.size(); ++q) {
    const double probability = shape.request->probabilities[q];
    const double value = shape.whole.quantile(probability);
    const Estimator& runs = shape.quantiles[q];
    result.quantiles.push_back({probability, value, half_width(runs.squares(value), runs.n(), confidence_)});
  }
  if (shape.request->intervals > 0) result.histogram = histogram(shape.whole, shape.request->intervals);
  return result;
}

void Statistics::tell_dead_ends(SimulationResult& result) const {
  result.dead_ends = dead_ends_;
  result.says_final = net_.final_marking.valid();
  if (dead_ends_ == 0) return;
  const std::string runs = added_ == 1 ? "the run is" : fmt::format("{} of {} runs are", dead_ends_, added_);
  result.diagnostics.warning(
      net_.exprs[net_.final_marking].where,
      fmt::format("{} stuck: nothing can happen any more, and this, which says when the net is through, does not hold", runs),
      "what is told is of the part up to there; `petriloom verify --urgent` shows how deadlocks come about");
}

void Statistics::finish(SimulationResult& result) const {
  result.ended = ended_;
  result.firings = firings_;
  result.leaps = leaps_;
  result.flowing = flowing_;
  result.time = time_.estimate(confidence_);
  result.antithetic = run_.antithetic;
  result.diagnostics.append(diagnostics_);
  tell_dead_ends(result);
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    for (std::size_t row = 0; row < measures_[m].size(); ++row) {
      MeasureResult& one = result.measures.emplace_back();
      one.name = derived_.names(m)[row];
      one.unit = net_.measures[m].unit;
      one.value = measures_[m][row].estimate(confidence_);
    }
  }
  if (asked_.batches > 0) finish_batches(result);
  for (const Shape& shape : shapes_) result.distributions.push_back(distribution(shape));
  for (const Curve& curve : curves_) {
    Series& series = result.series.emplace_back();
    series.name = derived_.names(curve.place.measure)[curve.place.row];
    series.unit = net_.measures[curve.place.measure].unit;
    series.interval = curve.interval;
    for (const Estimator& sample : curve.samples) series.samples.push_back(sample.estimate(confidence_));
  }
  if (series_cut_) {
    result.diagnostics.warning({},
                               fmt::format("a series has more than {} samples; those after are left out", Recording::kMostSamples));
  }
  const auto first = [&](std::size_t measure) {
    std::size_t before = 0;
    for (std::size_t m = 0; m < measure; ++m) before += measures_[m].size();
    return before;
  };
  for (const Wanted& wanted : wanted_) {
    const MeasureResult& one = result.measures[first(wanted.place.measure) + wanted.place.row];
    result.precision.push_back({one.name, wanted.relative, relative_half_width(one.value)});
  }
  set_observed_apart(result);
}

void Statistics::set_observed_apart(SimulationResult& result) const {
  std::vector<MeasureResult> own;
  std::size_t at = 0;
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    const Measure& measure = net_.measures[m];
    for (std::size_t row = 0; row < measures_[m].size(); ++row, ++at) {
      MeasureResult& one = result.measures[at];
      one.in_total = measure.in_total;
      std::vector<MeasureResult>& to = measure.observed == Observed::no      ? own
                                       : measure.observed == Observed::place ? result.places
                                                                             : result.transitions;
      if (measure.observed != Observed::no) one.per_second = false;
      if (measure.observed == Observed::transition && timed_) one.unit = "1/s";
      to.push_back(std::move(one));
    }
  }
  result.measures = std::move(own);
}

// What has no value in the long run keeps that of the whole run.
void Statistics::finish_batches(SimulationResult& result) const {
  const BatchEstimates estimates = batch_means_.estimate(bins_, end_);
  result.batches = estimates.batches;
  std::size_t at = 0;
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    const MeasureKind kind = net_.measures[m].kind;
    for (std::size_t row = 0; row < measures_[m].size(); ++row, ++at) {
      MeasureResult& one = result.measures[at];
      if (!in_long_run(kind) && kind != MeasureKind::derived) continue;
      const BatchEstimate& estimate = estimates.measures[m][row];
      one.value = estimate.value;
      one.per_second = per_second(kind);
      one.correlation = estimate.correlation;
      one.dependent = estimate.value.n > 0 && estimate.correlation > BatchMeans::most_correlation(estimate.value.n);
    }
  }
}

}  // namespace petriloom
