// SPDX-License-Identifier: Apache-2.0
// Exact numbers of a stochastic net, from the Markov chain of its markings (docs/solve.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/markov/sensitivity.h"
#include "analysis/markov/steady_state.h"
#include "analysis/markov/transient.h"

namespace petriloom {

struct SolveOptions {
  /// In s: what the run until then is expected to give; else the long run.
  std::optional<double> transient;
  /// Times until `transient` at which the probability of having ended is found.
  std::size_t points = 1;
  SteadyOptions steady;
  /// By which the results are to be differentiated.
  std::vector<Parameter> parameters;
  /// Limit of memory for markings; 0: none.
  std::uint64_t bytes = 0;
  std::function<void(std::uint64_t states, std::uint64_t edges)> progress;  ///< may be empty
};

/// What the numbers of a result are about.
enum class Horizon : std::uint8_t {
  steady,  ///< the long run: counts and sums are per second
  /// The run until it ends in a dead marking or by the stop condition, which is certain.
  end,
  transient,  ///< the run until a given time
};

struct SolvedMeasure {
  std::string name;
  std::string unit;
  std::optional<double> value;
  std::optional<double> at_end;  ///< transient: of a state measure at the time itself
  bool counted = false;          ///< a count or a sum over firings: in the long run per second
  std::string note;              ///< why there is no value
  /// The value comes from markings that are together no likelier than the error.
  bool below_error = false;
  bool end_below_error = false;  ///< and so does that at the end
};

struct Amount {
  std::string name;
  double value = 0;
  bool in_total = false;     ///< of an array whose total is there, too
  bool below_error = false;  ///< comes from markings that are together no likelier than the error
};

/// Expected values at one of several times.
struct AtTime {
  double time = 0;               ///< s
  std::vector<double> measures;  ///< those of SolveResult::at_times, in order
};

/// Derivatives of the results by a constant of the net.
struct Sensitivity {
  std::string name;
  double value = 0;  ///< of the constant
  std::optional<double> time;
  /// Parallel to SolveResult::measures; nothing where these have no value.
  std::vector<std::optional<double>> measures;
  std::vector<std::optional<double>> at_end;
  std::vector<double> places;       ///< parallel to SolveResult::places
  std::vector<double> transitions;  ///< and to SolveResult::transitions
};

struct SolveResult {
  Horizon horizon = Horizon::steady;
  std::uint64_t tangible = 0;   ///< markings in which time passes
  std::uint64_t vanishing = 0;  ///< markings in which an immediate transition is enabled
  std::uint64_t edges = 0;      ///< of all of them
  std::size_t recurrent = 0;    ///< parts of the chain that are never left
  std::optional<double> time;   ///< end: the expected time of the end, s; transient: the time
  std::string method;           ///< how the equations were solved
  std::uint64_t iterations = 0;
  /// Bound of the sum of the errors of all probabilities; if the net comes to an end, also of the
  /// times, as a share of that until then.
  double error = 0;
  /// Transient: the probability that the run has ended; empty if it never ends.
  std::vector<EndedBy> ended;
  /// Transient, several points: names of state measures, or of a net without any its places.
  std::vector<std::string> at_times;
  std::vector<AtTime> points;           ///< their values at each point
  std::vector<SolvedMeasure> measures;  ///< in order of declaration, members in order of keys
  /// Expected tokens: in the long run, at the end, or at the time; totals of arrays last.
  std::vector<Amount> places;
  /// Firings: per second in the long run, else in all; totals of arrays last.
  std::vector<Amount> transitions;
  std::vector<Sensitivity> sensitivities;  ///< in order of SolveOptions::parameters
  Stopped stopped = Stopped::complete;
  std::string unsolved;  ///< why there is no result though no limit was reached; else empty
  double seconds = 0;
  Diagnostics diagnostics;

  [[nodiscard]] bool solved() const { return stopped == Stopped::complete && unsolved.empty() && !diagnostics.has_errors(); }
};

/// Explores the markings of a net whose timed transitions are exponential and solves its Markov
/// chain. What keeps the net from being one is in the diagnostics, each at its place.
SolveResult solve(const Net& net, const SolveOptions& options);

}  // namespace petriloom
