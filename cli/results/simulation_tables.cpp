// SPDX-License-Identifier: Apache-2.0
#include "cli/results/simulation_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/results/results_json.h"
#include "cli/shell/table.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

namespace {

std::string unit_of(const MeasureResult& measure) {
  if (!measure.per_second) return measure.unit;
  return measure.unit.empty() ? "1/s" : measure.unit + "/s";
}

// Of members that share a row: the least and the most of their means.
std::string range_text(const SimulationResult& result, const MeasureRow& row) {
  std::optional<double> least, most;
  for (const std::size_t k : row.members) {
    const Estimate& one = result.measures[k].value;
    if (one.n == 0) continue;
    least = std::min(least.value_or(one.mean), one.mean);
    most = std::max(most.value_or(one.mean), one.mean);
  }
  if (!least) return "none";
  const std::string unit = unit_of(result.measures[row.members.front()]);
  return fmt::format("{} .. {}", quantity(*least, unit), quantity(*most, unit));
}

std::string measure_table(const SimulationResult& result, const Shown& shown, bool colour) {
  const bool batches = result.batches.number > 0;
  Table table({"measure", ">mean", ">± 95 %", batches ? ">batches" : result.antithetic ? ">pairs" : ">runs"});
  std::vector<std::string> names;
  for (const MeasureResult& measure : result.measures) names.push_back(measure.name);
  bool together = false;
  for (const MeasureRow& row : measure_rows(names, shown.given())) {
    const MeasureResult& measure = result.measures[row.members.front()];
    const bool known = measure.value.n > 0;
    const bool interval = measure.value.n > 1;
    if (row.members.size() > 1) {
      table.add({row.name, range_text(result, row), std::string(), std::string()});
      together = true;
      continue;
    }
    table.add({row.name, known ? quantity(measure.value.mean, unit_of(measure)) : std::string("none"),
               interval ? quantity(measure.value.half_width, unit_of(measure)) : std::string(),
               batches && !interval ? std::string() : std::to_string(measure.value.n)});
  }
  if (table.empty()) return {};
  return "\n" + table.text(colour) +
         (together ? "large families from least to most; --show 'GLOB' shows each of such names\n" : "");
}

std::string observed_table(const std::vector<MeasureResult>& results, const char* what, const std::string& plural,
                           const SimulationResult& of, const Shown& shown, bool colour) {
  const bool per_second = !results.empty() && !results.front().unit.empty();
  const bool batches = of.batches.number > 0;
  const Listed listed = list_rows(
      results.size(), shown.given(), [&](std::size_t k) { return results[k].in_total; },
      [&](std::size_t k) { return results[k].value.mean; });
  // Where no time has passed there is no mean over it: what is told is the marking at the end.
  const char* const mean = of.flowing.tolerance > 0 ? ">mean tokens or level" : ">mean tokens";
  const char* const tokens = of.time.mean > 0 ? mean : ">tokens at the end";
  const std::string value = plural == "places" ? tokens : per_second ? ">firings a second" : ">firings";
  Table table({what, value, ">± 95 %", batches ? ">batches" : of.antithetic ? ">pairs" : ">runs"});
  for (const std::size_t k : listed.rows) {
    const Estimate& estimate = results[k].value;
    const bool interval = estimate.n > 1;
    table.add({results[k].name, estimate.n > 0 ? quantity(estimate.mean, "") : std::string("none"),
               interval ? quantity(estimate.half_width, "") : std::string(),
               batches && !interval ? std::string() : std::to_string(estimate.n)});
  }
  return table.empty() ? "" : "\n" + table.text(colour) + left_out_text(listed, plural);
}

std::string percent(double share) { return fmt::format("{:.4g} %", 100 * share); }

std::string over_text(const EmpiricalDistribution& one) {
  if (one.total == 0) return "no value";
  if (one.over == Over::time) return fmt::format("over {}", quantity(one.total, "s"));
  const char* const what = one.over == Over::values ? "value" : "run";
  return counted(grouped(static_cast<unsigned long long>(one.total)), what);
}

// Measures with the same quantiles share a table.
std::string quantile_tables(const SimulationResult& result, bool colour) {
  std::string text;
  std::vector<bool> shown(result.distributions.size(), false);
  const auto same = [](const EmpiricalDistribution& a, const EmpiricalDistribution& b) {
    return std::equal(a.quantiles.begin(), a.quantiles.end(), b.quantiles.begin(), b.quantiles.end(),
                      [](const Quantile& x, const Quantile& y) { return x.probability == y.probability; });
  };
  for (std::size_t k = 0; k < result.distributions.size(); ++k) {
    const EmpiricalDistribution& head = result.distributions[k];
    if (shown[k] || head.quantiles.empty()) continue;
    std::vector<std::string> headings{"quantiles"};
    for (const Quantile& quantile : head.quantiles) headings.push_back(">" + percent(quantile.probability));
    headings.insert(headings.end(), {">least", ">most", "of"});
    Table table(headings);
    for (std::size_t other = k; other < result.distributions.size(); ++other) {
      const EmpiricalDistribution& one = result.distributions[other];
      if (shown[other] || !same(head, one)) continue;
      shown[other] = true;
      std::vector<Cell> row{one.name};
      for (const Quantile& quantile : one.quantiles) {
        std::string value = quantity(quantile.value, one.unit);
        if (quantile.half_width > 0) value += " ± " + quantity(quantile.half_width, one.unit);
        row.emplace_back(value);
      }
      row.emplace_back(quantity(one.least, one.unit));
      row.emplace_back(quantity(one.most, one.unit));
      row.emplace_back(over_text(one));
      table.add(std::move(row));
    }
    text += "\n" + table.text(colour);
  }
  // Measures that never had a value have no quantiles to compare.
  for (const EmpiricalDistribution& one : result.distributions) {
    if (one.total == 0) text += fmt::format("\n{}: no value\n", one.name);
  }
  return text;
}

std::string histogram_text(const EmpiricalDistribution& one, bool colour) {
  constexpr double kLongest = 40;
  double most = 0;
  for (const HistogramInterval& interval : one.histogram) most = std::max(most, interval.share);
  const bool single = one.histogram.front().from == one.histogram.front().to;
  Table table({one.name, ">share", over_text(one)});
  for (const HistogramInterval& interval : one.histogram) {
    std::string bar;
    for (auto left = static_cast<int>(std::lround(interval.share / most * kLongest)); left > 0; --left) bar += "█";
    const std::string to = quantity(interval.to, one.unit);
    table.add({single ? to : fmt::format("{} .. {}", quantity(interval.from, one.unit), to),
               fmt::format("{:.2f} %", 100 * interval.share), bar});
  }
  return "\n" + table.text(colour);
}

std::string precision_table(const SimulationResult& result, bool colour) {
  Table table({"precision", ">wanted", ">reached"});
  for (const Precision& one : result.precision) {
    table.add({one.name, percent(one.wanted),
               Cell(std::isfinite(one.reached) ? fmt::format("{:.3g} %", 100 * one.reached) : std::string("none"),
                    one.met() ? Paint::good : Paint::doubtful)});
  }
  return table.empty() ? "" : "\n" + table.text(colour);
}

}  // namespace

