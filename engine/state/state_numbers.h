// SPDX-License-Identifier: Apache-2.0
// Numbers in which accumulators (of measures and the like) write down what they have gathered, and
// from which they read it again.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace petriloom {

/// A saved state that cannot be of this net, or contradicts itself; `what` says where.
class StateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using SavedNumber = std::variant<std::int64_t, double>;

/// Every accumulator has `void save(StateWriter&) const` and `void load(StateReader&)`, which write
/// and read the same numbers in the same order.
class StateWriter {
 public:
  void count(std::uint64_t value) { numbers_.emplace_back(static_cast<std::int64_t>(value)); }
  void real(double value) { numbers_.emplace_back(value); }
  [[nodiscard]] std::vector<SavedNumber> take() { return std::move(numbers_); }

 private:
  std::vector<SavedNumber> numbers_;
};

/// Throws StateError where the numbers are others than those that are asked for.
class StateReader {
 public:
  explicit StateReader(std::span<const SavedNumber> numbers) : numbers_(numbers) {}
  std::uint64_t count() { return static_cast<std::uint64_t>(next<std::int64_t>("a whole number")); }
  double real() { return next<double>("a real number"); }
  /// How many items follow, of which each takes `numbers` numbers at least: never more than there
  /// can be.
  std::size_t items(std::size_t numbers) {
    const std::uint64_t items = count();
    if (items > numbers_.size() / numbers) throw StateError("there are fewer numbers than it says");
    return static_cast<std::size_t>(items);
  }
  /// To be called when everything was read.
  void end() const {
    if (!numbers_.empty()) throw StateError("there are numbers left over");
  }

 private:
  template <class Number>
  Number next(const char* what) {
    if (numbers_.empty()) throw StateError("numbers are missing");
    const auto* number = std::get_if<Number>(&numbers_.front());
    if (number == nullptr) throw StateError(std::string("there should be ") + what);
    numbers_ = numbers_.subspan(1);
    return *number;
  }
  std::span<const SavedNumber> numbers_;
};

}  // namespace petriloom
