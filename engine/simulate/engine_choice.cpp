// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/engine_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/questions/fluid.h"
#include "engine/simulate/engines.h"
#include "engine/text/memory.h"
#include "engine/text/thread_clock.h"

namespace petriloom {

namespace {

// What is listed at once: whatever comes of it, nobody notices.
constexpr double kAtOnce = 0.05;  // seconds
constexpr std::uint64_t kFewBytes = std::uint64_t{64} << 20U;
// The list of a large net is large, as the net itself is.
constexpr std::uint64_t kTimesTheNet = 3;
// What of the time of runs on coloured tokens goes into the list beside them. Of runs that take
// long, all: they may well go on for as long again.
constexpr double kShare = 0.25;
constexpr double kLong = 5;  // seconds
// What of the memory that is free when it begins their list may have, however small the net.
constexpr double kShareOfFree = 0.5;
constexpr double kBytesPerSecond = 16.0 * (1U << 20U);

}  // namespace

EngineChoice::EngineChoice(const Net& net, const SimulationOptions& options, std::function<bool()> cancelled)
    : net_(net), options_(options), cancelled_(std::move(cancelled)), at_any_cost_(options.engine == Engine::counts) {
  if (options.engine == Engine::coloured || options.leap != nullptr || has_fluid(net)) return;
  if (const ExtraRow* const row = lacking(RunKind::counts, options)) {
    refused_ = fmt::format("{} is not to be had on counts", row->what);
    return;
  }
  if (options.trace != nullptr && !at_any_cost_) {
    refused_ = "a trace takes more time than counts save";
    return;
  }
  if (std::string reason = counts::why_not_on_counts(net); !reason.empty()) {
    refused_ = std::move(reason);
    return;
  }
  if (!at_any_cost_) {
    began_at_ = memory_in_use().own;
    free_at_first_ = free_memory();
    at_once_ = std::max(kAtOnce, process_seconds());
  }
  open_ = true;
  thread_ = std::thread([this] { list(); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !open() || held_; });
}

EngineChoice::~EngineChoice() {
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void EngineChoice::list() {
  auto limits = at_any_cost_ ? counts::FormLimits() : counts::FormLimits::for_choice();
  limits.cancelled = [this] { return hold(); };
  std::unique_ptr<counts::Plan> made;
  std::string refused;
  try {
    made = counts::plan_runs(net_, options_.recording, options_.trace != nullptr, limits);
    if (!made) refused = "its colours or bindings are too many to be listed, or grow with the run";
  } catch (const std::bad_alloc&) {
    refused = "there is no memory for the list of its bindings";
  }
  const std::lock_guard lock(mutex_);
  listing_ = thread_seconds();
  made_ = std::move(made);
  refused_ = std::move(refused);
  plan_.store(made_.get(), std::memory_order_release);
  open_.store(false, std::memory_order_release);
  changed_.notify_all();
}

/// Whether the list has had its share of time and memory.
bool EngineChoice::ahead() const {
  const bool is_long = coloured_ > kLong;
  const double share = is_long ? coloured_ - (1 - kShare) * kLong : kShare * coloured_;
  const double bytes = static_cast<double>(kTimesTheNet * began_at_ + kFewBytes) + coloured_ * kBytesPerSecond;
  const double most = is_long ? std::max(bytes, kShareOfFree * static_cast<double>(free_at_first_)) : bytes;
  return listing_ > at_once_ + share || static_cast<double>(bytes_) > most;
}

/// Waits until the list may go on. True if it may not any more.
bool EngineChoice::hold() {
  if (cancelled_()) return true;
  std::unique_lock lock(mutex_);
  if (at_any_cost_) return given_up_;
  listing_ = thread_seconds();
  const std::uint64_t now = memory_in_use().own;
  bytes_ = now > began_at_ ? now - began_at_ : 0;
  if (given_up_) return true;
  if (!ahead()) return false;
  held_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return given_up_ || !ahead(); });
  held_ = false;
  return given_up_;
}

void EngineChoice::spent(double seconds) {
  {
    const std::lock_guard lock(mutex_);
    coloured_ += seconds;
  }
  changed_.notify_all();
}

std::string EngineChoice::why() const {
  const std::lock_guard lock(mutex_);
  if (made_) {
    const std::string before = coloured_ > 0 ? fmt::format(", after {:.2g} s on coloured tokens", coloured_) : "";
    return fmt::format("on counts: {} bindings were listed in {:.2g} s{}", made_->unfolded.parts.transitions.size(), listing_,
                       before);
  }
  if (options_.engine == Engine::coloured) return "on coloured tokens, as is asked for";
  if (!refused_.empty()) return fmt::format("on coloured tokens: {}", refused_);
  return fmt::format("on coloured tokens: over before the list of its bindings was complete ({:.2g} s and {} MiB so far)", listing_,
                     bytes_ >> 20U);
}

}  // namespace petriloom
