// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_program.h"

#include <algorithm>
#include <map>

#include "engine/run/flat_plan.h"

namespace petriloom {

std::uint32_t flat_test::encode(const FlatCondition& condition) {
  const auto count = static_cast<std::uint32_t>(condition.count);
  switch (condition.kind) {
    case ArcKind::inhibitor:
      return count | kInhibitor;
    case ArcKind::equal:
      return count | kEqual;
    case ArcKind::read:
      return count | kRead;
    default:
      return count | kInput;
  }
}

namespace {

/// Writes the rows of a program.
class FlatProgramWriter {
 public:
  FlatProgramWriter(const Net& net, const FlatPlan& plan, const Measures& measures, bool told, std::vector<std::uint32_t>& words)
      : net_(net), plan_(plan), flat_(plan.flat), measures_(measures), told_(told), words_(words) {}

  void add_act(std::uint32_t act) {
    const std::uint32_t flags = find(act);
    add(flags);
    if ((flags & FlatProgram::kTallies) != 0) add_all(tallies_);
    if ((flags & FlatProgram::kLooks) != 0) {
      add_all(looking_);
      add_shown(flat_.takes[act]);
      add_shown(flat_.puts[act], flat_.delayed[act]);
    }
    if ((flags & FlatProgram::kCounts) != 0) {
      add(counts_.size());
      for (const auto& [member, more] : counts_) {
        add(member);
        add(static_cast<std::uint64_t>(more) & 0xffffffffU);
        add(static_cast<std::uint64_t>(more) >> 32U);
      }
    }
    if ((flags & FlatProgram::kArrivals) != 0) {
      add_moved(flat_.takes[act]);
      add_moved(flat_.puts[act]);
    }
    add(flat_.changes[act].size());
    for (const FlatChange& change : flat_.changes[act]) {
      add(plan_.slot[change.cell]);
      add(static_cast<std::uint32_t>(change.amount));
    }
  }

  void add_concerned(std::size_t row) {
    add(flat_.immediate_after[row].size());
    for (const std::uint32_t number : flat_.immediate_after[row]) {
      const std::uint32_t pool = plan_.pool_of[number];
      add(number);
      add(plan_.act_slot[number]);
      add(pool);
      add(flat_.immediate[number].position - plan_.pools[pool].first);
      add_conditions(flat_.immediate[number].local);
    }
    add_all(flat_.gates_after[row]);
    add(flat_.timed_after[row].size());
    for (const std::uint32_t number : flat_.timed_after[row]) {
      add(number);
      add_timed(number);
    }
  }

  void add_gate(std::uint32_t gate) { add_conditions(flat_.gates[gate].conditions); }

  void add_timed(std::uint32_t number) {
    const std::int64_t servers = flat_.timed[number].servers;
    add(servers == 0 ? FlatProgram::kNoLimit : std::min<std::int64_t>(servers, FlatProgram::kNoLimit - 1));
    add_conditions(flat_.timed[number].needs);
  }

 private:
  template <class Number>
  void add(Number word) {
    words_.push_back(static_cast<std::uint32_t>(word));
  }
  void add_all(std::span<const std::uint32_t> words) {
    add(words.size());
    words_.insert(words_.end(), words.begin(), words.end());
  }
  void add_conditions(std::span<const FlatCondition> conditions) {
    add(conditions.size());
    for (const FlatCondition& condition : conditions) {
      add(plan_.slot[condition.cell]);
      add(flat_test::encode(condition));
    }
  }
  template <class... Tokens>
  void add_shown(Tokens... moved) {
    const std::size_t number = words_.size();
    add(0);
    const auto show = [&](const auto& tokens) {
      if (plan_.shows[tokens.cell] == 0) return;
      ++words_[number];
      add(tokens.cell);
      add(tokens.amount);
    };
    (std::for_each(moved.begin(), moved.end(), show), ...);
  }
  void add_moved(std::span<const FlatChange> changes) {
    const auto kept = [&](const FlatChange& change) { return plan_.keeps(change.cell); };
    add(std::count_if(changes.begin(), changes.end(), kept));
    for (const FlatChange& change : changes) {
      if (!kept(change)) continue;
      add(plan_.queue_of[change.cell]);
      add(change.amount);
    }
  }

