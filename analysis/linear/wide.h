// SPDX-License-Identifier: Apache-2.0
// Numbers that are not negative, whose range has no end in practice: the probabilities of a chain
// of 100,000 states in a row lie 30,000 powers of ten apart, and the most likely one is not known
// before all are.
#pragma once

#include <cmath>
#include <cstdint>

namespace petriloom {

/// value = part * 2^(1024 * block). Sums and products are as exact as those of `long double`.
class Wide {
 public:
  Wide() = default;
  explicit Wide(long double value) : part_(value) { settle(); }

  Wide& operator+=(const Wide& other) {
    if (other.part_ == 0) return *this;
    if (part_ == 0 || block_ < other.block_ - 1) return *this = other;
    // Two blocks further down nothing is left of a number.
    if (block_ == other.block_) {
      part_ += other.part_;
    } else if (block_ == other.block_ + 1) {
      part_ += std::ldexp(other.part_, -kBits);
    } else if (block_ < other.block_) {
      part_ = std::ldexp(part_, -kBits) + other.part_;
      block_ = other.block_;
    }
    settle();
    return *this;
  }
  /// `factor` is not negative.
  friend Wide operator*(Wide value, long double factor) {
    value.part_ *= factor;
    value.settle();
    return value;
  }
  friend Wide operator/(Wide value, long double factor) {
    value.part_ /= factor;
    value.settle();
    return value;
  }
  friend Wide operator/(Wide value, const Wide& other) {
    value.part_ /= other.part_;
    value.block_ -= other.block_;
    value.settle();
    return value;
  }
  /// 0 or infinite beyond the range of `long double`.
  [[nodiscard]] long double value() const {
    const std::int64_t most = 20'000;
    const std::int64_t bits = block_ * kBits;
    return std::ldexp(part_, static_cast<int>(bits > most ? most : bits < -most ? -most : bits));
  }

 private:
  static constexpr int kBits = 1024;
  void settle() {
    if (part_ == 0) {
      block_ = 0;
      return;
    }
    for (; part_ >= 0x1p512L && !std::isinf(part_); ++block_) part_ = std::ldexp(part_, -kBits);
    for (; part_ < 0x1p-512L; --block_) part_ = std::ldexp(part_, kBits);
  }

  long double part_ = 0;
  std::int64_t block_ = 0;
};

}  // namespace petriloom
