// SPDX-License-Identifier: Apache-2.0
// Priorities and shared conditions of the immediate bindings of an unfolded net, and whom each
// change affects.
#include "engine/counts/dependency_graph.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace petriloom::counts {

DependencyGraph::DependencyGraph(const Net& net, const FormLimits& limits, EventNet& made)
    : net_(net), limits_(limits), made_(made), evaluator_(net, made.parts.pool) {
  for (const Transition& transition : net.transitions) precedences_.emplace_back(net, transition);
}

bool DependencyGraph::make() {
  rank_timed();
  add_priorities();
  find_hubs();
  return split_conditions() && find_affected();
}

Precedence DependencyGraph::precedence(std::size_t binding) {
  const TransitionId transition = made_.transition_of(binding);
  const PrecedenceCode& code = precedences_[transition.index()];
  if (code.same()) return code.all();
  std::vector<Word> frame = made_.frame(net_, binding);
  return code.of(evaluator_, frame);
}

void DependencyGraph::rank_timed() {
  std::vector<std::pair<Precedence, std::uint32_t>> order;
  for (std::uint32_t t = 0; t < made_.timed.size(); ++t) order.emplace_back(precedence(made_.timed[t].binding), t);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? goes_before(a.first, b.first) : a.second < b.second; });
  for (std::uint32_t k = 0; k < order.size(); ++k) made_.timed[order[k].second].rank = k;
}

void DependencyGraph::add_priorities() {
  const auto before = [](const Precedence& a, const Precedence& b) { return goes_before(a, b); };
  std::map<Precedence, std::vector<std::uint32_t>, decltype(before)> by_priority(before);
  for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) by_priority[precedence(made_.immediate[i].binding)].push_back(i);
  for (const auto& [ignored, bindings] : by_priority) {
    PriorityClass priority;
    for (const std::uint32_t i : bindings) {
      ImmediateBinding& immediate = made_.immediate[i];
      immediate.priority = static_cast<std::uint32_t>(made_.priorities.size());
      immediate.position = static_cast<std::uint32_t>(priority.bindings.size());
      priority.ordered = priority.ordered || immediate.weighted;
      priority.weighted = priority.weighted && immediate.weighted;
      priority.uniform = priority.uniform && immediate.weighted && immediate.weight == made_.immediate[bindings.front()].weight;
      priority.bindings.push_back(i);
    }
    made_.priorities.push_back(std::move(priority));
  }
}

void DependencyGraph::find_hubs() {
  std::vector<std::size_t> consumers(made_.places.size());
  for (const ImmediateBinding& immediate : made_.immediate) {
    for (const Condition& condition : made_.conditions[immediate.binding]) ++consumers[condition.place];
  }
  for (const std::size_t number : consumers) hubs_.push_back(number > limits_.few ? 1 : 0);
}

bool DependencyGraph::split_conditions() {
  std::map<std::vector<Condition>, std::uint32_t> known;
  known.emplace(std::vector<Condition>{}, 0);
  made_.shared.emplace_back();
  std::vector<Condition> on_hubs;
  for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) {
    on_hubs.clear();
    for (const Condition& condition : made_.conditions[made_.immediate[i].binding]) {
      hubs_[condition.place] != 0 ? on_hubs.push_back(condition) : made_.local.add(condition);
    }
    made_.local.end_row();
    std::sort(on_hubs.begin(), on_hubs.end());
    const auto [found, added] = known.try_emplace(on_hubs, static_cast<std::uint32_t>(made_.shared.size()));
    if (added) made_.shared.push_back({on_hubs});
    made_.immediate[i].shared = found->second;
    std::vector<std::uint32_t>& of_priority = made_.priorities[made_.immediate[i].priority].shared;
    if (of_priority.empty() || of_priority.back() != found->second) of_priority.push_back(found->second);
  }
  for (std::size_t i = 0; i < made_.immediate.size(); ++i) made_.immediate[i].local = made_.local[i];
  for (PriorityClass& priority : made_.priorities) {
    std::sort(priority.shared.begin(), priority.shared.end());
    priority.shared.erase(std::unique(priority.shared.begin(), priority.shared.end()), priority.shared.end());
    if (priority.ordered && priority.shared.size() * priority.bindings.size() > std::size_t{64} << 20U)
      return false;  // a bit for each
  }
  return true;
}

