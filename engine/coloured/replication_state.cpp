// SPDX-License-Identifier: Apache-2.0
// The state of a run between two steps, saved and loaded.
#include <cmath>

#include "engine/coloured/replication.h"
#include "engine/state/colour_transfer.h"

namespace petriloom::coloured {

namespace {

void check_can_be_saved(const RunOptions& options) {
  if (options.own_streams) throw StateError("a state has one stream of random numbers, not one for each transition");
}

}  // namespace

RunState Replication::save() {
  check_can_be_saved(options_);
  return state();
}

void Replication::load(const RunState& state, LoadMode mode) {
  check_can_be_saved(options_);
  start_from(state, mode);
}

std::function<std::unique_ptr<Run>()> Replication::renewal() {
  auto remains = std::make_shared<Remains>(Remains{state(), std::move(streams_), std::move(pool_)});
  return [&net = net_, &options = options_, number = number_, trace = trace_, remains] {
    auto next = std::make_unique<Replication>(net, options, number, trace);
    next->take_over(*remains);
    return next;
  };
}

// Goes on where the same run is between two steps, before anything else.
void Replication::take_over(Remains& remains) {
  // Only traces have words of the pool that was.
  if (trace_ == nullptr) {
    pool_.use_memory_of(remains.pool);
    remains.pool = WordPool();
  }
  start_from(remains.state, LoadMode::exact);
  if (streams_) streams_->go_on_from(*remains.streams);
  if (trace_ == nullptr) return;
  trace_->move_colours(
      [&](PlaceId place, Word colour) { return transfer_colour(net_.colours, net_[place].colour, colour, remains.pool, pool_); });
  pool_.use_memory_of(remains.pool);
}

RunState Replication::state() {
  begin_once();
  RunState state = save_course();
  marking_.save(net_, pool_, state);
  timers_.save(state);
  return state;
}

void Replication::start_from(const RunState& state, LoadMode mode) {
  if (!std::isfinite(state.now)) throw StateError("the model time is no number");
  if (state.last.valid() && state.last.index() >= net_.transitions.size())
    throw StateError("the last transition is none of the net");
  try {
    load_course(state);
    truths_.clear();
    marking_.load(net_, pool_, state);
    find_consumers();
    rewards_.load(state, marking_.marking());
    timers_.load(state, mode);
    marking_.begin_step();
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      if (net_.transitions[t].timing == Timing::immediate) enabled_set_.consider_all(TransitionId(t));
    }
  } catch (const EvalError& error) {
    throw StateError(std::string("its marking cannot be looked at: ") + error.what());
  }
}

}  // namespace petriloom::coloured
