// SPDX-License-Identifier: Apache-2.0
#include "engine/text/limits.h"

#include <array>

namespace petriloom {

std::string describe(Stopped stopped) {
  static constexpr std::array kTexts = {
      "all reachable markings were explored",
      "the time limit was reached",
      "the memory limit was reached",
      "the search was cancelled",
      "the net is unbounded, so exploring it cannot end",
      "the search ended early, nothing more being asked",
      "an expression could not be evaluated",
  };
  return kTexts[static_cast<std::size_t>(stopped)];
}

std::optional<Stopped> Limits::reached(std::uint64_t held) const {
  if (cancelled && cancelled()) return Stopped::cancelled;
  if (seconds > 0 && elapsed() > seconds) return late;
  if (bytes > 0 && held > bytes) return Stopped::memory;
  return std::nullopt;
}

void Limits::check(std::uint64_t held) const {
  if (const auto why = reached(held)) throw LimitReached(*why);
}

void Poll::look() {
  done_ = 0;
  limits_.check();
}

}  // namespace petriloom
