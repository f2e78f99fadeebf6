// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/aggregation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace petriloom {
namespace {

// So many states are solved without groups.
constexpr std::size_t kFew = 64;
constexpr std::uint32_t kMostInGroup = 4;
// What flows less than this share of the strongest flow into a state joins nothing.
constexpr long double kStrong = 0.25L;
// Groups are corrected so often for each correction of their members.
constexpr int kCorrections = 2;
constexpr int kSweeps = 2;
constexpr std::size_t kMostLevels = 60;
// Groups are kept after so many corrections if numbers are right but for this share, and sought
// again after as many without progress.
constexpr std::uint64_t kSeeking = 10;
constexpr long double kNearly = 0.01L;
constexpr std::uint64_t kMostCorrections = 1000;
// So many corrections without progress are enough.
constexpr std::uint64_t kStalled = 30;
constexpr long double kStill = 1e-17L;

/// The distribution of a small chain, by elimination without subtraction (censoring.h).
template <class Chain>
void eliminate(const Chain& chain, std::vector<long double>& x) {
  const std::size_t n = chain.size();
  std::vector<std::vector<long double>> rates(n, std::vector<long double>(n, 0));
  for (std::size_t j = 0; j < n; ++j) {
    for (std::uint64_t e = chain.starts[j]; e < chain.starts[j + 1]; ++e) rates[chain.sources[e]][j] += chain.rates[e];
  }
  for (std::size_t k = n; k-- > 1;) {
    long double out = 0;
    for (std::size_t j = 0; j < k; ++j) out += rates[k][j];
    for (std::size_t i = 0; i < k; ++i) {
      if (rates[i][k] == 0) continue;
      rates[i][k] /= out;
      for (std::size_t j = 0; j < k; ++j) rates[i][j] += rates[i][k] * rates[k][j];
    }
  }
  x.assign(n, 0);
  x[0] = 1;
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t i = 0; i < k; ++i) x[k] += x[i] * rates[i][k];
  }
}

class Aggregation {
 public:
  Aggregation(const Inflow& part, const Limits& limits);

  /// Returns the largest share by which a number was moved.
  long double correct(std::vector<long double>& x);
  /// Whether groups stay as they are, so that corrections shrink steadily.
  void keep_groups(bool keep) { kept_ = keep; }

 private:
  /// A chain by the state that is entered.
  template <class Rate>
  struct Chain {
    std::span<const std::uint64_t> starts;
    std::span<const StateNumber> sources;
    std::span<const Rate> rates;
    std::span<const long double> exits;
    [[nodiscard]] std::size_t size() const { return exits.size(); }
  };
  /// The chain of the groups of the level below; its own groups; and its distribution.
  struct Level {
    std::vector<std::uint64_t> starts;
    std::vector<StateNumber> sources;
    std::vector<long double> rates;
    std::vector<long double> exits;
    std::vector<StateNumber> group;    // of each state
    std::vector<StateNumber> members;  // by group
    std::vector<std::size_t> first;    // member of each group
    std::vector<long double> x;
    [[nodiscard]] Chain<long double> chain() const { return {starts, sources, rates, exits}; }
    [[nodiscard]] std::size_t groups() const { return first.size() - 1; }
  };

  template <class Rate>
  void improve(const Chain<Rate>& chain, std::size_t at, std::vector<long double>& x);
  template <class Rate>
  void correct_groups(const Chain<Rate>& chain, std::size_t at, std::vector<long double>& x);
  template <class Rate>
  void sweep(const Chain<Rate>& chain, std::vector<long double>& x, bool forward);
  template <class Rate>
  void find_groups(const Chain<Rate>& chain, const std::vector<long double>& x, Level& level);
  template <class Rate>
  void find_rates(const Chain<Rate>& chain, const std::vector<long double>& x, const Level& level, Level& above);

  const Inflow& part_;
  Poll poll_;
  std::vector<Level> levels_;       // the first has no chain of its own
  std::vector<long double> exits_;  // of the part
  std::vector<long double> sums_;   // by group, while rates are found
  bool kept_ = false;
};

Aggregation::Aggregation(const Inflow& part, const Limits& limits)
    : part_(part), poll_(limits), levels_(kMostLevels), exits_(part.size(), 0) {
  for (std::size_t e = 0; e < part.sources.size(); ++e) exits_[part.sources[e]] += part.rates[e];
}

long double Aggregation::correct(std::vector<long double>& x) {
  const std::vector<long double> before = x;
  improve(Chain<double>{part_.starts, part_.sources, part_.rates, exits_}, 0, x);
  const long double sum = std::accumulate(x.begin(), x.end(), 0.0L);
  long double moved = 0;
  for (std::size_t s = 0; s < x.size(); ++s) {
    x[s] /= sum;
    moved = std::max(moved, std::abs(x[s] - before[s]) / x[s]);
  }
  return moved;
}

template <class Rate>
void Aggregation::improve(const Chain<Rate>& chain, std::size_t at, std::vector<long double>& x) {
  if (chain.size() <= kFew) {
    poll_(kFew * kFew);
    eliminate(chain, x);
    return;
  }
  for (int k = 0; k < kSweeps; ++k) sweep(chain, x, k % 2 == 0);
  if (at + 1 < kMostLevels) correct_groups(chain, at, x);
  for (int k = 0; k < kSweeps; ++k) sweep(chain, x, k % 2 != 0);
}

