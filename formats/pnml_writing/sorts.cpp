// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_writing/sorts.h"

#include <fmt/format.h>

#include "formats/xml/xml.h"

namespace petriloom::pnml {

namespace {

// Every colour of an enumeration is an element of the file.
constexpr std::uint64_t kMostConstants = 100'000;

}  // namespace

Sorts::Sorts(const Net& net, Identifiers& ids, Diagnostics& diagnostics, SortKind kind)
    : net_(net), ids_(ids), diagnostics_(diagnostics), kind_(kind) {
  for (std::size_t k = 0; k < net.exprs.size(); ++k) {
    const Expr& node = net.exprs[ExprId(k)];
    if (node.op == Op::successor || node.op == Op::predecessor) stepped_.insert(node.type);
  }
}

bool Sorts::ordered(ColourSetId set) const {
  return net_.colours[set].kind == ColourKind::range && (high_level() || stepped_.count(set) == 0);
}

void Sorts::need(ColourSetId set, const Location& where) {
  if (declared_.count(set) > 0) return;
  if (!net_.colours[set].composite()) {
    declare_simple(set, where);
    return;
  }
  std::string uses;
  const std::vector<ColourSetId> all = simple_sets(net_.colours, set);
  for (const ColourSetId part : all) {
    declare_simple(part, where);
    uses += use(part);
  }
  if (all.size() == 1) {
    declared_[set] = declared_[all[0]];
    return;
  }
  const ColourSet& facts = net_.colours[set];
  declared_[set] = ids_.make(facts.name.empty() ? "Product" : facts.name);
  declarations_ +=
      fmt::format("  <namedsort id=\"{0}\" name=\"{0}\"><productsort>{1}</productsort></namedsort>\n", declared_[set], uses);
}

void Sorts::declare_simple(ColourSetId set, const Location& where) {
  if (declared_.count(set) > 0) return;
  const ColourSet& facts = net_.colours[set];
  const auto declare = [&](std::string_view name) { declared_[set] = ids_.make(facts.name.empty() ? name : facts.name); };
  if (high_level() && declare_high_level(set, where)) return;
  if (facts.kind == ColourKind::unit) {
    declare("Dot");
    declarations_ += fmt::format("  <namedsort id=\"{0}\" name=\"{0}\"><dot/></namedsort>\n", declared_[set]);
  } else if (ordered(set) && facts.finite) {
    declare("Range");
    declarations_ += fmt::format("  <namedsort id=\"{0}\" name=\"{0}\"><finiteintrange start=\"{1}\" end=\"{2}\"/></namedsort>\n",
                                 declared_[set], facts.low, facts.high);
  } else if (facts.finite && facts.size() <= kMostConstants) {
    declare("Colours");
    declare_enumeration(set);
  } else {
    declared_[set] = ids_.make("Refused");
    diagnostics_.error(
        where, fmt::format("a {} net has no sort for {}", high_level() ? "high-level" : "symmetric", net_.colours.describe(set)),
        "the format 'pnml' carries the unfolded net");
  }
}

// What only high-level nets have.
bool Sorts::declare_high_level(ColourSetId set, const Location& where) {
  const ColourSet& facts = net_.colours[set];
  std::string sort;
  if (facts.kind == ColourKind::integer) sort = "<integer/>";
  if (facts.kind == ColourKind::boolean) sort = "<bool/>";
  if (facts.kind == ColourKind::string) sort = "<string/>";
  if (facts.kind == ColourKind::range && !facts.finite && facts.low >= 0 && facts.low <= 1) {
    sort = facts.low == 0 ? "<natural/>" : "<positive/>";
  }
  if (facts.kind == ColourKind::list) {
    need(facts.components[0], where);
    sort = fmt::format("<list>{}</list>", use(facts.components[0]));
  }
  if (sort.empty()) return false;
  declared_[set] = ids_.make(facts.name.empty() ? "List" : facts.name);
  declarations_ += fmt::format("  <namedsort id=\"{0}\" name=\"{0}\">{1}</namedsort>\n", declared_[set], sort);
  return true;
}

void Sorts::declare_enumeration(ColourSetId set) {
  const ColourSet& facts = net_.colours[set];
  std::string elements;
  for (Word word = facts.low; word <= facts.high; ++word) {
    const std::string text = net_.colours.format(set, word, net_.pool);
    if (!xml_can_hold(text)) {
      diagnostics_.error(facts.where, fmt::format("the colour {} has characters that XML has not", petriloom::quoted(text)));
    }
    constants_[set].push_back(ids_.make(declared_[set] + "." + text));
    elements += fmt::format("\n   <feconstant id=\"{}\" name=\"{}\"/>", constants_[set].back(), xml_escape(text));
  }
  declarations_ += fmt::format("  <namedsort id=\"{0}\" name=\"{0}\"><cyclicenumeration>{1}</cyclicenumeration></namedsort>\n",
                               declared_[set], elements);
}

std::string Sorts::use(ColourSetId set) const { return fmt::format("<usersort declaration=\"{}\"/>", name(set)); }

Parts Sorts::parts(ColourSetId set, Word colour, const WordPool& pool) const {
  return parts_of_colour(net_.colours, set, colour, pool,
                         [&](ColourSetId simple, Word word) { return constant(simple, word, pool); });
}

std::string Sorts::constant(ColourSetId set, Word colour, const WordPool& pool) const {
  const ColourSet& facts = net_.colours[set];
  if (facts.kind == ColourKind::unit) return "<dotconstant/>";
  if (high_level()) {
    switch (facts.kind) {
      case ColourKind::boolean:
        return fmt::format("<booleanconstant value=\"{}\"/>", colour != 0 ? "true" : "false");
      case ColourKind::integer:
        return fmt::format("<numberconstant value=\"{}\"><integer/></numberconstant>", colour);
      case ColourKind::string:
        return text_constant(text_of(colour, pool));
      case ColourKind::list:
        return list_constant(set, colour, pool);
      default:
        if (facts.kind != ColourKind::range || facts.finite) break;
        return fmt::format("<numberconstant value=\"{}\"><{}/></numberconstant>", colour, facts.low == 0 ? "natural" : "positive");
    }
  }
  if (const auto found = constants_.find(set); found != constants_.end()) {
    return fmt::format("<useroperator declaration=\"{}\"/>", found->second.at(static_cast<std::size_t>(colour - facts.low)));
  }
  return fmt::format("<finiteintrangeconstant value=\"{}\"><finiteintrange start=\"{}\" end=\"{}\"/></finiteintrangeconstant>",
                     colour, facts.low, facts.high);
}

std::string Sorts::text_constant(const std::string& text) {
  if (!xml_can_hold(text)) {
    throw NoTerm({}, fmt::format("PNML cannot carry the string {}: XML has no control characters and no bytes that are not UTF-8",
                                 petriloom::quoted(text)));
  }
  return fmt::format("<stringconstant><value>{}</value></stringconstant>", xml_escape(text));
}

std::string Sorts::list_constant(ColourSetId set, Word list, const WordPool& pool) const {
  const ColourSetId element = net_.colours[set].components[0];
  const std::span<const Word> words = pool.view(list);
  if (words.empty()) return fmt::format("<emptylist>{}</emptylist>", use(element));
  std::vector<std::string> terms;
  for (const Word word : words) terms.push_back(tuple_term(parts(element, word, pool)));
  return fmt::format("<makelist>{}{}</makelist>", use(element), subterms(terms));
}

std::string subterms(const Parts& parts) {
  std::string text;
  for (const std::string& part : parts) text += "<subterm>" + part + "</subterm>";
  return text;
}

std::string tuple_term(const Parts& parts) { return parts.size() == 1 ? parts[0] : "<tuple>" + subterms(parts) + "</tuple>"; }

}  // namespace petriloom::pnml
