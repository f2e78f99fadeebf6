// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/token_teller.h"

#include <algorithm>

#include "engine/marking/too_many_tokens.h"

namespace petriloom {

TokenTeller::TokenTeller(const Net& net, const WordPool& pool, TraceSink& told)
    : net_(net), told_(told), pool_(pool), enabling_(net, pool_), marking_(net, enabling_.indices(), pool_), firing_(enabling_) {}

void TokenTeller::begin_once() {
  if (begun_) return;
  begun_ = true;
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial)
      marking_.put(PlaceId(p), tokens.colour, tokens.count, 0, tokens.available);
  }
}

void TokenTeller::load_tokens(const RunState& state) {
  begun_ = true;
  marking_.load(net_, pool_, state);
}

void TokenTeller::save_tokens(RunState& state) {
  begin_once();
  while (marking_.next_arrival() <= state.now) marking_.deliver();
  state.held.clear();
  state.coming.clear();
  marking_.save(net_, pool_, state);
}

void TokenTeller::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool&) {
  begin_once();
  while (marking_.next_arrival() <= now) marking_.deliver();
  enabling_.evaluator().set_now(now);
  firing_.effects(marking_.marking(), transition, binding, true, effects_);
  find_resets(transition, binding);
  told_.fired(now, transition, binding, pool_);
  take_all(now);
  put_all(now, transition);
}

void TokenTeller::find_resets(TransitionId transition, std::span<const Word> binding) {
  const Marking& marking = marking_.marking();
  firing_.find_resets(marking, transition, binding, effects_, resets_);
  std::sort(resets_.begin(), resets_.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return net_.colours.compare(net_[a.first].colour, marking.colour(a.first, a.second), marking.colour(b.first, b.second), pool_) <
           0;
  });
}

void TokenTeller::take_all(double now) {
  const auto tell = [&](PlaceId place, Word colour) {
    for (const ArrivalRun& run : taken_) told_.taken(now, run.arrival, place, colour, run.count);
  };
  for (const Tokens& take : effects_.takes) {
    taken_.clear();
    marking_.take(take.place, marking_.marking().find(take.place, take.colour), take.count, taken_);
    tell(take.place, take.colour);
  }
  for (const auto& [place, slot] : resets_) {
    if (marking_.marking().total(place, slot) == 0) continue;
    const Word colour = marking_.marking().colour(place, slot);
    taken_.clear();
    marking_.arrivals(place, slot, marking_.marking().available(place, slot), taken_);
    marking_.remove(place, slot);
    tell(place, colour);
  }
}

void TokenTeller::put_all(double now, TransitionId transition) {
  for (const Effects::Put& put : effects_.puts) {
    try {
      marking_.put(put.place, put.colour, put.count, now, now + put.delay);
    } catch (const TooManyTokens& error) {
      throw TooManyTokens(net_, error.place(), transition);
    }
    told_.put(now, now + put.delay, put.place, put.colour, put.count);
  }
}

TracedCounts::TracedCounts(const Net& net, const counts::Plan& plan, const RunOptions& options, std::uint64_t number,
                           TraceSink& trace)
    : WithTeller{TokenTeller(net, plan.unfolded.parts.pool, trace)}, counts::Replication(net, plan, options, number, &teller) {}

RunState TracedCounts::save() {
  RunState state = counts::Replication::save();
  teller.save_tokens(state);
  return state;
}

bool TracedCounts::load(const RunState& state) {
  teller.load_tokens(state);
  return counts::Replication::load(state);
}

}  // namespace petriloom
