// SPDX-License-Identifier: Apache-2.0
// What operations on numbers give. Evaluator and Code (engine/compiled/code.h) both ask here, so
// that their values are the same to the last bit. Words of simple finite colours are ordered and
// compared as integers.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/net/expr.h"

namespace petriloom {

/// A comparison of two numbers.
template <class Number>
bool holds(Op op, Number a, Number b) {
  switch (op) {
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
}

/// `not_`, `negate` or `absolute` of an integer. False if that does not fit one.
inline bool integer_function(Op op, Word a, Word& result) {
  result = op == Op::not_ ? static_cast<Word>(a == 0) : a;
  return op == Op::not_ || (op == Op::absolute && a >= 0) || !__builtin_sub_overflow(Word{0}, a, &result);
}

/// Arithmetic but for powers, smaller and larger one, and comparisons. False if the result does not
/// fit an integer, or for a division by 0.
inline bool integer_operation(Op op, Word a, Word b, Word& result) {
  switch (op) {
    case Op::add:
      return !__builtin_add_overflow(a, b, &result);
    case Op::subtract:
      return !__builtin_sub_overflow(a, b, &result);
    case Op::multiply:
      return !__builtin_mul_overflow(a, b, &result);
    case Op::divide:
      // The processor traps on the lowest integer divided by -1, also for the remainder.
      if (b == -1) return !__builtin_sub_overflow(Word{0}, a, &result);
      return b != 0 && (result = a / b, true);
    case Op::modulo:
      return b != 0 && (result = b == -1 ? 0 : a % b, true);
    case Op::minimum:
      return result = std::min(a, b), true;
    case Op::maximum:
      return result = std::max(a, b), true;
    default:
      return result = static_cast<Word>(holds(op, a, b)), true;
  }
}

/// The functions of one real.
inline double real_function(Op op, double a) {
  switch (op) {
    case Op::negate:
      return -a;
    case Op::absolute:
      return std::fabs(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::exp:
      return std::exp(a);
    default:
      return std::log(a);
  }
}

/// `floor`, `ceil` or `round` of a real, or what is behind its point left out. False if that does
/// not fit an integer.
inline bool whole_number(Op op, double value, Word& result) {
  if (op == Op::floor) value = std::floor(value);
  if (op == Op::ceil) value = std::ceil(value);
  if (op == Op::round) value = std::round(value);
  // 2^63 is a double; the largest integer is not. NaN fails both comparisons.
  constexpr double kLimit = 9223372036854775808.0;
  if (!(value >= -kLimit && value < kLimit)) return false;
  result = static_cast<Word>(value);
  return true;
}

/// Arithmetic, smaller and larger one, and comparisons, as a word of the result. Infinities and NaN
/// come as IEEE 754 has them, but the smaller and larger one take NaN for the largest of all.
inline Word real_operation(Op op, double a, double b) {
  const auto less = [](double x, double y) { return x < y || (std::isnan(y) && !std::isnan(x)); };
  switch (op) {
    case Op::add:
      return word_of_real(a + b);
    case Op::subtract:
      return word_of_real(a - b);
    case Op::multiply:
      return word_of_real(a * b);
    case Op::divide:
      return word_of_real(a / b);
    case Op::modulo:
      return word_of_real(std::fmod(a, b));
    case Op::power:
      return word_of_real(std::pow(a, b));
    case Op::minimum:
      return word_of_real(less(b, a) ? b : a);
    case Op::maximum:
      return word_of_real(less(a, b) ? b : a);
    default:
      return static_cast<Word>(holds(op, a, b));
  }
}

}  // namespace petriloom
