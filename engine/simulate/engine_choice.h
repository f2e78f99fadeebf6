// SPDX-License-Identifier: Apache-2.0
// Which engine runs a net: coloured tokens at once, and counts as soon as listing its bindings has
// paid (docs/engine.md).
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/counts/plan.h"
#include "engine/simulate/simulate.h"

namespace petriloom {

/// Lists the bindings of a net on a thread of its own, for a limited share of what runs on coloured
/// tokens have taken. Listing may be given up at any time: what the net does is the same without.
class EngineChoice {
 public:
  /// Begins to list if `options` ask for the fastest engine and the net may run on counts. Returns
  /// after 50 ms at most, or as much time as the process has worked before; if counts are asked
  /// for, when the list is complete. `net` and `options` must outlive it; `cancelled` is called
  /// from any thread.
  EngineChoice(const Net& net, const SimulationOptions& options, std::function<bool()> cancelled);
  EngineChoice(const EngineChoice&) = delete;
  EngineChoice& operator=(const EngineChoice&) = delete;
  /// Gives up listing.
  ~EngineChoice();

  /// For runs on counts; null as long as there is none. From any thread.
  [[nodiscard]] const counts::Plan* plan() const { return plan_.load(std::memory_order_acquire); }
  /// Whether there may yet be a plan. From any thread.
  [[nodiscard]] bool open() const { return open_.load(std::memory_order_acquire); }
  /// Runs on coloured tokens have taken so many seconds of CPU more. From any thread.
  void spent(double seconds);
  /// Which engine runs the net, and why, in one sentence.
  [[nodiscard]] std::string why() const;

 private:
  void list();
  [[nodiscard]] bool hold();
  [[nodiscard]] bool ahead() const;

  const Net& net_;
  const SimulationOptions& options_;
  const std::function<bool()> cancelled_;
  const bool at_any_cost_;  // counts are asked for
  std::unique_ptr<counts::Plan> made_;
  std::atomic<const counts::Plan*> plan_ = nullptr;
  std::atomic<bool> open_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  double coloured_ = 0;              // seconds of CPU of runs on coloured tokens
  double listing_ = 0;               // of the list
  std::uint64_t began_at_ = 0;       // bytes of the process when listing began
  std::uint64_t free_at_first_ = 0;  // bytes of the machine then
  double at_once_ = 0;               // seconds of the list before any run
  std::uint64_t bytes_ = 0;
  bool held_ = false;  // it waits for its share
  bool given_up_ = false;
  std::string refused_;  // why the net has no form on counts
  std::thread thread_;
};

}  // namespace petriloom
