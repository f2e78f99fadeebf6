// SPDX-License-Identifier: Apache-2.0
#include "analysis/solve/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <new>
#include <numeric>

#include "analysis/markov/regenerative.h"
#include "analysis/markov/rewards.h"
#include "analysis/solve/below_error.h"
#include "engine/measure/derived.h"
#include "engine/questions/fluid.h"

namespace petriloom {
namespace {

class Solver {
 public:
  Solver(const Net& net, const SolveOptions& options) : net_(net), options_(options), limits_(options.steady.limits) {
    limits_.bytes = options.bytes;
    steady_ = options.steady;
    steady_.limits = limits_;
  }

  SolveResult run() {
    const auto start = std::chrono::steady_clock::now();
    try {
      solve();
    } catch (const EvalError& error) {
      result_.diagnostics.error(error.where(), error.what());
    } catch (const LimitReached& limit) {
      result_.stopped = limit.why();
    } catch (const std::bad_alloc&) {
      result_.stopped = Stopped::memory;
    }
    if (result_.diagnostics.has_errors() && result_.stopped == Stopped::complete) result_.stopped = Stopped::error;
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result_);
  }

 private:
  void solve() {
    if (refuse_fluid(net_, "solve", "a net of tokens alone; `petriloom simulate` runs fluid nets", result_.diagnostics)) return;
    const DerivedMeasures derived(net_, result_.diagnostics);
    check_markovian(net_, result_.diagnostics);
    if (result_.diagnostics.has_errors()) return;
    NetModel model(net_, {}, &limits_);
    const MarkovGraph graph = explore_markov(model, limits_, options_.progress);
    result_.diagnostics.append(graph.diagnostics);
    result_.stopped = graph.stopped;
    result_.edges = graph.graph.edges();
    if (!graph.complete() || result_.diagnostics.has_errors()) return;
    Elimination elimination(graph, limits_);
    const MarkovChain chain = elimination.chain(net_, result_.diagnostics);
    result_.tangible = chain.size();
    result_.vanishing = graph.states.size() - chain.size();
    if (result_.diagnostics.has_errors()) return;
    RewardCollector collector(model, graph, elimination, chain);
    if (!(options_.transient ? find_transient(chain, collector, derived) : find_steady(chain))) return;
    if (result_.horizon == Horizon::transient) leave_out_stopped(collector.stopped());
    const Rewards flows = collector.collect(spent_, fires_, starts());
    const Rewards there = result_.horizon == Horizon::steady ? flows : collector.collect_states(probability_);
    set_measures(flows, there, derived);
    const SolvedParts& parts = collector.parts();
    place_arrays_ = amounts_of(parts.places(), parts.arrays_of_places(), there.tokens, result_.places);
    transition_arrays_ = amounts_of(parts.transitions(), parts.arrays_of_transitions(), flows.firings, result_.transitions);
    if (!each_) mark(collector);
    for (const Parameter& parameter : options_.parameters) {
      const SolvedChain solved{graph, chain, spent_, probability_, starts()};
      if (!differentiate(parameter, solved, collector, flows)) return;
    }
  }

  void mark(RewardCollector& collector) {
    Rewards flows = collector.support(spent_, fires_, starts());
    Rewards there = result_.horizon == Horizon::steady ? flows : collector.support_of_states(probability_);
    there.tokens = with_totals(std::move(there.tokens), place_arrays_);
    flows.firings = with_totals(std::move(flows.firings), transition_arrays_);
    mark_below_error(net_, flows, there, result_);
  }

  using Arrays = std::vector<std::vector<std::size_t>>;

  /// Names the values of places or transitions, and adds the totals of arrays of several of them.
  /// Returns the positions that each total is of.
  static Arrays amounts_of(const std::vector<std::string>& names, const std::vector<std::string>& in_arrays,
                           const std::vector<double>& values, std::vector<Amount>& amounts) {
    Arrays arrays;
    std::map<std::string, std::size_t> known;
    for (std::size_t k = 0; k < names.size(); ++k) {
      amounts.push_back({names[k], values[k]});
      if (in_arrays[k].empty()) continue;
      const auto [at, added] = known.try_emplace(in_arrays[k], arrays.size());
      if (added) arrays.emplace_back();
      arrays[at->second].push_back(k);
    }
    Arrays several;
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      if (arrays[a].size() < 2) continue;
      for (const std::size_t k : arrays[a]) amounts[k].in_total = true;
      amounts.push_back({in_arrays[arrays[a].front()], total(values, arrays[a])});
      several.push_back(std::move(arrays[a]));
    }
    return several;
  }

