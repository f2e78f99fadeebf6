// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/censoring.h"

#include <algorithm>
#include <limits>

#include "analysis/linear/rounding.h"

namespace petriloom {
namespace {

// Products of two numbers that are larger than this do not leave the range, and those of smaller
// ones are looked at.
constexpr long double kSmallest = std::numeric_limits<long double>::min() * 1e30L;
constexpr std::uint64_t kBytesPerRate = 24;  // with its place, and a share of the blocks at work
constexpr std::size_t kWorkPerLook = 100'000;

/// Sums of d numbers in a tree, so that the error grows with the logarithm of d only.
long double tree_sum(const long double* values, std::size_t count) {
  if (count <= 8) {
    long double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += values[k];
    return sum;
  }
  return tree_sum(values, count / 2) + tree_sum(values + count / 2, count - count / 2);
}

/// How many roundings a number goes through in tree_sum.
double sum_depth(std::size_t count) {
  double depth = 8;
  for (; count > 8; count = (count + 1) / 2) ++depth;
  return depth;
}

/// The rates between the states of a group and their later neighbours, all of which it has, in
/// rows.
struct Block {
  std::vector<StateNumber> places;  // ascending
  std::vector<long double> rates;
  [[nodiscard]] std::size_t size() const { return places.size(); }
  [[nodiscard]] long double* row(std::size_t k) { return rates.data() + k * size(); }
  [[nodiscard]] const long double* row(std::size_t k) const { return rates.data() + k * size(); }
};

class Censoring {
 public:
  Censoring(const Inflow& part, const StateOrder& order, CensoringTask task, const Limits& limits)
      : part_(part), order_(order), task_(std::move(task)), limits_(limits), out_(part.size()), local_(part.size()) {
    turn_round();
    to_places(task_.rights);
    to_places(task_.gains);
    leaves_.resize(part.size());
    for (std::size_t k = 0; k < part.size(); ++k) {
      leaves_[k] = part.leaves[order.states[k]];
      left_ = left_ || leaves_[k] > 0;
    }
    columns_.reserve(order.fill);
    column_starts_.reserve(part.size() + 1);
  }

  CensoringResult run() {
    for (std::size_t g = 0; g + 1 < order_.groups.size(); ++g) {
      result_.lost = !eliminate(g);
      if (result_.lost || result_.stopped != Stopped::complete) return std::move(result_);
    }
    find_results();
    if (result_.stopped != Stopped::complete) return std::move(result_);
    result_.error = static_cast<double>(2 * kFineRounding) * roundings_ + static_cast<double>(kFineRounding);
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::size_t size() const { return part_.size(); }

  void to_places(std::vector<std::vector<long double>>& columns) const {
    for (std::vector<long double>& column : columns) {
      std::vector<long double> moved(size());
      for (std::size_t k = 0; k < size(); ++k) moved[k] = column[order_.states[k]];
      column = std::move(moved);
    }
  }

  /// Rates by the state they lead from.
  void turn_round() {
    row_starts_.assign(size() + 1, 0);
    for (const StateNumber from : part_.sources) ++row_starts_[order_.places[from] + std::size_t{1}];
    for (std::size_t k = 0; k < size(); ++k) row_starts_[k + 1] += row_starts_[k];
    std::vector<std::uint64_t> next(row_starts_.begin(), row_starts_.end() - 1);
    targets_.resize(part_.sources.size());
    target_rates_.resize(part_.sources.size());
    for (std::size_t j = 0; j < size(); ++j) {
      for (std::uint64_t e = part_.starts[j]; e < part_.starts[j + 1]; ++e) {
        const std::uint64_t at = next[order_.places[part_.sources[e]]]++;
        targets_[at] = order_.places[j];
        target_rates_[at] = part_.rates[e];
      }
    }
  }

  Block assemble(std::size_t group) {
    const StateNumber begin = order_.groups[group];
    const StateNumber end = order_.groups[group + 1];
    Block block;
    for (StateNumber place = begin; place < end; ++place) block.places.push_back(place);
    const auto add = [&](std::span<const StateNumber> places) {
      for (const StateNumber place : places) {
        if (place >= end) block.places.push_back(place);
      }
    };
    for (StateNumber place = begin; place < end; ++place) add(order_.neighbours_of(place));
    const std::size_t children = order_.children[group];
    for (std::size_t c = handed_.size() - children; c < handed_.size(); ++c) add(handed_[c].places);
    std::sort(block.places.begin(), block.places.end());
    block.places.erase(std::unique(block.places.begin(), block.places.end()), block.places.end());
    for (std::size_t k = 0; k < block.size(); ++k) local_[block.places[k]] = static_cast<StateNumber>(k);
    block.rates.assign(block.size() * block.size(), 0);
    for (StateNumber place = begin; place < end; ++place) add_rates(place, end, block);
    for (std::size_t c = 0; c < children; ++c) {
      add_block(handed_.back(), block);
      handed_.pop_back();
    }
    return block;
  }

  /// Those into a state from the later ones, and those from it to the ones after the group.
  void add_rates(StateNumber place, StateNumber end, Block& block) const {
    const std::size_t here = local_[place];
    const StateNumber state = order_.states[place];
    for (std::uint64_t e = part_.starts[state]; e < part_.starts[state + std::size_t{1}]; ++e) {
      const StateNumber from = order_.places[part_.sources[e]];
      if (from >= block.places.front() && from != place) block.row(local_[from])[here] += part_.rates[e];
    }
    long double* row = block.row(here);
    for (std::uint64_t e = row_starts_[place]; e < row_starts_[place + std::size_t{1}]; ++e) {
      if (targets_[e] >= end) row[local_[targets_[e]]] += target_rates_[e];
    }
  }

  void add_block(const Block& from, Block& to) const {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const long double* source = from.row(i);
      long double* row = to.row(local_[from.places[i]]);
      for (std::size_t j = 0; j < from.size(); ++j) row[local_[from.places[j]]] += source[j];
    }
  }

