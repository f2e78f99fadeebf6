// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_net.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/net/eval.h"
#include "engine/run/agenda.h"
#include "engine/run/dependency.h"
#include "engine/run/distributions.h"

namespace petriloom {

namespace {

constexpr std::size_t kFewConsumers = 16;      // immediate acts that ask for a cell; more make it one of a gate
constexpr std::size_t kMostByArrival = 64;     // the same, where arrivals decide who goes first
constexpr std::int64_t kMostTokens = 1 << 30;  // of one arc: sums stay far from the ends of 64 bits

constexpr Op kStateful[] = {Op::tokens, Op::fireable, Op::dead, Op::now, Op::random};

/// Whether an expression, which may be invalid, has the same value in a binding whatever the state.
bool fixed(const Net& net, ExprId expr) {
  return !expr.valid() || std::none_of(std::begin(kStateful), std::end(kStateful), [&](Op op) { return reaches(net, expr, op); });
}

bool fixed(const Net& net, const Arc& arc) {
  return !arc.delay.valid() && fixed(net, arc.count) && fixed(net, arc.value) && fixed(net, arc.condition);
}

bool fixed(const Net& net, const Transition& t) {
  const auto fits = [&](ExprId expr) { return fixed(net, expr); };
  return t.draws.empty() && !t.delay.valid() && t.memory == Memory::enabling && fits(t.a) && fits(t.b) && fits(t.weight) &&
         std::all_of(t.guards.begin(), t.guards.end(), fits) &&
         std::all_of(t.arcs.begin(), t.arcs.end(), [&](const Arc& arc) { return fixed(net, arc); });
}

bool has_flat_form(const Net& net) {
  const auto asks_what_can_fire = [&](ExprId expr) {
    return expr.valid() && (reaches(net, expr, Op::fireable) || reaches(net, expr, Op::dead));
  };
  const auto at_once = [](const Place& place) {
    return std::all_of(place.initial.begin(), place.initial.end(),
                       [](const InitialTokens& tokens) { return tokens.available <= 0 && tokens.count < kMostTokens; });
  };
  return !asks_what_can_fire(net.stop) &&
         std::none_of(net.measures.begin(), net.measures.end(), [&](const Measure& m) { return asks_what_can_fire(m.value); }) &&
         std::all_of(net.places.begin(), net.places.end(), at_once) &&
         std::all_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& t) { return fixed(net, t); });
}

class FlatMaker {
 public:
  FlatMaker(const Net& net, const FlatLimits& limits, FlatNet& made, const RowNet& rows)
      : net_(net), limits_(limits), made_(made), rows_(rows), evaluator_(net, made.parts.pool) {}

  /// False if the net has no flat form after all.
  bool make() {
    return add_acts() && rank_timed() && add_levels() && find_hubs() && split_conditions() && find_concerned() && point();
  }

 private:
  bool add_acts() {
    made_.initial = rows_.initial;
    for (std::size_t a = 0; a < rows_.transitions; ++a) {
      if (!add_rows(a)) return false;
      const Transition& transition = net_[made_.parts.transitions[a].transition];
      const bool immediate = transition.timing == Timing::immediate;
      made_.timed_of.push_back(immediate ? FlatNet::kNone : static_cast<std::uint32_t>(made_.timed.size()));
      made_.immediate_of.push_back(immediate ? static_cast<std::uint32_t>(made_.immediate.size()) : FlatNet::kNone);
      try {
        if (!(immediate ? add_immediate(a) : add_timed(a))) return false;
      } catch (const EvalError&) {
        return false;  // an error only if it comes to a draw; the run tells
      }
    }
    return true;
  }

  bool add_rows(std::size_t a) {
    const std::pair<ArcKind, const ArcRows*> asked[] = {{ArcKind::input, &rows_.input},
                                                        {ArcKind::read, &rows_.read},
                                                        {ArcKind::inhibitor, &rows_.inhibitor},
                                                        {ArcKind::equal, &rows_.equal}};
    bool small = true;
    for (const auto& [kind, arcs] : asked) {
      for_each_entry(*arcs, a, [&, kind = kind](PlaceId place, std::int64_t count) {
        small = small && count < kMostTokens;
        // A total has what its colours have.
        if (kind == ArcKind::input && made_.parts.places[place.index()].total) return;
        made_.conditions.add({kind, static_cast<std::uint32_t>(place.index()), count});
      });
    }
    made_.conditions.end_row();
    std::map<std::uint32_t, std::int64_t> changes;
    const auto add = [&](const ArcRows& arcs, FlatRows<FlatChange>& to, std::int64_t sign) {
      for_each_entry(arcs, a, [&](PlaceId place, std::int64_t count) {
        small = small && count < kMostTokens;
        const auto cell = static_cast<std::uint32_t>(place.index());
        to.add({cell, count});
        changes[cell] += sign * count;
      });
      to.end_row();
    };
    add(rows_.input, made_.takes, -1);
    add(rows_.output, made_.puts, 1);
    for (const PlaceId place : rows_.reset.places(a)) made_.resets.add(static_cast<std::uint32_t>(place.index()));
    made_.resets.end_row();
    for (const auto& [cell, amount] : changes) {
      if (amount != 0) made_.changes.add({cell, amount});
    }
    made_.changes.end_row();
    return small;
  }

