// SPDX-License-Identifier: Apache-2.0
// What guards that count tokens said when they were last looked at, so that bindings are looked at
// again only if a change of what is counted makes a guard say something else.
#pragma once

#include <vector>

#include "engine/enabling/enabling.h"

namespace petriloom::coloured {

class GuardTruths {
 public:
  /// Before any marking is made; it must outlive this.
  explicit GuardTruths(Enabling& enabling);

  /// Whether nothing that a dependency of a transition decides has changed for the bindings that
  /// count a group of tokens, whose `key` is that of `key_of_colour`. To be asked after each step
  /// that changes the group, once the marking is settled.
  bool unchanged(const Marking& marking, TransitionId transition, std::size_t dependency, std::span<const Word> key);
  /// The same was not asked after such a step.
  void pass_over(TransitionId transition, std::size_t dependency) { ++watched_[transition.index()][dependency].passed_over; }
  /// Forgets everything.
  void clear();

 private:
  /// What the guards said for one key.
  struct Known {
    std::vector<Word> key;
    bool used = false;
    bool truth = false;
    std::uint64_t passed_over = 0;  ///< when it was looked at
  };
  /// Of a dependency on which nothing but guards depend, each of these on nothing else.
  struct Watched {
    std::vector<Code> guards;          ///< empty: of another dependency
    std::vector<std::uint32_t> slots;  ///< the variables whose words a key has
    std::vector<Known> known;          ///< by hash; one key drives out another
    /// How often nobody asked: what is known from before is of no use.
    std::uint64_t passed_over = 0;
  };
  [[nodiscard]] Watched watch(const Net& net, const Transition& transition, const TransitionPlan& plan,
                              const Dependency& dependency);
  [[nodiscard]] bool says(const Marking& marking, const Watched& watched, std::span<const Word> key);

  Enabling& enabling_;
  std::vector<std::vector<Watched>> watched_;  // by transition and dependency
  std::vector<Word> frame_;
};

}  // namespace petriloom::coloured
