// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/quantile_sketch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace petriloom {

namespace {

// Level 1 has buckets from growth^(k-1) to growth^k with growth = (1 + e) / (1 - e), e = 1/1024;
// each level squares the growth.
constexpr double kFirstError = 0x1p-10;
// Values nearer to 0 than this are 0 in buckets.
constexpr double kZero = 1e-300;
// Bucket 1 begins here, so that the numbers of buckets of positive values are positive.
constexpr double kLogBegin = -690.77552789821371;  // ln(kZero)

double log_growth(int level) { return std::ldexp(std::log((1 + kFirstError) / (1 - kFirstError)), level - 1); }

}  // namespace

void QuantileSketch::set_level(int level) {
  level_ = level;
  per_log_ = level == 0 ? 0 : 1 / log_growth(level);
}

double QuantileSketch::error() const { return level_ == 0 ? 0 : std::tanh(log_growth(level_) / 2); }

double QuantileSketch::key(double value) const {
  if (level_ == 0) return value;
  const double size = std::abs(value);
  if (size <= kZero) return 0;
  return std::copysign(std::max(std::ceil((std::log(size) - kLogBegin) * per_log_), 1.0), value);
}

// The value whose relative distance to both ends of the bucket is the same.
double QuantileSketch::value_of(double key) const {
  if (level_ == 0 || key == 0) return key;
  const double growth = log_growth(level_);
  const double middle = std::exp(std::abs(key) * growth + kLogBegin) * 2 / (1 + std::exp(growth));
  return std::clamp(std::copysign(middle, key), least_, most_);
}

// Joins what is pending to the parts; equal keys in the order in which they came.
void QuantileSketch::settle() {
  if (pending_.empty()) return;
  const auto before = [](const Part& a, const Part& b) { return a.value < b.value; };
  std::stable_sort(pending_.begin(), pending_.end(), before);
  std::vector<Part> all(parts_.size() + pending_.size());
  std::merge(parts_.begin(), parts_.end(), pending_.begin(), pending_.end(), all.begin(), before);
  pending_.clear();
  parts_.clear();
  for (const Part& part : all) {
    if (!parts_.empty() && parts_.back().value == part.value) {
      parts_.back().weight += part.weight;
    } else {
      parts_.push_back(part);
    }
  }
  while (parts_.size() > kMostParts) coarsen();
}

void QuantileSketch::coarsen() {
  std::vector<Part> finer = std::move(parts_);
  parts_.clear();
  const bool exact = level_ == 0;
  set_level(level_ + 1);
  for (Part part : finer) {
    part.value = exact ? key(part.value) : std::copysign(std::ceil(std::abs(part.value) / 2), part.value);
    if (part.value == 0) part.value = 0;  // one zero, not two
    if (!parts_.empty() && parts_.back().value == part.value) {
      parts_.back().weight += part.weight;
    } else {
      parts_.push_back(part);
    }
  }
}

void QuantileSketch::merge(const QuantileSketch& other) {
  if (other.total_ == 0) return;
  QuantileSketch their = other;
  their.settle();
  settle();
  while (level_ < their.level_) coarsen();
  while (their.level_ < level_) their.coarsen();
  least_ = total_ == 0 ? their.least_ : std::min(least_, their.least_);
  most_ = total_ == 0 ? their.most_ : std::max(most_, their.most_);
  total_ += their.total_;
  pending_ = std::move(their.parts_);
  settle();
}

std::vector<QuantileSketch::Part> QuantileSketch::parts() const {
  QuantileSketch settled = *this;
  settled.settle();
  for (Part& part : settled.parts_) part.value = settled.value_of(part.value);
  return settled.parts_;
}

double QuantileSketch::quantile(double p) const {
  const std::vector<Part> all = parts();
  double total = 0;
  for (const Part& part : all) total += part.weight;
  // A share that is met up to the rounding of the sum is met.
  const double wanted = p * total * (1 - 4 * std::numeric_limits<double>::epsilon());
  double below = 0;
  for (const Part& part : all) {
    below += part.weight;
    if (below >= wanted && p < 1) return p <= 0 ? least_ : part.value;
  }
  return most_;
}

}  // namespace petriloom