  static double total(const std::vector<double>& values, const std::vector<std::size_t>& positions) {
    double sum = 0;
    for (const std::size_t k : positions) sum += values[k];
    return sum;
  }
  static std::vector<double> with_totals(std::vector<double> values, const Arrays& arrays) {
    const std::vector<double> alone = values;
    for (const std::vector<std::size_t>& array : arrays) values.push_back(total(alone, array));
    return values;
  }

  /// The stop condition ends a run before the time; a dead marking does not (docs/semantics.md,
  /// Ending). So the time after it is not spent, and how long a run is depends on chance.
  void leave_out_stopped(std::vector<StateNumber> states) {
    constexpr double kNever = 1e-15;
    stopped_ = std::move(states);
    double sum = 0;
    for (const StateNumber state : stopped_) {
      sum += probability_[state];
      spent_[state] = 0;
    }
    may_stop_ = sum > kNever;
  }

  [[nodiscard]] double starts() const { return result_.horizon == Horizon::steady ? 0 : 1; }

  bool differentiate(const Parameter& parameter, const SolvedChain& solved, RewardCollector& collector, const Rewards& flows) {
    if (!fires_.empty()) {
      result_.diagnostics.error({}, "derivatives are found only of nets whose durations are all exponential");
      return false;
    }
    const std::optional<ParameterEffects> effects = parameter_effects(parameter, solved, limits_, result_.diagnostics);
    if (!effects) return false;
    SteadyDerivative there;
    if (result_.horizon == Horizon::transient) {
      TransientState transient = differentiate_transient(solved.chain, effects->chain, *result_.time, limits_);
      there = {std::move(transient.probability), std::move(transient.sojourn), true, transient.stopped};
      if (there.stopped == Stopped::complete) {
        for (const StateNumber state : stopped_) there.sojourn[state] = 0;
      }
    } else {
      const std::vector<double> none(solved.chain.size(), 0);
      there = differentiate_steady(solved.chain, effects->chain, probability_,
                                   sojourn_.empty() ? std::span<const double>(none) : sojourn_, steady_);
    }
    result_.stopped = there.stopped;
    if (there.stopped != Stopped::complete) return false;
    if (!there.converged) {
      result_.unsolved = fmt::format("of the derivative by `{}` no error below 1e-6 of it can be shown", parameter.name);
      return false;
    }
    Sensitivity sensitivity{parameter.name, parameter.value, {}, {}, {}, {}, {}};
    const bool steady = result_.horizon == Horizon::steady;
    Rewards slopes = collector.collect(steady ? there.probability : there.sojourn, {}, 0);
    Rewards end = collector.collect_states(there.probability);
    add_rewards(slopes, 1, effects->flows);
    add_rewards(end, 1, effects->there);
    if (result_.horizon == Horizon::end) sensitivity.time = std::accumulate(there.sojourn.begin(), there.sojourn.end(), 0.0);
    set_slopes(flows, slopes, end, *effects, sensitivity);
    sensitivity.places = with_totals(end.tokens, place_arrays_);
    sensitivity.transitions = with_totals(slopes.firings, transition_arrays_);
    result_.sensitivities.push_back(std::move(sensitivity));
    return true;
  }

  void set_slopes(const Rewards& flows, const Rewards& slopes, const Rewards& end, const ParameterEffects& effects,
                  Sensitivity& sensitivity) {
    MeasureValues values(net_.measures.size());
    for (std::size_t m = 0; m < values.size(); ++m) {
      for (std::size_t row = 0; row < flows.sums[m].size(); ++row)
        values[m].push_back(
            slope_of(net_.measures[m].kind, flows.sums[m][row], flows.counts[m][row], slopes.sums[m][row], slopes.counts[m][row]));
    }
    set_derived_slopes(flows, slopes, effects, values);
    std::size_t at = 0;
    for (std::size_t m = 0; m < values.size(); ++m) {
      for (std::size_t row = 0; row < values[m].size(); ++row, ++at) {
        const SolvedMeasure& solved = result_.measures[at];
        sensitivity.measures.push_back(solved.value ? values[m][row] : std::nullopt);
        sensitivity.at_end.push_back(solved.at_end ? std::optional(end.sums[m][row]) : std::nullopt);
      }
    }
  }

