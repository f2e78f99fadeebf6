// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/assembly_text.h"

#include <fmt/format.h>

namespace petriloom {

void AssemblyText::line(std::string_view text, const Location& origin) {
  ++lines_;
  if (origin.known()) assembly_.origins[lines_] = origin;
  if (!text.empty()) assembly_.text.append(2 * depth_, ' ').append(text);
  assembly_.text += '\n';
}

void AssemblyText::quoting_line(std::string_view text, const Location& origin, const std::string& words) {
  line(text, origin);
  assembly_.quoted[lines_] = words;
}

void AssemblyText::open(std::string_view text, const Location& origin) {
  line(fmt::format("{} {{", text), origin);
  ++depth_;
}

void AssemblyText::close(std::string_view text) {
  --depth_;
  line(text);
}

void AssemblyText::instance(const Component& component) {
  const std::uint32_t before = lines_;
  std::string text = fmt::format("instance {} : {}(", component.name, component.module);
  for (const Component::Parameter& one : component.parameters) {
    text += fmt::format("{}{} = {}", &one == component.parameters.data() ? "" : ", ", one.name, one.value);
  }
  if (component.given.empty()) {
    open(text + ")", component.origin);
  } else {
    line(text, component.origin);
    bool first = component.parameters.empty();
    for (const GivenParameter& one : component.given) {
      quoting_line(fmt::format("{}{} = {}", first ? "" : ", ", one.name, one.value), one.where, one.value);
      first = false;
    }
    open(")", component.origin);
  }
  for (const auto& [port, place] : component.ports) line(fmt::format("{} = {};", port, place), component.origin);
  if (component.by_name) line("by name;", component.origin);
  close();
  for (std::uint32_t number = before + 1; !component.chosen_by.empty() && number <= lines_; ++number)
    assembly_.quoted.try_emplace(number);
}

void write_properties(AssemblyText& out, const Description& d) {
  for (const DescribedProperty& property : d.properties) {
    out.quoting_line(fmt::format("property {} : {} {};", property.name, property.kind, property.formula), property.where,
                     property.formula);
  }
}

}  // namespace petriloom
