// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/bounds.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "cli/shell/interrupts.h"
#include "engine/text/memory.h"

namespace petriloom::cli {

namespace {

// For what is needed to say what was found.
constexpr std::uint64_t kToEnd = std::uint64_t{24} << 20U;

}  // namespace

void Bounds::add_to(OptionParser& parser) {
  const std::string most = bytes == 0 ? "no limit" : fmt::format("{}G", bytes >> 30U);
  parser.time("--time", "TIME", seconds, "most time to spend; default no limit");
  parser.memory("--memory", "BYTES", bytes, fmt::format("most memory to use; default {}", most));
}

void Bounds::hold(std::uint64_t slack) const {
  if (seconds > 0) end_after(seconds);
  rlimit limit{};
  const MemoryInUse used = memory_in_use();
  if (bytes == 0 || used.data == 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  std::uint64_t most = 0;
  if (__builtin_add_overflow(used.data + kToEnd + slack, bytes, &most)) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, most);
  setrlimit(RLIMIT_DATA, &limit);  // where that is not allowed, what polls is bound all the same
}

Limits Bounds::limits() const { return {seconds, bytes, interrupted, start}; }

bool CallOff::asked() {
  if (why_ != Stopped::complete) return true;
  std::uint64_t held = 0;
  if (bounds_.bytes > 0) {
    constexpr double kBetweenLooks = 0.02;
    const std::lock_guard lock(mutex_);
    if (limits_.elapsed() >= next_look_) {
      held = memory_in_use().own;
      next_look_ = limits_.elapsed() + kBetweenLooks;
    }
  }
  const std::optional<Stopped> reason = limits_.reached(held);
  if (reason) why_ = *reason;
  return reason.has_value();
}

std::string call_off_text(Stopped why) {
  if (why == Stopped::cancelled) return "interrupted";
  // A run that ended early without being asked found no memory.
  return describe(why == Stopped::complete ? Stopped::memory : why);
}

}  // namespace petriloom::cli