  /// Of expressions over measures: their central difference along the line on which these move.
  void set_derived_slopes(const Rewards& flows, const Rewards& slopes, const ParameterEffects& effects,
                          MeasureValues& values) const {
    const bool some = std::any_of(net_.measures.begin(), net_.measures.end(),
                                  [](const Measure& measure) { return measure.kind == MeasureKind::derived; });
    if (!some || result_.horizon != Horizon::steady) return;
    std::array<MeasureValues, 6> moved;
    for (const auto& [offset, net] : effects.nets) {
      if (offset == 0) continue;
      const auto steps = static_cast<int>(std::lround(offset / effects.step));
      Rewards rewards = flows;
      add_rewards(rewards, offset, slopes);
      Diagnostics diagnostics;
      const DerivedMeasures derived(net, diagnostics);
      MeasureValues& there = moved[static_cast<std::size_t>(steps < 0 ? steps + 3 : steps + 2)];
      there = values_of(rewards);
      derived.evaluate(there);
    }
    for (std::size_t m = 0; m < values.size(); ++m) {
      if (net_.measures[m].kind != MeasureKind::derived) continue;
      for (std::size_t row = 0; row < values[m].size(); ++row) {
        std::array<double, 6> six{};
        for (std::size_t k = 0; k < six.size(); ++k) six[k] = moved[k][m][row].value_or(std::nan(""));
        const double slope = central_difference(six, effects.step);
        values[m][row] = std::isnan(slope) ? std::nullopt : std::optional(slope);
      }
    }
  }

  [[nodiscard]] std::optional<double> slope_of(MeasureKind kind, double sum, double count, double sum_slope,
                                               double count_slope) const {
    if (kind != MeasureKind::mean) return value_of(kind, sum_slope, count_slope);
    return count > 0 ? std::optional((sum_slope - sum / count * count_slope) / count) : std::nullopt;
  }

  [[nodiscard]] MeasureValues values_of(const Rewards& flows) const {
    MeasureValues values(net_.measures.size());
    for (std::size_t m = 0; m < values.size(); ++m) {
      for (std::size_t row = 0; row < flows.sums[m].size(); ++row)
        values[m].push_back(value_of(net_.measures[m].kind, flows.sums[m][row], flows.counts[m][row]));
    }
    return values;
  }

  bool find_steady(const MarkovChain& chain) {
    SteadyState steady;
    if (chain.fixed_firings.empty()) {
      steady = solve_steady(chain, steady_);
    } else {
      RegenerativeState regenerative = solve_regenerative(chain, steady_);
      steady = std::move(regenerative.steady);
      fires_ = std::move(regenerative.fires);
    }
    result_.stopped = steady.stopped;
    result_.method = steady.method;
    result_.iterations = steady.iterations;
    result_.error = steady.error;
    each_ = steady.each;
    result_.recurrent = steady.recurrent;
    if (steady.stopped != Stopped::complete) return false;
    if (!steady.converged && !fires_.empty() && steady.recurrent > 1) {
      result_.diagnostics.error(
          {},
          "the net ends in one of several parts that it never leaves; with deterministic transitions only one "
          "such part can be solved");
      return false;
    }
    if (!steady.converged) {
      result_.unsolved = steady.beyond ? "a time, or a rate on the way to it, is beyond the range of numbers"
                                       : fmt::format(
                                             "no solution with a proven error below {:g} was found for {} markings; the "
                                             "last method tried was {}",
                                             kWorstError, chain.size(), steady.method);
      return false;
    }
    probability_ = std::move(steady.probability);
    if (!options_.parameters.empty()) sojourn_ = steady.sojourn;
    if (!steady.absorbing) {
      result_.horizon = Horizon::steady;
      spent_ = probability_;
      return true;
    }
    result_.horizon = Horizon::end;
    spent_ = std::move(steady.sojourn);
    long double sum = 0;
    for (const double time : spent_) sum += time;
    result_.time = static_cast<double>(sum);
    return true;
  }

