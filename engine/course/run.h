// SPDX-License-Identifier: Apache-2.0
// One run of a net, whatever runs it: what replications, checkpoints and other processes need of
// it.
#pragma once

#include <functional>
#include <memory>

#include "engine/course/replication_result.h"

namespace petriloom {

/// A run is led in stretches. Between two of them it can be saved, renewed or left.
class Run {
 public:
  Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  virtual ~Run() = default;

  /// Goes on for so many steps at most; the first call begins. True if the run is over. Run-time
  /// errors end the run.
  virtual bool go(std::uint64_t steps) = 0;
  /// How the run ended, once it is over.
  [[nodiscard]] virtual Ended ended() const = 0;
  /// What the run gave up to here; to be called once, when it is over or to be left.
  virtual ReplicationResult finish() = 0;
  /// The net that is run.
  [[nodiscard]] virtual const Net& net() const = 0;
  /// The state between two steps. Throws StateError if the run has none that can be gone on with.
  [[nodiscard]] virtual RunState save() = 0;
  /// Memory of the lists, tuples and strings that were made so far, if `renewal` leaves out those
  /// that are of no use any more; else 0.
  [[nodiscard]] virtual std::uint64_t renewable_bytes() const { return 0; }
  /// Makes the same run at the same step without them, which goes on in place of this one. This one
  /// is of no use from here on, and is to be freed first: a large run is not there twice then.
  virtual std::function<std::unique_ptr<Run>()> renewal() { return {}; }
};

}  // namespace petriloom
