// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/passage_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/linear/rounding.h"

namespace petriloom {
namespace {

// Times that are right but for this factor do.
constexpr long double kGoodEnough = 0.5L;
constexpr std::uint64_t kSweepsPerCheck = 4;

}  // namespace

Outflow::Outflow(const Inflow& part) : starts_(part.size() + 1, 0), targets_(part.sources.size()), rates_(part.sources.size()) {
  for (const StateNumber from : part.sources) ++starts_[from + std::size_t{1}];
  for (std::size_t k = 0; k < part.size(); ++k) starts_[k + 1] += starts_[k];
  std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t j = 0; j < part.size(); ++j) {
    for (std::uint64_t e = part.starts[j]; e < part.starts[j + 1]; ++e) {
      const std::uint64_t at = next[part.sources[e]]++;
      targets_[at] = static_cast<StateNumber>(j);
      rates_[at] = part.rates[e];
    }
  }
}

PassageBound::PassageBound(const Inflow& part, const Outflow& out, std::size_t reference)
    : part_(part), out_(out), reference_(reference) {}

/// The rate at which a state leads to the end straight away.
long double PassageBound::towards(std::size_t state) const {
  long double rate = part_.leaves[state];
  const auto targets = out_.targets(state);
  for (std::size_t e = 0; e < targets.size(); ++e)
    rate += targets[e] == reference_ ? static_cast<long double>(out_.rates(state)[e]) : 0;
  return rate;
}

void PassageBound::sweep(bool forward) {
  const auto offset = static_cast<double>(offset_);
  for (std::size_t k = 0; k < out_.size(); ++k) {
    const std::size_t i = forward ? k : out_.size() - 1 - k;
    if (i == reference_) continue;
    const auto targets = out_.targets(i);
    const auto rates = out_.rates(i);
    double sum = 1 - static_cast<double>(part_.leaves[i]) * offset;
    for (std::size_t e = 0; e < targets.size(); ++e) sum += rates[e] * (targets[e] == reference_ ? -offset : times_[targets[e]]);
    times_[i] = sum / part_.exits[i];
  }
}

/// Finds the least of A w, and moves all times by as much as makes the mean of A w 1.
bool PassageBound::check(std::span<const double> mostly) {
  long double missing = 0;
  long double ends = 0;
  least_ = std::numeric_limits<long double>::infinity();
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (i == reference_) continue;
    const auto targets = out_.targets(i);
    const auto rates = out_.rates(i);
    long double flow = 0;
    long double size = 0;
    long double end = part_.leaves[i];
    for (std::size_t e = 0; e < targets.size(); ++e) {
      if (targets[e] == reference_) {
        end += rates[e];
        continue;
      }
      const long double difference = static_cast<long double>(times_[i]) - times_[targets[e]];
      flow += rates[e] * difference;
      size += rates[e] * std::abs(difference);
    }
    const long double straight = end * times_[i];
    const long double doubt = 2 * kFineRounding * static_cast<long double>(targets.size() + 4) *
                              (size + end * (std::abs(static_cast<long double>(times_[i])) + offset_));
    least_ = std::min(least_, flow + straight + end * offset_ - doubt);
    if (mostly.empty()) continue;
    missing += mostly[i] * (1 - flow - straight);
    ends += mostly[i] * end;
  }
  if (least_ >= kGoodEnough) return true;
  if (ends > 0 && missing > 0) offset_ = missing / ends;
  return false;
}

bool PassageBound::find(std::span<const double> mostly, std::uint64_t sweeps, const Limits& limits) {
  times_.assign(out_.size(), 0);
  if (check(mostly)) return true;
  for (std::uint64_t k = 0; k < sweeps; ++k, ++sweeps_) {
    sweep(k % 2 == 0);
    if ((k + 1) % kSweepsPerCheck == 0 && check(mostly)) return true;
    if ((k + 1) % part_.sweeps_per_look() != 0) continue;
    if (const auto why = limits.reached(0)) {
      stopped_ = *why;
      return false;
    }
  }
  return false;
}

bool PassageBound::take(std::vector<double> times) {
  times_ = std::move(times);
  offset_ = 0;
  return check({});
}

double PassageBound::longest() const {
  long double most = 0;
  for (std::size_t i = 0; i < out_.size(); ++i) most = std::max(most, time(i));
  return static_cast<double>(most / std::min(least_, static_cast<long double>(1)));
}

double PassageBound::error(std::span<const long double> x, std::span<const double> right) const {
  long double sum = 0;
  for (std::size_t j = 0; j < part_.size(); ++j) {
    const auto sources = part_.sources_of(j);
    const auto rates = part_.rates_into(j);
    long double in = right.empty() ? 0 : static_cast<long double>(right[j]);
    long double size = std::abs(in);
    for (std::size_t e = 0; e < sources.size(); ++e) {
      in += x[sources[e]] * rates[e];
      size += std::abs(x[sources[e]] * rates[e]);
    }
    long double exit = part_.leaves[j];
    for (const double rate : out_.rates(j)) exit += rate;
    const long double out = x[j] * exit;
    const auto terms = static_cast<long double>(sources.size() + out_.rates(j).size() + 4);
    sum += (std::abs(in - out) + 2 * kFineRounding * terms * (size + std::abs(out))) * time(j);
  }
  return static_cast<double>(2 * sum / std::min(least_, static_cast<long double>(1)));
}

}  // namespace petriloom
