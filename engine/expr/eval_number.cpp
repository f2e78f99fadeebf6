// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/expr/eval_run.h"

namespace petriloom {

Word Evaluator::Run::arithmetic(const Expr& node) {
  if (node.type == ColourTable::kReal) {
    const double left = eval_real(child(node, 0));
    return word_of_real(real_arithmetic(node, left, eval_real(child(node, 1))));
  }
  const Word left = eval(child(node, 0));
  return int_arithmetic(node, left, eval(child(node, 1)));
}

Word Evaluator::Run::int_arithmetic(const Expr& node, Word left, Word right) {
  Word result = 0;
  bool overflow = false;
  switch (node.op) {
    case Op::add:
      overflow = __builtin_add_overflow(left, right, &result);
      break;
    case Op::subtract:
      overflow = __builtin_sub_overflow(left, right, &result);
      break;
    case Op::multiply:
      overflow = __builtin_mul_overflow(left, right, &result);
      break;
    case Op::power:
      return int_power(node, left, right);
    default:
      if (right == 0) fail(node, "division by zero");
      // The processor traps on the lowest int divided by -1, also for the remainder.
      if (right == -1) {
        overflow = node.op == Op::divide && __builtin_sub_overflow(Word{0}, left, &result);
      } else {
        result = node.op == Op::divide ? left / right : left % right;
      }
  }
  if (overflow) fail(node, fmt::format("the result of an operation on {} and {} does not fit an int", left, right));
  return result;
}

double Evaluator::Run::real_arithmetic(const Expr& node, double left, double right) {
  switch (node.op) {
    case Op::add:
      return left + right;
    case Op::subtract:
      return left - right;
    case Op::multiply:
      return left * right;
    case Op::divide:
      return left / right;
    case Op::modulo:
      return std::fmod(left, right);
    default:
      return std::pow(left, right);
  }
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

Word Evaluator::Run::negate(const Expr& node) {
  const Word value = eval(child(node, 0));
  if (node.type == ColourTable::kReal) return word_of_real(-real_of_word(value));
  Word result = 0;
  if (__builtin_sub_overflow(Word{0}, value, &result)) fail(node, fmt::format("-({}) does not fit an int", value));
  return result;
}

Word Evaluator::Run::absolute(const Expr& node) {
  const Word value = eval(child(node, 0));
  if (node.type == ColourTable::kReal) return word_of_real(std::fabs(real_of_word(value)));
  Word result = value;
  if (value < 0 && __builtin_sub_overflow(Word{0}, value, &result)) fail(node, fmt::format("abs({}) does not fit an int", value));
  return result;
}

Word Evaluator::Run::minimum_maximum(const Expr& node) {
  const Word left = eval(child(node, 0));
  const Word right = eval(child(node, 1));
  const bool right_less = net_.colours.compare(node.type, right, left, owner_.pool_) < 0;
  return right_less == (node.op == Op::minimum) ? right : left;
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

Word Evaluator::Run::real_function(const Expr& node) {
  const double value = eval_real(child(node, 0));
  if (node.op == Op::sqrt) return word_of_real(std::sqrt(value));
  return word_of_real(node.op == Op::exp ? std::exp(value) : std::log(value));
}

// Order is only on numbers, simple finite colours and strings, so words decide but for reals and strings; equality is equality of
// words.
bool Evaluator::Run::compare(const Expr& node) {
  const Word left = eval(child(node, 0));
  const Word right = eval(child(node, 1));
  const auto decide = [&node](auto a, auto b) {
    switch (node.op) {
      case Op::equal:
        return a == b;
      case Op::not_equal:
        return a != b;
      case Op::less:
        return a < b;
      case Op::less_equal:
        return a <= b;
      case Op::greater:
        return a > b;
      default:
        return a >= b;
    }
  };
  const bool equality = node.op == Op::equal || node.op == Op::not_equal;
  if (!equality && net_.exprs[child(node, 0)].type == ColourTable::kString) {
    return decide(net_.colours.compare(ColourTable::kString, left, right, owner_.pool_), 0);
  }
  return is_real(child(node, 0)) ? decide(real_of_word(left), real_of_word(right)) : decide(left, right);
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
