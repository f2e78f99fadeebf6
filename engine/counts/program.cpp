// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/program.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <map>
#include <unordered_map>

#include "engine/counts/plan.h"

namespace petriloom::counts {

std::uint32_t test_code::encode(const Condition& condition) {
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
class ProgramWriter {
 public:
  using Row = Program::Row;
  ProgramWriter(const Net& net, const Plan& plan, const RewardVariables& measures, bool told, std::vector<std::uint32_t>& all)
      : net_(net), plan_(plan), unfolded_(plan.unfolded), rewards_(measures), told_(told), all_(all), bases_(plan.instances + 1) {
    // Rows of no instance have numbers, not distances.
    constexpr Distance kZero{0, true};
    bases_.back() = {kZero, kZero, kZero, kZero, kZero};
  }

  /// Writes a row of an instance, or of none.
  template <class Write>
  Row row(const Write& write, std::uint32_t instance) {
    base_ = &bases_[instance];
    members_ = tallies_from_ = {};
    size_ = 0;
    write();
    const std::span<const std::uint32_t> written(row_.data(), size_);
    const std::size_t hash = boost::hash_range(written.begin(), written.end());
    const auto [found, added] = known_.try_emplace(hash, static_cast<std::uint32_t>(all_.size()));
    Row row{found->second, instance, members_.first, tallies_from_.first};
    const auto same = [&] {
      return all_.size() - row.start >= size_ && std::equal(written.begin(), written.end(), all_.begin() + row.start);
    };
    if (added || !same()) {
      row.start = static_cast<std::uint32_t>(all_.size());
      all_.insert(all_.end(), written.begin(), written.end());
    }
    return row;
  }
  [[nodiscard]] std::vector<InstanceBase> bases() const {
    std::vector<InstanceBase> bases;
    for (const Base& from : bases_) {
      bases.push_back({from.slots.first, from.bindings.first, from.timed.first, from.counts.first, from.shared.first});
    }
    return bases;
  }

  void add_binding(std::uint32_t binding) {
    const std::uint32_t flags = find(binding);
    add(flags);
    add(unfolded_.transition_of(binding).index());
    if ((flags & Program::kArrivals) != 0) {
      add_moved(unfolded_.takes[binding]);
      add_moved(unfolded_.puts[binding]);
    }
    if ((flags & Program::kTallies) != 0) add_all_from(tallies_from_, tallies_);
    if ((flags & Program::kLooks) != 0) {
      add_all_from(members_, looking_);
      add_shown(unfolded_.takes[binding]);
      add_shown(unfolded_.puts[binding], unfolded_.delayed[binding]);
    }
    if ((flags & Program::kCounts) != 0) {
      add(counts_.size());
      for (const auto& [count, change] : counts_) {
        add_from(base_->counts, count);
        add_amount(change.second);
        add_from(members_, change.first);
      }
    }
    add(unfolded_.changes[binding].size());
    for (const Change& change : unfolded_.changes[binding]) {
      add_slot(change.place);
      add(static_cast<std::uint32_t>(change.amount));
    }
    if ((flags & Program::kDelays) == 0) return;
    add(unfolded_.delayed[binding].size());
    for (const DelayedPut& put : unfolded_.delayed[binding]) {
      add_slot(put.place);
      add_amount(put.amount);
      add(put.delay);
    }
  }

  void add_affected(std::size_t row) {
    add(unfolded_.affected.immediate[row].size());
    for (const std::uint32_t number : unfolded_.affected.immediate[row]) {
      add_from(base_->bindings, plan_.immediate[number].slot);
      if (const auto far = plan_.far_of(number)) {
        add(LocalConditions::kElsewhere);
        add(*far);
      } else {
        add_local(number);
      }
    }
    add_all_from(base_->shared, unfolded_.affected.shared[row]);
    add(unfolded_.affected.timed[row].size());
    for (const std::uint32_t number : unfolded_.affected.timed[row]) {
      add_from(base_->timed, number);
      add_timed(number);
    }
  }

  void add_far(std::uint32_t number) { add_conditions(unfolded_.immediate[number].local); }
  void add_shared(std::uint32_t shared) { add_conditions(unfolded_.shared[shared].conditions); }

  void add_timed(std::uint32_t number) {
    const std::int64_t servers = unfolded_.timed[number].servers;
    add(servers == 0 ? Cursor::kNoLimit : std::min<std::int64_t>(servers, Cursor::kNoLimit - 1));
    add_conditions(unfolded_.timed[number].conditions);
  }

 private:
  /// What distances are from: the first number that an instance mentions, or a row.
  struct Distance {
    std::uint32_t first = 0;
    bool known = false;
  };
  /// Those of an instance, as InstanceBase.
  struct Base {
    Distance slots, bindings, timed, counts, shared;
  };
  template <class Number>
  void add(Number number) {
    if (size_ == row_.size()) row_.resize(2 * size_);
    row_[size_++] = static_cast<std::uint32_t>(number);
  }
  void add_amount(std::int64_t number) {
    add(static_cast<std::uint64_t>(number) & 0xffffffffU);
    add(static_cast<std::uint64_t>(number) >> 32U);
  }
  void add_from(Distance& from, std::uint32_t number) {
    if (!from.known) from = {number, true};
    add(number - from.first);
  }
  void add_slot(std::uint32_t place) { add_from(base_->slots, plan_.places[place].slot); }
  void add_all_from(Distance& from, std::span<const std::uint32_t> numbers) {
    add(numbers.size());
    for (const std::uint32_t number : numbers) add_from(from, number);
  }
  void add_conditions(std::span<const Condition> conditions) {
    add(conditions.size());
    for (const Condition& condition : conditions) add_condition(condition);
  }
  void add_condition(const Condition& condition) {
    add_slot(condition.place);
    add(test_code::encode(condition));
  }
  void add_local(std::uint32_t number) {
    const std::span<const Condition> conditions = unfolded_.immediate[number].local;
    const std::size_t taken = plan_.local_takes[number].size();
    add(conditions.size() | (taken <= 2 ? taken : 0) << LocalConditions::kTakes);
    for (const bool taking : {true, false}) {
      for (const Condition& condition : conditions) {
        if (plan_.takes(condition) == taking) add_condition(condition);
      }
    }
  }
  template <class... Tokens>
  void add_shown(Tokens... moved) {
    const std::size_t number = size_;
    add(0);
    const auto show = [&](const auto& tokens) {
      if (!plan_.places[tokens.place].shown) return;
      ++row_[number];
      add_slot(tokens.place);
      add(tokens.amount);
    };
    (std::for_each(moved.begin(), moved.end(), show), ...);
  }
  void add_moved(std::span<const Change> changes) {
    const auto kept = [&](const Change& change) { return plan_.keeps(change.place); };
    add(std::count_if(changes.begin(), changes.end(), kept));
    for (const Change& change : changes) {
      if (!kept(change)) continue;
      add_slot(change.place);
      add(change.amount);
    }
  }

  // The flags of a binding, and what measures count and look at.
  std::uint32_t find(std::uint32_t binding) {
    std::uint32_t flags = told_ ? Program::kRecords : find_tallies(binding);
    looking_.clear();
    counts_.clear();
    const auto change = [&](std::uint32_t place, std::int64_t amount) {
      if (plan_.places[place].shown || !plan_.looks[place].empty()) flags |= Program::kLooks;
      if (rewards_.stops_by(unfolded_.parts.places[place].place)) flags |= Program::kStops;
      for (const std::uint32_t member : plan_.looks[place]) looking_.push_back(member);
      for (const MemberCount& counted : plan_.counted[place]) {
        auto& [member, more] = counts_[counted.count];
        member = counted.member;
        more += amount;
      }
    };
    for (const Change& take : unfolded_.takes[binding]) change(take.place, -take.amount);
    for (const Change& put : unfolded_.puts[binding]) change(put.place, put.amount);
    for (const DelayedPut& put : unfolded_.delayed[binding]) change(put.place, put.amount);
    // Whether that is a change is seen when it fires.
    for (const std::uint32_t place : unfolded_.resets[binding]) {
      if (plan_.places[place].shown) flags |= Program::kLooks;
    }
    if (moves_arrivals(binding)) flags |= Program::kArrivals;
    std::sort(looking_.begin(), looking_.end());
    looking_.erase(std::unique(looking_.begin(), looking_.end()), looking_.end());
    if (!counts_.empty()) flags |= Program::kCounts;
    if (!unfolded_.delayed[binding].empty()) flags |= Program::kDelays;
    if (!unfolded_.resets[binding].empty()) flags |= Program::kResets;
    return flags;
  }
  // Firings that measures only count need not be told of.
  std::uint32_t find_tallies(std::uint32_t binding) {
    const TransitionId transition = unfolded_.transition_of(binding);
    tallies_.clear();
    if (!rewards_.records(transition)) return 0;
    if (!rewards_.tallies_of(transition, unfolded_.parts.binding(net_, binding), tallies_)) return Program::kRecords;
    return tallies_.empty() ? 0 : Program::kTallies;
  }
  [[nodiscard]] bool moves_arrivals(std::uint32_t binding) const {
    const auto any = [&](std::span<const Change> changes) {
      return std::any_of(changes.begin(), changes.end(), [&](const Change& change) { return plan_.keeps(change.place); });
    };
    const auto resets = unfolded_.resets[binding];
    return any(unfolded_.takes[binding]) || any(unfolded_.puts[binding]) ||
           std::any_of(resets.begin(), resets.end(), [&](std::uint32_t place) { return plan_.keeps(place); });
  }

  const Net& net_;
  const Plan& plan_;
  const EventNet& unfolded_;
  const RewardVariables& rewards_;
  const bool told_;
  std::vector<std::uint32_t>& all_;
  // The row that is written: the first `size_` of these. Rows are written a number at a time.
  std::vector<std::uint32_t> row_ = std::vector<std::uint32_t>(64);
  std::size_t size_ = 0;
  std::vector<Base> bases_;  // by instance; the last: of none
  Base* base_ = nullptr;
  Distance members_, tallies_from_;                       // of the row
  std::unordered_map<std::size_t, std::uint32_t> known_;  // where rows of this hash stand
  std::vector<std::uint32_t> tallies_;
  std::vector<std::uint32_t> looking_;  // members
  // The member and the change of each.
  std::map<std::uint32_t, std::pair<std::uint32_t, std::int64_t>> counts_;
};

Program::Program(const Net& net, const Plan& plan, const RewardVariables& measures, bool told) : arrivals_(plan.slots.size()) {
  const EventNet& unfolded = plan.unfolded;
  ProgramWriter writer(net, plan, measures, told, instructions_);
  const auto bindings = static_cast<std::uint32_t>(unfolded.parts.transitions.size());
  for (std::uint32_t binding = 0; binding < bindings; ++binding) {
    const auto write = [&] {
      writer.add_binding(binding);
      writer.add_affected(binding);
    };
    rows_.push_back(writer.row(write, plan.instance_of[binding]));
  }
  for (std::uint32_t place = 0; place < plan.places.size(); ++place) {
    const std::uint32_t slot = plan.places[place].slot;
    const std::uint32_t row = unfolded.arrival_row[place];
    if (row != UnfoldedNet::kNone) arrivals_[slot] = writer.row([&] { writer.add_affected(row); }, plan.slots[slot].instance);
  }
  for (std::uint32_t number = 0; number < unfolded.timed.size(); ++number) {
    timed_.push_back(writer.row([&] { writer.add_timed(number); }, plan.instance_of[unfolded.timed[number].binding]));
  }
  for (std::uint32_t shared = 0; shared < unfolded.shared.size(); ++shared) {
    shared_.push_back(writer.row([&] { writer.add_shared(shared); }, plan.instances));
  }
  for (const std::uint32_t number : plan.far) far_.push_back(writer.row([&] { writer.add_far(number); }, plan.instances));
  bases_ = writer.bases();
  instructions_.shrink_to_fit();
}

}  // namespace petriloom::counts
