// SPDX-License-Identifier: Apache-2.0
// Whom each change of an unfolded net affects.
#pragma once

#include "engine/counts/event_net.h"
#include "engine/enabling/priority.h"
#include "engine/expr/eval.h"

namespace petriloom::counts {

/// Finds priorities and shared conditions, and whom the firing of each binding and the arrival in
/// each place affects.
class DependencyGraph {
 public:
  DependencyGraph(const Net& net, const FormLimits& limits, EventNet& made);
  /// False if there is no form on counts within the limits.
  bool make();

 private:
  void rank_timed();
  void add_priorities();
  void find_hubs();
  bool split_conditions();
  void find_consumers();
  bool find_affected();
  void add_affected(const std::vector<std::uint32_t>& places, std::uint32_t self);
  /// Who of a kind has conditions on each place, ascending.
  class Consumers {
   public:
    /// The conditions of number k of `size` are `conditions(k)`.
    template <class Conditions>
    Consumers(std::size_t places, std::size_t size, const Conditions& conditions);
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t place) const {
      return {numbers_.data() + starts_[place], numbers_.data() + starts_[place + 1]};
    }

   private:
    std::vector<std::uint32_t> starts_, numbers_;
  };
  void gather(const std::vector<std::uint32_t>& places, const Consumers& who, std::uint32_t self);
  void write(RowList<std::uint32_t>& rows);
  [[nodiscard]] Precedence precedence(std::size_t binding);

  const Net& net_;
  const FormLimits& limits_;
  EventNet& made_;
  Evaluator evaluator_;
  std::vector<PrecedenceCode> precedences_;  // by transition
  std::vector<char> hubs_;                   // by place: many immediate bindings ask for it
  std::optional<Consumers> timed_, immediate_, shared_;
  std::vector<std::uint32_t> found_;
};

}  // namespace petriloom::counts