  bool find_transient(const MarkovChain& chain, RewardCollector& collector, const DerivedMeasures& derived) {
    if (!chain.fixed_firings.empty()) {
      result_.diagnostics.error({}, "until a time only nets whose durations are all exponential can be solved");
      return false;
    }
    const auto there = [&](double time, std::span<const double> probability) {
      if (options_.points > 1) add_point(time, collector.collect_states(probability), derived, collector.parts());
    };
    TransientState transient = solve_transient(chain, *options_.transient, options_.points, limits_, result_.ended, there);
    result_.horizon = Horizon::transient;
    result_.stopped = transient.stopped;
    result_.method = "uniformisation";
    result_.iterations = transient.steps;
    result_.error = transient.error;
    result_.time = options_.transient;
    probability_ = std::move(transient.probability);
    spent_ = std::move(transient.sojourn);
    return transient.stopped == Stopped::complete;
  }

  void add_point(double time, const Rewards& there, const DerivedMeasures& derived, const SolvedParts& parts) {
    AtTime& point = result_.points.emplace_back();
    point.time = time;
    const bool first = result_.points.size() == 1;
    for (std::size_t m = 0; m < net_.measures.size(); ++m) {
      const MeasureKind kind = net_.measures[m].kind;
      if (kind != MeasureKind::average && kind != MeasureKind::integral) continue;
      if (first) result_.at_times.insert(result_.at_times.end(), derived.names(m).begin(), derived.names(m).end());
      point.measures.insert(point.measures.end(), there.sums[m].begin(), there.sums[m].end());
    }
    if (!net_.measures.empty()) return;
    if (first) result_.at_times = parts.places();
    point.measures = there.tokens;
  }

  void set_measures(const Rewards& flows, const Rewards& there, const DerivedMeasures& derived) {
    MeasureValues values = values_of(flows);
    // Only in the long run is the value of an expression over measures the expression over their
    // expected values.
    if (result_.horizon == Horizon::steady) derived.evaluate(values);
    for (std::size_t m = 0; m < values.size(); ++m) {
      const Measure& measure = net_.measures[m];
      const std::vector<std::string>& names = derived.names(m);
      for (std::size_t row = 0; row < values[m].size(); ++row) {
        SolvedMeasure& one = result_.measures.emplace_back();
        one.name = names[row];
        one.unit = measure.unit;
        one.value = values[m][row];
        one.counted = measure.kind == MeasureKind::count || measure.kind == MeasureKind::sum;
        const bool of_state = measure.kind == MeasureKind::average || measure.kind == MeasureKind::integral;
        if (of_state && result_.horizon != Horizon::steady) one.at_end = there.sums[m][row];
        if (!one.value) one.note = why_none(measure.kind);
      }
    }
  }

  [[nodiscard]] std::optional<double> value_of(MeasureKind kind, double sum, double count) const {
    const bool steady = result_.horizon == Horizon::steady;
    switch (kind) {
      case MeasureKind::count:
        return count;
      case MeasureKind::sum:
        return sum;
      case MeasureKind::mean:
        return steady && count > 0 ? std::optional(sum / count) : std::nullopt;
      case MeasureKind::integral:
        return steady ? std::nullopt : std::optional(sum);
      case MeasureKind::average:
        if (steady) return sum;
        return result_.horizon == Horizon::transient && *result_.time > 0 && !may_stop_ ? std::optional(sum / *result_.time)
                                                                                        : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  [[nodiscard]] std::string why_none(MeasureKind kind) const {
    switch (kind) {
      case MeasureKind::integral:
        return "grows without end in the long run";
      case MeasureKind::average:
      case MeasureKind::mean:
        return result_.horizon == Horizon::steady ? "never fires" : "a quotient of random values: simulate";
      case MeasureKind::derived:
        return result_.horizon == Horizon::steady ? "no value"
                                                  : "its expected value does not follow from those of the others: simulate";
      default:
        return "the marking does not hold it: simulate";
    }
  }

  const Net& net_;
  const SolveOptions& options_;
  Limits limits_;
  SteadyOptions steady_;
  // By state of the chain: in the long run, at the end, or at the time.
  std::vector<double> probability_;
  std::vector<double> spent_;    // time, or the share of it
  std::vector<double> sojourn_;  // before a part is reached that is never left
  std::vector<double> fires_;    // of deterministic transitions
  // Transient: states in which the stop condition has ended the run.
  std::vector<StateNumber> stopped_;
  bool each_ = false;      // the error bounds the relative error of each number
  bool may_stop_ = false;  // transient: whether it may do so before the time
  Arrays place_arrays_, transition_arrays_;
  SolveResult result_;
};

}  // namespace

SolveResult solve(const Net& net, const SolveOptions& options) { return Solver(net, options).run(); }

}  // namespace petriloom
