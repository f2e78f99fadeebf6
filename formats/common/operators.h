// SPDX-License-Identifier: Apache-2.0
// Operators, functions and reserved words of the net language (docs/language.md), for all who read
// or write it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/net/expr.h"

namespace petriloom::loom {

/// Whether a word can never be a name, as it ends an expression or starts one. All others can,
/// `place` and `time` among them.
inline bool reserved_word(std::string_view word) {
  constexpr std::array<std::string_view, 14> kReserved = {"if",   "then",  "else", "let",  "in",   "case",  "of",
                                                          "when", "where", "over", "each", "true", "false", "with"};
  constexpr std::size_t kShortest = 2;
  constexpr std::size_t kLongest = 5;
  if (word.size() < kShortest || word.size() > kLongest) return false;
  return std::any_of(kReserved.begin(), kReserved.end(), [word](std::string_view one) { return one[0] == word[0] && one == word; });
}

/// How strongly operators bind, weakest first. Of temporal ones, `U`, `R` and `W`. A `++` binds as
/// `+` does; kConcat is for those who write it, where it must not be taken for one that joins terms
/// of an arc.
enum Strength : std::uint8_t {
  kWeakest,
  kEquivalence,
  kImplication,
  kOr,
  kAnd,
  kTemporal,
  kComparison,
  kConcat,
  kSum,
  kProduct,
  kUnary,
  kSelected,
};

/// An operator between two operands.
struct Infix {
  std::string_view text;
  Strength strength;
  std::optional<Op> op;  ///< none: expressions of a net have it in another form
  bool right = false;    ///< whether chains associate to the right
};
/// Longer before shorter where one begins another.
inline constexpr std::array kInfix = std::to_array<Infix>({{"<=>", kEquivalence, {}},
                                                           {"=>", kImplication, {}, true},
                                                           {"<=", kComparison, Op::less_equal},
                                                           {">=", kComparison, Op::greater_equal},
                                                           {"!=", kComparison, Op::not_equal},
                                                           {"++", kSum, Op::concat},
                                                           {"=", kComparison, Op::equal},
                                                           {"<", kComparison, Op::less},
                                                           {">", kComparison, Op::greater},
                                                           {"|", kOr, Op::or_},
                                                           {"&", kAnd, Op::and_},
                                                           {"+", kSum, Op::add},
                                                           {"-", kSum, Op::subtract},
                                                           {"*", kProduct, Op::multiply},
                                                           {"/", kProduct, Op::divide},
                                                           {"%", kProduct, Op::modulo}});

/// A function that is one operation.
struct BuiltIn {
  std::string_view text;
  Op op;
  std::size_t arity;
  bool list = false;  ///< of lists and texts
};
inline constexpr std::array kBuiltIns = {
    BuiltIn{"text", Op::to_text, 1},
    BuiltIn{"variant", Op::variant, 1},
    BuiltIn{"abs", Op::absolute, 1},
    BuiltIn{"floor", Op::floor, 1},
    BuiltIn{"ceil", Op::ceil, 1},
    BuiltIn{"round", Op::round, 1},
    BuiltIn{"sqrt", Op::sqrt, 1},
    BuiltIn{"exp", Op::exp, 1},
    BuiltIn{"log", Op::log, 1},
    BuiltIn{"succ", Op::successor, 1},
    BuiltIn{"pred", Op::predecessor, 1},
    BuiltIn{"ord", Op::index_of, 1},
    BuiltIn{"min", Op::minimum, 2},
    BuiltIn{"max", Op::maximum, 2},
    BuiltIn{"pow", Op::power, 2},
    BuiltIn{"length", Op::length, 1, true},
    BuiltIn{"head", Op::head, 1, true},
    BuiltIn{"tail", Op::tail, 1, true},
    BuiltIn{"nth", Op::element, 2, true},
    BuiltIn{"append", Op::append, 2, true},
    BuiltIn{"concat", Op::concat, 2, true},
    BuiltIn{"contains", Op::contains, 2, true},
    BuiltIn{"range", Op::range_list, 2, true},
    BuiltIn{"slice", Op::slice, 3, true},
    BuiltIn{"reverse", Op::reverse, 1, true},
    BuiltIn{"update", Op::update, 3, true},
    BuiltIn{"remove", Op::remove, 2, true},
    BuiltIn{"position", Op::position, 2, true},
    BuiltIn{"distinct", Op::distinct, 1, true},
};

/// What runs over the elements of a list.
struct Quantifier {
  std::string_view text;
  Op op;
  /// How the elements combine when they are written out. Then several variables stand for one
  /// inside the other.
  std::optional<Op> joins;
};
inline constexpr std::array kQuantifiers = {
    Quantifier{"map", Op::map, {}},
    Quantifier{"filter", Op::filter, {}},
    Quantifier{"forall", Op::forall, Op::and_},
    Quantifier{"exists", Op::exists, Op::or_},
    Quantifier{"sum", Op::sum, Op::add},
    Quantifier{"argmin", Op::argmin, {}},
    Quantifier{"sort", Op::sort, {}},
    Quantifier{"min", Op::least, {}},
    Quantifier{"max", Op::greatest, {}},
};

/// The row of a table that is written as `text`; null if there is none.
template <class Row, std::size_t N>
const Row* find_row(const std::array<Row, N>& table, std::string_view text) {
  const auto found = std::find_if(table.begin(), table.end(), [text](const Row& each) { return each.text == text; });
  return found == table.end() ? nullptr : &*found;
}
/// The row of a table that stands for `op`; null if there is none.
template <class Row, std::size_t N>
const Row* find_row(const std::array<Row, N>& table, Op op) {
  const auto found = std::find_if(table.begin(), table.end(), [op](const Row& each) { return each.op == op; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace petriloom::loom
