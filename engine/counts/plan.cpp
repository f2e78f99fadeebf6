// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/plan.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

namespace petriloom::counts {

namespace {

/// Finds the counts that the tokens of a place are in.
class CountFinder {
 public:
  CountFinder(const IndexTable& indices, const WordPool& conflict) : indices_(indices), pool_(conflict) {}

  /// Counts of a member, numbered from `first` on, are of these tokens.
  void add(std::uint32_t member, std::uint32_t first, std::span<const CountedTokens> tokens) {
    for (const CountedTokens& counted : tokens) {
      counts_[counted].push_back({member, first++});
      Asked& asked = asked_[counted.place];
      asked.all = asked.all || counted.kind == CountedTokens::Kind::all;
      asked.colours = asked.colours || counted.kind == CountedTokens::Kind::colour;
      if (counted.kind == CountedTokens::Kind::group) asked.groups.insert(counted.index);
    }
  }

  template <class Visit>
  void for_each_at(const UnfoldedPlace& place, const Visit& visit) const {
    const auto look = [&](const CountedTokens& tokens) {
      const auto found = counts_.find(tokens);
      if (found != counts_.end()) std::for_each(found->second.begin(), found->second.end(), visit);
    };
    const auto asked = asked_.find(place.place);
    if (asked == asked_.end()) return;
    if (asked->second.all) look({CountedTokens::Kind::all, place.place, {}, 0});
    if (asked->second.colours) look({CountedTokens::Kind::colour, place.place, {}, place.colour});
    for (const IndexId index : asked->second.groups) {
      const auto part = [&](std::size_t k) { return indices_[index].parts[k].read(place.colour, pool_); };
      look({CountedTokens::Kind::group, place.place, index, indices_[index].key(part)});
    }
  }

