// SPDX-License-Identifier: Apache-2.0
// Expressions of claims: those of the net language, over functions that give what the runs gave. A
// run `stencil` over the axes policy and blocks is a function of these two whose value is a record
// of its figures: `min(p in policy : stencil(p, 16).makespan)`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/claims/bounds.h"
#include "cli/claims/claims.h"
#include "cli/claims/figures.h"

namespace petriloom::cli::claims {

/// Values of axes that an expression may use by their names: positions of axis and value.
using Binding = std::vector<std::pair<std::size_t, std::size_t>>;

/// What an expression gave.
struct Evaluated {
  std::optional<Value> number;  ///< of a number
  std::string word;             ///< of a verdict or a condition: "holds"; else as it is
  bool certain = true;          ///< of a word: it is the same for all that the intervals hold
  std::string missing;          ///< why it has no value, as figures are missing
};

/// Reports what is wrong with the definitions and the expressions of claims, each at its place. No
/// run need have been made.
void check_expressions(const Claims& claims, Diagnostics& diagnostics);

/// Reports expressions that ask for a run at a value that its axis lacks, as far as that shows
/// before runs are made: for a claims.yaml that is wrong anyway, so that all is told at once.
void check_values(const Claims& claims, Diagnostics& diagnostics);

/// The runs that an expression may look at, ascending.
std::vector<std::size_t> runs_of(const Claims& claims, const Claim& claim);

/// Evaluates the value of a claim. Its interval is what the expression takes between the ends of
/// the confidence intervals of all figures, of which it is taken to be monotone in each. With
/// figures that depend on each other, too, it is not too narrow. Run-time errors go to
/// `diagnostics`, at the expression; nothing is returned then.
std::optional<Evaluated> evaluate(const Claims& claims, const Figures& figures, const Claim& claim, const Binding& binding,
                                  Diagnostics& diagnostics);

}  // namespace petriloom::cli::claims
