// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/makespan/matrix_game.h"

namespace petriloom {

namespace {

/// Who runs each task.
using Assignment = std::vector<std::uint16_t>;
using Path = std::vector<std::uint32_t>;

/// The linear program as a game: one side picks who runs each task, the other what is too long, the
/// work of a kind of workers or a path. Of the exponentially many columns and rows those are added
/// that are the best answer to what the other side plays (H. B. McMahan, G. J. Gordon, A. Blum,
/// "Planning in the presence of cost functions controlled by an adversary", 2003).
class BoundGame {
 public:
  explicit BoundGame(const WorkGraph& graph) : graph_(graph), tasks_(graph.successors.size()) {
    for (const WorkerKind& kind : graph.kinds) rows_.push_back({{}, kind.workers});
    payoff_.resize(rows_.size());
    find_order();
    std::vector<double> shares(rows_.size(), 1.0 / static_cast<double>(rows_.size()));
    static_cast<void>(answer(shares));
  }

  /// The longest path by durations of each task, and its length.
  double longest(const std::vector<double>& seconds, Path& path) const {
    std::vector<double> to_end(tasks_, 0);
    std::vector<std::uint32_t> next(tasks_, kNone);
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      for (const std::uint32_t successor : graph_.successors[*at]) {
        if (next[*at] == kNone || to_end[successor] > to_end[next[*at]]) next[*at] = successor;
      }
      to_end[*at] = seconds[*at] + (next[*at] == kNone ? 0 : to_end[next[*at]]);
    }
    if (tasks_ == 0) return 0;
    const auto first = std::max_element(to_end.begin(), to_end.end());
    path.clear();
    for (auto at = static_cast<std::uint32_t>(first - to_end.begin()); at != kNone; at = next[at]) path.push_back(at);
    return *first;
  }

  /// The value with work alone, or with paths, too. `exact` is cleared if it gave up before.
  double value(bool with_paths, bool& exact) {
    const std::size_t rounds = std::clamp<std::size_t>(20'000'000 / std::max<std::size_t>(tasks_, 1), 50, 200);
    const double tight = with_paths ? kTightWithPaths : kTight;
    double best = 0;
    std::vector<double> center;  // the shares of rows that gave it
    for (std::size_t round = 0; round < rounds; ++round) {
      const GameSolution solution = solve_game(payoff_);
      // Between the best shares and those of this round, which jump (P. Wentges, "Weighted
      // Dantzig-Wolfe decomposition for linear mixed-integer programming", 1997).
      std::vector<double> shares = solution.rows;
      center.resize(shares.size(), 0);
      const bool between = with_paths && best > 0 && best < solution.value * (1 - tight);
      for (std::size_t r = 0; between && r < shares.size(); ++r) shares[r] = (shares[r] + center[r]) / 2;
      const double sure = answer(shares);
      if (sure > best) {
        best = sure;
        center = shares;
      }
      if (best < solution.value * (1 - tight)) {
        // What is between need not be against what is played now.
        if (between) best = std::max(best, answer(solution.rows));
        continue;
      }
      if (!with_paths || !add_path(solution, tight)) return best;
      best_upper_ = std::min(best_upper_, upper_);
      if (best >= best_upper_ * (1 - tight)) return best;
    }
    exact = false;
    return best;
  }

  [[nodiscard]] std::vector<double> least_seconds() const {
    std::vector<double> least(tasks_);
    for (std::size_t t = 0; t < tasks_; ++t) {
      least[t] = std::numeric_limits<double>::infinity();
      for (const WorkerKind& kind : graph_.kinds) least[t] = std::min(least[t], kind.seconds[t]);
    }
    return least;
  }

