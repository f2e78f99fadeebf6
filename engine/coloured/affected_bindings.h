// SPDX-License-Identifier: Apache-2.0
// Which bindings with timers a change of the marking affects, by the dependencies of their
// transitions.
#pragma once

#include "engine/containers/id_table.h"
#include "engine/enabling/binding_plan.h"

namespace petriloom::coloured {

class AffectedBindings {
 public:
  /// All must outlive this.
  AffectedBindings(const Net& net, const BindingPlans& plans, WordPool& pool) : net_(net), plans_(plans), pool_(pool) {}

  /// Where a binding is listed: position `at` of group `group`.
  struct Entry {
    std::uint32_t group = 0;
    std::uint32_t at = 0;
  };

  /// Lists the binding `live` (a number of the caller's) under every dependency of its transition.
  /// `entries` is the caller's to keep.
  void add(std::uint32_t live, TransitionId transition, std::span<const Word> binding, std::vector<Entry>& entries);
  /// Takes it out again. `entries_of(live)` gives the entries of others, as a std::vector<Entry>&,
  /// which move.
  template <class EntriesOf>
  void remove(std::vector<Entry>& entries, const EntriesOf& entries_of) {
    if (entries.empty()) return;
    for (std::uint32_t k = 0; k < entries.size(); ++k) {
      Group& group = groups_[entries[k].group];
      const std::uint32_t at = entries[k].at;
      group.lives[at] = group.lives.back();
      group.lives.pop_back();
      if (at < group.lives.size()) entries_of(group.lives[at])[k].at = at;
      if (group.lives.empty()) drop(entries[k].group);
    }
    entries.clear();
  }
  /// Those whose count by dependency `number` of the transition tokens of `colour` belong to, in an
  /// order that depends on history.
  [[nodiscard]] std::span<const std::uint32_t> find(TransitionId transition, std::size_t number, Word colour);

 private:
  struct Group {
    TransitionId transition;
    std::uint32_t dependency = 0;
    std::uint32_t hash = 0;
    std::vector<Word> key;
    std::vector<std::uint32_t> lives;
  };
  [[nodiscard]] std::uint32_t find_group(TransitionId transition, std::uint32_t dependency, std::uint32_t hash) const;
  [[nodiscard]] std::uint32_t hash_of(TransitionId transition, std::uint32_t dependency) const;
  void drop(std::uint32_t id);

  const Net& net_;
  const BindingPlans& plans_;
  WordPool& pool_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> free_;
  IdTable table_;
  std::vector<Word> key_;
};

}  // namespace petriloom::coloured
