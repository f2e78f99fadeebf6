// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/candl_colours.h"

#include <fmt/format.h>

namespace petriloom::andl {

void CandlColours::need(ColourSetId set, const Location& where) {
  if (declared_.count(set) > 0) return;
  if (!net_.colours[set].composite()) {
    declare_simple(set, where);
    return;
  }
  const std::vector<ColourSetId> simple = simple_sets(net_.colours, set);
  std::string list;
  for (const ColourSetId part : simple) {
    declare_simple(part, where);
    list += (list.empty() ? "" : ",") + name(part);
  }
  const ColourSet& facts = net_.colours[set];
  std::string product = facts.name;
  if (product.empty()) {
    for (const ColourSetId part : simple) product += (product.empty() ? "" : "_") + name(part);
  }
  declared_[set] = names_.make({product})[0];
  declarations_ += simple.size() == 1 ? fmt::format("  {} = {};\n", declared_[set], list)
                                      : fmt::format("  {} = PROD({});\n", declared_[set], list);
}

void CandlColours::declare_simple(ColourSetId set, const Location& where) {
  if (declared_.count(set) > 0) return;
  const ColourSet& facts = net_.colours[set];
  const auto declare = [&](std::string_view name, const std::string& body) {
    declared_[set] = names_.make({facts.name.empty() ? std::string(name) : facts.name})[0];
    declarations_ += fmt::format("  {} = {{{}}};\n", declared_[set], body);
  };
  switch (facts.kind) {
    case ColourKind::unit:
      // `dot` is what the tools use for tokens without colour.
      declared_[set] = "Dot";
      declarations_ += "  Dot = {dot};\n";
      return;
    case ColourKind::boolean:
      declare("Truth", "0..1");
      return;
    case ColourKind::enumeration: {
      labels_[set] = names_.make(facts.labels);
      std::string body;
      for (const std::string& label : labels_[set]) body += (body.empty() ? "" : ",") + label;
      declare("Colours", body);
      return;
    }
    case ColourKind::range:
    case ColourKind::index:
      if (facts.finite && facts.low >= 0) {
        declare(facts.kind == ColourKind::index ? facts.index_name : fmt::format("R{}to{}", facts.low, facts.high),
                fmt::format("{}..{}", facts.low, facts.high));
        return;
      }
      break;
    default:
      break;
  }
  declared_[set] = "Refused";
  diagnostics_.error(where, fmt::format("CANDL has no colour set for {}", net_.colours.describe(set)),
                     "ANDL carries the unfolded net");
}

std::string CandlColours::name(ColourSetId set) const {
  const auto found = declared_.find(set);
  return found == declared_.end() ? std::string() : found->second;
}

Parts CandlColours::parts(ColourSetId set, Word colour, const WordPool& pool) const {
  return parts_of_colour(net_.colours, set, colour, pool, [this](ColourSetId simple, Word word) -> std::string {
    if (net_.colours[simple].kind == ColourKind::unit) return "dot";
    const auto found = labels_.find(simple);
    return found == labels_.end() ? std::to_string(word) : found->second.at(static_cast<std::size_t>(word));
  });
}

std::string tuple_text(const Parts& parts) {
  if (parts.size() == 1) return parts[0];
  std::string text = "(";
  for (const std::string& part : parts) text += (text.size() > 1 ? "," : "") + part;
  return text + ")";
}

}  // namespace petriloom::andl
