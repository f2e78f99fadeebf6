// SPDX-License-Identifier: Apache-2.0
// What the files of saved states have in common: JSON that may come from anywhere, and the net that
// it belongs to.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/state/fingerprint.h"
#include "engine/state/state_numbers.h"

namespace petriloom {

using StateJson = nlohmann::ordered_json;

// Infinity, which JSON does not have, is a string.
inline StateJson real_json(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/// One value of a document, and how a message names it. A value of another kind than the one that
/// is asked for throws StateError.
class StateField {
 public:
  explicit StateField(const StateJson& json) : json_(json) {}

  [[nodiscard]] StateField operator[](const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(fmt::format("'{}' is missing", key));
    return {json_.at(key), this, key, 0};
  }
  [[nodiscard]] bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  /// Whether the key is there and true; it may be left out.
  [[nodiscard]] bool flag(const char* key) const { return has(key) && (*this)[key].truth(); }
  [[nodiscard]] bool truth() const {
    if (!json_.is_boolean()) fail("not true or false");
    return json_.get<bool>();
  }
  [[nodiscard]] StateField at(std::size_t k) const {
    if (!json_.is_array() || k >= json_.size()) fail("too short a list");
    return {json_.at(k), this, nullptr, k};
  }
  [[nodiscard]] std::size_t size() const {
    if (!json_.is_array()) fail("not a list");
    return json_.size();
  }
  [[nodiscard]] bool null() const { return json_.is_null(); }
  [[nodiscard]] std::uint64_t natural() const {
    if (!json_.is_number_unsigned()) fail("not a natural number");
    return json_.get<std::uint64_t>();
  }
  [[nodiscard]] std::int64_t integer() const {
    const bool fits = json_.is_number_unsigned() && json_.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
    if (!fits && (!json_.is_number_integer() || json_.is_number_unsigned())) fail("not a whole number");
    return json_.get<std::int64_t>();
  }
  [[nodiscard]] double real() const {
    if (json_.is_number()) return json_.get<double>();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (json_ == "inf") return kInfinity;
    if (json_ == "-inf") return -kInfinity;
    if (json_ != "nan") fail("not a number");
    return std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] SavedNumber number() const {
    if (json_.is_number_integer()) return integer();
    return real();
  }
  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) fail("not a text");
    return json_.get<std::string>();
  }
  /// An id of a table of `most` entries; null stands for none.
  template <class Id>
  [[nodiscard]] Id id(std::size_t most) const {
    if (json_.is_null()) return {};
    const std::uint64_t number = natural();
    if (number >= most) fail("the net has not so many");
    return Id(static_cast<std::size_t>(number));
  }
  /// `read(k-th element)` of all elements.
  template <class Read>
  [[nodiscard]] auto list(const Read& read) const {
    std::vector<decltype(read(at(0)))> result;
    const std::size_t count = size();
    result.reserve(count);
    for (std::size_t k = 0; k < count; ++k) result.push_back(read(at(k)));
    return result;
  }
  [[noreturn]] void fail(const std::string& what) const {
    const std::string where = name();
    throw StateError(where.empty() ? what : fmt::format("{}: {}", where, what));
  }

 private:
  StateField(const StateJson& json, const StateField* parent, const char* key, std::size_t at)
      : json_(json), parent_(parent), key_(key), at_(at) {}
  [[nodiscard]] std::string name() const {
    if (parent_ == nullptr) return {};
    const std::string before = parent_->name();
    if (key_ == nullptr) return fmt::format("{}[{}]", before, at_);
    return before.empty() ? std::string(key_) : fmt::format("{}.{}", before, key_);
  }
  const StateJson& json_;
  // Lives as long as this one: both are parts of one expression.
  const StateField* parent_ = nullptr;
  const char* key_ = nullptr;
  std::size_t at_ = 0;
};

/// What a document must say of the net it belongs to.
StateJson net_json(const Net& net);
/// Throws StateError, with the parts that differ, if `saved` is of another net.
void check_net(const Net& net, const StateField& saved);
/// The document of this format and version that `text` holds. Throws StateError.
StateJson parse_state(std::string_view text, std::string_view format, int version);
/// The bytes of a document.
std::string state_text(const StateJson& document);
/// Numbers of accumulators.
StateJson numbers_json(const std::vector<SavedNumber>& numbers);
std::vector<SavedNumber> read_numbers(const StateField& field);

}  // namespace petriloom
