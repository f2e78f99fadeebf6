// SPDX-License-Identifier: Apache-2.0
// What is known of the functions of a file before any is translated.
#pragma once

#include <map>

#include "formats/ml/infer.h"

namespace petriloom::cpn::ml {

class FunctionFacts {
 public:
  explicit FunctionFacts(const Inference& inference) : inference_(inference) {}

  /// Whether a function calls itself, perhaps through others.
  bool recursive(const Function& function);
  /// Whether evaluating the expression, or the function, draws random numbers or looks at the time.
  bool has(const Expr& expr, Effect effect);
  bool has(const Function& function, Effect effect);

 private:
  const Inference& inference_;
  std::map<Effect, std::map<const Function*, bool>> effects_;
  std::map<const Function*, bool> recursive_;
};

}  // namespace petriloom::cpn::ml
