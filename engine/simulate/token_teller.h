// SPDX-License-Identifier: Apache-2.0
// Tells a trace of tokens where a run on counts tells of firings alone.
#pragma once

#include "engine/coloured/timed_marking.h"
#include "engine/counts/replication.h"

namespace petriloom {

/// Fires what it is told of once more, on coloured tokens, and tells a trace of all of it: the same
/// as a run on coloured tokens would.
class TokenTeller final : public TraceSink {
 public:
  /// `pool` is the one that the bindings are of; it is copied. The others must outlive this.
  TokenTeller(const Net& net, const WordPool& pool, TraceSink& told);

  /// The run starts from a state; before anything else. Throws StateError.
  void load_tokens(const RunState& state);
  /// Replaces the tokens of a state of the run by these, which have their arrivals.
  void save_tokens(RunState& state);
  [[nodiscard]] WordPool& pool() { return pool_; }

  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double, double, PlaceId, Word, std::int64_t) override {}
  void taken(double, double, PlaceId, Word, std::int64_t) override {}
  void finish(double now) override { told_.finish(now); }

 private:
  void begin_once();
  void find_resets(TransitionId transition, std::span<const Word> binding);
  void take_all(double now);
  void put_all(double now, TransitionId transition);

  const Net& net_;
  TraceSink& told_;
  WordPool pool_;
  Enabling enabling_;
  coloured::TimedMarking marking_;
  Firing firing_;
  bool begun_ = false;
  Effects effects_;
  std::vector<std::pair<PlaceId, Marking::Slot>> resets_;
  std::vector<ArrivalRun> taken_;
};

/// What a TracedCounts is told by, made before the run itself.
struct WithTeller {
  TokenTeller teller;
};

/// A run on counts of which a trace is told everything.
class TracedCounts final : private WithTeller, public counts::Replication {
 public:
  /// As counts::Replication.
  TracedCounts(const Net& net, const counts::Plan& plan, const RunOptions& options, std::uint64_t number, TraceSink& trace);
  [[nodiscard]] RunState save() override;
  /// As counts::Replication.
  bool load(const RunState& state);
  /// That of the colours that the trace is told.
  [[nodiscard]] WordPool& told_pool() { return teller.pool(); }
};

}  // namespace petriloom
