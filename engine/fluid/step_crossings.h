// SPDX-License-Identifier: Apache-2.0
// Finds changes inside a step of the integrator, also those that are undone before it ends
// (docs/fluid.md, F5).
#pragma once

#include <cstddef>
#include <optional>

#include "engine/containers/function_ref.h"

namespace petriloom::fluid {

/// What is looked at along a step: functions of time that are not negative where it begins.
struct Gaps {
  /// Makes a time (s) within the step the one that `value` is of.
  FunctionRef<void(double time)> go;
  /// The value of function `number`; not a number where it has none.
  FunctionRef<double(std::size_t number)> value;
  /// Whether a function is a polynomial of the fifth degree at most.
  FunctionRef<bool(std::size_t number)> polynomial;
  std::size_t count = 0;
};

/// A time in (begin, end] at which a function is negative, the first found, and by which
/// `certain(time)` says that something has changed; nothing if there is none. Of polynomials no
/// sign is missed: their Bernstein coefficients bound them (R. Farouki, "The Bernstein polynomial
/// basis: a centennial retrospective", 2012). Other functions are halved until such a polynomial
/// follows them.
std::optional<double> first_negative(double begin, double end, const Gaps& gaps, FunctionRef<bool(double time)> certain);

}  // namespace petriloom::fluid
