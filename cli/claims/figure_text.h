// SPDX-License-Identifier: Apache-2.0
// What the runs gave as declarations of the net language.
#pragma once

#include <span>
#include <string>

#include "cli/claims/claims.h"
#include "cli/claims/expressions.h"
#include "cli/claims/figures.h"
#include "formats/syntax/load.h"

namespace petriloom::cli::claims {

/// A text of the net language, and what asked for its lines.
struct FigureText {
  std::string text;
  LineOrigins origins;
};

/// Where a figure stands.
struct FigurePlace {
  std::size_t run = 0;
  std::size_t point = 0;
  std::size_t figure = 0;
};
/// A figure that is moved, by a share of its half width.
struct Moved {
  FigurePlace place;
  double by = 0;
};

/// Whether a figure is a verdict, and not a number.
bool is_verdict(const Run& run, const Figure& figure);
/// The values of an axis, with those left out that a comparison goes without.
std::string values_text(const Axis& axis);
/// The function that stands for a run at a value that one of its axes lacks. It never comes to an
/// end.
std::string lacking_value(const Run& run, const Axis& axis);
/// A colour set of verdicts, the axes, the runs as functions, and the definitions of the claims.
/// What was not run is a function that never comes to an end. `figures` null: nothing was run.
FigureText figure_text(const Claims& claims, const Figures* figures, std::span<const Moved> moved);
/// `let policy = dmda in let blocks = [8, 16] in (`: what stands before an expression over these
/// values; other axes of numbers are their lists.
std::string binding_text(const Claims& claims, const Binding& binding);

}  // namespace petriloom::cli::claims
