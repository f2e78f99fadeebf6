// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/state.h"

#include <algorithm>
#include <cmath>

#include "engine/compiled/dependency.h"
#include "engine/random/distributions.h"

namespace petriloom {

LeapRates::LeapRates(const LeapNet& leap, Enabling& enabling)
    : leap_(leap), enabling_(enabling), places_(enabling.net().places.size(), false) {
  const Net& net = enabling.net();
  std::size_t frame = 0;
  for (const Transition& transition : net.transitions) {
    codes_.emplace_back(net, transition.a, &enabling.indices());
    frame = std::max(frame, transition.variables.size());
    for_each_reached(net, transition.a, Op::tokens,
                     [&](ExprId node, bool) { places_[static_cast<std::size_t>(net.exprs[node].payload)] = true; });
  }
  frame_.resize(frame);
}

double LeapRates::eval(std::uint32_t act, const Marking& marking) {
  const TransitionId transition = leap_.parts.transitions[act].transition;
  const std::span<const Word> binding = leap_.parts.binding(enabling_.net(), act);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  return real_of_word(codes_[transition.index()].eval(enabling_.evaluator(), frame_, &marking));
}

LeapState::LeapState(const LeapNet& leap, Enabling& enabling, LeapRates& rates, std::vector<char> shows)
    : leap_(leap),
      enabling_(enabling),
      rates_(rates),
      shows_(std::move(shows)),
      tokens_(leap.initial),
      shown_(enabling.net(), enabling.indices(), enabling.pool()),
      is_dirty_(leap.acts.size()) {
  while (leaves_ < leap.acts.size()) leaves_ *= 2;
  sums_.resize(2 * leaves_);
  for (std::uint32_t cell = 0; cell < tokens_.size(); ++cell) show(cell, tokens_[cell]);
}

void LeapState::start() {
  for (std::uint32_t act = 0; act < leap_.acts.size(); ++act) set(act, compute(act));
}

void LeapState::show(std::uint32_t cell, std::int64_t amount) {
  if (shows_[cell] == 0 || amount == 0) return;
  const UnfoldedPlace& place = leap_.parts.places[cell];
  if (amount > 0) {
    shown_.put(place.place, place.colour, amount);
  } else {
    shown_.take(place.place, shown_.find(place.place, place.colour), -amount);
  }
}

void LeapState::add(std::uint32_t cell, std::int64_t amount) {
  tokens_[cell] += amount;
  show(cell, amount);
  for (const std::uint32_t act : leap_.concerned[cell]) {
    if (is_dirty_[act] != 0) continue;
    is_dirty_[act] = 1;
    dirty_.push_back(act);
  }
}

void LeapState::refresh() {
  for (const std::uint32_t act : dirty_) {
    is_dirty_[act] = 0;
    set(act, compute(act));
  }
  dirty_.clear();
}

bool LeapState::enabled(std::uint32_t act) const {
  const auto holds = [&](const FlatCondition& condition) { return condition.holds(tokens_[condition.cell]); };
  const auto takes = leap_.takes[act];
  const auto conditions = leap_.conditions[act];
  return std::all_of(takes.begin(), takes.end(), holds) && std::all_of(conditions.begin(), conditions.end(), holds);
}

// How many firings the tokens are enough for, at most the servers. A transition that takes nothing is enabled once.
std::int64_t LeapState::degree(std::uint32_t act) const {
  if (!enabled(act)) return 0;
  const auto takes = leap_.takes[act];
  if (takes.empty()) return 1;
  std::int64_t degree = std::numeric_limits<std::int64_t>::max();
  for (const FlatCondition& take : takes) degree = std::min(degree, tokens_[take.cell] / take.count);
  const std::int64_t servers = leap_.acts[act].servers;
  return servers == 0 ? degree : std::min(degree, servers);
}

double LeapState::compute(std::uint32_t act) {
  const std::int64_t times = degree(act);
  if (times == 0) return 0;
  const LeapAct& one = leap_.acts[act];
  if (!one.looks) return one.rate * static_cast<double>(times);
  const double rate = rates_.eval(act, shown_);
  const Transition& transition = enabling_.net()[leap_.parts.transitions[act].transition];
  const std::string wrong = check_parameters(transition.timing, rate, 0);
  if (!wrong.empty()) throw EvalError(transition.where, wrong);
  return rate * static_cast<double>(times);
}

// Sums are made anew from their parts, so that errors do not add up.
void LeapState::set(std::uint32_t act, double propensity) {
  std::size_t node = leaves_ + act;
  sums_[node] = propensity;
  for (node /= 2; node > 0; node /= 2) sums_[node] = sums_[2 * node] + sums_[2 * node + 1];
}

std::uint32_t LeapState::pick(double u) const {
  double rest = u * total();
  std::size_t node = 1;
  while (node < leaves_) {
    node *= 2;
    if (sums_[node + 1] > 0 && (rest >= sums_[node] || sums_[node] == 0)) {
      rest -= sums_[node];
      ++node;
    }
  }
  return static_cast<std::uint32_t>(node - leaves_);
}

// The rate with other tokens in a cell, if it has one there.
std::optional<double> LeapState::probe(std::uint32_t act, std::uint32_t cell, std::int64_t amount) {
  show(cell, amount);
  std::optional<double> rate;
  try {
    rate = rates_.eval(act, shown_);
  } catch (const EvalError&) {
    rate.reset();  // such a marking need not be reachable
  }
  show(cell, -amount);
  return rate && std::isfinite(*rate) ? rate : std::nullopt;
}

double LeapState::order(std::uint32_t act) {
  const LeapAct& one = leap_.acts[act];
  double order = one.servers == 1 || leap_.takes[act].empty() ? 0 : 1;
  if (!one.looks) return std::max(order, 1.0);
  const double rate = rates_.eval(act, shown_);
  for (const std::uint32_t cell : leap_.looked[act]) {
    if (tokens_[cell] == 0 || !(rate > 0)) continue;
    const double above = probe(act, cell, 1).value_or(rate);
    const std::optional<double> below = probe(act, cell, -1);
    const double slope = below ? (above - *below) / 2 : above - rate;
    order += std::abs(slope) * static_cast<double>(tokens_[cell]) / rate;
  }
  return std::max(order, 1.0);
}

}  // namespace petriloom
