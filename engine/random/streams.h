// SPDX-License-Identifier: Apache-2.0
// Numbers of their own for every transition, so that two variants of a net see the same numbers for
// the same firing (common random numbers; A. M. Law, "Simulation modeling and analysis", 5th ed.,
// 11.2).
#pragma once

#include <map>
#include <vector>

#include "engine/net/net.h"
#include "engine/random/rng.h"

namespace petriloom {

/// The stream of a run: that of its replication; if `antithetic`, replications 2k and 2k + 1 have
/// the same one, the second mirrored.
inline Random random_of_run(std::uint64_t seed, std::uint64_t replication, bool antithetic) {
  return antithetic ? Random(seed, replication / 2, replication % 2 == 1) : Random(seed, replication);
}

/// The n-th duration, and the n-th firing, of a transition begin at a place in the stream that
/// depends on seed, replication, the name of the transition with the indices of its instance
/// ("node[3].cpu.start", whether folded or not) and n alone. Choices by weight are not among them:
/// they keep the stream of the run.
class TransitionStreams {
 public:
  /// `net` must outlive it.
  TransitionStreams(const Net& net, std::uint64_t seed, std::uint64_t replication, bool antithetic);

  /// Goes on where those of the same run and net are.
  void go_on_from(const TransitionStreams& other) {
    random_ = other.random_;
    durations_ = other.durations_;
    firings_ = other.firings_;
  }
  /// What draws, after one of the functions below.
  [[nodiscard]] Random& random() { return random_; }
  /// The next duration of a binding of the transition is about to be drawn.
  void begin_duration(TransitionId transition, std::span<const Word> binding) { begin(durations_, "time", transition, binding); }
  /// The transition is about to fire: delays and what is put are drawn.
  void begin_firing(TransitionId transition, std::span<const Word> binding) { begin(firings_, "put", transition, binding); }

 private:
  struct Stream {
    std::uint64_t seed = 0;
    std::uint64_t begun = 0;
  };
  /// By the indices of the instance.
  using Instances = std::map<std::vector<Word>, Stream>;
  void begin(std::vector<Instances>& streams, std::string_view use, TransitionId transition, std::span<const Word> binding);

  const Net& net_;
  std::uint64_t seed_;
  Random random_;
  std::vector<Instances> durations_, firings_;  // by transition
};

}  // namespace petriloom
