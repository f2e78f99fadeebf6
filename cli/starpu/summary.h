// SPDX-License-Identifier: Apache-2.0
// How close predictions are to what was measured.
#pragma once

#include "cli/starpu/predict.h"

namespace petriloom::cli::starpu {

/// A measured run with its prediction.
struct Compared {
  const Case* one = nullptr;
  Prediction prediction;

  /// Whether there is both: what was measured, and what is predicted.
  [[nodiscard]] bool both() const { return one->measured && prediction.makespan; }
  /// |predicted - measured| / measured, if there is both.
  [[nodiscard]] double error() const;
};

/// Errors of one policy on one kind of application.
struct Closeness {
  std::string policy;
  std::string application;
  std::size_t cases = 0;
  double median = 0;
  double ninety = 0;  ///< 90 of 100 cases are within it
  double largest = 0;
};

/// Whether predictions put policies in the order that was measured.
struct Ranking {
  std::size_t cases = 0;   ///< with two policies or more
  std::size_t agree = 0;   ///< of them, those in which no pair is the other way round
  std::size_t pairs = 0;   ///< of policies of one case
  std::size_t turned = 0;  ///< of them: each more than 2 % faster, here the one, there the other
};

/// By application, then policy, in the order of the cases.
std::vector<Closeness> closeness(const std::vector<Compared>& all);

/// Runs that differ by the seed are left out: which of them is the faster is chance.
Ranking ranking(const std::vector<Compared>& all);

/// Both as tables.
std::string summary_text(const std::vector<Compared>& all, bool colour);

/// Both and all rows, as JSON.
std::string summary_json(const std::vector<Compared>& all);

}  // namespace petriloom::cli::starpu
