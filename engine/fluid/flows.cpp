// SPDX-License-Identifier: Apache-2.0
#include "engine/fluid/flows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace petriloom::fluid {

namespace {

constexpr double kRounding = 1e-12;  // relative difference of flows
constexpr double kNegative = -1e-9;  // 1/s; rates down to this are taken for zero

// How much more `demand` is than `inflow`. What differs by rounding alone is taken for equal, as
// which it would change from step to step.
double surplus(double inflow, double demand) {
  const double more = demand - inflow;
  return std::fabs(more) > kRounding * std::max(inflow, demand) ? more : 0;
}

}  // namespace

Flows::Flows(const HybridNet& hybrid, const LevelAmounts& amounts, Enabling& enabling, const coloured::Timers& timers,
             const Marking& marking)
    : hybrid_(hybrid),
      amounts_(amounts),
      enabling_(enabling),
      timers_(timers),
      marking_(marking),
      users_(hybrid.places.size()),
      limiting_(hybrid.places.size()),
      shares_(hybrid.places.size(), 1),
      inflow_(hybrid.places.size()),
      demand_(hybrid.places.size()) {}

const Flows::Hazard::Target& Flows::Hazard::next() const {
  return *std::min_element(targets.begin(), targets.end(), [](const Target& a, const Target& b) {
    return a.integral != b.integral ? a.integral < b.integral : a.number < b.number;
  });
}

bool Flows::look(const std::function<double(TransitionId, std::span<const Word>)>& draw) {
  const auto framed = [&](TransitionId id, const std::vector<Word>& binding) {
    std::vector<Word> frame(hybrid_.net[id].variables.size());
    std::copy(binding.begin(), binding.end(), frame.begin());
    return frame;
  };
  std::vector<Flow> flows;
  std::vector<Hazard> hazards;
  steady_ = true;
  counting_ = clocked_ = false;
  const auto note = [this](TransitionId id) {
    steady_ = steady_ && hybrid_.steady[id.index()] != 0;
    counting_ = counting_ || hybrid_.counting[id.index()] != 0;
    clocked_ = clocked_ || hybrid_.clocked[id.index()] != 0;
  };
  for (const TransitionId id : hybrid_.flows) {
    for (const coloured::Timers::Running& running : timers_.running(id))
      flows.push_back({id, framed(id, running.binding), {}, 0}), note(id);
  }
  for (const TransitionId id : hybrid_.hazards) {
    for (const coloured::Timers::Running& running : timers_.running(id)) {
      const auto same = [&](const Hazard& old) { return old.transition == id && old.binding == running.binding; };
      const auto old = std::find_if(hazards_.begin(), hazards_.end(), same);
      Hazard hazard{id, running.binding, old != hazards_.end() ? old->integral : 0, {}, framed(id, running.binding)};
      for (const auto& [number, timer] : running.timers) {
        const auto known = [number = number](const Hazard::Target& target) { return target.number == number; };
        const Hazard::Target* kept = nullptr;
        if (old != hazards_.end()) {
          const auto found = std::find_if(old->targets.begin(), old->targets.end(), known);
          if (found != old->targets.end()) kept = &*found;
        }
        hazard.targets.push_back({number, timer, kept != nullptr ? kept->integral : hazard.integral + draw(id, running.binding)});
      }
      hazards.push_back(std::move(hazard));
      note(id);
    }
  }
  const auto same_flow = [](const Flow& a, const Flow& b) { return a.transition == b.transition && a.frame == b.frame; };
  const auto same_hazard = [](const Hazard& a, const Hazard& b) { return a.transition == b.transition && a.binding == b.binding; };
  const bool same = std::equal(flows.begin(), flows.end(), flows_.begin(), flows_.end(), same_flow) &&
                    std::equal(hazards.begin(), hazards.end(), hazards_.begin(), hazards_.end(), same_hazard);
  flows_ = std::move(flows);
  hazards_ = std::move(hazards);
  for (auto& users : users_) users.clear();
  for (std::uint32_t k = 0; k < flows_.size(); ++k) {
    for (const LevelArc& arc : hybrid_.arcs[flows_[k].transition.index()]) {
      std::vector<std::uint32_t>& users = users_[arc.slot];
      if (users.empty() || users.back() != k) users.push_back(k);
    }
    moves(flows_[k]);
  }
  return !same;
}