  /// Adds a path that is too long.
  void add(const Path& path) {
    rows_.push_back({path, 1});
    payoff_.emplace_back();
    for (const Assignment& one : assignments_) payoff_.back().push_back(payoff_of(rows_.back(), rows_.size() - 1, one));
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr double kTight = 1e-9;
  static constexpr double kTightWithPaths = 1e-5;  // the game is larger, and its arithmetic worse

  /// What is too long: a path, or the work of a kind if there is none.
  struct Row {
    Path path;
    std::size_t workers = 1;
  };

  void find_order() {
    std::vector<std::uint32_t> before(tasks_, 0);
    for (const auto& list : graph_.successors) {
      for (const std::uint32_t successor : list) ++before[successor];
    }
    for (std::uint32_t t = 0; t < tasks_; ++t) {
      if (before[t] == 0) order_.push_back(t);
    }
    for (std::size_t k = 0; k < order_.size(); ++k) {
      for (const std::uint32_t successor : graph_.successors[order_[k]]) {
        if (--before[successor] == 0) order_.push_back(successor);
      }
    }
  }

  [[nodiscard]] double team(std::size_t kind, std::size_t task) const {
    const std::vector<double>& team = graph_.kinds[kind].team;
    return team.empty() ? 1 : team[task];
  }

  [[nodiscard]] double payoff_of(const Row& row, std::size_t number, const Assignment& one) const {
    double sum = 0;
    if (number >= graph_.kinds.size()) {
      for (const std::uint32_t task : row.path) sum += graph_.kinds[one[task]].seconds[task];
      return sum;
    }
    for (std::size_t t = 0; t < tasks_; ++t) {
      if (one[t] == number) sum += graph_.kinds[number].seconds[t] * team(number, t);
    }
    return sum / static_cast<double>(row.workers);
  }

  /// The best assignment against shares of the rows, which is added; what it takes, below which no
  /// schedule can stay.
  double answer(const std::vector<double>& shares) {
    std::vector<double> on_paths(tasks_, 0);
    for (std::size_t r = graph_.kinds.size(); r < shares.size(); ++r) {
      if (shares[r] == 0) continue;
      for (const std::uint32_t task : rows_[r].path) on_paths[task] += shares[r];
    }
    Assignment best(tasks_, 0);
    double sum = 0;
    for (std::size_t t = 0; t < tasks_; ++t) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < graph_.kinds.size(); ++k) {
        if (!std::isfinite(graph_.kinds[k].seconds[t])) continue;
        const double price = shares[k] * team(k, t) / static_cast<double>(rows_[k].workers) + on_paths[t];
        const double cost = graph_.kinds[k].seconds[t] * price;
        if (cost >= least) continue;
        least = cost;
        best[t] = static_cast<std::uint16_t>(k);
      }
      sum += least;
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) payoff_[r].push_back(payoff_of(rows_[r], r, best));
    assignments_.push_back(std::move(best));
    return sum;
  }

  /// Adds the longest path where each task is in parts as the solution says. False if none is
  /// longer than the value.
  bool add_path(const GameSolution& solution, double tight) {
    std::vector<double> seconds(tasks_, 0);
    for (std::size_t c = 0; c < solution.columns.size(); ++c) {
      if (solution.columns[c] == 0) continue;
      for (std::size_t t = 0; t < tasks_; ++t) seconds[t] += solution.columns[c] * graph_.kinds[assignments_[c][t]].seconds[t];
    }
    Path path;
    upper_ = std::max(solution.value, longest(seconds, path));
    if (upper_ <= solution.value * (1 + tight)) return false;
    add(path);
    return true;
  }

  const WorkGraph& graph_;
  std::size_t tasks_;
  std::vector<std::uint32_t> order_;
  std::vector<Row> rows_;
  std::vector<Assignment> assignments_;      // the columns
  std::vector<std::vector<double>> payoff_;  // by row and column
  double upper_ = 0;                         // the value is not above this
  double best_upper_ = std::numeric_limits<double>::infinity();
};

}  // namespace

MakespanBounds makespan_bounds(const WorkGraph& graph) {
  MakespanBounds bounds;
  if (graph.successors.empty() || graph.kinds.empty()) return bounds;
  BoundGame game(graph);
  bounds.area = game.value(false, bounds.exact);
  Path path;
  bounds.path = game.longest(game.least_seconds(), path);
  game.add(path);
  bounds.both = std::max({bounds.area, bounds.path, game.value(true, bounds.exact)});
  return bounds;
}

}  // namespace petriloom
