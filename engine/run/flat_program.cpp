// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_program.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <map>
#include <unordered_map>

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
  FlatProgramWriter(const Net& net, const FlatPlan& plan, const Measures& measures, bool told)
      : net_(net), plan_(plan), flat_(plan.flat), measures_(measures), told_(told) {}

  /// Ends a row: appends its words to `all`, if they are not yet there.
  FlatRow finish(std::vector<std::uint32_t>& all) {
    FlatRow row{0, slots_.first, acts_.first, timed_.first, members_.first};
    const std::size_t hash = boost::hash_range(words_.begin(), words_.end());
    const auto [found, added] = known_.try_emplace(hash, static_cast<std::uint32_t>(all.size()));
    row.start = found->second;
    const auto same = [&] {
      return all.size() - row.start >= words_.size() && std::equal(words_.begin(), words_.end(), all.begin() + row.start);
    };
    if (added || !same()) {
      row.start = static_cast<std::uint32_t>(all.size());
      all.insert(all.end(), words_.begin(), words_.end());
    }
    words_.clear();
    for (Distance* from : {&slots_, &acts_, &timed_, &members_}) *from = {};
    return row;
  }

  void add_act(std::uint32_t act) {
    const std::uint32_t flags = find(act);
    add(flags);
    add(flat_.parts.transitions[act].transition.index());
    if ((flags & FlatProgram::kArrivals) != 0) {
      add_moved(flat_.takes[act]);
      add_moved(flat_.puts[act]);
    }
    if ((flags & FlatProgram::kTallies) != 0) add_all(tallies_);
    if ((flags & FlatProgram::kLooks) != 0) {
      add_members(looking_);
      add_shown(flat_.takes[act]);
      add_shown(flat_.puts[act], flat_.delayed[act]);
    }
    if ((flags & FlatProgram::kCounts) != 0) {
      add(counts_.size());
      for (const auto& [member, more] : counts_) {
        add_from(members_, member);
        add_long(more);
      }
    }
    add(flat_.changes[act].size());
    for (const FlatChange& change : flat_.changes[act]) {
      add_slot(change.cell);
      add(static_cast<std::uint32_t>(change.amount));
    }
    if ((flags & FlatProgram::kDelays) == 0) return;
    add(flat_.delayed[act].size());
    for (const FlatDelayed& put : flat_.delayed[act]) {
      add_slot(put.cell);
      add_long(put.amount);
      add(put.delay);
    }
  }

  void add_concerned(std::size_t row) {
    add(flat_.immediate_after[row].size());
    for (const std::uint32_t number : flat_.immediate_after[row]) {
      add_from(acts_, plan_.act_slot[number]);
      if (const auto far = plan_.far_of(number)) {
        add(FlatProgram::kFar);
        add(*far);
      } else {
        add_local(number);
      }
    }
    add_all(flat_.gates_after[row]);
    add(flat_.timed_after[row].size());
    for (const std::uint32_t number : flat_.timed_after[row]) {
      add_from(timed_, number);
      add_timed(number);
    }
  }

  void add_far(std::uint32_t number) { add_conditions(flat_.immediate[number].local); }
  void add_gate(std::uint32_t gate) { add_conditions(flat_.gates[gate].conditions); }

  void add_timed(std::uint32_t number) {
    const std::int64_t servers = flat_.timed[number].servers;
    add(servers == 0 ? FlatProgram::kNoLimit : std::min<std::int64_t>(servers, FlatProgram::kNoLimit - 1));
    add_conditions(flat_.timed[number].needs);
  }

 private:
  /// What distances are from: the first number of a row.
  struct Distance {
    std::uint32_t first = 0;
    bool known = false;
  };
  template <class Number>
  void add(Number word) {
    words_.push_back(static_cast<std::uint32_t>(word));
  }
  void add_long(std::int64_t number) {
    add(static_cast<std::uint64_t>(number) & 0xffffffffU);
    add(static_cast<std::uint64_t>(number) >> 32U);
  }
  void add_from(Distance& from, std::uint32_t number) {
    if (!from.known) from = {number, true};
    add(number - from.first);
  }
  void add_slot(std::uint32_t cell) { add_from(slots_, plan_.slot[cell]); }
  void add_all(std::span<const std::uint32_t> words) {
    add(words.size());
    words_.insert(words_.end(), words.begin(), words.end());
  }
  void add_members(std::span<const std::uint32_t> members) {
    add(members.size());
    for (const std::uint32_t member : members) add_from(members_, member);
  }
  void add_conditions(std::span<const FlatCondition> conditions) {
    add(conditions.size());
    for (const FlatCondition& condition : conditions) add_condition(condition);
  }
  void add_condition(const FlatCondition& condition) {
    add_slot(condition.cell);
    add(flat_test::encode(condition));
  }
  void add_local(std::uint32_t number) {
    const std::span<const FlatCondition> conditions = flat_.immediate[number].local;
    const std::size_t taken = plan_.local_takes[number].size();
    add(conditions.size() | (taken <= 2 ? taken : 0) << FlatProgram::kTakes);
    for (const bool taking : {true, false}) {
      for (const FlatCondition& condition : conditions) {
        if (plan_.takes(condition) == taking) add_condition(condition);
      }
    }
  }
  template <class... Tokens>
  void add_shown(Tokens... moved) {
    const std::size_t number = words_.size();
    add(0);
    const auto show = [&](const auto& tokens) {
      if (plan_.shows[tokens.cell] == 0) return;
      ++words_[number];
      add_slot(tokens.cell);
      add(tokens.amount);
    };
    (std::for_each(moved.begin(), moved.end(), show), ...);
  }
  void add_moved(std::span<const FlatChange> changes) {
    const auto kept = [&](const FlatChange& change) { return plan_.keeps(change.cell); };
    add(std::count_if(changes.begin(), changes.end(), kept));
    for (const FlatChange& change : changes) {
      if (!kept(change)) continue;
      add_slot(change.cell);
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
  std::vector<std::uint32_t> words_;  // of the row
  Distance slots_, acts_, timed_, members_;
  std::unordered_map<std::size_t, std::uint32_t> known_;  // where words of this hash stand
  std::vector<std::uint32_t> tallies_;
  std::vector<std::uint32_t> looking_;
  std::map<std::uint32_t, std::int64_t> counts_;  // by member
};

}  // namespace

