// SPDX-License-Identifier: Apache-2.0
// Holds claims against what the runs gave.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/claims/bounds.h"
#include "cli/claims/claims.h"
#include "cli/claims/expressions.h"
#include "cli/claims/figures.h"

namespace petriloom::cli::claims {

/// One value of a claim.
struct HeldValue {
  std::optional<std::size_t> at;  ///< position on the axis `over`
  std::optional<Value> number;
  std::string word;  ///< of what is no number: "holds"
  const Printed* published = nullptr;
  std::optional<Inside> inside;  ///< of this value alone; absent where the bound is of all together
};

/// The values of a claim for one choice of what is open.
struct Family {
  std::vector<std::size_t> open;  ///< positions on the axes Claim::open, in their order
  std::vector<HeldValue> values;
  Inside inside = Inside::unclear;
  std::optional<double> factor;  ///< the common factor, which is fitted
  std::string missing;           ///< why there are no values; empty: there are
};

struct Judged {
  const Claim* claim = nullptr;
  Judgement judgement;
  std::vector<Family> families;  ///< one without anything open; none of a claim without a value
  std::string note;              ///< why, where the verdict alone does not say; may be empty
  [[nodiscard]] bool as_expected() const { return judgement == claim->expected; }
};

/// Judges a claim. Run-time errors of its expression go to `diagnostics`.
Judged judge(const Claims& claims, const Figures& figures, const Claim& claim, Diagnostics& diagnostics);

/// Whether a claim has values to be judged by, with those left out that --quick does without: of a
/// bound of all values together two.
bool has_values(const Claims& claims, const Claim& claim);

/// What follows for a claim from what holds for each choice of what is open: agreement of all is
/// needed, and where they disagree the open parameter decides.
Judgement conclude(const std::vector<Inside>& families, bool fitted);

}  // namespace petriloom::cli::claims
