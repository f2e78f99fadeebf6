// SPDX-License-Identifier: Apache-2.0
#include "engine/game/game_history.h"

#include <algorithm>
#include <cmath>

#include "engine/state/colour_transfer.h"

namespace petriloom {

void GameHistory::Relay::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  if (!silent()) target_->fired(now, transition, binding, pool);
}
void GameHistory::Relay::put(double now, double available, PlaceId place, Word colour, std::int64_t count) {
  if (!silent()) target_->put(now, available, place, colour, count);
}
void GameHistory::Relay::taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) {
  if (!silent()) target_->taken(now, arrival, place, colour, count);
}
void GameHistory::Relay::finish(double now) {
  if (!silent()) target_->finish(now);
}

GameHistory::GameHistory(const Net& net, std::uint64_t seed, std::uint64_t replication, TraceSink* trace)
    : net_(net), relay_(trace), game_(std::make_unique<TokenGame>(net, seed, replication, &relay_)), pool_(net.pool) {
  keep();
}

void GameHistory::record(Move move) {
  moves_.resize(done_);
  moves_.push_back(std::move(move));
  ++done_;
}

// Keeps the position before a move. Where that becomes too much, every second one goes.
void GameHistory::keep() {
  while (!kept_.empty() && kept_.back().moves > done_) kept_.pop_back();
  if (game_->failed() || (!kept_.empty() && kept_.back().moves == done_)) return;
  auto state = std::make_shared<RunState>(game_->save());
  const std::size_t size = 1 + state->held.size() + state->coming.size() + state->bindings.size() + state->measures.size();
  kept_.push_back({done_, size, std::move(state)});
  std::size_t sum = 0;
  for (const Kept& one : kept_) sum += one.size;
  if (sum <= kMostKept) return;
  std::vector<Kept> fewer;
  for (std::size_t k = 0; k < kept_.size(); k += 2) fewer.push_back(std::move(kept_[k]));
  kept_ = std::move(fewer);
}

void GameHistory::load(RunState state, LoadMode mode) {
  keep();
  auto game = std::make_unique<TokenGame>(net_, state, &relay_, mode);
  game_ = std::move(game);
  Move move;
  move.kind = Move::Kind::load;
  move.state = std::make_shared<const RunState>(std::move(state));
  move.mode = mode;
  record(std::move(move));
}

void GameHistory::begin_steps() {
  keep();
  fresh_ = true;
}

Stepped GameHistory::step() { return step_until(std::numeric_limits<double>::infinity()); }

Stepped GameHistory::step_until(double time) {
  const double now = game_->now();
  const std::uint64_t firings = game_->firings();
  const Stepped stepped = game_->step_until(time);
  if (stepped != Stepped::failed && game_->now() == now && game_->firings() == firings) return stepped;
  if (fresh_) record({});
  fresh_ = false;
  if (stepped == Stepped::until) {
    moves_.back().until = time;
  } else {
    ++moves_.back().steps;
  }
  return stepped;
}

bool GameHistory::fire(TransitionId transition, std::span<const Word> binding) {
  keep();
  Move move;
  move.kind = Move::Kind::fire;
  move.transition = transition;
  for (std::size_t k = 0; k < binding.size(); ++k) {
    const ColourSetId set = net_[transition].variables[k].colour;
    move.binding.push_back(transfer_colour(net_.colours, set, binding[k], game_->pool(), pool_));
  }
  if (!game_->fire(transition, binding) && !game_->failed()) return false;
  record(std::move(move));
  return !game_->failed();
}

bool GameHistory::set_tokens(PlaceId place, std::span<const InitialTokens> tokens) {
  keep();
  Move move;
  move.kind = Move::Kind::set;
  move.place = place;
  for (InitialTokens some : tokens) {
    some.colour = transfer_colour(net_.colours, net_[place].colour, some.colour, game_->pool(), pool_);
    move.tokens.push_back(some);
  }
  game_->set_tokens(place, tokens);
  record(std::move(move));
  return !game_->failed();
}

bool GameHistory::play_fire(const Move& move) {
  std::vector<Word> binding;
  for (std::size_t k = 0; k < move.binding.size(); ++k) {
    const ColourSetId set = net_[move.transition].variables[k].colour;
    binding.push_back(transfer_colour(net_.colours, set, move.binding[k], pool_, game_->pool()));
  }
  return game_->fire(move.transition, binding);
}

bool GameHistory::play_set(const Move& move) {
  std::vector<InitialTokens> tokens = move.tokens;
  for (InitialTokens& some : tokens)
    some.colour = transfer_colour(net_.colours, net_[move.place].colour, some.colour, pool_, game_->pool());
  return game_->set_tokens(move.place, tokens);
}

bool GameHistory::apply(const Move& move) {
  if (move.kind == Move::Kind::fire) return play_fire(move);
  if (move.kind == Move::Kind::set) return play_set(move);
  if (move.kind == Move::Kind::load) {
    game_ = std::make_unique<TokenGame>(net_, *move.state, &relay_, move.mode);
    return true;
  }
  for (std::uint64_t k = 0; k < move.steps; ++k) game_->step();
  if (std::isfinite(move.until)) game_->step_until(move.until);
  return !game_->failed();
}

void GameHistory::go_to(std::size_t moves) {
  relay_.muted = true;
  if (moves < done_) {
    const auto after =
        std::upper_bound(kept_.begin(), kept_.end(), moves, [](std::size_t number, const Kept& one) { return number < one.moves; });
    // The beginning was kept: a game that failed there has no moves.
    const Kept& from = *std::prev(after);
    game_ = std::make_unique<TokenGame>(net_, *from.state, &relay_);
    done_ = from.moves;
  }
  for (; done_ < moves; ++done_) apply(moves_[done_]);
  relay_.muted = false;
}

std::size_t GameHistory::undo(std::size_t moves) {
  const std::size_t count = std::min(moves, done_);
  if (count > 0) go_to(done_ - count);
  return count;
}

std::size_t GameHistory::redo(std::size_t moves) {
  const std::size_t count = std::min(moves, moves_.size() - done_);
  if (count > 0) go_to(done_ + count);
  return count;
}

std::uint64_t GameHistory::back(std::uint64_t firings) {
  const std::uint64_t from = game_->firings();
  const std::uint64_t target = from - std::min(firings, from);
  while (done_ > 0 && moves_[done_ - 1].kind != Move::Kind::load && game_->firings() > target) go_to(done_ - 1);
  if (game_->firings() == from) return 0;
  // The move that goes beyond is cut.
  if (game_->firings() < target && done_ < moves_.size() && moves_[done_].kind == Move::Kind::steps) {
    relay_.muted = true;
    begin_steps();
    while (game_->firings() < target) step();
    relay_.muted = false;
  }
  return from - std::min(from, game_->firings());
}

}  // namespace petriloom
