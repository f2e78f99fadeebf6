// SPDX-License-Identifier: Apache-2.0
// Patterns of ML: what must hold of a value that one matches, and what its names stand for then.
#pragma once

#include "formats/translation/values.h"

namespace petriloom::cpn::ml {

class Patterns {
 public:
  enum class Fit : std::uint8_t { never, always, perhaps };

  Patterns(Workspace& work, Values& values) : work_(work), values_(values) {}

  /// Takes a value apart: adds what must hold to `tests`, and names to the scope.
  Fit match(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  /// The same with all patterns of a clause.
  Fit match(const Clause& clause, const std::vector<Value>& values, std::vector<ExprId>& tests);

 private:
  Fit match_literal(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit match_parts(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit match_list(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit match_constructor(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit test(ExprId condition, std::vector<ExprId>& tests);
  [[nodiscard]] ExprBuilder& e() { return work_.e(); }

  Workspace& work_;
  Values& values_;
};

/// Whether every value is matched by one of the rows (Maranget, "Warnings for pattern matching",
/// 2007). In doubt false.
bool exhaustive(const std::vector<std::vector<const Pattern*>>& rows, const Environment& environment);

}  // namespace petriloom::cpn::ml
