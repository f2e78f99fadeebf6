// SPDX-License-Identifier: Apache-2.0
// What is known of the functions of a file before any is translated.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "formats/translation/value.h"
#include "formats/typing/environment.h"
#include "formats/typing/library.h"

namespace petriloom::cpn::ml {

class FunctionFacts {
 public:
  explicit FunctionFacts(const Environment& environment) : environment_(environment) {}

  /// Whether a function calls itself, perhaps through others.
  bool recursive(const Function& function);
  /// Whether evaluating the expression, or the function, draws random numbers or looks at the time.
  bool has(const Expr& expr, Effect effect);
  bool has(const Function& function, Effect effect);
  using References = std::set<const Declaration*, ByName>;
  /// The references that calling the function may look at, also through other functions, those
  /// among its arguments too.
  [[nodiscard]] References references(const Value& function) const;

 private:
  /// Whether the expression is the name of a library function with the effect.
  static bool has_itself(const Expr& expr, Effect effect);
  void add_references(const std::vector<Clause>& clauses, std::set<const Function*>& seen, References& all) const;
  void add_references(const Value& value, std::set<const Function*>& seen, References& all) const;

  const Environment& environment_;
  std::map<Effect, std::map<const Function*, bool>> effects_;
  std::map<const Function*, bool> recursive_;
};

}  // namespace petriloom::cpn::ml
