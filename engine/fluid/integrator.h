// SPDX-License-Identifier: Apache-2.0
// Integrates levels step by step, by the backward differentiation formulas of CVODE (A. Hindmarsh
// et al., "SUNDIALS", 2005), which serve stiff systems as others, and whose steps are polynomials
// to find crossings on.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace petriloom::fluid {

/// The integrator cannot go on: the tolerance cannot be met.
class IntegrationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Integrator {
 public:
  /// How fast each component changes at a time (s) and state; may throw.
  using Slopes = std::function<void(double time, std::span<const double> state, std::span<double> slopes)>;

  /// Local errors of a component y stay under `tolerance` |y| + its absolute tolerance.
  Integrator(Slopes slopes, double tolerance);
  ~Integrator();
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  /// Begins at a time and state, of which the past says nothing. `absolute` are the absolute
  /// tolerances.
  void start(double time, std::span<const double> state, std::span<const double> absolute);
  /// Makes one step, to `end` (s, later than the time) at most, and returns the time reached.
  /// Throws IntegrationError, and what `slopes` throws.
  double step(double end);
  /// The state at a time within the last step.
  void at(double time, std::span<double> state) const;

 private:
  struct Solver;
  Slopes slopes_;
  double tolerance_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace petriloom::fluid
