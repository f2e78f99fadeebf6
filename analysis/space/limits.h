// SPDX-License-Identifier: Apache-2.0
// When to give up, and why something was given up.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace petriloom {

enum class Stopped : std::uint8_t { complete, time, memory, cancelled, unbounded, enough, error };

/// "the time limit was reached" and the like, for notes.
std::string describe(Stopped stopped);

/// Limits that hold for all steps of one job together; the clock starts when it is made.
struct Limits {
  double seconds = 0;               ///< wall time; 0: none
  std::uint64_t bytes = 0;          ///< memory for states; 0: none
  std::function<bool()> cancelled;  ///< polled; may be empty
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  /// Seconds since the start.
  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
  /// Why to stop now, holding so much memory; nothing if there is no reason.
  [[nodiscard]] std::optional<Stopped> reached(std::uint64_t held) const {
    if (cancelled && cancelled()) return Stopped::cancelled;
    if (seconds > 0 && elapsed() > seconds) return Stopped::time;
    if (bytes > 0 && held > bytes) return Stopped::memory;
    return std::nullopt;
  }
};

}  // namespace petriloom
