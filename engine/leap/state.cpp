// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/state.h"

#include <algorithm>
#include <cmath>

#include "engine/random/durations.h"

namespace petriloom::leap {

Rates::Rates(const RateNet& leap, Enabling& enabling)
    : leap_(leap), enabling_(enabling), places_(enabling.net().places.size(), false) {
  const Net& net = enabling.net();
  std::size_t frame = 0;
  for (const Transition& transition : net.transitions) {
    codes_.emplace_back(net, transition.a, &enabling.indices());
    frame = std::max(frame, transition.variables.size());
    for_each_tokens(net.exprs, transition.a,
                    [&](ExprId node) { places_[static_cast<std::size_t>(net.exprs[node].payload)] = true; });
  }
  frame_.resize(frame);
}

double Rates::eval(std::uint32_t binding, const Marking& marking) {
  const TransitionId transition = leap_.transition_of(binding);
  const std::span<const Word> values = leap_.parts.binding(enabling_.net(), binding);
  std::copy(values.begin(), values.end(), frame_.begin());
  return real_of_word(codes_[transition.index()].eval(enabling_.evaluator(), frame_, &marking));
}

State::State(const RateNet& leap, Enabling& enabling, Rates& rates, std::vector<char> shows)
    : leap_(leap),
      enabling_(enabling),
      rates_(rates),
      shows_(std::move(shows)),
      tokens_(leap.places.size()),
      shown_(enabling.net(), enabling.indices(), enabling.pool()),
      is_dirty_(leap.bindings.size()) {
  while (leaves_ < leap.bindings.size()) leaves_ *= 2;
  sums_.resize(2 * leaves_);
  for (std::uint32_t place = 0; place < tokens_.size(); ++place) {
    tokens_[place] = leap.places[place].initial;
    show(place, tokens_[place]);
  }
}

void State::start() {
  for (std::uint32_t binding = 0; binding < leap_.bindings.size(); ++binding) set(binding, compute(binding));
}

void State::show(std::uint32_t place, std::int64_t amount) {
  if (shows_[place] == 0 || amount == 0) return;
  const UnfoldedPlace& coloured = leap_.parts.places[place];
  if (amount > 0) {
    shown_.put(coloured.place, coloured.colour, amount);
  } else {
    shown_.take(coloured.place, shown_.find(coloured.place, coloured.colour), -amount);
  }
}

void State::add(std::uint32_t place, std::int64_t amount) {
  tokens_[place] += amount;
  show(place, amount);
  for (const std::uint32_t binding : leap_.affected[place]) {
    if (is_dirty_[binding] != 0) continue;
    is_dirty_[binding] = 1;
    dirty_.push_back(binding);
  }
}

void State::refresh() {
  for (const std::uint32_t binding : dirty_) {
    is_dirty_[binding] = 0;
    set(binding, compute(binding));
  }
  dirty_.clear();
}

bool State::enabled(std::uint32_t binding) const {
  const auto holds = [&](const counts::Condition& condition) { return condition.holds(tokens_[condition.place]); };
  const auto conditions = leap_.conditions[binding];
  return std::all_of(conditions.begin(), conditions.end(), holds);
}

// How many firings the tokens are enough for, at most the servers. A transition that takes nothing
// is enabled once.
std::int64_t State::degree(std::uint32_t binding) const {
  if (!enabled(binding)) return 0;
  const auto takes = leap_.inputs(binding);
  if (takes.empty()) return 1;
  std::int64_t degree = std::numeric_limits<std::int64_t>::max();
  for (const counts::Condition& take : takes) degree = std::min(degree, tokens_[take.place] / take.count);
  const std::int64_t servers = leap_.bindings[binding].servers;
  return servers == 0 ? degree : std::min(degree, servers);
}

double State::compute(std::uint32_t binding) {
  const std::int64_t times = degree(binding);
  if (times == 0) return 0;
  const Binding& one = leap_.bindings[binding];
  if (!one.looks) return one.rate * static_cast<double>(times);
  const double rate = rates_.eval(binding, shown_);
  const Transition& transition = enabling_.net()[leap_.transition_of(binding)];
  const std::string wrong = check_parameters(transition.timing, rate, 0);
  if (!wrong.empty()) throw EvalError(transition.where, wrong);
  return rate * static_cast<double>(times);
}

// Sums are made anew from their parts, so that errors do not add up.
void State::set(std::uint32_t binding, double propensity) {
  std::size_t node = leaves_ + binding;
  sums_[node] = propensity;
  for (node /= 2; node > 0; node /= 2) sums_[node] = sums_[2 * node] + sums_[2 * node + 1];
}

std::uint32_t State::pick(double u) const {
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

// The rate with other tokens in a place, if it has one there.
std::optional<double> State::probe(std::uint32_t binding, std::uint32_t place, std::int64_t amount) {
  show(place, amount);
  std::optional<double> rate;
  try {
    rate = rates_.eval(binding, shown_);
  } catch (const EvalError&) {
    rate.reset();  // such a marking need not be reachable
  }
  show(place, -amount);
  return rate && std::isfinite(*rate) ? rate : std::nullopt;
}

double State::order(std::uint32_t binding) {
  const Binding& one = leap_.bindings[binding];
  double order = one.servers == 1 || leap_.inputs(binding).empty() ? 0 : 1;
  if (!one.looks) return std::max(order, 1.0);
  const double rate = rates_.eval(binding, shown_);
  for (const std::uint32_t place : leap_.looked[binding]) {
    if (tokens_[place] == 0 || !(rate > 0)) continue;
    const double above = probe(binding, place, 1).value_or(rate);
    const std::optional<double> below = probe(binding, place, -1);
    const double slope = below ? (above - *below) / 2 : above - rate;
    order += std::abs(slope) * static_cast<double>(tokens_[place]) / rate;
  }
  return std::max(order, 1.0);
}

}  // namespace petriloom::leap
