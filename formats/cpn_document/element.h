// SPDX-License-Identifier: Apache-2.0
// The elements of an XML file as a tree, without their texts (formats/ml/text.h finds these by the
// place of the element).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::cpn {

struct Element {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Element> children;
  Location where;

  /// The first child of that name, or null.
  [[nodiscard]] const Element* child(std::string_view child_name) const;
  /// The value of an attribute, or an empty text.
  [[nodiscard]] std::string_view attribute(std::string_view key) const;
  /// A number in an attribute; 0 if there is none.
  [[nodiscard]] double number(std::string_view key) const;
};

/// Elements of one file; more is an error.
inline constexpr std::size_t kMostElements = 4'000'000;

/// Reads the elements of a file. What is not well-formed XML is reported, and the result is then
/// null.
std::unique_ptr<Element> read_elements(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace petriloom::cpn
