// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/regenerative.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "analysis/linear/linear.h"
#include "analysis/markov/transient.h"

namespace petriloom {
namespace {

struct Share {
  StateNumber state = 0;
  double value = 0;
};

/// What happens from a state at which the past does not matter to the next such time.
struct Period {
  StateNumber state = 0;
  std::vector<Share> next;   ///< probabilities of the states in which the next period begins
  std::vector<Share> spent;  ///< expected time in each state, s
  std::vector<Share> fires;  ///< probability that the deterministic transition fires there
};

class RegenerativeSolver {
 public:
  RegenerativeSolver(const MarkovChain& chain, const SteadyOptions& options)
      : chain_(chain), options_(options), number_(chain.size(), kNoState), local_(chain.size(), kNoState), sums_(chain.size(), 0) {}

  RegenerativeState run() {
    for (std::size_t s = 0; s < chain_.size(); ++s) {
      if (chain_.initial[s] > 0) begin(static_cast<StateNumber>(s));
    }
    for (std::size_t k = 0; k < periods_.size() && result_.steady.stopped == Stopped::complete; ++k) expand(k);
    if (result_.steady.stopped != Stopped::complete) return std::move(result_);
    const MarkovChain chain = embedded_chain();
    SteadyState embedded = solve_steady(chain, options_);
    spread(embedded);
    if (embedded.converged && result_.steady.converged) add_error(chain, embedded);
    return std::move(result_);
  }

 private:
  void begin(StateNumber state) {
    if (number_[state] != kNoState) return;
    number_[state] = static_cast<StateNumber>(periods_.size());
    periods_.push_back({state, {}, {}, {}});
  }

  [[nodiscard]] std::uint32_t which(StateNumber state) const { return chain_.fixed_firings[state].which; }

  void expand(std::size_t k) {
    const StateNumber state = periods_[k].state;
    Period period{state, {}, {}, {}};
    if (which(state) != FixedFiring::kNone) {
      expand_fixed(period);
    } else if (chain_.exits[state] > 0) {
      const auto targets = chain_.graph.targets(state);
      const auto rates = chain_.rates_of(state);
      for (std::size_t e = 0; e < targets.size(); ++e) period.next.push_back({targets[e], rates[e] / chain_.exits[state]});
      period.spent.push_back({state, 1 / chain_.exits[state]});
    }
    for (const Share& share : period.next) begin(share.state);
    periods_[k] = std::move(period);
  }

  // The markings in which the same deterministic transition stays enabled, then those by which it
  // is disabled.
  void expand_fixed(Period& period) {
    const std::uint32_t same = which(period.state);
    std::vector<StateNumber> members{period.state};
    local_[period.state] = 0;
    MarkovChain part;
    for (std::size_t k = 0; k < members.size(); ++k) {
      const bool inside = which(members[k]) == same;
      const auto targets = inside ? chain_.graph.targets(members[k]) : std::span<const StateNumber>();
      for (std::size_t e = 0; e < targets.size(); ++e) {
        if (local_[targets[e]] == kNoState) {
          local_[targets[e]] = static_cast<StateNumber>(members.size());
          members.push_back(targets[e]);
        }
        part.graph.add_edge(0, local_[targets[e]]);
        part.rates.push_back(chain_.rates_of(members[k])[e]);
      }
      part.graph.end_row();
      part.exits.push_back(inside ? chain_.exits[members[k]] : 0);
    }
    part.states = members;
    part.initial.assign(members.size(), 0);
    part.initial[0] = 1;
    const TransientState end = solve_transient(part, chain_.fixed_firings[period.state].delay, options_.limits);
    cut_ = std::max(cut_, end.cut);
    rounding_ = std::max(rounding_, end.rounding);
    result_.steady.stopped = end.stopped;
    result_.steady.iterations += end.steps;
    if (end.stopped == Stopped::complete) add_end(members, same, end, period);
    for (const StateNumber member : members) local_[member] = kNoState;
  }

  void add_end(const std::vector<StateNumber>& members, std::uint32_t same, const TransientState& end, Period& period) {
    std::vector<StateNumber> touched;
    const auto add = [&](StateNumber to, double probability) {
      if (sums_[to] == 0) touched.push_back(to);
      sums_[to] += probability;
    };
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (end.probability[k] <= 0 && end.sojourn[k] <= 0) continue;
      if (which(members[k]) != same) {
        add(members[k], end.probability[k]);
        continue;
      }
      period.spent.push_back({members[k], end.sojourn[k]});
      period.fires.push_back({members[k], end.probability[k]});
      const auto targets = chain_.fixed.targets(members[k]);
      const auto values = chain_.fixed_values_of(members[k]);
      for (std::size_t e = 0; e < targets.size(); ++e) add(targets[e], end.probability[k] * values[e]);
    }
    std::sort(touched.begin(), touched.end());
    for (const StateNumber to : touched) {
      period.next.push_back({to, sums_[to]});
      sums_[to] = 0;
    }
  }

  // Its probabilities as rates: then loops need not be kept, and times are numbers of visits.
  MarkovChain embedded_chain() {
    MarkovChain chain;
    for (const Period& period : periods_) {
      double exit = 0;
      for (const Share& share : period.next) {
        if (share.state == period.state || share.value <= 0) continue;
        chain.graph.add_edge(0, number_[share.state]);
        chain.rates.push_back(share.value);
        exit += share.value;
      }
      chain.graph.end_row();
      chain.exits.push_back(exit);
      chain.initial.push_back(chain_.initial[period.state]);
      chain.states.push_back(static_cast<StateNumber>(chain.states.size()));
    }
    return chain;
  }