// What a transition takes and puts back counts as its difference.
void Flows::moves(Flow& flow) {
  Evaluator& evaluator = enabling_.evaluator();
  flow.moves.clear();
  amounts_.for_each(flow.transition, flow.frame, evaluator, marking_, [&](const LevelArc& arc, double amount) {
    if (!std::isfinite(amount)) throw EvalError(arc.where, fmt::format("an amount of {} at {} s", amount, evaluator.now()));
    if (arc.kind == ArcKind::input) amount = -amount;
    const auto there = std::find_if(flow.moves.begin(), flow.moves.end(), [&](const auto& move) { return move.first == arc.slot; });
    there == flow.moves.end() ? void(flow.moves.emplace_back(arc.slot, amount)) : void(there->second += amount);
  });
}

double Flows::rate_of(TransitionId transition, std::vector<Word>& frame) {
  const double rate = real_of_word(enabling_.plans()[transition].a.eval(enabling_.evaluator(), frame, &marking_));
  if (std::isfinite(rate)) return rate;
  const Transition& t = hybrid_.net[transition];
  throw EvalError(t.a.valid() ? hybrid_.net.exprs[t.a].where : t.where,
                  fmt::format("a rate of {} at {} s", rate, enabling_.evaluator().now()));
}

bool Flows::limit(std::span<const double> levels) {
  const std::vector<char> before = limiting_;
  for (std::size_t slot = 0; slot < limiting_.size(); ++slot) limiting_[slot] = levels[slot] <= 0 ? 1 : 0;
  any_limits_ = true;
  renew();
  for (std::size_t slot = 0; slot < limiting_.size(); ++slot) {
    if (limiting_[slot] != 0 && !(demand_[slot] > inflow_[slot])) limiting_[slot] = 0;
  }
  any_limits_ = std::find(limiting_.begin(), limiting_.end(), 1) != limiting_.end();
  return limiting_ != before;
}

bool Flows::limits_otherwise(std::span<const double> levels) {
  const auto first = levels.begin();
  const bool negative = std::any_of(first, first + static_cast<std::ptrdiff_t>(limiting_.size()), [](double y) { return y < 0; });
  if (!negative && !any_limits_) return false;
  renew();
  for (std::size_t slot = 0; slot < limiting_.size(); ++slot) {
    if (limiting_[slot] == 0 && !(levels[slot] < 0)) continue;
    const auto [inflow, demand] = through(slot);
    if (limiting_[slot] != 0 ? surplus(inflow, demand) < 0 : surplus(demand, inflow) < 0) return true;
  }
  return false;
}

double Flows::room(std::size_t slot, std::span<const double> levels) const {
  if (limiting_[slot] == 0) return levels[slot];
  const auto [inflow, demand] = through(slot);
  return surplus(inflow, demand);
}

void Flows::rates(Rates& rates) {
  for (Flow& flow : flows_) {
    flow.rate = rate_of(flow.transition, flow.frame);
    if (!amounts_.constant(flow.transition)) moves(flow);
  }
  share();
  rates.assign(hybrid_.places.size() + hazards_.size(), 0);
  for (const Flow& flow : flows_) {
    double left = 1;
    for (const auto& [slot, amount] : flow.moves) left *= amount * flow.rate < 0 ? shares_[slot] : 1;
    for (const auto& [slot, amount] : flow.moves) rates[slot] += amount * flow.rate * left;
  }
  for (std::size_t slot = 0; slot < limiting_.size(); ++slot) rates[slot] = limiting_[slot] != 0 ? 0 : rates[slot];
  for (std::size_t k = 0; k < hazards_.size(); ++k)
    rates[hybrid_.places.size() + k] = std::max(0.0, rate_of(hazards_[k].transition, hazards_[k].frame));
}

void Flows::check_hazards() {
  for (Hazard& hazard : hazards_) {
    const double rate = rate_of(hazard.transition, hazard.frame);
    if (rate < kNegative)
      throw EvalError(hybrid_.net.exprs[hybrid_.net[hazard.transition].a].where,
                      fmt::format("the rate must not be negative, and is {} at {} s", rate, enabling_.evaluator().now()));
  }
}

}  // namespace petriloom::fluid
