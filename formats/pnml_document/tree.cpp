// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_document/tree.h"

namespace petriloom::pnml {

std::string_view Element::attribute(std::string_view key) const {
  for (const auto& [name_of_attribute, value] : attributes) {
    if (name_of_attribute == key) return value;
  }
  return {};
}

std::vector<ElementId> Tree::children(ElementId id) const {
  std::vector<ElementId> all;
  for (ElementId child = elements_[id].first; child != kNoElement; child = elements_[child].next) all.push_back(child);
  return all;
}

ElementId Tree::child(ElementId id, std::string_view name) const {
  for (ElementId child = elements_[id].first; child != kNoElement; child = elements_[child].next) {
    if (elements_[child].name == name) return child;
  }
  return kNoElement;
}

void Tree::open(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) {
  const auto id = static_cast<ElementId>(elements_.size());
  Element& made = elements_.emplace_back();
  made.name = name;
  made.where = where;
  for (const XmlAttribute& attribute : attributes) made.attributes.emplace_back(attribute.name, attribute.value);
  if (!open_.empty()) {
    made.parent = open_.back();
    Element& parent = elements_[open_.back()];
    (parent.first == kNoElement ? parent.first : elements_[parent.last].next) = id;
    parent.last = id;
  }
  open_.push_back(id);
}

void Tree::text(std::string_view text) {
  if (!open_.empty()) elements_[open_.back()].text += text;
}

ElementId Tree::close() {
  const ElementId id = open_.back();
  open_.pop_back();
  return open_.empty() ? id : kNoElement;
}

}  // namespace petriloom::pnml
