// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/size.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace petriloom {

LeapSize::LeapSize(const LeapNet& leap, double epsilon, std::vector<char> followed)
    : leap_(leap), epsilon_(epsilon), followed_(std::move(followed)) {
  order_.resize(leap.initial.size());
  mean_.resize(leap.initial.size());
  square_.resize(leap.initial.size());
}

bool LeapSize::is_critical(const LeapState& state, std::uint32_t act) const {
  for (const FlatChange& change : leap_.changes[act]) {
    const std::int64_t tokens = state.tokens(change.cell);
    if (change.amount < 0 && tokens / -change.amount < kCritical) return true;
    for (const std::int64_t threshold : leap_.thresholds[change.cell]) {
      // Firings until the tokens are on the other side: threshold or more, or fewer.
      if (change.amount > 0 && tokens < threshold && (threshold - tokens - 1) / change.amount < kCritical) return true;
      if (change.amount < 0 && tokens >= threshold && (tokens - threshold) / -change.amount < kCritical) return true;
    }
  }
  return false;
}

void LeapSize::look(LeapState& state) {
  critical_.clear();
  others_.clear();
  critical_total_ = 0;
  std::transform(followed_.begin(), followed_.end(), order_.begin(), [](char followed) { return followed != 0 ? 1.0 : 0.0; });
  std::fill(mean_.begin(), mean_.end(), 0.0);
  std::fill(square_.begin(), square_.end(), 0.0);
  for (std::uint32_t act = 0; act < leap_.acts.size(); ++act) {
    const double propensity = state.propensity(act);
    if (propensity > 0 && is_critical(state, act)) {
      critical_.push_back(act);
      critical_total_ += propensity;
    } else if (propensity > 0) {
      others_.push_back(act);
      for (const FlatChange& change : leap_.changes[act]) {
        const auto amount = static_cast<double>(change.amount);
        mean_[change.cell] += amount * propensity;
        square_[change.cell] += amount * amount * propensity;
      }
    }
    // What cannot fire now may do so after the leap.
    const double order = propensity > 0 ? state.order(act) : 1;
    const auto depends = [&](std::uint32_t cell) { order_[cell] = std::max(order_[cell], order); };
    if (leap_.acts[act].servers != 1) {
      for (const FlatCondition& take : leap_.takes[act]) depends(take.cell);
    }
    for (const std::uint32_t cell : leap_.looked[act]) depends(cell);
  }
  limit(state);
}

// Equation 33 of the paper: neither the mean change of a cell nor its deviation is more than the larger of epsilon x / g and 1.
void LeapSize::limit(const LeapState& state) {
  longest_ = std::numeric_limits<double>::infinity();
  for (std::uint32_t cell = 0; cell < order_.size(); ++cell) {
    if (order_[cell] == 0 || square_[cell] == 0) continue;
    const double change = std::max(epsilon_ * static_cast<double>(state.tokens(cell)) / order_[cell], 1.0);
    if (mean_[cell] != 0) longest_ = std::min(longest_, change / std::abs(mean_[cell]));
    longest_ = std::min(longest_, change * change / square_[cell]);
  }
}

}  // namespace petriloom
