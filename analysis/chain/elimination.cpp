// SPDX-License-Identifier: Apache-2.0
#include "analysis/chain/elimination.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "analysis/linear/censoring.h"

namespace petriloom {
namespace {

constexpr auto kNoComponent = static_cast<std::uint32_t>(-1);

constexpr EliminationBudget kWhateverItTakes{std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<double>::infinity()};
// Columns of results that are found together.
constexpr std::size_t kColumns = 64;

/// The members of a component with the probabilities to go from one to another, and from each to
/// outside. Loops are left out: what is passed through them is passed at once.
Inflow inner_part(const MarkovGraph& graph, std::span<const StateNumber> members) {
  Inflow part;
  std::vector<std::vector<std::pair<StateNumber, double>>> into(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    const auto targets = graph.graph.targets(members[k]);
    const auto values = graph.values_of(members[k]);
    long double leaves = 0;
    double exit = 0;
    for (std::size_t e = 0; e < targets.size(); ++e) {
      if (targets[e] == members[k]) continue;
      exit += values[e];
      const auto at = std::lower_bound(members.begin(), members.end(), targets[e]);
      if (at == members.end() || *at != targets[e]) {
        leaves += values[e];
      } else {
        into[static_cast<std::size_t>(at - members.begin())].emplace_back(static_cast<StateNumber>(k), values[e]);
      }
    }
    part.leaves.push_back(leaves);
    part.exits.push_back(exit);
  }
  for (const auto& row : into) {
    for (const auto& [from, value] : row) {
      part.sources.push_back(from);
      part.rates.push_back(value);
    }
    part.starts.push_back(part.sources.size());
  }
  return part;
}

/// Throws LimitReached.
CensoringResult censored(const Inflow& part, const StateOrder& order, CensoringTask task, const Limits& limits) {
  CensoringResult result = censor(part, order, std::move(task), limits);
  if (result.stopped != Stopped::complete) throw LimitReached(result.stopped);
  return result;
}

}  // namespace

// A sparse row under construction: sums by state of the chain.
class Elimination::Row {
 public:
  explicit Row(std::size_t states) : sums_(states, 0) {}
  void add(StateNumber state, double value) {
    if (sums_[state] == 0) touched_.push_back(state);
    sums_[state] += value;
  }
  /// Ascending; empties the row when `clear` is called.
  [[nodiscard]] const std::vector<StateNumber>& sorted() {
    std::sort(touched_.begin(), touched_.end());
    return touched_;
  }
  [[nodiscard]] const std::vector<StateNumber>& touched() const { return touched_; }
  [[nodiscard]] double operator[](StateNumber state) const { return sums_[state]; }
  void clear() {
    for (const StateNumber state : touched_) sums_[state] = 0;
    touched_.clear();
  }

