// SPDX-License-Identifier: Apache-2.0
// What a sweep varies: --vary KEY=VALUES read, and the points that the values of all keys make
// together (docs/explore.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace petriloom::cli::explore {

/// More points are not explored.
inline constexpr std::uint64_t kMostPoints = 1'000'000;

/// A value that a key has at some points.
struct VariedValue {
  std::string text;              ///< as --set takes it
  std::optional<double> number;  ///< in SI units; none: a word or a list
};

/// A key of a description, or a constant of a net, with all of its values in the order given.
struct VariedKey {
  std::string key;
  std::vector<VariedValue> values;
  /// Whether all values are numbers of one kind.
  [[nodiscard]] bool numeric() const;
};

/// A key that was read, or what is wrong with the text.
struct ReadKey {
  VariedKey key;
  std::string problem;  ///< empty: nothing
};

/// Reads "KEY=VALUE,..." where a value may be a range: `a..b`, `a..b:step`, `log:a..b:n`.
ReadKey read_vary(const std::string& text);

/// The number and unit of a text such as "3 us", in SI; empty if it is none.
std::optional<double> number_of(std::string_view text);

/// The product of the values of all keys.
struct Sweep {
  std::vector<VariedKey> keys;

  /// Number of points; kMostPoints + 1 if there are more.
  [[nodiscard]] std::uint64_t size() const;
  /// Which value each key has at a point; the last key changes first.
  [[nodiscard]] std::vector<std::size_t> at(std::size_t point) const;
  /// The text of one of these values.
  [[nodiscard]] const std::string& text(std::size_t key, const std::vector<std::size_t>& at) const {
    return keys[key].values[at[key]].text;
  }
  /// "gpus = 2, policy = dmda"
  [[nodiscard]] std::string describe(std::size_t point) const;
};

}  // namespace petriloom::cli::explore
