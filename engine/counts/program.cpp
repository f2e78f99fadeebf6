// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/program.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <map>
#include <unordered_map>

#include "engine/counts/plan.h"

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

/// Writes the rows of a program.
class FlatProgramWriter {
 public:
  using Row = FlatProgram::Row;
  FlatProgramWriter(const Net& net, const FlatPlan& plan, const Measures& measures, bool told, std::vector<std::uint32_t>& all)
      : net_(net), plan_(plan), flat_(plan.flat), measures_(measures), told_(told), all_(all), bases_(plan.instances + 1) {
    // Rows of no instance have numbers, not distances.
    constexpr Distance kZero{0, true};
    bases_.back() = {kZero, kZero, kZero, kZero, kZero};
  }

  /// Writes a row of an instance, or of none.
  template <class Write>
  Row row(const Write& write, std::uint32_t instance) {
    base_ = &bases_[instance];
    members_ = tallies_from_ = {};
    words_.clear();
    write();
    const std::size_t hash = boost::hash_range(words_.begin(), words_.end());
    const auto [found, added] = known_.try_emplace(hash, static_cast<std::uint32_t>(all_.size()));
    Row row{found->second, instance, members_.first, tallies_from_.first};
    const auto same = [&] {
      return all_.size() - row.start >= words_.size() && std::equal(words_.begin(), words_.end(), all_.begin() + row.start);
    };
    if (added || !same()) {
      row.start = static_cast<std::uint32_t>(all_.size());
      all_.insert(all_.end(), words_.begin(), words_.end());
    }
    return row;
  }
  [[nodiscard]] std::vector<FlatBase> bases() const {
    std::vector<FlatBase> bases;
    for (const Base& from : bases_) {
      bases.push_back({from.slots.first, from.acts.first, from.pools.first, from.timed.first, from.counts.first});
    }
    return bases;
  }

  void add_act(std::uint32_t act) {
    const std::uint32_t flags = find(act);
    add(flags);
    add(flat_.parts.transitions[act].transition.index());
    if ((flags & FlatProgram::kArrivals) != 0) {
      add_moved(flat_.takes[act]);
      add_moved(flat_.puts[act]);
    }
    if ((flags & FlatProgram::kTallies) != 0) add_all_from(tallies_from_, tallies_);
    if ((flags & FlatProgram::kLooks) != 0) {
      add_all_from(members_, looking_);
      add_shown(flat_.takes[act]);
      add_shown(flat_.puts[act], flat_.delayed[act]);
    }
    if ((flags & FlatProgram::kCounts) != 0) {
      add(counts_.size());
      for (const auto& [count, change] : counts_) {
        add_from(base_->counts, count);
        add_long(change.second);
        add_from(members_, change.first);
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
      add_from(base_->acts, plan_.act_slot[number]);
      add_from(base_->pools, plan_.pool_of[number]);
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
      add_from(base_->timed, number);
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
  /// What distances are from: the first number that an instance mentions, or a row.
  struct Distance {
    std::uint32_t first = 0;
    bool known = false;
  };
  /// Those of an instance, as FlatBase.
  struct Base {
    Distance slots, acts, pools, timed, counts;
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
  void add_slot(std::uint32_t cell) { add_from(base_->slots, plan_.slot[cell]); }
  void add_all(std::span<const std::uint32_t> words) {
    add(words.size());
    words_.insert(words_.end(), words.begin(), words.end());
  }
  void add_all_from(Distance& from, std::span<const std::uint32_t> numbers) {
    add(numbers.size());
    for (const std::uint32_t number : numbers) add_from(from, number);
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
      if (plan_.shows[cell] != 0 || !plan_.looks[cell].empty()) flags |= FlatProgram::kLooks;
      if (measures_.stops_by(flat_.parts.places[cell].place)) flags |= FlatProgram::kStops;
      for (const std::uint32_t member : plan_.looks[cell]) looking_.push_back(member);
      for (const FlatCount& counted : plan_.counted[cell]) {
        auto& [member, more] = counts_[counted.count];
        member = counted.member;
        more += amount;
      }
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
  std::vector<std::uint32_t>& all_;
  std::vector<std::uint32_t> words_;  // of the row
  std::vector<Base> bases_;           // by instance; the last: of none
  Base* base_ = nullptr;
  Distance members_, tallies_from_;                       // of the row
  std::unordered_map<std::size_t, std::uint32_t> known_;  // where words of this hash stand
  std::vector<std::uint32_t> tallies_;
  std::vector<std::uint32_t> looking_;                                      // members
  std::map<std::uint32_t, std::pair<std::uint32_t, std::int64_t>> counts_;  // the member and the change of each
};

FlatProgram::FlatProgram(const Net& net, const FlatPlan& plan, const Measures& measures, bool told) : arrivals_(plan.slot.size()) {
  const FlatNet& flat = plan.flat;
  FlatProgramWriter writer(net, plan, measures, told, words_);
  const auto acts = static_cast<std::uint32_t>(flat.parts.transitions.size());
  for (std::uint32_t act = 0; act < acts; ++act) {
    const auto write = [&] {
      writer.add_act(act);
      writer.add_concerned(act);
    };
    rows_.push_back(writer.row(write, plan.instance_of[act]));
  }
  for (std::uint32_t cell = 0; cell < plan.slot.size(); ++cell) {
    const std::uint32_t slot = plan.slot[cell];
    const std::uint32_t row = flat.arrival_row[cell];
    if (row != FlatNet::kNone) arrivals_[slot] = writer.row([&] { writer.add_concerned(row); }, plan.instance_at[slot]);
  }
  for (std::uint32_t number = 0; number < flat.timed.size(); ++number) {
    timed_.push_back(writer.row([&] { writer.add_timed(number); }, plan.instance_of[flat.timed_act[number]]));
  }
  for (std::uint32_t gate = 0; gate < flat.gates.size(); ++gate) {
    gates_.push_back(writer.row([&] { writer.add_gate(gate); }, plan.instances));
  }
  for (const std::uint32_t number : plan.far) far_.push_back(writer.row([&] { writer.add_far(number); }, plan.instances));
  bases_ = writer.bases();
  words_.shrink_to_fit();
}

}  // namespace petriloom
