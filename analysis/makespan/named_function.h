// SPDX-License-Identifier: Apache-2.0
// Functions and constants of a net by their names.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "engine/expr/eval.h"
#include "engine/net/net.h"

namespace petriloom {

/// The value of a constant; null if the net has none of that name.
inline const Expr* value_of_constant(const Net& net, std::string_view name) {
  const auto found =
      std::find_if(net.constants.begin(), net.constants.end(), [&](const Constant& one) { return one.name == name; });
  return found == net.constants.end() || !found->value.valid() ? nullptr : &net.exprs[found->value];
}

/// A function of the net by its name, called with words.
class NamedFunction {
 public:
  NamedFunction(const Net& net, Evaluator& evaluator, std::string_view name, std::initializer_list<ColourSetId> parameters)
      : evaluator_(evaluator) {
    for (const Function& function : net.functions) {
      const bool fits = function.name == name &&
                        std::equal(function.parameters.begin(), function.parameters.end(), parameters.begin(), parameters.end(),
                                   [&](ColourSetId a, ColourSetId b) { return net.colours.same_words(b, a); });
      if (fits) function_ = &function;
    }
    if (function_ != nullptr) frame_.resize(function_->slots);
  }
  [[nodiscard]] bool there() const { return function_ != nullptr; }
  [[nodiscard]] ExprId body() const { return function_->body; }
  Word operator()(std::initializer_list<Word> arguments) {
    std::fill(frame_.begin(), frame_.end(), 0);
    std::copy(arguments.begin(), arguments.end(), frame_.begin());
    return evaluator_.eval(function_->body, frame_);
  }

 private:
  Evaluator& evaluator_;
  const Function* function_ = nullptr;
  std::vector<Word> frame_;
};

}  // namespace petriloom
