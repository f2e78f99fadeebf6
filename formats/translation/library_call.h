// SPDX-License-Identifier: Apache-2.0
// A call of a library function while it is translated: its arguments as expressions, and the steps
// that the functions of the tables (library_*.cpp) share. As with ExprBuilder, what is made of an
// expression that is not valid is not valid, without a message.
#pragma once

#include <initializer_list>
#include <span>

#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

class LibraryCall {
 public:
  LibraryCall(Translator& translator, std::span<const Value> arguments, const Expr& at)
      : t(translator), at_(at), arguments_(arguments) {}

  /// The same call with other arguments.
  [[nodiscard]] LibraryCall with(std::span<const Value> arguments) const { return {t, arguments, at_}; }

  Translator& t;

  [[nodiscard]] const Location& where() const { return at_.where; }
  [[nodiscard]] ExprBuilder& e() const { return t.work().e(); }
  [[nodiscard]] ColourTable& colours() const { return t.work().net().colours; }
  /// The colour set of the value of the call.
  [[nodiscard]] ColourSetId result() const { return t.values().colour_of(at_.type); }
  Value fail(std::string message, std::string help = {}) const {
    return t.work().fail(where(), std::move(message), std::move(help));
  }

  // ---- arguments, those that are curried one by one
  [[nodiscard]] const Value& operator[](std::size_t k) const { return arguments_[k]; }
  [[nodiscard]] ExprId plain(std::size_t k) const { return plain(arguments_[k]); }
  [[nodiscard]] ExprId plain(const Value& value) const { return t.values().plain(value, where()); }
  /// With a name, so that it is evaluated once.
  [[nodiscard]] ExprId named(std::size_t k) const { return named(arguments_[k]); }
  [[nodiscard]] ExprId named(const Value& value) const { return plain(t.work().named(value, where())); }
  /// Component `k` of an argument that is a tuple.
  [[nodiscard]] ExprId part(std::size_t k, std::size_t argument = 0) const;
  /// The same where it may be a function.
  [[nodiscard]] Value part_value(std::size_t k, std::size_t argument = 0) const;
  [[nodiscard]] ExprId named_part(std::size_t k, std::size_t argument = 0) const { return named(part_value(k, argument)); }

  // ---- what is made of them
  [[nodiscard]] Value apply(const Value& function, const Value& argument) const { return t.calls().apply(function, argument, at_); }
  [[nodiscard]] ExprId applied(const Value& function, const Value& argument) const { return plain(apply(function, argument)); }
  [[nodiscard]] ExprId integer(std::int64_t number) const { return e().integer(number, where()); }
  /// The bounds of a range or an index.
  [[nodiscard]] ExprId low(const ColourSet& set) const { return bound(set.low, set.written_low); }
  [[nodiscard]] ExprId high(const ColourSet& set) const { return bound(set.high, set.written_high); }
  [[nodiscard]] ExprId unary(Op op, ExprId operand) const { return e().unary(op, operand, where()); }
  [[nodiscard]] ExprId binary(Op op, ExprId left, ExprId right) const { return e().binary(op, left, right, where()); }
  [[nodiscard]] ExprId if_(ExprId condition, ExprId then, ExprId otherwise) const {
    return e().if_(condition, then, otherwise, where());
  }
  /// An operation on lists or texts.
  [[nodiscard]] ExprId list(Op op, std::initializer_list<ExprId> operands) const {
    return e().list_op(op, std::span(operands.begin(), operands.size()), where());
  }
  /// What has no value: evaluating it is the exception that ML raises, of the type of the call.
  [[nodiscard]] ExprId raised(std::string_view why) const { return t.values().no_value(result(), why, where()); }
  [[nodiscard]] ExprId empty(ColourSetId element) const { return e().list(element, {}, where()); }
  /// The numbers from `first` to `last`.
  [[nodiscard]] ExprId range(std::int64_t first, ExprId last) const { return list(Op::range_list, {integer(first), last}); }
  [[nodiscard]] ExprId coerce(ExprId value, ColourSetId to) const { return t.values().coerce(value, to, where()); }
  template <class Body>
  [[nodiscard]] ExprId over(Op op, ExprId list, const Body& body) const {
    return t.values().over(op, list, where(), body);
  }
  template <class Body>
  [[nodiscard]] ExprId fold(ExprId list, ExprId start, const Body& body) const {
    return t.values().fold(list, start, where(), body);
  }

 private:
  [[nodiscard]] ExprId bound(Word value, ExprId written) const {
    return written.valid() ? e().computed(written, value, where()) : integer(value);
  }

  const Expr& at_;
  std::span<const Value> arguments_;
};

/// Whether a colour comes before another of its colour set, which both are of (colour_order.cpp).
ExprId less_in_order(const LibraryCall& call, ExprId a, ExprId b);

/// A colour as CPN ML writes it (colour_text.cpp).
ExprId colour_text(const LibraryCall& call, ExprId value);

template <Op O>
Value unary(const LibraryCall& call) {
  return call.unary(O, call.plain(0));
}

template <Op O>
Value binary(const LibraryCall& call) {
  const ExprId left = call.part(0);
  return call.binary(O, left, call.part(1));
}

/// An operation on one list or text.
template <Op O>
Value of_list(const LibraryCall& call) {
  return call.list(O, {call.plain(0)});
}

/// An operation on a list or text and what stands beside it.
template <Op O>
Value of_pair(const LibraryCall& call) {
  return call.list(O, {call.part(0), call.part(1)});
}

/// The argument itself: conversions between types that are one here.
inline Value same(const LibraryCall& call) { return call[0]; }

}  // namespace petriloom::cpn::ml
