// SPDX-License-Identifier: Apache-2.0
// When to give up, and why something was given up (docs/limits.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>

namespace petriloom {

enum class Stopped : std::uint8_t { complete, time, memory, cancelled, unbounded, enough, error };

/// "the time limit was reached" and the like, for notes.
std::string describe(Stopped stopped);

/// Thrown out of a loop that polls; whoever keeps what was found so far catches it.
class LimitReached : public std::exception {
 public:
  explicit LimitReached(Stopped why) : why_(why) {}
  [[nodiscard]] Stopped why() const { return why_; }
  [[nodiscard]] const char* what() const noexcept override { return "a limit was reached"; }

 private:
  Stopped why_;
};

/// Limits that hold for all steps of one job together; the clock starts when it is made.
struct Limits {
  double seconds = 0;               ///< wall time; 0: none
  std::uint64_t bytes = 0;          ///< memory for what is found; 0: none
  std::function<bool()> cancelled;  ///< polled; may be empty
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  Stopped late = Stopped::time;  ///< why it is over after `seconds`

  /// Seconds since the start.
  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
  /// Why to stop now, holding so much memory; nothing if there is no reason.
  [[nodiscard]] std::optional<Stopped> reached(std::uint64_t held) const;
  /// Throws LimitReached where `reached` has a reason.
  void check(std::uint64_t held = 0) const;
};

/// Looks at limits every so many steps of a loop. Throws LimitReached. The limits must outlive it.
class Poll {
 public:
  explicit Poll(const Limits& limits) : limits_(limits) {}
  /// `steps` of the loop were taken: a step is some ten to a hundred instructions.
  void operator()(std::uint64_t steps = 1) {
    done_ += steps;
    if (done_ >= kSteps) look();
  }

 private:
  static constexpr std::uint64_t kSteps = 1 << 14;
  void look();
  const Limits& limits_;
  std::uint64_t done_ = 0;
};

}  // namespace petriloom