 private:
  /// How the tokens of a place are counted.
  struct Asked {
    bool all = false;
    bool colours = false;
    std::set<IndexId> groups;
  };
  struct Hash {
    std::size_t operator()(const CountedTokens& tokens) const {
      std::size_t hash = static_cast<std::size_t>(tokens.kind);
      boost::hash_combine(hash, tokens.place.index());
      boost::hash_combine(hash, tokens.index.valid() ? tokens.index.index() + 1 : 0);
      boost::hash_combine(hash, tokens.word);
      return hash;
    }
  };
  const IndexTable& indices_;
  const WordPool& pool_;
  std::unordered_map<CountedTokens, std::vector<MemberCount>, Hash> counts_;
  std::map<PlaceId, Asked> asked_;
};

}  // namespace

Plan::Plan(const Net& net, EventNet&& made, const RecordingPlan* recording, bool told)
    : unfolded(std::move(made)), places(unfolded.places.size()), kept(unfolded.places.size()) {
  add_slots(add_instances(net));
  add_conflicts();
  find_kept();
  for (std::uint32_t number = 0; number < unfolded.immediate.size(); ++number) {
    if (unfolded.immediate[number].local.size() > Program::kMany) far.push_back(number);
  }
  WordPool pool = unfolded.parts.pool;
  Enabling enabling(net, pool);
  RewardVariables measures(enabling, recording);
  Marking none(net, enabling.indices(), pool);
  const MarkingView view(none, enabling);
  enabling.evaluator().set_state(&view);
  find_counted(enabling.indices(), measures);
  program = Program(net, *this, measures, told);
}

// Instances by the first variable of bindings, which of folded nets is the instance; a binding
// without variables is one of its own. Returns the bindings ordered by instance: what bindings of
// one touch then fits into fewer cache lines. Where instances are of several kinds (nodes, and
// switches that each serve some of them), those of the kind with the most bindings go first, so
// that what they touch is laid out alike for each of them, whoever else touches it.
std::vector<std::uint32_t> Plan::add_instances(const Net& net) {
  const auto size = static_cast<std::uint32_t>(unfolded.parts.transitions.size());
  // The instances of a kind, each once for each of its bindings, and then once.
  struct Kind {
    std::vector<Word> instances;
    std::size_t bindings = 0;
    std::uint32_t first = 0;  // number of its first instance
  };
  std::map<ColourSetId, Kind> kinds;
  std::vector<Kind*> kind_of;  // by transition
  for (const Transition& transition : net.transitions) {
    kind_of.push_back(&kinds[transition.variables.empty() ? ColourSetId() : transition.variables.front().colour]);
  }
  const auto instance = [&](std::uint32_t binding) {
    const std::span<const Word> values = unfolded.parts.binding(net, binding);
    return values.empty() ? Word{binding} : values.front();
  };
  const auto kind = [&](std::uint32_t binding) -> Kind& { return *kind_of[unfolded.transition_of(binding).index()]; };
  for (std::uint32_t binding = 0; binding < size; ++binding) kind(binding).instances.push_back(instance(binding));
  std::vector<Kind*> order;
  for (auto& [ignored, one] : kinds) {
    order.push_back(&one);
    one.bindings = one.instances.size();
    std::sort(one.instances.begin(), one.instances.end());
    one.instances.erase(std::unique(one.instances.begin(), one.instances.end()), one.instances.end());
  }
  std::stable_sort(order.begin(), order.end(), [](const Kind* a, const Kind* b) { return a->bindings > b->bindings; });
  for (Kind* const one : order) {
    one->first = instances;
    instances += static_cast<std::uint32_t>(one->instances.size());
  }
  std::vector<std::uint32_t> starts(instances + 1);  // of each instance among the ordered bindings
  for (std::uint32_t binding = 0; binding < size; ++binding) {
    const Kind& of = kind(binding);
    const auto at = std::lower_bound(of.instances.begin(), of.instances.end(), instance(binding));
    instance_of.push_back(of.first + static_cast<std::uint32_t>(at - of.instances.begin()));
    ++starts[instance_of.back() + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::uint32_t> ordered(size);
  for (std::uint32_t binding = 0; binding < size; ++binding) ordered[starts[instance_of[binding]]++] = binding;
  return ordered;
}

void Plan::add_slots(const std::vector<std::uint32_t>& order) {
  const auto add = [&](std::uint32_t place, std::uint32_t instance) {
    if (places[place].slot != UnfoldedNet::kNone) return;
    places[place].slot = static_cast<std::uint32_t>(slots.size());
    slots.push_back({place, instance});
  };
  immediate.resize(unfolded.immediate.size());
  for (const std::uint32_t binding : order) {
    if (const auto [is_immediate, number] = unfolded.classes[binding]; is_immediate) {
      immediate[number].slot = static_cast<std::uint32_t>(states.size());
      states.push_back({binding, unfolded.immediate[number].position, 0});
    }
    for (const Condition& condition : unfolded.conditions[binding]) add(condition.place, instance_of[binding]);
    for (const Change& change : unfolded.changes[binding]) add(change.place, instance_of[binding]);
  }
  for (std::uint32_t place = 0; place < places.size(); ++place) add(place, instances);
}

void Plan::add_conflicts() {
  shared.resize(unfolded.shared.size());
  for (std::uint32_t l = 0; l < unfolded.priorities.size(); ++l) {
    const PriorityClass& priority = unfolded.priorities[l];
    std::map<std::uint32_t, std::uint32_t> conflict_at;  // of this priority, by shared condition
    for (const std::uint32_t condition : priority.shared) {
      const auto number = static_cast<std::uint32_t>(conflicts.size());
      conflict_at.emplace(condition, number);
      shared[condition].conflicts.push_back(number);
      conflicts.push_back({l, condition});
    }
    for (const std::uint32_t number : priority.bindings)
      states[immediate[number].slot].conflict = conflict_at.at(unfolded.immediate[number].shared);
  }
}

// Arrivals matter to bindings of priorities where not all have weights.
void Plan::find_kept() {
  for (std::uint32_t number = 0; number < unfolded.immediate.size(); ++number) {
    if (unfolded.priorities[unfolded.immediate[number].priority].weighted) continue;
    for (const Condition& condition : unfolded.conditions[unfolded.immediate[number].binding]) {
      if (condition.kind == ArcKind::input) kept[places[condition.place].slot] = 1;
    }
  }
  for (const ImmediateBinding& binding : unfolded.immediate) {
    for (const Take& take : takes_of(binding.local)) local_takes.add(take);
    local_takes.end_row();
  }
  for (std::size_t k = 0; k < shared.size(); ++k) shared[k].takes = takes_of(unfolded.shared[k].conditions);
}

std::vector<Take> Plan::takes_of(std::span<const Condition> conditions) const {
  std::vector<Take> all;
  for (const Condition& condition : conditions) {
    if (takes(condition)) all.push_back({places[condition.place].slot, static_cast<std::uint32_t>(condition.count)});
  }
  return all;
}

std::optional<std::uint32_t> Plan::far_of(std::uint32_t number) const {
  const auto found = std::lower_bound(far.begin(), far.end(), number);
  if (found == far.end() || *found != number) return std::nullopt;
  return static_cast<std::uint32_t>(found - far.begin());
}

// By place: whether a firing empties it.
std::vector<char> Plan::emptied() const {
  std::vector<char> emptied(unfolded.places.size());
  for (std::size_t binding = 0; binding < unfolded.parts.transitions.size(); ++binding) {
    for (const std::uint32_t place : unfolded.resets[binding]) emptied[place] = 1;
  }
  return emptied;
}

// Which places measures count, and which they must be shown. Members that are no functions of
// counts, or count what a firing empties, look at a marking.
void Plan::find_counted(const IndexTable& indices, RewardVariables& measures) {
  const std::vector<char> emptied_places = emptied();
  const auto coloured_places = static_cast<std::uint32_t>(unfolded.parts.places.size());
  // It looks at a marking, or whether it is counted has been found.
  std::vector<char> settled(measures.members());
  RowList<std::uint32_t> members;  // by place
  for (std::uint32_t place = 0; place < coloured_places; ++place) {
    const UnfoldedPlace& coloured = unfolded.parts.places[place];
    if (!coloured.total) {
      if (measures.stops_by(coloured.place)) places[place].shown = true;
      for (const std::uint32_t member : measures.members_at(coloured.place, coloured.colour)) {
        if (emptied_places[place] != 0) settled[member] = 1;
        members.add(member);
      }
    }
    members.end_row();
  }
  counted_members.emplace(measures.members());
  CountFinder finder(indices, unfolded.parts.pool);
  std::vector<CountedTokens> tokens;
  // As places stand, so that counts of one instance stand together.
  for (const auto& [place, instance] : slots) {
    if (place >= coloured_places) continue;
    for (const std::uint32_t member : members[place]) {
      if (std::exchange(settled[member], 1) != 0) continue;
      std::optional<Code> code = measures.of_counts(member, tokens);
      if (code)
        finder.add(member, counted_members->add(member, std::move(*code), static_cast<std::uint32_t>(tokens.size())), tokens);
    }
  }
  std::set<std::uint32_t> counting;
  for (std::uint32_t place = 0; place < unfolded.places.size(); ++place) {
    counting.clear();
    if (place < coloured_places && !unfolded.parts.places[place].total) {
      finder.for_each_at(unfolded.parts.places[place], [&](const MemberCount& count) {
        counted.add(count);
        counting.insert(count.member);
      });
    }
    for (const std::uint32_t member : place < coloured_places ? members[place] : std::span<const std::uint32_t>()) {
      if (counting.count(member) > 0) continue;
      if ((*counted_members)[member].code == nullptr) places[place].shown = true;
      looks.add(member);
    }
    looks.end_row();
    counted.end_row();
  }
}

std::unique_ptr<Plan> plan_runs(const Net& net, const RecordingPlan* recording, bool told, const FormLimits& limits) {
  std::optional<EventNet> unfolded = make_event_net(net, limits);
  if (!unfolded) return nullptr;
  try {
    return std::make_unique<Plan>(net, std::move(*unfolded), recording, told);
  } catch (const EvalError&) {
    return nullptr;  // the coloured run tells
  }
}

}  // namespace petriloom::counts