  std::vector<Word> frame(std::size_t a) {
    const Transition& transition = net_[made_.parts.transitions[a].transition];
    const std::span<const Word> binding = made_.parts.binding(net_, a);
    std::vector<Word> frame(transition.variables.size());
    std::copy(binding.begin(), binding.end(), frame.begin());
    return frame;
  }
  double value(ExprId expr, std::vector<Word>& frame) { return expr.valid() ? real_of_word(evaluator_.eval(expr, frame)) : 0; }

  bool add_timed(std::size_t a) {
    const Transition& transition = net_[made_.parts.transitions[a].transition];
    std::vector<Word> words = frame(a);
    FlatTimed timed;
    timed.timing = transition.timing;
    timed.a = value(transition.a, words);
    timed.b = value(transition.b, words);
    timed.servers = transition.servers;
    made_.timed.push_back(timed);
    made_.timed_act.push_back(static_cast<std::uint32_t>(a));
    return check_parameters(transition.timing, timed.a, timed.b).empty() && has_own_servers(a);
  }

  // Acts of one instance come one after the other: the words of its index lead those of the binding.
  bool has_own_servers(std::size_t a) {
    const Transition& transition = net_[made_.parts.transitions[a].transition];
    if (transition.servers == 0 || a == 0) return true;
    if (made_.parts.transitions[a - 1].transition != made_.parts.transitions[a].transition) return true;
    const auto binding = made_.parts.binding(net_, a);
    return !std::equal(binding.begin(), binding.begin() + transition.folded, made_.parts.binding(net_, a - 1).begin());
  }

  bool add_immediate(std::size_t a) {
    const Transition& transition = net_[made_.parts.transitions[a].transition];
    std::vector<Word> words = frame(a);
    FlatImmediate immediate;
    immediate.weighted = transition.weight.valid();
    immediate.weight = value(transition.weight, words);
    made_.immediate.push_back(immediate);
    made_.immediate_act.push_back(static_cast<std::uint32_t>(a));
    return !immediate.weighted || (std::isfinite(immediate.weight) && immediate.weight > 0);
  }

  [[nodiscard]] std::int64_t priority(std::size_t a) {
    return priority_of(net_[made_.parts.transitions[a].transition], evaluator_);
  }

  bool rank_timed() {
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (std::uint32_t t = 0; t < made_.timed.size(); ++t) order.emplace_back(-priority(made_.timed_act[t]), t);
    std::sort(order.begin(), order.end());
    for (std::uint32_t k = 0; k < order.size(); ++k) made_.timed[order[k].second].rank = k;
    return true;
  }