  /// Asks for limits about once in a million multiplications.
  bool stopped(const Block& block) { return stopped(block.size() * block.size() / 16); }
  bool stopped(std::size_t work) {
    waited_ += work + 1;
    if (waited_ < kWorkPerLook) return result_.stopped != Stopped::complete;
    waited_ = 0;
    if (const auto why = limits_.reached(0)) result_.stopped = *why;
    return result_.stopped != Stopped::complete;
  }

  /// False if rates were lost.
  bool eliminate(std::size_t group) {
    Block block = assemble(group);
    const std::size_t pivots = order_.groups[group + 1] - order_.groups[group];
    for (std::size_t k = 0; k < pivots; ++k) {
      if (stopped(block)) return true;
      if (!take_out(block, k, pivots)) return false;
    }
    const std::size_t rest = block.size() - pivots;
    if (rest == 0) return true;
    Block handed;
    handed.places.assign(block.places.begin() + static_cast<std::ptrdiff_t>(pivots), block.places.end());
    handed.rates.resize(rest * rest);
    for (std::size_t i = 0; i < rest; ++i) {
      if (stopped(block)) return true;
      long double* row = block.row(pivots + i);
      add_ways(block, pivots, row);
      std::copy(row + pivots, row + block.size(), handed.row(i));
    }
    handed_.push_back(std::move(handed));
    return true;
  }

  /// Takes the k-th state of a group out: where it was entered, what follows is entered at once. Of
  /// the later rows only the columns of the group are changed yet.
  bool take_out(Block& block, std::size_t k, std::size_t pivots) {
    const std::size_t n = block.size();
    const StateNumber place = block.places[k];
    const long double* row = block.row(k);
    const long double out = tree_sum(row + k + 1, n - k - 1) + leaves_[place];
    out_[place] = out;
    const bool last = place + std::size_t{1} == size();
    if (out <= 0 && !(last && !left_)) return false;
    long double least_out = leaves_[place] > 0 ? leaves_[place] : out;
    for (std::size_t j = k + 1; j < n; ++j) least_out = row[j] > 0 ? std::min(least_out, row[j]) : least_out;
    std::size_t entries = 0;
    long double least_in = 1;
    for (std::size_t i = k + 1; i < n; ++i) {
      long double* other = block.row(i);
      const long double factor = other[k] / out;
      other[k] = factor;
      columns_.push_back(factor);
      column_places_.push_back(block.places[i]);
      if (factor == 0) continue;
      ++entries;
      least_in = std::min(least_in, factor);
      const std::size_t end = i < pivots ? n : pivots;
      for (std::size_t j = k + 1; j < end; ++j) other[j] += factor * row[j];
      pass_up(block.places[i], place, factor);
    }
    if (n > k + 1 && least_in * least_out < kSmallest) return false;
    column_starts_.push_back(columns_.size());
    pass_on(block, k, out);
    // A sum, a quotient, a product and a sum of one number more in each row; and the same to find
    // the results.
    const double each = sum_depth(n - k) + 4;
    roundings_ += (static_cast<double>(entries) + 2) * each;
    return true;
  }

  /// What leaves the part, and what is gained, by way of a state taken out.
  void pass_up(StateNumber to, StateNumber from, long double factor) {
    leaves_[to] += factor * leaves_[from];
    for (std::vector<long double>& gain : task_.gains) gain[to] += factor * gain[from];
  }

  /// The runs that begin in a state that is taken out begin in those that follow it.
  void pass_on(const Block& block, std::size_t k, long double out) {
    if (out == 0 || (task_.rights.empty() && task_.gains.empty())) return;
    const long double* row = block.row(k);
    const StateNumber place = block.places[k];
    for (std::vector<long double>& right : task_.rights) {
      const long double amount = right[place] / out;
      if (amount == 0) continue;
      for (std::size_t j = k + 1; j < block.size(); ++j) right[block.places[j]] += amount * row[j];
    }
    if (task_.gains.empty()) return;
    for (std::size_t j = k + 1; j < block.size(); ++j) rows_.push_back(row[j] / out);
  }

