// SPDX-License-Identifier: Apache-2.0
#include "engine/game/token_game.h"

#include <algorithm>
#include <cmath>

#include "engine/coloured/loop_cycle.h"

namespace petriloom {

namespace {

RunOptions game_options(std::uint64_t seed) {
  RunOptions options;
  options.seed = seed;
  return options;
}

Stepped stepped(Ended ended) {
  if (ended == Ended::until) return Stepped::until;
  return ended == Ended::condition ? Stepped::condition : Stepped::dead;
}

}  // namespace

/// A run that is led by hand: what of it other runs keep to themselves.
class TokenGame::Led final : public coloured::Replication {
 public:
  using Replication::begin;
  using Replication::begun_;
  using Replication::effects_;
  using Replication::enabling_;
  using Replication::fail;
  using Replication::fire;
  using Replication::firing_now_;
  using Replication::marking_;
  using Replication::net_;
  using Replication::now_;
  using Replication::pool_;
  using Replication::put_all;
  using Replication::Replication;
  using Replication::reset_slots_;
  using Replication::result_;
  using Replication::rewards_;
  using Replication::settle;
  using Replication::step;
  using Replication::take_all;
  using Replication::timers_;
  using Replication::told_to_end;
};

TokenGame::TokenGame(const Net& net, std::uint64_t seed, std::uint64_t replication, TraceSink* trace)
    : options_(game_options(seed)), run_(std::make_unique<Led>(net, options_, replication, trace)) {
  run_->begun_ = true;
  guarded([this] { run_->begin(); });
}

TokenGame::TokenGame(const Net& net, const RunState& state, TraceSink* trace, LoadMode mode)
    : options_(game_options(state.seed)), run_(std::make_unique<Led>(net, options_, state.replication, trace)) {
  run_->load(state, mode);
}

TokenGame::~TokenGame() = default;

double TokenGame::now() const { return run_->now_; }
std::uint64_t TokenGame::firings() const { return run_->result_.firings; }
const Marking& TokenGame::marking() const { return run_->marking_.marking(); }
const coloured::TimedMarking& TokenGame::timed_marking() const { return run_->marking_; }
double TokenGame::next_arrival() { return run_->marking_.next_arrival(); }
WordPool& TokenGame::pool() { return run_->pool_; }
Enabling& TokenGame::enabling() { return run_->enabling_; }
const Diagnostics& TokenGame::diagnostics() const { return run_->result_.diagnostics; }

template <class Action>
bool TokenGame::guarded(const Action& action) {
  if (failed()) return false;
  try {
    action();
  } catch (const EvalError& error) {
    run_->fail(error);
  }
  return !failed();
}

Choices TokenGame::choices(std::size_t most) {
  Choices choices;
  guarded([&] {
    run_->enabling_.evaluator().set_now(now());
    add_immediate(most, choices);
    if (choices.complete) add_timed(most, choices);
  });
  return choices;
}

void TokenGame::add_immediate(std::size_t most, Choices& choices) {
  const Net& net = run_->net_;
  for (std::size_t t = 0; t < net.transitions.size() && choices.complete; ++t) {
    const Transition& transition = net.transitions[t];
    if (transition.timing != Timing::immediate) continue;
    const std::size_t first = choices.list.size();
    choices.complete = run_->enabling_.for_each(marking(), TransitionId(t), [&](TransitionId id, std::span<const Word> frame) {
      if (choices.list.size() == most) return false;
      const auto binding = frame.first(transition.binding_size);
      choices.list.push_back({id, {binding.begin(), binding.end()}, false, now(), 0, false});
      return true;
    });
    std::sort(choices.list.begin() + static_cast<std::ptrdiff_t>(first), choices.list.end(), [&](const Choice& a, const Choice& b) {
      return compare_bindings(net, transition, a.binding, b.binding, pool()) < 0;
    });
    // Two tokens that a read arc with wildcards may look at are one binding.
    const auto same = [](const Choice& a, const Choice& b) { return a.binding == b.binding; };
    choices.list.erase(std::unique(choices.list.begin() + static_cast<std::ptrdiff_t>(first), choices.list.end(), same),
                       choices.list.end());
  }
  if (choices.list.empty()) return;
  std::vector<Precedence> found;
  for (const Choice& choice : choices.list) found.push_back(run_->enabling_.precedence(choice.transition, choice.binding));
  const Precedence first = *std::min_element(found.begin(), found.end(), goes_before);
  for (std::size_t k = 0; k < found.size(); ++k) choices.list[k].waits = goes_before(first, found[k]);
}

void TokenGame::add_timed(std::size_t most, Choices& choices) {
  const bool immediate = !choices.list.empty();
  std::vector<coloured::Timers::Pending> pending = run_->timers_.pending(most - choices.list.size(), choices.complete);
  for (coloured::Timers::Pending& one : pending) {
    choices.list.push_back({one.transition, std::move(one.binding), true, one.due, one.timers, immediate || std::isinf(one.due)});
  }
}

Stepped TokenGame::step() { return step_until(std::numeric_limits<double>::infinity()); }

Stepped TokenGame::step_until(double time) {
  options_.until = time;
  bool fired = false;
  bool ended = false;
  const std::uint64_t before = firings();
  guarded([&] {
    // The stop condition is looked at once after a step; here it may be asked for again.
    if (run_->rewards_.stopped_now(now())) {
      run_->result_.ended = Ended::condition;
      ended = true;
      return;
    }
    while (!ended && !fired) {
      ended = run_->told_to_end() || !run_->step();
      fired = firings() > before;
    }
  });
  coloured::tell_loop(run_->net_, options_, run_->result_);
  if (failed()) return Stepped::failed;
  return fired ? Stepped::fired : stepped(run_->result_.ended);
}

bool TokenGame::fire(TransitionId transition, std::span<const Word> binding) {
  const Choices now = choices(std::numeric_limits<std::size_t>::max());
  const auto chosen = std::find_if(now.list.begin(), now.list.end(), [&](const Choice& choice) {
    return choice.transition == transition &&
           std::equal(binding.begin(), binding.end(), choice.binding.begin(), choice.binding.end());
  });
  if (chosen == now.list.end() || chosen->waits) return false;
  return guarded([&] {
    if (chosen->timed) run_->timers_.take(transition, binding, run_->now_);
    run_->fire(transition, binding);
  });
}

bool TokenGame::set_tokens(PlaceId place, std::span<const InitialTokens> tokens) {
  return guarded([&] {
    run_->firing_now_ = TransitionId();
    run_->effects_.takes.clear();
    run_->effects_.puts.clear();
    run_->reset_slots_.clear();
    for (Marking::Slot slot = 0; slot < marking().slots(place); ++slot) {
      if (marking().total(place, slot) > 0) run_->reset_slots_.emplace_back(place, slot);
    }
    for (const InitialTokens& some : tokens) run_->effects_.puts.push_back({place, some.colour, some.count, some.available});
    run_->take_all();
    run_->put_all();
    run_->settle(false);
  });
}

RunState TokenGame::save() { return run_->save(); }

// Asking for them ends what is being recorded, so that a copy of the run is asked.
MeasureValues TokenGame::measures() {
  TokenGame copy(run_->net_, save(), nullptr);
  return copy.run_->rewards_.finish(now());
}

}  // namespace petriloom