template <class Conditions>
DependencyGraph::Consumers::Consumers(std::size_t places, std::size_t size, const Conditions& conditions) : starts_(places + 2) {
  for (std::uint32_t k = 0; k < size; ++k) {
    for (const Condition& condition : conditions(k)) ++starts_[condition.place + 2];
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  numbers_.resize(starts_.back());
  // Each start is where the next number of the place before it goes, and then the end of that.
  for (std::uint32_t k = 0; k < size; ++k) {
    for (const Condition& condition : conditions(k)) numbers_[starts_[condition.place + 1]++] = k;
  }
}

void DependencyGraph::find_consumers() {
  const std::size_t places = made_.places.size();
  timed_.emplace(places, made_.timed.size(), [&](std::uint32_t t) { return made_.timed[t].conditions; });
  immediate_.emplace(places, made_.immediate.size(), [&](std::uint32_t i) { return made_.immediate[i].local; });
  shared_.emplace(places, made_.shared.size(),
                  [&](std::uint32_t g) { return std::span<const Condition>(made_.shared[g].conditions); });
}

bool DependencyGraph::find_affected() {
  find_consumers();
  const std::size_t bindings = made_.parts.transitions.size();
  std::vector<std::uint32_t> places;
  constexpr std::size_t kLook = 1024;
  std::size_t steps = 0;
  bool called_off = false;
  const auto within = [&] {
    if (++steps % kLook == 0 && limits_.cancelled) called_off = called_off || limits_.cancelled();
    return !called_off &&
           made_.affected.timed.size() + made_.affected.immediate.size() + made_.affected.shared.size() <= limits_.affected;
  };
  for (std::size_t binding = 0; binding < bindings && within(); ++binding) {
    places.clear();
    for (const Change& change : made_.changes[binding]) places.push_back(change.place);
    for (const std::uint32_t place : made_.resets[binding]) {
      places.push_back(place);
      if (made_.places[place].twin != UnfoldedNet::kNone) places.push_back(made_.places[place].twin);
    }
    const BindingClass& self = made_.classes[binding];
    add_affected(places, self.immediate ? UnfoldedNet::kNone : self.number);
  }
  made_.arrival_row.assign(made_.places.size(), UnfoldedNet::kNone);
  for (std::uint32_t place = 0, row = static_cast<std::uint32_t>(bindings); place < made_.places.size() && within(); ++place) {
    if (made_.places[place].twin == UnfoldedNet::kNone) continue;
    made_.arrival_row[place] = row++;
    add_affected({place}, UnfoldedNet::kNone);
  }
  return within();
}

void DependencyGraph::add_affected(const std::vector<std::uint32_t>& places, std::uint32_t self) {
  gather(places, *timed_, self);
  // Durations are drawn for those without a limit of servers first.
  if (found_.size() > 1)
    std::stable_partition(found_.begin(), found_.end(), [&](std::uint32_t t) { return made_.timed[t].servers == 0; });
  write(made_.affected.timed);
  gather(places, *immediate_, UnfoldedNet::kNone);
  write(made_.affected.immediate);
  gather(places, *shared_, UnfoldedNet::kNone);
  write(made_.affected.shared);
}

void DependencyGraph::gather(const std::vector<std::uint32_t>& places, const Consumers& who, std::uint32_t self) {
  found_.clear();
  if (self != UnfoldedNet::kNone) found_.push_back(self);
  for (const std::uint32_t place : places) {
    const std::span<const std::uint32_t> numbers = who[place];
    found_.insert(found_.end(), numbers.begin(), numbers.end());
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

void DependencyGraph::write(RowList<std::uint32_t>& rows) {
  for (const std::uint32_t number : found_) rows.add(number);
  rows.end_row();
}

}  // namespace petriloom::counts