  /// The ways through all states of the group, four at a time: the row is read and written less
  /// often.
  static void add_ways(const Block& block, std::size_t pivots, long double* row) {
    const std::size_t n = block.size();
    std::size_t k = 0;
    for (; k + 4 <= pivots; k += 4) {
      const long double f0 = row[k];
      const long double f1 = row[k + 1];
      const long double f2 = row[k + 2];
      const long double f3 = row[k + 3];
      if (f0 == 0 && f1 == 0 && f2 == 0 && f3 == 0) continue;
      const long double* r0 = block.row(k);
      const long double* r1 = block.row(k + 1);
      const long double* r2 = block.row(k + 2);
      const long double* r3 = block.row(k + 3);
      for (std::size_t j = pivots; j < n; ++j) row[j] += (f0 * r0[j] + f1 * r1[j]) + (f2 * r2[j] + f3 * r3[j]);
    }
    for (; k < pivots; ++k) {
      if (row[k] == 0) continue;
      const long double* other = block.row(k);
      for (std::size_t j = pivots; j < n; ++j) row[j] += row[k] * other[j];
    }
  }

  void find_results() {
    if (!left_) {
      std::vector<Wide> x(size());
      x.back() = Wide(1);
      for (std::size_t k = size() - 1; k-- > 0 && !stopped(entries(k));) x[k] = entered(x, k);
      result_.stationary = to_states(x);
    }
    for (const std::vector<long double>& right : task_.rights) {
      std::vector<Wide> y(size());
      for (std::size_t k = size(); k-- > 0 && !stopped(entries(k));) {
        if (out_[k] == 0) continue;
        y[k] = entered(y, k);
        y[k] += Wide(right[k] / out_[k]);
      }
      result_.spent.push_back(to_states(y));
    }
    for (const std::vector<long double>& gain : task_.gains) {
      std::vector<Wide> h(size());
      for (std::size_t k = size(); k-- > 0 && !stopped(entries(k));) {
        if (out_[k] == 0) continue;
        h[k] = Wide(gain[k] / out_[k]);
        for (std::uint64_t e = column_starts_[k]; e < column_starts_[k + 1]; ++e) {
          if (rows_[e] > 0) h[k] += h[column_places_[e]] * rows_[e];
        }
      }
      result_.values.push_back(to_states(h));
    }
  }

  [[nodiscard]] std::size_t entries(std::size_t k) const { return column_starts_[k + 1] - column_starts_[k]; }
  [[nodiscard]] Wide entered(const std::vector<Wide>& x, std::size_t k) const {
    Wide sum;
    for (std::uint64_t e = column_starts_[k]; e < column_starts_[k + 1]; ++e) {
      if (columns_[e] > 0) sum += x[column_places_[e]] * columns_[e];
    }
    return sum;
  }

  [[nodiscard]] std::vector<Wide> to_states(const std::vector<Wide>& by_place) const {
    std::vector<Wide> by_state(size());
    for (std::size_t k = 0; k < size(); ++k) by_state[order_.states[k]] = by_place[k];
    return by_state;
  }

  const Inflow& part_;
  const StateOrder& order_;
  CensoringTask task_;
  const Limits& limits_;
  std::vector<std::uint64_t> row_starts_;
  std::vector<StateNumber> targets_;
  std::vector<double> target_rates_;
  std::vector<long double> leaves_;
  std::vector<long double> out_;    // what left each state when its turn came
  std::vector<StateNumber> local_;  // position of a place in the block at work
  std::vector<Block> handed_;
  std::vector<std::uint64_t> column_starts_{0};
  std::vector<StateNumber> column_places_;
  std::vector<long double> columns_;  // rates into each state when its turn came, by what left it
  // What follows each state when its turn came, as probabilities; only for gains.
  std::vector<long double> rows_;
  double roundings_ = 0;
  std::size_t waited_ = 0;
  bool left_ = false;
  CensoringResult result_;
};

}  // namespace

CensoringResult censor(const Inflow& part, const StateOrder& order, CensoringTask task, const Limits& limits) {
  return Censoring(part, order, std::move(task), limits).run();
}

std::optional<CensoringResult> censor(const Inflow& part, StateNumber last, CensoringTask task, EliminationBudget budget,
                                      const Limits& limits) {
  if (limits.bytes > 0) budget.fill = std::min(budget.fill, limits.bytes / kBytesPerRate);
  const StateOrder order = order_states(part, last, budget);
  if (!order.within) return std::nullopt;
  return censor(part, order, std::move(task), limits);
}

}  // namespace petriloom