  bool add_levels() {
    std::map<std::int64_t, std::vector<std::uint32_t>, std::greater<>> levels;
    for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) levels[priority(made_.immediate_act[i])].push_back(i);
    for (const auto& [priority, acts] : levels) {
      FlatLevel level;
      for (const std::uint32_t i : acts) {
        FlatImmediate& immediate = made_.immediate[i];
        immediate.level = static_cast<std::uint32_t>(made_.levels.size());
        immediate.position = static_cast<std::uint32_t>(level.acts.size());
        level.weighted = level.weighted && immediate.weighted;
        level.uniform = level.uniform && immediate.weighted && immediate.weight == made_.immediate[acts.front()].weight;
        level.acts.push_back(i);
      }
      made_.levels.push_back(std::move(level));
    }
    return true;
  }

  bool find_hubs() {
    std::vector<std::size_t> consumers(made_.initial.size());
    std::vector<bool> by_arrival(made_.initial.size());
    for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) {
      for (const FlatCondition& condition : made_.conditions[made_.immediate_act[i]]) {
        ++consumers[condition.cell];
        if (!made_.levels[made_.immediate[i].level].weighted) by_arrival[condition.cell] = true;
      }
    }
    hub_.resize(consumers.size());
    for (std::size_t cell = 0; cell < consumers.size(); ++cell) {
      if (by_arrival[cell] && consumers[cell] > kMostByArrival) return false;
      hub_[cell] = !by_arrival[cell] && consumers[cell] > kFewConsumers;
    }
    return true;
  }

  bool split_conditions() {
    std::map<std::vector<FlatCondition>, std::uint32_t> gates;
    gates.emplace(std::vector<FlatCondition>{}, 0);
    made_.gates.emplace_back();
    for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) {
      FlatGate gate;
      for (const FlatCondition& condition : made_.conditions[made_.immediate_act[i]]) {
        hub_[condition.cell] ? gate.conditions.push_back(condition) : made_.local.add(condition);
      }
      made_.local.end_row();
      std::sort(gate.conditions.begin(), gate.conditions.end());
      const auto [found, added] = gates.try_emplace(gate.conditions, static_cast<std::uint32_t>(made_.gates.size()));
      if (added) made_.gates.push_back(std::move(gate));
      made_.immediate[i].gate = found->second;
      FlatLevel& level = made_.levels[made_.immediate[i].level];
      level.gates.push_back(found->second);
    }
    for (FlatLevel& level : made_.levels) {
      std::sort(level.gates.begin(), level.gates.end());
      level.gates.erase(std::unique(level.gates.begin(), level.gates.end()), level.gates.end());
      if (level.gates.size() * level.acts.size() > std::size_t{64} << 20U) return false;  // a bit for each
    }
    return true;
  }

  // For each cell, who has a condition on it.
  void find_consumers() {
    timed_by_.resize(made_.initial.size());
    immediate_by_.resize(made_.initial.size());
    gates_by_.resize(made_.initial.size());
    for (std::uint32_t t = 0; t < made_.timed.size(); ++t) {
      for (const FlatCondition& c : made_.conditions[made_.timed_act[t]]) timed_by_[c.cell].push_back(t);
    }
    for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) {
      for (const FlatCondition& c : made_.local[i]) immediate_by_[c.cell].push_back(i);
    }
    for (std::uint32_t g = 0; g < made_.gates.size(); ++g) {
      for (const FlatCondition& c : made_.gates[g].conditions) gates_by_[c.cell].push_back(g);
    }
  }

  bool find_concerned() {
    find_consumers();
    std::vector<std::uint32_t> cells;
    for (std::size_t a = 0; a < rows_.transitions; ++a) {
      cells.clear();
      for (const FlatChange& change : made_.changes[a]) cells.push_back(change.cell);
      const auto resets = made_.resets[a];
      cells.insert(cells.end(), resets.begin(), resets.end());
      gather(cells, timed_by_, made_.timed_of[a]);
      // Durations are drawn for those without a limit of servers first.
      std::stable_partition(found_.begin(), found_.end(), [&](std::uint32_t t) { return made_.timed[t].servers == 0; });
      write(made_.timed_after);
      gather(cells, immediate_by_, FlatNet::kNone);
      write(made_.immediate_after);
      gather(cells, gates_by_, FlatNet::kNone);
      write(made_.gates_after);
      if (made_.timed_after.size() + made_.immediate_after.size() + made_.gates_after.size() > limits_.concerned) return false;
    }
    return true;
  }

  void gather(const std::vector<std::uint32_t>& cells, const std::vector<std::vector<std::uint32_t>>& by, std::uint32_t self) {
    found_.clear();
    if (self != FlatNet::kNone) found_.push_back(self);
    for (const std::uint32_t cell : cells) found_.insert(found_.end(), by[cell].begin(), by[cell].end());
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }
  void write(FlatRows<std::uint32_t>& rows) {
    for (const std::uint32_t number : found_) rows.add(number);
    rows.end_row();
  }

  // Now that the rows no longer move.
  bool point() {
    for (std::size_t t = 0; t < made_.timed.size(); ++t) made_.timed[t].needs = made_.conditions[made_.timed_act[t]];
    for (std::size_t i = 0; i < made_.immediate.size(); ++i) made_.immediate[i].local = made_.local[i];
    return true;
  }

  const Net& net_;
  const FlatLimits& limits_;
  FlatNet& made_;
  const RowNet& rows_;
  Evaluator evaluator_;
  std::vector<bool> hub_;
  std::vector<std::vector<std::uint32_t>> timed_by_, immediate_by_, gates_by_;
  std::vector<std::uint32_t> found_;
};

}  // namespace

std::optional<FlatNet> flatten(const Net& net, const FlatLimits& limits) {
  if (!has_flat_form(net)) return std::nullopt;
  UnfoldOptions options;
  options.most_places = limits.cells;
  options.most_transitions = limits.acts;
  options.most_arcs = limits.arcs;
  options.most_steps = limits.steps;
  UnfoldedRows unfolded = unfold_rows(net, options);
  if (!unfolded.rows || unfolded.diagnostics.has_errors()) return std::nullopt;
  FlatNet made;
  made.parts = std::move(unfolded.parts);
  if (!FlatMaker(net, limits, made, *unfolded.rows).make()) return std::nullopt;
  return made;
}

}  // namespace petriloom
