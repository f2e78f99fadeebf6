// SPDX-License-Identifier: Apache-2.0
// How far a simulation is, and how long it will take.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <utility>

#include "cli/shell/session.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli {

/// A bar like "[=====>     ]  43 %, 12 s left": `width` characters between the brackets. Nothing is
/// said of the time left before there is anything to go by. `share` from 0 to 1, `elapsed` in s.
std::string progress_bar(double share, double elapsed, std::size_t width);

/// Tells a session how far a simulation is.
class SimulationProgress {
 public:
  /// Sets the callbacks of the options, whose limits it goes by: model time, firings, replications.
  /// All must outlive the simulation.
  SimulationProgress(SimulationOptions& options, Session& session);
  SimulationProgress(const SimulationProgress&) = delete;
  SimulationProgress& operator=(const SimulationProgress&) = delete;
  /// A note for when the first run has made so many firings; to be called before the simulation.
  void say_once(std::uint64_t firings, std::string note) {
    note_at_ = firings;
    note_ = std::move(note);
  }

 private:
  using Clock = std::chrono::steady_clock;
  void show();
  const SimulationOptions& options_;
  Session& session_;
  Clock::time_point begin_;
  std::mutex mutex_;  // replications may end on any thread
  std::uint64_t firings_ = 0;
  double now_ = 0;
  std::uint64_t finished_ = 0;
  std::uint64_t note_at_ = 0;
  std::string note_;  // not said yet
};

}  // namespace petriloom::cli
