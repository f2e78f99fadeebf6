// SPDX-License-Identifier: Apache-2.0
// One order of all global variables of a file in which those of each transition stand in its order.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::cpn {

/// Variables of the same name and colour set are one, unless that leaves no such order.
class VariableOrder {
 public:
  struct Variable {
    std::string name;
    ColourSetId colour;
    ColourAliasId alias{};  ///< of the one that came first
  };

  /// Positions in `variables` of those that bind a transition.
  std::vector<std::size_t> add(const Transition& transition);
  /// A variable of no order, other than `taken`.
  std::size_t loose(const Variable& variable, const std::vector<std::size_t>& taken);
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  /// All positions in `variables`, in order; where nothing is asked, first come, first served.
  [[nodiscard]] std::vector<std::size_t> order() const;

 private:
  std::size_t node(const Variable& variable, std::size_t copy);
  [[nodiscard]] bool reaches(std::size_t from, std::size_t to) const;
  bool add_chain(const std::vector<std::size_t>& chain);

  std::vector<Variable> variables_;
  std::vector<std::set<std::size_t>> after_;  ///< which must come later
  std::map<std::tuple<std::string, ColourSetId, std::size_t>, std::size_t> known_;
};

}  // namespace petriloom::cpn