  // The flags of an act, and what measures count and look at.
  std::uint32_t find(std::uint32_t act) {
    std::uint32_t flags = told_ ? FlatProgram::kRecords : find_tallies(act);
    looking_.clear();
    counts_.clear();
    const auto change = [&](std::uint32_t cell, std::int64_t amount) {
      if (plan_.shows[cell] != 0) flags |= FlatProgram::kLooks;
      if (measures_.stops_by(flat_.parts.places[cell].place)) flags |= FlatProgram::kStops;
      for (const FlatLook& look : plan_.looks[cell]) looking_.push_back(look.member);
      for (const FlatLook& look : plan_.counted[cell]) counts_[look.member] += amount * look.times;
    };
    for (const FlatChange& take : flat_.takes[act]) change(take.cell, -take.amount);
    for (const FlatChange& put : flat_.puts[act]) change(put.cell, put.amount);
    for (const FlatDelayed& put : flat_.delayed[act]) change(put.cell, put.amount);
    for (const std::uint32_t cell : flat_.resets[act]) {  // whether that is a change is seen when it fires
      if (plan_.shows[cell] != 0) flags |= FlatProgram::kLooks;
    }
    if (moves_arrivals(act)) flags |= FlatProgram::kArrivals;
    std::sort(looking_.begin(), looking_.end());
    looking_.erase(std::unique(looking_.begin(), looking_.end()), looking_.end());
    if (!counts_.empty()) flags |= FlatProgram::kCounts;
    if (!flat_.delayed[act].empty()) flags |= FlatProgram::kDelays;
    if (!flat_.resets[act].empty()) flags |= FlatProgram::kResets;
    return flags;
  }
  // Firings that measures only count need not be told of.
  std::uint32_t find_tallies(std::uint32_t act) {
    const TransitionId transition = flat_.parts.transitions[act].transition;
    tallies_.clear();
    if (!measures_.records(transition)) return 0;
    if (!measures_.tallies_of(transition, flat_.parts.binding(net_, act), tallies_)) return FlatProgram::kRecords;
    return tallies_.empty() ? 0 : FlatProgram::kTallies;
  }
  [[nodiscard]] bool moves_arrivals(std::uint32_t act) const {
    const auto any = [&](std::span<const FlatChange> changes) {
      return std::any_of(changes.begin(), changes.end(), [&](const FlatChange& change) { return plan_.keeps(change.cell); });
    };
    const auto resets = flat_.resets[act];
    return any(flat_.takes[act]) || any(flat_.puts[act]) ||
           std::any_of(resets.begin(), resets.end(), [&](std::uint32_t cell) { return plan_.keeps(cell); });
  }

  const Net& net_;
  const FlatPlan& plan_;
  const FlatNet& flat_;
  const Measures& measures_;
  const bool told_;
  std::vector<std::uint32_t>& words_;
  std::vector<std::uint32_t> tallies_;
  std::vector<std::uint32_t> looking_;
  std::map<std::uint32_t, std::int64_t> counts_;  // by member
};

}  // namespace

FlatProgram::FlatProgram(const Net& net, const FlatPlan& plan, const Measures& measures, bool told) : rows_(plan.flat.arrival_row) {
  FlatProgramWriter writer(net, plan, measures, told, words_);
  const auto acts = static_cast<std::uint32_t>(plan.flat.parts.transitions.size());
  std::size_t rows = acts;
  for (const std::uint32_t row : rows_) rows += row == FlatNet::kNone ? 0 : 1;
  for (std::uint32_t row = 0; row < rows; ++row) {
    starts_.push_back(words_.size());
    if (row < acts) writer.add_act(row);
    writer.add_concerned(row);
  }
  for (std::uint32_t number = 0; number < plan.flat.timed.size(); ++number) {
    starts_.push_back(words_.size());
    writer.add_timed(number);
  }
  first_timed_ = rows;
  first_gate_ = starts_.size();
  for (std::uint32_t gate = 0; gate < plan.flat.gates.size(); ++gate) {
    starts_.push_back(words_.size());
    writer.add_gate(gate);
  }
  words_.shrink_to_fit();
}

}  // namespace petriloom
