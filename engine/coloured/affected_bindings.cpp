// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/affected_bindings.h"

#include <algorithm>

#include "engine/containers/take_number.h"

namespace petriloom::coloured {

void AffectedBindings::add(std::uint32_t live, TransitionId transition, std::span<const Word> binding,
                           std::vector<Entry>& entries) {
  const std::vector<Dependency>& dependencies = plans_[transition].dependencies;
  if (dependencies.empty()) return;
  for (std::uint32_t d = 0; d < dependencies.size(); ++d) {
    key_.clear();
    for (const PatternPart& part : dependencies[d].pattern.parts) {
      if (part.kind == PatternPart::Kind::variable) key_.push_back(binding[part.slot]);
    }
    const std::uint32_t hash = hash_of(transition, d);
    std::uint32_t id = find_group(transition, d, hash);
    if (id == IdTable::kNone) {
      id = take_number(groups_, free_);
      Group& group = groups_[id];
      group.transition = transition;
      group.dependency = d;
      group.hash = hash;
      group.key = key_;
      table_.insert(hash, id);
    }
    entries.push_back({id, static_cast<std::uint32_t>(groups_[id].lives.size())});
    groups_[id].lives.push_back(live);
  }
}

std::span<const std::uint32_t> AffectedBindings::find(TransitionId transition, std::size_t number, Word colour) {
  const auto dependency = static_cast<std::uint32_t>(number);
  if (!key_of_colour(net_.colours, plans_[transition].dependencies[number].pattern, colour, pool_, key_)) return {};
  const std::uint32_t id = find_group(transition, dependency, hash_of(transition, dependency));
  if (id == IdTable::kNone) return {};
  return groups_[id].lives;
}

std::uint32_t AffectedBindings::hash_of(TransitionId transition, std::uint32_t dependency) const {
  return hash_words(transition.index() + dependency * net_.transitions.size(), key_);
}

std::uint32_t AffectedBindings::find_group(TransitionId transition, std::uint32_t dependency, std::uint32_t hash) const {
  return table_.find(hash, [&](std::uint32_t id) {
    const Group& group = groups_[id];
    return group.transition == transition && group.dependency == dependency && group.key == key_;
  });
}

void AffectedBindings::drop(std::uint32_t id) {
  table_.erase(groups_[id].hash, id);
  free_.push_back(id);
}

}  // namespace petriloom::coloured
