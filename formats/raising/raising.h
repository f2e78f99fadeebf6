// SPDX-License-Identifier: Apache-2.0
// What evaluating an expression of ML raises, as an expression of the net: nets know no exceptions,
// but what raises one in ML ends a run, so where that would happen can be asked before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/build/builder.h"

namespace petriloom::cpn {

class Raising {
 public:
  /// A new slot of the frame that an expression is evaluated in. Called twice, it gives neighbours.
  using NewSlot = std::function<std::uint32_t(ColourSetId)>;

  /// Operations looked at in one net; more is an error.
  static constexpr std::size_t kMostWork = 1'000'000;

  /// `builder` must outlive this.
  explicit Raising(NetBuilder& builder) : builder_(builder) {}

  /// An int: 0 where evaluating the expression raises nothing, else the number of the exception
  /// that it raises first. Invalid if that cannot be told; then `why` says what is in the way.
  ExprId code(ExprId expr, const NewSlot& slot);
  [[nodiscard]] const std::string& why() const { return why_; }
  /// What evaluating an expression raises is known.
  void know(ExprId expr, ExprId code) { known_[expr] = code; }
  /// The number of an exception, from 1 on. Structures in front of a name do not matter.
  std::int64_t number(std::string_view exception);
  /// All exceptions that have a number, by it, from 1 on.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Functions that were made since the net had so many are no longer in it.
  void forget(std::size_t before);

 private:
  friend class RaisingFrame;
  /// A function that gives what another one raises; invalid if that raises nothing.
  FunctionId function(FunctionId of);
  bool may_raise(ExprId expr, std::set<FunctionId>& seen);

  NetBuilder& builder_;
  std::vector<std::string> names_;
  std::map<FunctionId, FunctionId> functions_;
  std::map<ExprId, ExprId> known_;
  std::size_t work_ = 0;
  std::string why_;
};

}  // namespace petriloom::cpn
