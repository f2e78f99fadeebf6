// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_document/element.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "formats/xml/xml.h"

namespace petriloom::cpn {

namespace {

class TreeReader : public XmlHandler {
 public:
  TreeReader(Element& top, Diagnostics& diagnostics) : diagnostics_(diagnostics), open_{&top} {}

  void start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) override {
    if (++count_ > kMostElements) {
      if (count_ == kMostElements + 1) diagnostics_.error(where, fmt::format("the file has more than {} elements", kMostElements));
      open_.push_back(open_.back());
      return;
    }
    // Only the last child of the innermost element grows, so the pointers to its ancestors stay
    // valid.
    Element& element = open_.back()->children.emplace_back();
    element.name = name;
    element.where = where;
    for (const XmlAttribute& attribute : attributes) element.attributes.emplace_back(attribute.name, attribute.value);
    open_.push_back(&element);
  }
  void text(std::string_view) override {}
  void end() override { open_.pop_back(); }

 private:
  Diagnostics& diagnostics_;
  std::vector<Element*> open_;
  std::size_t count_ = 0;
};

}  // namespace

const Element* Element::child(std::string_view child_name) const {
  for (const Element& element : children) {
    if (element.name == child_name) return &element;
  }
  return nullptr;
}

std::string_view Element::attribute(std::string_view key) const {
  for (const auto& [name_of_attribute, value] : attributes) {
    if (name_of_attribute == key) return value;
  }
  return {};
}

double Element::number(std::string_view key) const {
  const std::string_view text = attribute(key);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && std::isfinite(value) && end != text.data() ? value : 0;
}

std::unique_ptr<Element> read_elements(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  auto top = std::make_unique<Element>();
  TreeReader reader(*top, diagnostics);
  if (!parse_xml(sources, file, reader, diagnostics) || diagnostics.has_errors()) return nullptr;
  return top;
}

}  // namespace petriloom::cpn