 private:
  std::vector<double> sums_;
  std::vector<StateNumber> touched_;
};

Elimination::Elimination(const MarkovGraph& graph, const Limits& limits)
    : graph_(graph), limits_(limits), components_(strong_components(graph.graph, graph.states.size(), &graph.vanishing, limits)) {
  order_vanishing();
}

void Elimination::order_vanishing() {
  const std::size_t states = graph_.states.size();
  chain_state_.assign(states, kNoState);
  StateNumber tangible = 0;
  for (std::size_t s = 0; s < states; ++s) {
    const auto state = static_cast<StateNumber>(s);
    if (graph_.vanishing[state]) {
      order_.push_back(state);
    } else {
      chain_state_[s] = tangible++;
    }
  }
  std::sort(order_.begin(), order_.end(), [this](StateNumber a, StateNumber b) {
    return components_.of[a] != components_.of[b] ? components_.of[a] < components_.of[b] : a < b;
  });
  for (std::size_t k = 0; k < order_.size(); ++k) {
    if (k == 0 || components_.of[order_[k]] != components_.of[order_[k - 1]]) starts_.push_back(k);
  }
  starts_.push_back(order_.size());
  rows_.resize(order_.empty() ? 0 : states);
}

std::span<const StateNumber> Elimination::members(std::uint32_t component) const {
  return std::span(order_).subspan(starts_[component], starts_[component + 1] - starts_[component]);
}

std::span<const Elimination::Entry> Elimination::reached(StateNumber state) const {
  const auto [begin, end] = rows_[state];
  return std::span(entries_).subspan(begin, end - begin);
}

// Where edges lead, but for those to states of the component `inside`.
void Elimination::add_targets(std::span<const StateNumber> targets, std::span<const double> values, Row& row,
                              std::uint32_t inside) const {
  for (std::size_t e = 0; e < targets.size(); ++e) {
    const StateNumber target = targets[e];
    if (!graph_.vanishing[target]) {
      row.add(chain_state_[target], values[e]);
    } else if (components_.of[target] != inside) {
      for (const Entry& entry : reached(target)) row.add(entry.state, values[e] * entry.probability);
    }
  }
}

void Elimination::add_fixed(StateNumber state, Row& row, MarkovChain& chain) const {
  row.clear();
  add_targets(graph_.fixed.targets(state), graph_.fixed_values_of(state), row, kNoComponent);
  for (const StateNumber target : row.sorted()) {
    chain.fixed.add_edge(0, target);
    chain.fixed_values.push_back(row[target]);
  }
  chain.fixed.end_row();
  chain.fixed_firings.push_back(graph_.fixed_firings[state]);
}

void Elimination::keep(StateNumber state, const Row& row, double factor) {
  const std::size_t begin = entries_.size();
  for (const StateNumber target : row.touched()) entries_.push_back({target, row[target] * factor});
  rows_[state] = {begin, entries_.size()};
}

bool Elimination::resolve(std::span<const StateNumber> members, Row& row) {
  const StateNumber state = members.front();
  if (members.size() > 1) return resolve_cycle(members, row);
  double moves = 0;
  const auto targets = graph_.graph.targets(state);
  const auto values = graph_.values_of(state);
  for (std::size_t e = 0; e < targets.size(); ++e) moves += targets[e] == state ? 0 : values[e];
  add_targets(state, row, components_.of[state]);
  if (row.touched().empty()) return false;
  keep(state, row, 1 / moves);
  row.clear();
  return true;
}

// Finds the probabilities to leave the component to each state of the chain: what is gained where
// the component is left, without subtraction (analysis/linear/censoring.h).
bool Elimination::resolve_cycle(std::span<const StateNumber> members, Row& row) {
  const std::uint32_t inside = components_.of[members.front()];
  std::vector<StateNumber> columns;
  std::vector<std::vector<Entry>> outer;
  for (const StateNumber state : members) {
    add_targets(state, row, inside);
    columns.insert(columns.end(), row.touched().begin(), row.touched().end());
    outer.emplace_back();
    for (const StateNumber target : row.touched()) outer.back().push_back({target, row[target]});
    row.clear();
  }
  if (columns.empty()) return false;
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  const Inflow part = inner_part(graph_, members);
  const StateOrder order = order_states(part, kNoState, kWhateverItTakes);
  std::vector<std::vector<Entry>> found(members.size());
  for (std::size_t first = 0; first < columns.size(); first += kColumns) {
    const std::size_t count = std::min(kColumns, columns.size() - first);
    CensoringTask task;
    task.gains.assign(count, std::vector<long double>(members.size(), 0));
    for (std::size_t k = 0; k < members.size(); ++k) {
      for (const Entry& entry : outer[k]) {
        const auto column =
            static_cast<std::size_t>(std::lower_bound(columns.begin(), columns.end(), entry.state) - columns.begin());
        if (column >= first && column < first + count) task.gains[column - first][k] = entry.probability;
      }
    }
    const CensoringResult result = censored(part, order, std::move(task), limits_);
    if (result.lost) return false;
    for (std::size_t k = 0; k < members.size(); ++k) {
      for (std::size_t c = 0; c < count; ++c) {
        const auto probability = static_cast<double>(result.values[c][k].value());
        if (probability > 0) found[k].push_back({columns[first + c], probability});
      }
    }
  }
  for (std::size_t k = 0; k < members.size(); ++k) {
    const std::size_t begin = entries_.size();
    entries_.insert(entries_.end(), found[k].begin(), found[k].end());
    rows_[members[k]] = {begin, entries_.size()};
  }
  return true;
}

MarkovChain Elimination::chain(const Net& net, Diagnostics& diagnostics) {
  MarkovChain chain;
  const std::size_t states = graph_.states.size();
  for (std::size_t s = 0; s < states; ++s) {
    if (chain_state_[s] != kNoState) chain.states.push_back(static_cast<StateNumber>(s));
  }
  Row row(chain.size());
  Poll poll(limits_);
  for (std::uint32_t component = 0; component + 1 < starts_.size(); ++component) {
    const auto inside = members(component);
    const std::size_t known = entries_.size();
    if (resolve(inside, row)) {
      poll(inside.size() + entries_.size() - known);
      continue;
    }
    std::set<std::string> names;
    for (const StateNumber state : inside) {
      for (const Label label : graph_.graph.labels(state)) names.insert(path(net, TransitionId(label)));
    }
    const Label first = graph_.graph.labels(inside.front()).front();
    diagnostics.error(net.transitions[first].where,
                      fmt::format("immediate transitions fire for ever while no time passes: {}", fmt::join(names, ", ")));
    return {};
  }
  for (const StateNumber state : chain.states) {
    row.clear();
    add_targets(state, row, kNoComponent);
    const StateNumber self = chain_state_[state];
    double exit = 0;
    poll(row.touched().size() + 1);
    for (const StateNumber target : row.sorted()) {
      if (target == self) continue;
      chain.graph.add_edge(0, target);
      chain.rates.push_back(row[target]);
      exit += row[target];
    }
    chain.graph.end_row();
    chain.exits.push_back(exit);
    if (!graph_.fixed_firings.empty()) add_fixed(state, row, chain);
  }
  chain.initial.assign(chain.size(), 0);
  if (!graph_.vanishing[0]) {
    chain.initial[chain_state_[0]] = 1;
  } else {
    for (const Entry& entry : reached(0)) chain.initial[entry.state] += entry.probability;
  }
  return chain;
}

// How often each member is passed if the component is entered as told; what is entered more and
// less often are found apart.
void Elimination::pass(std::span<const StateNumber> members, std::vector<double>& passages) const {
  const Inflow part = inner_part(graph_, members);
  if (members.size() == 1) {
    passages[members[0]] /= part.exits[0];
    return;
  }
  CensoringTask task;
  for (const double sign : {1.0, -1.0}) {
    task.rights.emplace_back(members.size());
    for (std::size_t k = 0; k < members.size(); ++k) task.rights.back()[k] = std::max(0.0, sign * passages[members[k]]);
  }
  const CensoringResult result = censored(part, order_states(part, kNoState, kWhateverItTakes), std::move(task), limits_);
  for (std::size_t k = 0; k < members.size(); ++k)
    passages[members[k]] = static_cast<double>(result.spent[0][k].value() - result.spent[1][k].value());
}

std::vector<double> Elimination::passages(const MarkovChain& chain, std::span<const double> weights, std::span<const double> fires,
                                          double starts) const {
  if (order_.empty()) return {};
  std::vector<double> result(graph_.states.size(), 0);
  const auto spread = [&](std::span<const StateNumber> targets, std::span<const double> values, double amount,
                          std::uint32_t inside) {
    for (std::size_t e = 0; e < targets.size(); ++e) {
      if (graph_.vanishing[targets[e]] && components_.of[targets[e]] != inside) result[targets[e]] += amount * values[e];
    }
  };
  if (graph_.vanishing[0]) result[0] = starts;
  Poll poll(limits_);
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const StateNumber state = chain.states[k];
    poll();
    spread(graph_.graph.targets(state), graph_.values_of(state), weights[k], kNoComponent);
    if (!fires.empty()) spread(graph_.fixed.targets(state), graph_.fixed_values_of(state), fires[k], kNoComponent);
  }
  for (auto component = static_cast<std::uint32_t>(starts_.size() - 1); component-- > 0;) {
    const auto inside = members(component);
    pass(inside, result);
    poll(inside.size());
    for (const StateNumber state : inside)
      spread(graph_.graph.targets(state), graph_.values_of(state), result[state], components_.of[state]);
  }
  return result;
}

}  // namespace petriloom
