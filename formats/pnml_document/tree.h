// SPDX-License-Identifier: Apache-2.0
// The elements of structured labels (declarations, sorts, terms) as the file has them, in one
// array.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/net/diagnostics.h"
#include "formats/xml/xml.h"

namespace petriloom::pnml {

/// The position of an element in its Tree.
using ElementId = std::uint32_t;
inline constexpr ElementId kNoElement = std::numeric_limits<ElementId>::max();

struct Element {
  std::string name;  ///< without prefix
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  ///< directly in it, as written
  ElementId parent = kNoElement;
  ElementId first = kNoElement;
  ElementId last = kNoElement;
  ElementId next = kNoElement;
  Location where;

  /// The value of an attribute; empty if there is none.
  [[nodiscard]] std::string_view attribute(std::string_view key) const;
};

/// Elements in order of the document, filled by events.
class Tree {
 public:
  [[nodiscard]] const Element& operator[](ElementId id) const { return elements_[id]; }
  [[nodiscard]] std::size_t size() const { return elements_.size(); }
  /// The children in order.
  [[nodiscard]] std::vector<ElementId> children(ElementId id) const;
  /// The first child of a name, or kNoElement.
  [[nodiscard]] ElementId child(ElementId id, std::string_view name) const;

  /// Opens an element inside the one open, or as a root.
  void open(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where);
  void text(std::string_view text);
  /// Closes the element opened last. Returns it if it was a root, else kNoElement.
  ElementId close();
  /// Forgets all elements; none may be open.
  void clear() { elements_.clear(); }

 private:
  std::vector<Element> elements_;
  std::vector<ElementId> open_;
};

}  // namespace petriloom::pnml
