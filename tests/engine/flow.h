// SPDX-License-Identifier: Apache-2.0
// Runs nets with fluid places for tests.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {

/// Simulates a net in the net language until a time (s), with `more` settings; errors fail the
/// test.
inline SimulationResult flow(const std::string& text, double until, const std::function<void(SimulationOptions&)>& more = {}) {
  const Net net = text_net(text);
  SimulationOptions options;
  options.until = until;
  if (more) more(options);
  SimulationResult result = simulate(net, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result;
}

/// The mean of a measure over the replications.
inline double mean(const SimulationResult& result, const std::string& name) { return value_of(result, name).mean; }

/// What goes wrong when a net is simulated until a time (s), as text.
inline std::string failure(const std::string& text, double until) {
  const Net net = text_net(text);
  SimulationOptions options;
  options.until = until;
  return simulate(net, options).diagnostics.format(*net.sources);
}

/// A tank between 4 and 8, filled at 3 / s while its pump is on and drained at 1 / s.
inline constexpr const char* kTank =
    "place T : fluid = 3; place ON : unit = 1`(); place OFF : unit;\n"
    "transition pump { read ON; out T; flow 3; }\n"
    "transition drain { in T; flow 1; }\n"
    "transition full { in ON; read T : 8; out OFF; }\n"
    "transition low { in OFF; inhibit T : 4; out ON; }\n"
    "measure fills = count full; measure first_ = first now over full; measure last_ = last now over full;\n"
    "measure most = peak level(T); measure level_ = integral level(T); measure pumping = average tokens(ON);\n";

}  // namespace petriloom::test