std::string simulation_text(const SimulationResult& result, const TimeSpent& spent, const std::string& net, const Shown& shown,
                            bool colour) {
  std::string text = fmt::format("{}: ended ({}) at {}", net, ended_text(result), quantity(result.time.mean, "s"));
  if (result.time.n > 1)
    text += fmt::format(" ± {} over {} {}", quantity(result.time.half_width, "s"), result.time.n,
                        result.antithetic ? "antithetic pairs of runs" : "runs");
  const double rate = result.firings_per_second().value_or(0);
  text += fmt::format("\n{} in {:.2f} s ({} a second), peak memory {:.0f} MiB\n", counted(grouped(result.firings), "firing"),
                      result.wall_seconds, grouped(static_cast<unsigned long long>(rate)),
                      static_cast<double>(result.peak_bytes) / (1U << 20U));
  if (const Leaps& leaps = result.leaps; leaps.epsilon > 0) {
    text += fmt::format("approximated by tau-leaping: rates change by at most {} in a leap; {} leaps, {} single firings\n",
                        percent(leaps.epsilon), grouped(leaps.leaps), grouped(leaps.exact_steps));
  }
  if (const Flowing& flowing = result.flowing; flowing.tolerance > 0) {
    text += fmt::format("levels integrated to a relative tolerance of {:g}: {} steps, {} crossings\n", flowing.tolerance,
                        grouped(flowing.steps), grouped(flowing.crossings));
  }
  if (result.batches.number > 0) {
    text += fmt::format("long run in {} batches of {} after a warm-up of {}{}\n", result.batches.number,
                        quantity(result.batches.length, "s"), quantity(result.batches.warm_up, "s"),
                        result.batches.found ? " (MSER-5)" : "");
  }
  text += measure_table(result, shown, colour) + observed_table(result.places, "place", "places", result, shown, colour) +
          observed_table(result.transitions, "transition", "transitions", result, shown, colour);
  text += precision_table(result, colour) + quantile_tables(result, colour);
  text += time_spent_text(result, spent, colour);
  for (const EmpiricalDistribution& one : result.distributions) {
    if (!one.histogram.empty()) text += histogram_text(one, colour);
  }
  return text;
}

std::vector<std::string> simulation_doubts(const SimulationResult& result) {
  std::vector<std::string> doubts;
  const bool ended_itself = result.ended == Ended::dead || result.ended == Ended::condition;
  if (result.batches.number > 0 && ended_itself) {
    doubts.emplace_back(
        "the run ended by itself; batch means speak of a net that runs on: without --batches replications are made");
  }
  if (result.batches.number > 0 && !result.batches.settled) {
    doubts.emplace_back("MSER-5 would leave out the longest start that it may: the run is too short to tell the warm-up");
  }
  std::vector<std::string> dependent;
  for (const MeasureResult& measure : result.measures) {
    if (measure.dependent) dependent.push_back(measure.name);
  }
  if (!dependent.empty()) {
    constexpr std::size_t kShown = 5;
    const std::size_t more = dependent.size() - std::min(dependent.size(), kShown);
    dependent.resize(std::min(dependent.size(), kShown));
    doubts.push_back(fmt::format("batches depend on each other, so that these intervals are too narrow; a longer run helps: {}{}",
                                 fmt::join(dependent, ", "), more > 0 ? fmt::format(" and {} more", more) : ""));
  }
  const bool whole = std::any_of(result.distributions.begin(), result.distributions.end(),
                                 [](const EmpiricalDistribution& one) { return one.over != Over::runs; });
  if (result.batches.found && whole) {
    doubts.emplace_back(
        "quantiles and histograms are of the whole run, as MSER-5 knows the warm-up only at its end; --warm-up TIME leaves it out");
  }
  return doubts;
}

}  // namespace petriloom::cli
