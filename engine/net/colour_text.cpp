// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/net/colour.h"

namespace petriloom {

namespace {

// The shortest text that reads back as the same real, and as a real.
std::string format_real(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".eni") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n' || c == '\t') {
      result += c == '\n' ? "\\n" : "\\t";
    } else if (byte < 0x20 || byte >= 0x7f) {
      result += fmt::format("\\x{:02X}", byte);
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string ColourTable::format(ColourSetId set, Word colour, const WordPool& pool, std::size_t most) const {
  std::string text;
  append_text(text, set, colour, pool, most);
  return text;
}

void ColourTable::append_text(std::string& text, ColourSetId set, Word colour, const WordPool& pool, std::size_t most) const {
  if (text.size() > most) return;
  const ColourSet& colours = (*this)[set];
  switch (colours.kind) {
    case ColourKind::unit:
      text += "()";
      return;
    case ColourKind::boolean:
      text += colour != 0 ? "true" : "false";
      return;
    case ColourKind::integer:
    case ColourKind::range:
      text += std::to_string(colour);
      return;
    case ColourKind::real:
      text += format_real(real_of_word(colour));
      return;
    case ColourKind::enumeration:
      text += contains(set, colour) ? colours.labels[static_cast<std::size_t>(colour)] : fmt::format("<{}>", colour);
      return;
    case ColourKind::index:
      text += fmt::format("{}({})", colours.index_name, colour);
      return;
    case ColourKind::string:
      text += quoted(text_of(colour, pool));
      return;
    case ColourKind::union_: {
      const std::size_t variant = variant_of(set, colour, pool);
      text += colours.fields[variant];
      if (colours.components[variant] == kUnit) return;
      text += "(";
      append_text(text, colours.components[variant], content_of(set, colour, pool), pool, most);
      text += ")";
      return;
    }
    case ColourKind::subset:
      if (!contains(set, colour)) {
        text += fmt::format("<{}>", colour);
        return;
      }
      return append_text(text, colours.components[0], colours.members[static_cast<std::size_t>(colour)], pool, most);
    case ColourKind::product:
    case ColourKind::record:
    case ColourKind::list:
      return append_parts(text, set, colour, pool, most);
  }
}

void ColourTable::append_parts(std::string& text, ColourSetId set, Word colour, const WordPool& pool, std::size_t most) const {
  const ColourSet& colours = (*this)[set];
  const bool list = colours.kind == ColourKind::list;
  const bool record = colours.kind == ColourKind::record;
  const std::size_t count = list ? pool.view(colour).size() : colours.components.size();
  text += list ? "[" : (record ? "{" : "(");
  for (std::size_t k = 0; k < count && text.size() <= most; ++k) {
    if (k > 0) text += ", ";
    if (record) text += colours.fields[k] + " = ";
    const Word part = list ? pool.view(colour)[k] : component(set, colour, k, pool);
    append_text(text, colours.components[list ? 0 : k], part, pool, most);
  }
  text += list ? "]" : (record ? "}" : ")");
}

std::string ColourTable::describe(ColourSetId set) const {
  if (!set.valid()) return "(no type)";
  const ColourSet& colours = (*this)[set];
  if (!colours.name.empty()) return colours.name;
  std::string text;
  switch (colours.kind) {
    case ColourKind::range:
      return fmt::format("int with {}..{}", colours.low, colours.high);
    case ColourKind::index:
      return fmt::format("index {} with {}..{}", colours.index_name, colours.low, colours.high);
    case ColourKind::enumeration:
      return fmt::format("enum {{ {} }}", fmt::join(colours.labels, ", "));
    case ColourKind::list:
      return "list of " + describe(colours.components[0]);
    case ColourKind::product:
      for (std::size_t k = 0; k < colours.components.size(); ++k) {
        const ColourSet& part = (*this)[colours.components[k]];
        const bool brackets = part.name.empty() && part.kind != ColourKind::enumeration;
        text += (k > 0 ? " * " : "") + (brackets ? "(" + describe(colours.components[k]) + ")" : describe(colours.components[k]));
      }
      return text;
    case ColourKind::record:
      for (std::size_t k = 0; k < colours.components.size(); ++k) {
        text += (k > 0 ? ", " : "") + colours.fields[k] + " : " + describe(colours.components[k]);
      }
      return "record { " + text + " }";
    case ColourKind::union_:
      for (std::size_t k = 0; k < colours.components.size(); ++k) {
        text += (k > 0 ? ", " : "") + colours.fields[k];
        if (colours.components[k] != kUnit) text += " : " + describe(colours.components[k]);
      }
      return "union { " + text + " }";
    case ColourKind::subset:
      return fmt::format("subset {} of {} colours", describe(colours.components[0]), colours.members.size());
    default:
      return colours.name;
  }
}

}  // namespace petriloom