FlatProgram::FlatProgram(const Net& net, const FlatPlan& plan, const Measures& measures, bool told)
    : arrivals_(plan.slot.size(), FlatNet::kNone) {
  FlatProgramWriter writer(net, plan, measures, told);
  const auto acts = static_cast<std::uint32_t>(plan.flat.parts.transitions.size());
  for (std::uint32_t act = 0; act < acts; ++act) {
    writer.add_act(act);
    writer.add_concerned(act);
    rows_.push_back(writer.finish(words_));
  }
  for (std::uint32_t cell = 0; cell < plan.slot.size(); ++cell) {
    const std::uint32_t row = plan.flat.arrival_row[cell];
    if (row == FlatNet::kNone) continue;
    arrivals_[plan.slot[cell]] = row;
    writer.add_concerned(row);
    rows_.push_back(writer.finish(words_));
  }
  first_timed_ = rows_.size();
  for (std::uint32_t number = 0; number < plan.flat.timed.size(); ++number) {
    writer.add_timed(number);
    rows_.push_back(writer.finish(words_));
  }
  first_gate_ = rows_.size();
  for (std::uint32_t gate = 0; gate < plan.flat.gates.size(); ++gate) {
    writer.add_gate(gate);
    rows_.push_back(writer.finish(words_));
  }
  first_far_ = rows_.size();
  for (const std::uint32_t number : plan.far) {
    writer.add_far(number);
    rows_.push_back(writer.finish(words_));
  }
  words_.shrink_to_fit();
}

}  // namespace petriloom