template <class Rate>
void Aggregation::correct_groups(const Chain<Rate>& chain, std::size_t at, std::vector<long double>& x) {
  Level& level = levels_[at];
  Level& above = levels_[at + 1];
  if (!kept_ || level.group.empty()) find_groups(chain, x, level);
  if (level.groups() == chain.size()) return;
  find_rates(chain, x, level, above);
  std::vector<long double> factors = above.x;
  const bool cheap = 2 * above.sources.size() <= chain.sources.size();
  for (int k = 0; k < (cheap ? kCorrections : 1); ++k) improve(above.chain(), at + 1, above.x);
  for (std::size_t g = 0; g < factors.size(); ++g) factors[g] = above.x[g] / factors[g];
  for (std::size_t s = 0; s < x.size(); ++s) x[s] *= factors[level.group[s]];
}

template <class Rate>
void Aggregation::sweep(const Chain<Rate>& chain, std::vector<long double>& x, bool forward) {
  const std::size_t n = chain.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t j = forward ? k : n - 1 - k;
    long double flow = 0;
    for (std::uint64_t e = chain.starts[j]; e < chain.starts[j + 1]; ++e) flow += x[chain.sources[e]] * chain.rates[e];
    x[j] = flow / chain.exits[j];
  }
  poll_(chain.sources.size() / 4);
}

/// Each state joins the group, or the state in no group yet, from which most flows into it of those
/// that it may join.
template <class Rate>
void Aggregation::find_groups(const Chain<Rate>& chain, const std::vector<long double>& x, Level& level) {
  constexpr auto kNone = static_cast<StateNumber>(-1);
  std::vector<StateNumber>& group = level.group;
  group.assign(chain.size(), kNone);
  std::vector<std::uint32_t> counts;
  for (std::size_t j = 0; j < chain.size(); ++j) {
    if (group[j] != kNone) continue;
    const std::uint64_t end = chain.starts[j + 1];
    long double strongest = 0;
    for (std::uint64_t e = chain.starts[j]; e < end; ++e) strongest = std::max(strongest, x[chain.sources[e]] * chain.rates[e]);
    long double best = kStrong * strongest;
    StateNumber with = kNone;
    for (std::uint64_t e = chain.starts[j]; e < end; ++e) {
      const StateNumber from = chain.sources[e];
      const long double flow = x[from] * chain.rates[e];
      if (flow < best || (with != kNone && flow == best)) continue;
      if (group[from] != kNone && counts[group[from]] >= kMostInGroup) continue;
      best = flow;
      with = from;
    }
    if (with == kNone || group[with] == kNone) {
      group[j] = static_cast<StateNumber>(counts.size());
      counts.push_back(with == kNone ? 1 : 2);
      if (with != kNone) group[with] = group[j];
    } else {
      group[j] = group[with];
      ++counts[group[with]];
    }
  }
  level.first.assign(1, 0);
  for (const std::uint32_t count : counts) level.first.push_back(level.first.back() + count);
  std::vector<std::size_t> next(level.first.begin(), level.first.end() - 1);
  level.members.resize(chain.size());
  for (std::size_t s = 0; s < chain.size(); ++s) level.members[next[group[s]]++] = static_cast<StateNumber>(s);
  poll_(chain.sources.size() / 4);
}

/// Between groups, with what is in them now.
template <class Rate>
void Aggregation::find_rates(const Chain<Rate>& chain, const std::vector<long double>& x, const Level& level, Level& above) {
  const std::size_t groups = level.groups();
  above.x.assign(groups, 0);
  for (std::size_t s = 0; s < x.size(); ++s) above.x[level.group[s]] += x[s];
  above.starts.assign(1, 0);
  above.sources.clear();
  above.rates.clear();
  above.exits.assign(groups, 0);
  sums_.assign(std::max(sums_.size(), groups), 0);
  std::vector<StateNumber> touched;
  for (std::size_t g = 0; g < groups; ++g) {
    touched.clear();
    for (std::size_t m = level.first[g]; m < level.first[g + 1]; ++m) {
      const StateNumber j = level.members[m];
      for (std::uint64_t e = chain.starts[j]; e < chain.starts[j + std::size_t{1}]; ++e) {
        const StateNumber from = level.group[chain.sources[e]];
        if (from == g) continue;
        if (sums_[from] == 0) touched.push_back(from);
        sums_[from] += x[chain.sources[e]] * chain.rates[e];
      }
    }
    for (const StateNumber from : touched) {
      const long double rate = sums_[from] / above.x[from];
      above.sources.push_back(from);
      above.rates.push_back(rate);
      above.exits[from] += rate;
      sums_[from] = 0;
    }
    above.starts.push_back(above.sources.size());
  }
  poll_(chain.sources.size() / 4);
}

}  // namespace

std::uint64_t aggregate(const Inflow& part, const Limits& limits, std::vector<long double>& x) {
  Aggregation aggregation(part, limits);
  long double least = std::numeric_limits<long double>::infinity();
  std::uint64_t since = 0;
  for (std::uint64_t k = 1; k <= kMostCorrections; ++k) {
    aggregation.keep_groups(k > kSeeking && least < kNearly && (since + 1) % kSeeking != 0);
    const long double moved = aggregation.correct(x);
    ++since;
    if (moved < 0.9L * least) {
      least = moved;
      since = 0;
    }
    if (moved <= kStill || since >= kStalled * (least < kNearly ? 1 : 10)) return k;
  }
  return kMostCorrections;
}

}  // namespace petriloom
