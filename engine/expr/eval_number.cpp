// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "engine/expr/eval_run.h"
#include "engine/expr/number.h"

namespace petriloom {

// Order is only on numbers, simple finite colours and strings.
Word Evaluator::Run::binary(const Expr& node) {
  const ColourSetId type = net_.exprs[child(node, 0)].type;
  const Word left = eval(child(node, 0));
  const Word right = eval(child(node, 1));
  if (type == ColourTable::kReal) return real_operation(node.op, real_of_word(left), real_of_word(right));
  if (node.op == Op::power) return int_power(node, left, right);
  if (type == ColourTable::kString && node.op != Op::equal && node.op != Op::not_equal) {
    const int order = net_.colours.compare(type, left, right, owner_.pool_);
    if (node.op == Op::minimum) return order <= 0 ? left : right;
    if (node.op == Op::maximum) return order >= 0 ? left : right;
    return holds(node.op, order, 0) ? 1 : 0;
  }
  Word result = 0;
  if (integer_operation(node.op, left, right, result)) return result;
  if (right == 0 && (node.op == Op::divide || node.op == Op::modulo)) fail(node, "division by zero");
  fail(node, fmt::format("the result of an operation on {} and {} does not fit an int", left, right));
}

Word Evaluator::Run::int_power(const Expr& node, Word base, Word exponent) {
  if (exponent < 0) fail(node, fmt::format("the power of an int needs an exponent of at least 0, not {}", exponent));
  Word result = 1;
  bool overflow = false;
  while (exponent > 0 && !overflow) {
    if (exponent % 2 != 0) overflow = __builtin_mul_overflow(result, base, &result);
    exponent /= 2;
    if (exponent > 0 && !overflow) overflow = __builtin_mul_overflow(base, base, &base);
  }
  if (overflow) fail(node, "the power does not fit an int");
  return result;
}

Word Evaluator::Run::unary(const Expr& node) {
  const Word value = eval(child(node, 0));
  if (is_real(child(node, 0))) return word_of_real(real_function(node.op, real_of_word(value)));
  Word result = 0;
  if (!integer_function(node.op, value, result)) {
    fail(node, fmt::format("{}({}) does not fit an int", node.op == Op::negate ? "-" : "abs", value));
  }
  return result;
}

Word Evaluator::Run::to_int(const Expr& node) {
  double value = eval_real(child(node, 0));
  if (node.op == Op::floor) value = std::floor(value);
  if (node.op == Op::ceil) value = std::ceil(value);
  if (node.op == Op::round) value = std::round(value);
  // 2^63 is a double; the largest int is not. NaN fails both comparisons.
  constexpr double kLimit = 9223372036854775808.0;
  if (!(value >= -kLimit && value < kLimit)) fail(node, fmt::format("{} does not fit an int", value));
  return static_cast<Word>(value);
}

Word Evaluator::Run::neighbour(const Expr& node) {
  const ColourSet& type = net_.colours[node.type];
  const Word value = eval(child(node, 0));
  if (node.op == Op::successor) return value == type.high ? type.low : value + 1;
  return value == type.low ? type.high : value - 1;
}

Word Evaluator::Run::colour_at(const Expr& node) {
  const ColourSet& type = net_.colours[node.type];
  const Word value = eval(child(node, 0));
  if (value < type.low || value > type.high) {
    fail(node, fmt::format("{} is not the number of a colour of {} ({} to {})", value, net_.colours.describe(node.type), type.low,
                           type.high));
  }
  return value;
}

}  // namespace petriloom
