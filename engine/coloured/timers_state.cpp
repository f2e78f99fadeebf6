// SPDX-License-Identifier: Apache-2.0
// The timers, queues and rests of a run, saved and loaded.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/coloured/timers.h"

namespace petriloom::coloured {

namespace {

/// What must hold of one binding of a state by itself.
void check_binding(const Transition& transition, const std::string& name, const RunState::Binding& saved, const RunState& state) {
  const auto wrong = [&](const char* what) { throw StateError(fmt::format("{}: {}", name, what)); };
  for (std::size_t k = 0; k < saved.timers.size(); ++k) {
    const RunState::Timer& timer = saved.timers[k];
    if (!(timer.due >= state.now) || std::isnan(timer.rate)) wrong("a timer is due in the past");
    if (timer.number >= state.numbers || (k > 0 && timer.number <= saved.timers[k - 1].number)) wrong("timers are out of order");
  }
  for (std::size_t k = 0; k < saved.tickets.size(); ++k) {
    const std::uint64_t ticket = saved.tickets[k];
    if (ticket >= state.numbers || (k > 0 && ticket <= saved.tickets[k - 1])) wrong("tickets are out of order");
  }
  if (!saved.tickets.empty() && transition.servers == 0) wrong("there is a queue for servers that are not limited");
  if (!saved.rests.empty() && transition.memory != Memory::age) wrong("durations are kept, but not by memory 'age'");
  for (const RunState::Rest& rest : saved.rests) {
    if (!(rest.duration >= 0) || std::isnan(rest.rate)) wrong("a duration is negative");
  }
  if (saved.timers.empty() && saved.tickets.empty() && saved.rests.empty()) wrong("a binding has no timer");
}

}  // namespace

void Timers::save(RunState& state) {
  follow_speeds();
  state.numbers = numbers_;
  state.struck = any_scheduled_ && struck_ == state.now;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const TransitionId transition(t);
    for (const std::uint32_t id : lives_.in_order(transition)) {
      const Live& live = lives_[id];
      RunState::Binding& saved = state.bindings.emplace_back();
      saved.transition = transition;
      for (std::size_t k = 0; k < live.binding.size(); ++k) {
        append_value(net_.colours, net_[transition].variables[k].colour, live.binding[k], enabling_.pool(), saved.binding);
      }
      for (const std::uint32_t timer : live.timers) {
        saved.timers.push_back({heap_.time_of(timer), timers_[timer].number, timers_[timer].rate});
        if (shared(live)) work_.save(timer, saved.timers.back());
      }
      saved.tickets.assign(live.queued.all().begin(), live.queued.all().end());
      for (const Drawn& rest : live.rests) saved.rests.push_back({rest.duration, rest.rate});
    }
  }
}

void Timers::load(const RunState& state, LoadMode mode) {
  numbers_ = state.numbers;
  if (state.struck) struck_ = state.now;
  std::vector<std::uint32_t> loaded;
  for (std::size_t k = 0; k < state.bindings.size(); ++k) loaded.push_back(load_live(state, k));
  load_queues();
  if (mode == LoadMode::exact) {
    for (const std::uint32_t id : loaded) {
      const Live& live = lives_[id];
      if (live.degree != static_cast<std::int64_t>(live.timers.size() + live.queued.size())) {
        throw StateError(fmt::format("{}: a binding is enabled {} times, but has {} timers", path(net_, live.transition),
                                     live.degree, live.timers.size() + live.queued.size()));
      }
    }
    expect_all_enabled();
    settled_ = state.now;
    speeds_to_follow_ = any_shared_;
    return follow_speeds();
  }
  for (const std::uint32_t id : loaded) {
    note(id);
    if (lives_.facts(lives_[id].transition).rated) note_rate(id);
  }
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (net_.transitions[t].timing != Timing::immediate) consider_all(TransitionId(t));
  }
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    groups_[group].noted = true;
    noted_groups_.push_back(group);
  }
  settle(state.now, false);
}

std::uint32_t Timers::load_live(const RunState& state, std::size_t number) {
  const RunState::Binding& saved = state.bindings[number];
  const TransitionId transition = saved.transition;
  if (!transition.valid() || transition.index() >= net_.transitions.size())
    throw StateError("a timer is of no transition of the net");
  const std::string name = path(net_, transition);
  if (net_[transition].timing == Timing::immediate) throw StateError(name + ": an immediate transition has a timer");
  std::span<const Word> words = saved.binding;
  const std::size_t size = enabling_.plans()[transition].binding_size;
  std::vector<Word> frame(net_[transition].variables.size());
  for (std::size_t k = 0; k < size; ++k) {
    const auto word = read_value(net_.colours, net_[transition].variables[k].colour, words, enabling_.pool());
    if (!word) throw StateError(name + ": a binding has a value that its variable cannot have");
    frame[k] = *word;
  }
  if (!words.empty()) throw StateError(name + ": a binding has more values than variables");
  if (lives_.find(transition, std::span(frame).first(size)) != kNone) throw StateError(name + ": a binding is there twice");
  check_binding(net_[transition], name, saved, state);
  const std::uint32_t id = find_or_make(transition, frame);
  lives_[id].degree = lives_.degree(id);
  Live& live = lives_[id];
  if (scheduled(net_[transition].timing)) {
    const double now_or_later = durations_.next_occasion(live, state.now, true);
    const double later = durations_.next_occasion(live, state.now, false);
    for (const RunState::Timer& timer : saved.timers) {
      if (timer.due != now_or_later && timer.due != later) throw StateError(name + ": a timer is due at none of the set times");
    }
  }
  for (const RunState::Timer& timer : saved.timers) {
    const auto entry = static_cast<std::uint32_t>(timers_.size());
    timers_.push_back({id, timer.number, timer.rate});
    live.timers.push_back(entry);
    if (live.group != kNone) ++groups_[live.group].running;
    enqueue(timer.due, entry);
    if (!shared(live)) continue;
    work_.start(entry, transition, live.binding, timer.work, state.now);
    work_.load(entry, timer, state.now);
  }
  for (const std::uint64_t ticket : saved.tickets) {
    live.queued.push_back(ticket);
    groups_[live.group].queue.push_back({id, ticket});
  }
  for (const RunState::Rest& rest : saved.rests) live.rests.push_back({rest.duration, rest.rate});
  return id;
}

void Timers::load_queues() {
  for (Group& group : groups_) {
    std::sort(group.queue.begin(), group.queue.end(), [](const Ticket& a, const Ticket& b) { return a.number < b.number; });
    const std::int64_t servers = net_[group.transition].servers;
    if (group.running > servers || (!group.queue.empty() && group.running < servers)) {
      throw StateError(fmt::format("{}: {} of {} servers work, and {} bindings wait", path(net_, group.transition), group.running,
                                   servers, group.queue.size()));
    }
  }
}

// Whatever is enabled must be there already, else it would never fire.
void Timers::expect_all_enabled() {
  const std::size_t before = lives_.size();
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (net_.transitions[t].timing == Timing::immediate) continue;
    consider_all(TransitionId(t));
    if (lives_.size() > before) throw StateError(path(net_, TransitionId(t)) + ": a binding that is enabled has no timer");
  }
  for (const std::uint32_t id : noted_) lives_[id].noted = false;
  noted_.clear();
}

}  // namespace petriloom::coloured
