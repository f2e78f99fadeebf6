// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/circulation_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "analysis/linear/passage_bound.h"
#include "analysis/linear/rounding.h"

namespace petriloom {
namespace {

constexpr double kNothingShown = std::numeric_limits<double>::infinity();
// Below this what a product is rounded by may be lost.
constexpr long double kSmallestFlow = std::numeric_limits<long double>::min() / std::numeric_limits<long double>::epsilon();
// A change of a rate by a larger share is no small one.
constexpr long double kLargestShare = 0.1L;
// What is left over is found anew where it is off by a larger share of the flow that leads it away;
// so many looks at each rate.
constexpr long double kDoubtful = 1e-17L;
constexpr std::uint64_t kMostLooks = 500;

/// A sum with twice the digits, and what it is off by at most: what a sum is rounded by is a number
/// again (D. E. Knuth, "The art of computer programming", volume 2, 1969).
struct Twice {
  long double high = 0;
  long double low = 0;
  long double doubt = 0;

  void add(long double value, long double rest) {
    const long double sum = high + value;
    const long double part = sum - high;
    const long double rounded = (high - (sum - part)) + (value - part);
    low += rounded + rest;
    high = sum;
    doubt += 2 * kFineRounding * (std::abs(rounded) + std::abs(rest) + std::abs(low));
  }
  void add(const Twice& other) {
    add(other.high, other.low);
    doubt += other.doubt;
  }
  /// At least the size of the sum.
  [[nodiscard]] long double most() const { return 1.001L * (std::abs(high + low) + doubt); }
};

class Circulation {
 public:
  Circulation(const Inflow& part, std::span<const long double> x, const Limits& limits)
      : part_(part), x_(x), poll_(limits), left_over_(x.size()) {}

  double bound() {
    if (!look_at_flows() || !grow_tree()) return kNothingShown;
    return led_away();
  }

 private:
  [[nodiscard]] std::size_t size() const { return part_.size(); }

  bool look_at_flows() {
    flows_.reserve(part_.sources.size());
    for (std::size_t j = 0; j < size(); ++j) {
      poll_(8 * part_.sources_of(j).size());
      for (std::uint64_t e = part_.starts[j]; e < part_.starts[j + 1]; ++e) {
        const StateNumber from = part_.sources[e];
        const auto rate = static_cast<long double>(part_.rates[e]);
        const long double flow = x_[from] * rate;
        if (!(flow > kSmallestFlow && std::isfinite(flow))) return false;
        const long double rest = std::fma(x_[from], rate, -flow);
        left_over_[j].add(flow, rest);
        left_over_[from].add(-flow, -rest);
        flows_.push_back(flow);
      }
    }
    return true;
  }

  /// The tree of the strongest flows, either way: the flow of each rate is at most the smallest on
  /// the way that the tree has between its ends (J. B. Kruskal, 1956). False if the states are not
  /// all joined.
  bool grow_tree() {
    std::vector<StateNumber> into(flows_.size());
    for (std::size_t j = 0; j < size(); ++j)
      std::fill(into.begin() + static_cast<std::ptrdiff_t>(part_.starts[j]),
                into.begin() + static_cast<std::ptrdiff_t>(part_.starts[j + 1]), static_cast<StateNumber>(j));
    std::vector<std::uint64_t> by_flow(flows_.size());
    std::iota(by_flow.begin(), by_flow.end(), 0);
    std::sort(by_flow.begin(), by_flow.end(), [&](std::uint64_t a, std::uint64_t b) {
      poll_();
      return flows_[a] != flows_[b] ? flows_[a] > flows_[b] : a < b;
    });
    root_ = part_.sources[by_flow.front()];
    std::vector<StateNumber> above(size());
    std::iota(above.begin(), above.end(), 0);
    const auto top = [&](StateNumber state) {
      for (; above[state] != state; state = above[state]) above[state] = above[above[state]];
      return state;
    };
    near_.resize(size());
    std::size_t joined = 1;
    for (const std::uint64_t e : by_flow) {
      poll_();
      const StateNumber a = top(part_.sources[e]);
      const StateNumber b = top(into[e]);
      if (a == b) continue;
      above[a] = b;
      near_[part_.sources[e]].push_back({into[e], e, true});
      near_[into[e]].push_back({part_.sources[e], e, false});
      ++joined;
    }
    return joined == size();
  }

