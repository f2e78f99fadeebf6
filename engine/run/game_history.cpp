// SPDX-License-Identifier: Apache-2.0
#include "engine/run/game_history.h"

#include <algorithm>
#include <cmath>

#include "engine/run/colour_transfer.h"

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
    : net_(net),
      seed_(seed),
      replication_(replication),
      relay_(trace),
      game_(std::make_unique<TokenGame>(net, seed, replication, &relay_)),
      pool_(net.pool) {}

void GameHistory::record(Move move) {
  moves_.resize(done_);
  moves_.push_back(std::move(move));
  ++done_;
}

void GameHistory::begin_steps() { fresh_ = true; }

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
  for (std::uint64_t k = 0; k < move.steps; ++k) game_->step();
  if (std::isfinite(move.until)) game_->step_until(move.until);
  return !game_->failed();
}

void GameHistory::go_to(std::size_t moves) {
  relay_.muted = true;
  if (moves < done_) {
    game_ = std::make_unique<TokenGame>(net_, seed_, replication_, &relay_);
    done_ = 0;
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
  if (target == from) return 0;
  const std::size_t all = done_;
  go_to(0);
  relay_.muted = true;
  while (game_->firings() < target && done_ < all) {
    Move move = moves_[done_];
    if (move.kind != Move::Kind::steps) {
      apply(move);
      ++done_;
      continue;
    }
    std::uint64_t steps = 0;
    while (steps < move.steps && game_->firings() < target) {
      game_->step();
      ++steps;
    }
    if (steps == move.steps && game_->firings() < target) {
      if (std::isfinite(move.until)) game_->step_until(move.until);
      ++done_;
    } else {
      record({Move::Kind::steps, steps, std::numeric_limits<double>::infinity(), {}, {}, {}, {}});
    }
  }
  relay_.muted = false;
  return from - game_->firings();
}

}  // namespace petriloom
