// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/plan.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace petriloom {

namespace {

/// Finds the counts that the tokens of a cell are in.
class FlatCountFinder {
 public:
  FlatCountFinder(const IndexTable& indices, const WordPool& pool) : indices_(indices), pool_(pool) {}

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
  void for_each_at(const UnfoldedPlace& cell, const Visit& visit) const {
    const auto look = [&](const CountedTokens& tokens) {
      const auto found = counts_.find(tokens);
      if (found != counts_.end()) std::for_each(found->second.begin(), found->second.end(), visit);
    };
    const auto asked = asked_.find(cell.place);
    if (asked == asked_.end()) return;
    if (asked->second.all) look({CountedTokens::Kind::all, cell.place, {}, 0});
    if (asked->second.colours) look({CountedTokens::Kind::colour, cell.place, {}, cell.colour});
    for (const IndexId index : asked->second.groups) {
      const auto part = [&](std::size_t k) { return indices_[index].parts[k].read(cell.colour, pool_); };
      look({CountedTokens::Kind::group, cell.place, index, indices_[index].key(part)});
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
  std::unordered_map<CountedTokens, std::vector<FlatCount>, Hash> counts_;
  std::map<PlaceId, Asked> asked_;
};

}  // namespace

FlatPlan::FlatPlan(const Net& net, FlatNet&& made, const RecordingPlan* recording, bool told)
    : flat(std::move(made)), kept(flat.initial.size()), shows(flat.initial.size()) {
  add_slots(add_instances(net));
  add_pools();
  find_kept();
  for (std::uint32_t number = 0; number < flat.immediate.size(); ++number) {
    if (flat.immediate[number].local.size() > FlatProgram::kMany) far.push_back(number);
  }
  WordPool pool = flat.parts.pool;
  Enabling enabling(net, pool);
  Measures measures(enabling, recording);
  Marking none(net, enabling.indices(), pool);
  const MarkingView view(none, enabling);
  enabling.evaluator().set_state(&view);
  find_counted(enabling.indices(), measures);
  program = FlatProgram(net, *this, measures, told);
}

// Instances by the first variable of acts, which of folded nets is the instance; an act without variables is one of its own.
// Returns the acts ordered by instance: what acts of one touch then fits into fewer cache lines. Where instances are of several
// kinds (nodes, and switches that each serve some of them), those of the kind with the most acts go first, so that what they touch
// is laid out alike for each of them, whoever else touches it.
std::vector<std::uint32_t> FlatPlan::add_instances(const Net& net) {
  const auto kind = [&](std::size_t act) {
    const auto& variables = net[flat.parts.transitions[act].transition].variables;
    return variables.empty() ? ColourSetId() : variables.front().colour;
  };
  std::map<ColourSetId, std::size_t> acts;
  for (std::size_t act = 0; act < flat.parts.transitions.size(); ++act) ++acts[kind(act)];
  std::vector<std::tuple<std::size_t, ColourSetId, Word, std::uint32_t>> keys;  // by kind, instance and act
  for (std::uint32_t act = 0; act < flat.parts.transitions.size(); ++act) {
    const std::span<const Word> binding = flat.parts.binding(net, act);
    const ColourSetId of = kind(act);
    keys.emplace_back(flat.parts.transitions.size() - acts.at(of), of, binding.empty() ? Word{act} : binding.front(), act);
  }
  std::sort(keys.begin(), keys.end());
  instance_of.resize(keys.size());
  std::vector<std::uint32_t> order;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const auto& [others, of, first, act] = keys[k];
    if (k == 0 || of != std::get<1>(keys[k - 1]) || first != std::get<2>(keys[k - 1])) ++instances;
    instance_of[act] = instances - 1;
    order.push_back(act);
  }
  return order;
}

void FlatPlan::add_slots(const std::vector<std::uint32_t>& order) {
  slot.assign(flat.initial.size(), FlatNet::kNone);
  const auto add = [&](std::uint32_t cell, std::uint32_t instance) {
    if (slot[cell] != FlatNet::kNone) return;
    slot[cell] = static_cast<std::uint32_t>(cell_at.size());
    cell_at.push_back(cell);
    instance_at.push_back(instance);
  };
  act_slot.resize(flat.immediate.size());
  for (const std::uint32_t act : order) {
    if (const std::uint32_t number = flat.immediate_of[act]; number != FlatNet::kNone) {
      act_slot[number] = static_cast<std::uint32_t>(act_at.size());
      act_at.push_back(act);
      position_at.push_back(flat.immediate[number].position);
    }
    for (const FlatCondition& condition : flat.conditions[act]) add(condition.cell, instance_of[act]);
    for (const FlatChange& change : flat.changes[act]) add(change.cell, instance_of[act]);
  }
  for (std::uint32_t cell = 0; cell < slot.size(); ++cell) add(cell, instances);
}

void FlatPlan::add_pools() {
  pools_at.resize(flat.gates.size());
  pool_of.resize(flat.immediate.size());
  for (std::uint32_t l = 0; l < flat.levels.size(); ++l) {
    const FlatLevel& level = flat.levels[l];
    std::map<std::uint32_t, std::uint32_t> pool_at;  // of this level, by gate
    for (const std::uint32_t gate : level.gates) {
      const auto number = static_cast<std::uint32_t>(pools.size());
      pool_at.emplace(gate, number);
      pools_at[gate].push_back(number);
      pools.push_back({l, gate});
    }
    for (const std::uint32_t number : level.acts) pool_of[number] = pool_at.at(flat.immediate[number].gate);
  }
}

// Arrivals matter to acts of levels where not all have weights.
void FlatPlan::find_kept() {
  for (std::uint32_t number = 0; number < flat.immediate.size(); ++number) {
    if (flat.levels[flat.immediate[number].level].weighted) continue;
    for (const FlatCondition& condition : flat.conditions[flat.immediate_act[number]]) {
      if (condition.kind == ArcKind::input) kept[slot[condition.cell]] = 1;
    }
  }
  for (const FlatImmediate& immediate : flat.immediate) add_takes(immediate.local, local_takes);
  for (const FlatGate& gate : flat.gates) add_takes(gate.conditions, gate_takes);
}

void FlatPlan::add_takes(std::span<const FlatCondition> conditions, FlatRows<FlatTake>& rows) const {
  for (const FlatCondition& condition : conditions) {
    if (takes(condition)) rows.add({slot[condition.cell], static_cast<std::uint32_t>(condition.count)});
  }
  rows.end_row();
}

std::optional<std::uint32_t> FlatPlan::far_of(std::uint32_t number) const {
  const auto found = std::lower_bound(far.begin(), far.end(), number);
  if (found == far.end() || *found != number) return std::nullopt;
  return static_cast<std::uint32_t>(found - far.begin());
}

// By cell: whether a firing empties it.
std::vector<char> FlatPlan::emptied() const {
  std::vector<char> emptied(flat.initial.size());
  for (std::size_t act = 0; act < flat.parts.transitions.size(); ++act) {
    for (const std::uint32_t cell : flat.resets[act]) emptied[cell] = 1;
  }
  return emptied;
}

// Which cells measures count, and which they must be shown. Members that are no functions of counts, or count what a firing
// empties, look at a marking.
void FlatPlan::find_counted(const IndexTable& indices, Measures& measures) {
  const std::vector<char> emptied_cells = emptied();
  const auto places = static_cast<std::uint32_t>(flat.parts.places.size());
  std::vector<char> settled(measures.members());  // it looks at a marking, or whether it is counted has been found
  FlatRows<std::uint32_t> members;                // by cell
  for (std::uint32_t cell = 0; cell < places; ++cell) {
    const UnfoldedPlace& place = flat.parts.places[cell];
    if (!place.total) {
      if (measures.stops_by(place.place)) shows[cell] = 1;
      for (const std::uint32_t member : measures.members_at(place.place, place.colour)) {
        if (emptied_cells[cell] != 0) settled[member] = 1;
        members.add(member);
      }
    }
    members.end_row();
  }
  counted_members.emplace(measures.members());
  FlatCountFinder finder(indices, flat.parts.pool);
  std::vector<CountedTokens> tokens;
  for (const std::uint32_t cell : cell_at) {  // as cells stand, so that counts of one instance stand together
    if (cell >= places) continue;
    for (const std::uint32_t member : members[cell]) {
      if (std::exchange(settled[member], 1) != 0) continue;
      std::optional<Code> code = measures.of_counts(member, tokens);
      if (code)
        finder.add(member, counted_members->add(member, std::move(*code), static_cast<std::uint32_t>(tokens.size())), tokens);
    }
  }
  std::set<std::uint32_t> counting;
  for (std::uint32_t cell = 0; cell < flat.initial.size(); ++cell) {
    counting.clear();
    if (cell < places && !flat.parts.places[cell].total) {
      finder.for_each_at(flat.parts.places[cell], [&](const FlatCount& count) {
        counted.add(count);
        counting.insert(count.member);
      });
    }
    for (const std::uint32_t member : cell < places ? members[cell] : std::span<const std::uint32_t>()) {
      if (counting.count(member) > 0) continue;
      if ((*counted_members)[member].code == nullptr) shows[cell] = 1;
      looks.add(member);
    }
    looks.end_row();
    counted.end_row();
  }
}

std::unique_ptr<FlatPlan> plan_runs(const Net& net, const RecordingPlan* recording, bool told, const FlatLimits& limits) {
  std::optional<FlatNet> flat = flatten(net, limits);
  if (!flat) return nullptr;
  try {
    return std::make_unique<FlatPlan>(net, std::move(*flat), recording, told);
  } catch (const EvalError&) {
    return nullptr;  // the coloured run tells
  }
}

}  // namespace petriloom