  void spread(SteadyState& embedded) {
    SteadyState& steady = result_.steady;
    const std::uint64_t steps = steady.iterations;
    steady = embedded;
    steady.iterations += steps;
    steady.method = "embedded chain, " + embedded.method;
    steady.absorbing = true;
    for (std::size_t k = 0; k < periods_.size(); ++k) {
      if (embedded.probability[k] > 0 && !periods_[k].spent.empty()) steady.absorbing = false;
    }
    steady.converged = embedded.converged && (steady.absorbing || embedded.recurrent == 1);
    const std::vector<double>& visits = steady.absorbing ? embedded.sojourn : embedded.probability;
    std::vector<double> spent(chain_.size(), 0);
    result_.fires.assign(chain_.size(), 0);
    for (std::size_t k = 0; k < periods_.size(); ++k) {
      for (const Share& share : periods_[k].spent) spent[share.state] += visits[k] * share.value;
      for (const Share& share : periods_[k].fires) result_.fires[share.state] += visits[k] * share.value;
    }
    steady.probability.assign(chain_.size(), 0);
    steady.sojourn.assign(chain_.size(), 0);
    if (steady.absorbing) {
      steady.sojourn = std::move(spent);
      for (std::size_t k = 0; k < periods_.size(); ++k) steady.probability[periods_[k].state] = embedded.probability[k];
      return;
    }
    const double sum = std::accumulate(spent.begin(), spent.end(), 0.0);
    for (double& share : spent) share /= sum;
    for (double& count : result_.fires) count /= sum;
    steady.probability = std::move(spent);
  }

  /// What was cut off adds up over as many periods as there are until the end, or until the one
  /// with the most likely begin comes round; what was rounded, over the periods that differ,
  /// however often they come (analysis/linear/censoring.h).
  void add_error(const MarkovChain& embedded, const SteadyState& found) {
    SteadyState& steady = result_.steady;
    const double periods = steady.absorbing ? most_periods(embedded, kNoState) : most_periods(embedded, likely(found));
    steady.each = false;  // what is cut off is a share of all
    steady.error += 2 * cut_ * periods + 2 * rounding_ * static_cast<double>(periods_.size() + 1);
    if (!steady.absorbing) steady.error *= 2 * longest_period(found);
    steady.converged = steady.error <= kWorstError;
  }

  static StateNumber likely(const SteadyState& found) {
    return static_cast<StateNumber>(std::max_element(found.probability.begin(), found.probability.end()) -
                                    found.probability.begin());
  }

  /// By the mean of all.
  [[nodiscard]] double longest_period(const SteadyState& found) const {
    double mean = 0;
    double longest = 0;
    for (std::size_t k = 0; k < periods_.size(); ++k) {
      double length = 0;
      for (const Share& share : periods_[k].spent) length += share.value;
      mean += found.probability[k] * length;
      longest = std::max(longest, length);
    }
    return longest / mean;
  }

  /// The expected number of periods until `last` begins, or the chain ends, from where that is the
  /// largest.
  [[nodiscard]] double most_periods(const MarkovChain& embedded, StateNumber last) const {
    const std::size_t size = embedded.size();
    std::vector<StateNumber> place(size, kNoState);
    std::vector<StateNumber> members;
    for (std::size_t s = 0; s < size; ++s) {
      if (embedded.exits[s] == 0 && last == kNoState) continue;
      place[s] = static_cast<StateNumber>(members.size());
      members.push_back(static_cast<StateNumber>(s));
    }
    if (members.size() < 2) return members.empty() ? 0 : last == kNoState ? 1 / embedded.exits[members[0]] : 1;
    std::vector<std::vector<Share>> into(members.size());
    Inflow part;
    for (const StateNumber state : members) {
      const auto targets = embedded.graph.targets(state);
      long double leaves = 0;
      for (std::size_t e = 0; e < targets.size(); ++e) {
        const double rate = embedded.rates_of(state)[e];
        if (place[targets[e]] == kNoState) {
          leaves += rate;
        } else {
          into[place[targets[e]]].push_back({place[state], rate});
        }
      }
      part.leaves.push_back(leaves);
      part.exits.push_back(embedded.exits[state]);
    }
    for (const std::vector<Share>& row : into) {
      for (const Share& share : row) {
        part.sources.push_back(share.state);
        part.rates.push_back(share.value);
      }
      part.starts.push_back(part.sources.size());
    }
    CensoringTask task;
    task.gains.emplace_back(members.size(), 1);
    const auto result = censor(part, last == kNoState ? kNoState : place[last], std::move(task), kLongElimination, options_.limits);
    if (!result || result->lost || result->stopped != Stopped::complete) return std::numeric_limits<double>::infinity();
    long double most = 0;
    for (const Wide& value : result->values[0]) most = std::max(most, value.value());
    return static_cast<double>(most);
  }

  const MarkovChain& chain_;
  const SteadyOptions& options_;
  std::vector<StateNumber> number_;  // of the period that begins in a state
  std::vector<StateNumber> local_;
  std::vector<double> sums_;
  std::vector<Period> periods_;
  // Bounds of the errors of what follows a period: of the sum of all that was cut off, and of each
  // number as a share of it.
  double cut_ = 0;
  double rounding_ = 0;
  RegenerativeState result_;
};

}  // namespace

RegenerativeState solve_regenerative(const MarkovChain& chain, const SteadyOptions& options) {
  return RegenerativeSolver(chain, options).run();
}

}  // namespace petriloom