  /// From where most flows, so that little hangs on most states, and sums over that are off by
  /// little.
  void hang_up() {
    parents_.resize(size());
    places_.resize(size());
    parents_[root_].to = root_;
    std::vector<StateNumber> next{root_};
    while (!next.empty()) {
      const StateNumber here = next.back();
      next.pop_back();
      places_[here] = static_cast<StateNumber>(order_.size());
      order_.push_back(here);
      for (const Branch& branch : near_[here]) {
        if (branch.to == parents_[here].to) continue;
        parents_[branch.to] = {here, branch.flow, !branch.away};
        next.push_back(branch.to);
      }
    }
  }

  double led_away() {
    hang_up();
    std::vector<StateNumber> counts(size(), 1);  // of what hangs on each state, itself included
    std::vector<long double> shares(size(), 0);
    for (std::size_t k = size(); k-- > 1;) {
      poll_();
      const StateNumber here = order_[k];
      const Branch& up = parents_[here];
      const long double flow = flows_[up.flow];
      Twice over = left_over_[here];
      if (over.doubt > kDoubtful * flow && !cut(k, k + counts[here], over)) return kNothingShown;
      const long double share = over.most() / flow;
      if (!(share < kLargestShare)) return kNothingShown;
      const StateNumber from = up.away ? here : up.to;
      shares[from] = std::max(shares[from], share);
      left_over_[up.to].add(left_over_[here]);
      counts[up.to] += counts[here];
    }
    const long double sum = std::accumulate(shares.begin(), shares.end(), 0.0L);
    return static_cast<double>(std::expm1(2 * sum / (1 - kLargestShare)));
  }

  /// What is left over in the states of these places, from what flows into and out of all of them
  /// together: what flows between them may be many powers of ten more. False if that takes too
  /// long.
  bool cut(std::size_t begin, std::size_t end, Twice& over) {
    if (!out_) out_.emplace(part_);
    over = {};
    const auto add = [&](StateNumber from, double rate, int sign, StateNumber other) {
      if (places_[other] >= begin && places_[other] < end) return;
      const long double flow = sign * x_[from] * static_cast<long double>(rate);
      over.add(flow, std::fma(sign * x_[from], static_cast<long double>(rate), -flow));
    };
    for (std::size_t k = begin; k < end; ++k) {
      const StateNumber state = order_[k];
      const auto sources = part_.sources_of(state);
      const auto targets = out_->targets(state);
      for (std::size_t e = 0; e < sources.size(); ++e) add(sources[e], part_.rates_into(state)[e], 1, sources[e]);
      for (std::size_t e = 0; e < targets.size(); ++e) add(state, out_->rates(state)[e], -1, targets[e]);
      looked_ += sources.size() + targets.size();
      poll_(sources.size() + targets.size());
    }
    return looked_ < kMostLooks * (flows_.size() + size());
  }

  struct Branch {
    StateNumber to = 0;
    std::uint64_t flow = 0;
    bool away = false;  // the flow leads to `to`
  };

  const Inflow& part_;
  std::span<const long double> x_;
  Poll poll_;
  StateNumber root_ = 0;
  // Of each state what flows in and not out; then of all that hangs on it.
  std::vector<Twice> left_over_;
  std::vector<long double> flows_;  // of each rate
  std::vector<Branch> parents_;
  std::vector<StateNumber> order_;   // by place: each state comes right before all that hangs on it
  std::vector<StateNumber> places_;  // by state
  std::optional<Outflow> out_;
  std::uint64_t looked_ = 0;
  std::vector<std::vector<Branch>> near_;  // in the tree
};

}  // namespace

double circulation_bound(const Inflow& part, std::span<const long double> x, const Limits& limits) {
  return Circulation(part, x, limits).bound();
}

}  // namespace petriloom
