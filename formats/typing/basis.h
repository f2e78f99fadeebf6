// SPDX-License-Identifier: Apache-2.0
// The part of the Standard ML basis that is written in ML itself and read before the declarations
// of a file.
#pragma once

#include <optional>
#include <string_view>

namespace petriloom::cpn::ml {

/// Declarations in ML, with full names as `List.find`. Options are lists of at most one element;
/// the values of `order`, of `Date.month` and of `Date.weekday` are numbers; a `Date.date` is its
/// seconds since 1970.
std::string_view basis();

/// The number that a constructor of `order`, `Date.month` or `Date.weekday` is, or nothing.
std::optional<int> numbered_constructor(std::string_view name);

}  // namespace petriloom::cpn::ml
