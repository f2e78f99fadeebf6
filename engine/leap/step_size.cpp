// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/step_size.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace petriloom::leap {

StepSize::StepSize(const RateNet& leap, double epsilon, const std::vector<char>& followed) : leap_(leap), epsilon_(epsilon) {
  for (const char one : followed) drifts_.push_back({0, 0, 0, one != 0});
}

bool StepSize::is_critical(const State& state, std::uint32_t binding) const {
  for (const counts::Change& change : leap_.changes[binding]) {
    const std::int64_t tokens = state.tokens(change.place);
    if (change.amount < 0 && tokens / -change.amount < kCritical) return true;
    for (const std::int64_t threshold : leap_.thresholds[change.place]) {
      // Firings until the tokens are on the other side: threshold or more, or fewer.
      if (change.amount > 0 && tokens < threshold && (threshold - tokens - 1) / change.amount < kCritical) return true;
      if (change.amount < 0 && tokens >= threshold && (tokens - threshold) / -change.amount < kCritical) return true;
    }
  }
  return false;
}

void StepSize::look(State& state) {
  critical_.clear();
  others_.clear();
  critical_total_ = 0;
  for (Drift& drift : drifts_) drift = {drift.followed ? 1.0 : 0.0, 0, 0, drift.followed};
  for (std::uint32_t binding = 0; binding < leap_.bindings.size(); ++binding) {
    const double propensity = state.propensity(binding);
    if (propensity > 0 && is_critical(state, binding)) {
      critical_.push_back(binding);
      critical_total_ += propensity;
    } else if (propensity > 0) {
      others_.push_back(binding);
      for (const counts::Change& change : leap_.changes[binding]) {
        const auto amount = static_cast<double>(change.amount);
        drifts_[change.place].mean += amount * propensity;
        drifts_[change.place].square += amount * amount * propensity;
      }
    }
    // What cannot fire now may do so after the leap.
    const double order = propensity > 0 ? state.order(binding) : 1;
    const auto depends = [&](std::uint32_t place) { drifts_[place].order = std::max(drifts_[place].order, order); };
    if (leap_.bindings[binding].servers != 1) {
      for (const counts::Condition& take : leap_.inputs(binding)) depends(take.place);
    }
    for (const std::uint32_t place : leap_.looked[binding]) depends(place);
  }
  limit(state);
}

// Equation 33 of the paper: neither the mean change of a place nor its deviation is more than the
// larger of epsilon x / g and 1.
void StepSize::limit(const State& state) {
  longest_ = std::numeric_limits<double>::infinity();
  for (std::uint32_t place = 0; place < drifts_.size(); ++place) {
    const Drift& drift = drifts_[place];
    if (drift.order == 0 || drift.square == 0) continue;
    const double change = std::max(epsilon_ * static_cast<double>(state.tokens(place)) / drift.order, 1.0);
    if (drift.mean != 0) longest_ = std::min(longest_, change / std::abs(drift.mean));
    longest_ = std::min(longest_, change * change / drift.square);
  }
}

}  // namespace petriloom::leap
