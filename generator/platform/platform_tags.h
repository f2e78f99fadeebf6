// SPDX-License-Identifier: Apache-2.0
// The tags of a platform file and what they may say (simgrid.dtd, versions 3 to 4.1).
#pragma once

#include <span>

#include "formats/xml/xml.h"
#include "generator/platform/platform_builder.h"
#include "generator/platform/units.h"

namespace petriloom {

/// Attributes of one tag. What is wrong with them is reported at the tag.
class PlatformTag {
 public:
  PlatformTag(PlatformBuilder& builder, std::string_view name, std::span<const XmlAttribute> attributes, const Location& at)
      : where(at), builder_(builder), name_(name), attributes_(attributes) {}

  [[nodiscard]] bool has(std::string_view key) const { return !attribute(attributes_, key).empty(); }
  /// Of an attribute that must be there; empty after an error.
  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key, std::string_view otherwise) const;
  [[nodiscard]] double quantity(std::string_view key, PlatformUnit unit) const;
  [[nodiscard]] std::optional<double> optional_quantity(std::string_view key, PlatformUnit unit) const;
  [[nodiscard]] int integer(std::string_view key, int otherwise, int low, int high) const;
  /// Of several states, that which `pstate` chooses.
  [[nodiscard]] double speed() const;
  [[nodiscard]] LinkPolicy policy(std::string_view key, std::string_view otherwise) const;
  /// "1-4,6" as 1 2 3 4 6.
  [[nodiscard]] std::vector<int> radicals() const;
  [[nodiscard]] std::optional<std::array<double, 3>> coordinates() const;
  /// Reports attributes whose effect there is not: profiles and failures.
  void refuse_profiles() const;

  Location where;

 private:
  [[nodiscard]] double number(std::string_view text, std::string_view key, PlatformUnit unit, double least) const;

  PlatformBuilder& builder_;
  std::string_view name_;
  std::span<const XmlAttribute> attributes_;
};

}  // namespace petriloom
