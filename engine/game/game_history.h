// SPDX-License-Identifier: Apache-2.0
// What was done in a token game, to take it back and to do it again.
//
// A game depends on nothing but where it started and its moves, so that an earlier position is made
// again from one before it that was kept and the moves up to there.
#pragma once

#include "engine/game/token_game.h"

namespace petriloom {

class GameHistory {
 public:
  /// `net` and `trace` (may be null) must outlive this; what is done again is not reported to it.
  /// Throws EvalError if the net cannot be compiled.
  GameHistory(const Net& net, std::uint64_t seed, std::uint64_t replication, TraceSink* trace);

  [[nodiscard]] TokenGame& game() { return *game_; }

  /// Moves up to where the game stands.
  [[nodiscard]] std::size_t moves() const { return done_; }
  /// Begins a move of steps: all that `step` and `step_until` do until the next move are taken back
  /// together. Where they change nothing it is no move.
  void begin_steps();
  Stepped step();
  /// After an end at `time` the move is over.
  Stepped step_until(double time);
  /// Moves of one step. False if the game does not allow them; they are then no moves.
  bool fire(TransitionId transition, std::span<const Word> binding);
  bool set_tokens(PlaceId place, std::span<const InitialTokens> tokens);

  /// Goes on from a state of the net; the game up to here can be taken back to. Throws StateError,
  /// and changes nothing then.
  void load(RunState state, LoadMode mode);

  /// Takes back, or does again, that many moves, or as many as there are. Returns how many it were.
  std::size_t undo(std::size_t moves);
  std::size_t redo(std::size_t moves);
  /// Goes back by that many firings, or to the beginning; a move of several steps is cut. What was
  /// loaded is not gone behind. Returns how many it were.
  std::uint64_t back(std::uint64_t firings);

 private:
  struct Move {
    enum class Kind : std::uint8_t { steps, fire, set, load };
    Kind kind = Kind::steps;
    std::uint64_t steps = 0;
    /// Steps: then on to this time, if it is finite.
    double until = std::numeric_limits<double>::infinity();
    TransitionId transition;
    std::vector<Word> binding;  ///< words of pool_
    PlaceId place;
    std::vector<InitialTokens> tokens;      ///< words of pool_
    std::shared_ptr<const RunState> state;  ///< load
    LoadMode mode = LoadMode::exact;
  };
  /// A position that was kept.
  struct Kept {
    std::size_t moves = 0;
    std::size_t size = 0;  ///< entries of its state
    std::shared_ptr<const RunState> state;
  };
  static constexpr std::size_t kMostKept = 2'000'000;  ///< entries of all of them together
  /// Reports what happens, unless it happens again.
  class Relay final : public TraceSink {
   public:
    explicit Relay(TraceSink* target) : target_(target) {}
    void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
    void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
    void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
    void finish(double now) override;
    bool muted = false;

   private:
    [[nodiscard]] bool silent() const { return muted || target_ == nullptr; }
    TraceSink* target_;
  };

  void record(Move move);
  void keep();
  void go_to(std::size_t moves);
  bool apply(const Move& move);
  bool play_fire(const Move& move);
  bool play_set(const Move& move);

  const Net& net_;
  Relay relay_;
  std::unique_ptr<TokenGame> game_;
  WordPool pool_;
  std::vector<Move> moves_;
  // Ascending by moves; the first is the beginning, unless that has failed.
  std::vector<Kept> kept_;
  std::size_t done_ = 0;  // moves from here on were taken back
  bool fresh_ = true;     // the next step begins a move
};

}  // namespace petriloom
