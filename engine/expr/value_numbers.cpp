// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "engine/expr/number.h"
#include "engine/expr/value_operations.h"

namespace petriloom {

Word ValueOperations::int_power(const Expr& node, Word base, Word exponent) {
  if (exponent < 0) fail_at(node, fmt::format("the power of an int needs an exponent of at least 0, not {}", exponent));
  Word result = 1;
  bool overflow = false;
  while (exponent > 0 && !overflow) {
    if (exponent % 2 != 0) overflow = __builtin_mul_overflow(result, base, &result);
    exponent /= 2;
    if (exponent > 0 && !overflow) overflow = __builtin_mul_overflow(base, base, &base);
  }
  if (overflow) fail_at(node, "the power does not fit an int");
  return result;
}

void ValueOperations::fail_number(const Expr& node, Word left, Word right) {
  if (right == 0 && (node.op == Op::divide || node.op == Op::modulo)) fail_at(node, "division by zero");
  fail_at(node, fmt::format("the result of an operation on {} and {} does not fit an int", left, right));
}

Word ValueOperations::compare_strings(Op op, Word left, Word right) const {
  const int order = net_.colours.compare(ColourTable::kString, left, right, pool_);
  if (op == Op::minimum) return order <= 0 ? left : right;
  if (op == Op::maximum) return order >= 0 ? left : right;
  return holds(op, order, 0) ? 1 : 0;
}

Word ValueOperations::unary(const Expr& node, Word value) {
  if (operand_type(node) == ColourTable::kReal) return word_of_real(real_function(node.op, real_of_word(value)));
  Word result = 0;
  if (!integer_function(node.op, value, result)) {
    fail_at(node, fmt::format("{}({}) does not fit an int", node.op == Op::negate ? "-" : "abs", value));
  }
  return result;
}

Word ValueOperations::to_int(const Expr& node, double value) {
  Word result = 0;
  if (!whole_number(node.op, value, result)) fail_at(node, fmt::format("{} does not fit an int", value));
  return result;
}

}  // namespace petriloom
