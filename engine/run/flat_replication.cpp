// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_replication.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace petriloom {

namespace {

constexpr std::uint64_t kPollEvery = 4096;  // firings between looks at the clock outside

}  // namespace

FlatReplication::FlatReplication(const Net& net, const FlatNet& flat, const SimulationOptions& options, std::uint64_t number,
                                 TraceSink* trace)
    : net_(net),
      flat_(flat),
      options_(options),
      trace_(trace),
      first_(number == 0),
      pool_(flat.parts.pool),
      enabling_(net, pool_),
      measures_(enabling_),
      shown_(net, enabling_.indices(), pool_),
      shows_(flat.initial.size()),
      tells_(flat.parts.transitions.size()),
      recorded_(net.transitions.size()),
      tokens_(flat.initial),
      arrivals_(flat),
      random_(options.seed, number),
      choice_(flat, tokens_, arrivals_),
      timers_(net, flat, tokens_, random_),
      loop_(net) {
  std::size_t frame = 0;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    frame = std::max(frame, net.transitions[t].variables.size());
    recorded_[t] = trace != nullptr || measures_.records(TransitionId(t)) ? 1 : 0;
  }
  frame_.resize(frame);
  for (std::size_t cell = 0; cell < tokens_.size(); ++cell) {
    const UnfoldedPlace& place = flat.parts.places[cell];
    if (place.total || !measures_.looks_at(place.place)) continue;
    shows_[cell] = 1;
    if (tokens_[cell] > 0) shown_.put(place.place, place.colour, tokens_[cell]);
  }
  const auto shown = [&](const auto& change) { return shows_[change.cell] != 0; };
  for (std::size_t act = 0; act < tells_.size(); ++act) {
    const auto takes = flat.takes[act];
    const auto puts = flat.puts[act];
    const auto resets = flat.resets[act];
    tells_[act] = std::any_of(takes.begin(), takes.end(), shown) || std::any_of(puts.begin(), puts.end(), shown) ||
                          std::any_of(resets.begin(), resets.end(), [&](std::uint32_t cell) { return shows_[cell] != 0; })
                      ? 1
                      : 0;
  }
}

void FlatReplication::begin() {
  if (arrivals_.any()) {
    for (std::uint32_t cell = 0; cell < tokens_.size(); ++cell) {
      if (arrivals_.kept(cell) && tokens_[cell] > 0) arrivals_.put(cell, tokens_[cell], 0);
    }
  }
  measures_.start(shown_);
  timers_.start_all(0);
}

ReplicationResult FlatReplication::run() {
  try {
    begin();
    while (!told_to_end() && step()) continue;
  } catch (const EvalError& error) {
    fail(error);
  }
  result_.time = now_;
  result_.measures = measures_.finish(now_);
  if (trace_ != nullptr) trace_->finish(now_);
  return std::move(result_);
}

bool FlatReplication::told_to_end() {
  if (measures_.stopped(now_)) {
    result_.ended = Ended::condition;
    return true;
  }
  if (options_.max_firings > 0 && result_.firings >= options_.max_firings) {
    result_.ended = Ended::firings;
    return true;
  }
  if (result_.firings % kPollEvery != 0) return false;
  if (options_.cancelled && options_.cancelled()) {
    result_.ended = Ended::cancelled;
    return true;
  }
  if (first_ && options_.progress && result_.firings > 0) options_.progress(result_.firings, now_);
  return false;
}

bool FlatReplication::step() {
  const std::uint32_t act = choice_.next(random_);
  if (act != FlatNet::kNone) {
    fire(act);
  } else if (timers_.next() <= now_) {
    fire(timers_.take());
  } else {
    return advance();
  }
  if (loop_.fired(firing_now_)) {
    loop_.report(now_, result_.diagnostics);
    return false;
  }
  return true;
}

bool FlatReplication::advance() {
  const double next = timers_.next();
  measures_.leave(now_);
  if (next > options_.until || std::isinf(next)) {
    const bool dead = std::isinf(next);
    result_.ended = dead ? Ended::dead : Ended::until;
    if (!dead) now_ = options_.until;
    return false;
  }
  now_ = next;
  loop_.moved();
  return true;
}

void FlatReplication::fire(std::uint32_t act) {
  firing_now_ = flat_.parts.transitions[act].transition;
  if (recorded_[firing_now_.index()] != 0) tell_fired(act);
  if (tells_[act] != 0) show(act);
  change_tokens(act);
  if (arrivals_.any()) move_arrivals(act);
  ++result_.firings;
  choice_.fired(act);
  timers_.fired(act, now_);
  measures_.settle(now_);
}

void FlatReplication::tell_fired(std::uint32_t act) {
  const std::span<const Word> binding = flat_.parts.binding(net_, act);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  enabling_.evaluator().set_now(now_);
  measures_.fired(firing_now_, frame_, now_);
  if (trace_ != nullptr) trace_->fired(now_, firing_now_, binding, pool_);
}

void FlatReplication::change_tokens(std::uint32_t act) {
  const auto resets = flat_.resets[act];
  if (resets.empty()) {
    for (const FlatChange& change : flat_.changes[act]) tokens_[change.cell] += change.amount;
    return;
  }
  for (const FlatChange& take : flat_.takes[act]) tokens_[take.cell] -= take.amount;
  for (const std::uint32_t cell : resets) tokens_[cell] = 0;
  for (const FlatChange& put : flat_.puts[act]) tokens_[put.cell] += put.amount;
}

void FlatReplication::move_arrivals(std::uint32_t act) {
  for (const FlatChange& take : flat_.takes[act]) {
    if (arrivals_.kept(take.cell)) arrivals_.take(take.cell, take.amount);
  }
  for (const std::uint32_t cell : flat_.resets[act]) {
    if (arrivals_.kept(cell)) arrivals_.clear(cell);
  }
  for (const FlatChange& put : flat_.puts[act]) {
    if (arrivals_.kept(put.cell)) arrivals_.put(put.cell, put.amount, now_);
  }
}

// Changes what measures look at as the act does, before it does.
void FlatReplication::show(std::uint32_t act) {
  const auto place = [&](std::uint32_t cell) -> const UnfoldedPlace& { return flat_.parts.places[cell]; };
  for (const FlatChange& take : flat_.takes[act]) {
    if (shows_[take.cell] == 0) continue;
    const auto& [id, colour, total] = place(take.cell);
    shown_.take(id, shown_.find(id, colour), take.amount);
    measures_.changed(id, colour);
  }
  for (const std::uint32_t cell : flat_.resets[act]) {
    if (shows_[cell] == 0) continue;
    const auto& [id, colour, total] = place(cell);
    const Marking::Slot slot = shown_.find(id, colour);
    if (slot == Marking::kNone) continue;
    shown_.remove(id, slot);
    measures_.changed(id, colour);
  }
  for (const FlatChange& put : flat_.puts[act]) {
    if (shows_[put.cell] == 0) continue;
    const auto& [id, colour, total] = place(put.cell);
    shown_.put(id, colour, put.amount);
    measures_.changed(id, colour);
  }
}

void FlatReplication::fail(const EvalError& error) {
  std::string message = error.what();
  if (firing_now_.valid())
    message += fmt::format(" (at {} s, after {} firings, the last of {})", now_, result_.firings, path(net_, firing_now_));
  result_.diagnostics.error(error.where(), message);
}

}  // namespace petriloom
