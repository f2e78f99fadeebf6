// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/library.h"

#include "formats/translation/library_call.h"

namespace petriloom::cpn::ml {

const Library& library() {
  static const Library all({library_numbers(), library_lists(), library_random()}, colour_functions());
  return all;
}

ExprId LibraryCall::part(std::size_t k, std::size_t argument) const {
  const Value& value = arguments_[argument];
  if (value.kind == ValueKind::tuple) return k < value.parts.size() ? plain(value.parts[k]) : ExprId{};
  return value.kind == ValueKind::expr ? e().project(value.expr, k, where()) : ExprId{};
}

Value LibraryCall::part_value(std::size_t k, std::size_t argument) const {
  const Value& value = arguments_[argument];
  if (value.kind == ValueKind::tuple && k < value.parts.size()) return value.parts[k];
  return part(k, argument);
}

}  // namespace petriloom::cpn::ml
