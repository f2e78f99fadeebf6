// SPDX-License-Identifier: Apache-2.0
// Proves or refutes the properties of a net by exploring its markings, with witness and blame.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/result/result.h"

namespace petriloom {

struct VerifyOptions {
  std::vector<PropertyId> properties;  ///< which; empty: all of the net
  /// Also the standard checks that are made unasked (analysis/result/standard_checks.h).
  bool standard = true;
  std::vector<std::string> checks;  ///< standard checks by name, if `standard` is off
  Fairness fairness = Fairness::none;
  /// Of nets with time: instants keep their order, durations are open (docs/semantics.md, rule 29).
  bool urgent = false;
  /// Limit of wall time; 0: none. What is cheap to say after exploring may take a little more.
  double seconds = 0;
  std::uint64_t bytes = 0;  ///< limit of memory for states, values and checks; 0: none
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();  ///< of the time
  /// Polled; may be empty.
  std::function<bool()> cancelled;
  std::function<void(std::uint64_t states, std::uint64_t edges)> progress;  ///< may be empty
};

struct StateSpaceFacts {
  std::uint64_t states = 0;
  std::uint64_t edges = 0;
  bool complete = false;
  std::uint64_t dead_markings = 0;
  /// Those of them in which the net may end; absent if it says of none.
  std::optional<std::uint64_t> final_dead_markings;
  std::uint64_t most_tokens_in_place = 0;
  std::uint64_t most_tokens_in_marking = 0;
};

struct VerifyResult {
  std::vector<PropertyResult> properties;
  StateSpaceFacts state_space;
  bool time_left_out = false;          ///< the net speaks of time, of which nothing is kept
  bool urgent = false;                 ///< the net speaks of time, of which instants are kept
  bool open_guards = false;            ///< guards that depend on the time may hold or not
  bool open_choices = false;           ///< what times in tokens decide may come out in any way
  bool abstract_values = false;        ///< values that the net lists stand for random ones
  Fairness fairness = Fairness::none;  ///< as asked for
  double seconds = 0;                  ///< the limits that were set; 0: none
  std::uint64_t bytes = 0;
  Diagnostics diagnostics;  ///< run-time errors of expressions during exploration
};

/// Explores the markings of the net with time left out (docs/semantics.md, rules 16 and 17), or
/// with instants in order (rule 29), and checks the properties on them. What the limits leave open
/// is `undecided`; a refutation found within them stands. A run-time error of an expression ends
/// the exploration and is in the diagnostics. The same net and options give the same result, times
/// apart.
VerifyResult verify(const Net& net, const VerifyOptions& options);

}  // namespace petriloom
