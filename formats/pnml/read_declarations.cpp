// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/read_declarations.h"

#include "engine/text/parse_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace petriloom::pnml {

namespace {

constexpr std::array<std::string_view, 6> kDeclaring{"namedsort", "variabledecl",     "namedoperator",
                                                     "partition", "partitionelement", "feconstant"};
constexpr std::array<std::string_view, 3> kArbitrary{"arbitrarysort", "arbitraryoperator", "unparsed"};

template <std::size_t size>
bool among(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_identifier(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !word.empty() && letter(word[0]) &&
         std::all_of(word.begin(), word.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

Declarations::Declarations(const Document& document, NetBuilder& builder) : tree_(document.tree), builder_(builder) { collect(); }

void Declarations::fail(ElementId element, std::string message, std::string help) {
  builder_.diagnostics().error(tree_[element].where, std::move(message), std::move(help));
}

void Declarations::collect() {
  for (ElementId id = 0; id < tree_.size(); ++id) {
    const Element& element = tree_[id];
    if (among(kArbitrary, element.name)) {
      fail(id, fmt::format("<{}> declares what has no meaning of its own", element.name),
           "sorts, variables, partitions and operators that the standard defines");
    }
    // Parameters of operators are looked up in their operator.
    if (!among(kDeclaring, element.name)) continue;
    if (element.parent != kNoElement && tree_[element.parent].name == "parameter") continue;
    const std::string_view key = element.attribute("id");
    if (key.empty()) {
      fail(id, fmt::format("<{}> has no attribute 'id'", element.name));
    } else if (const auto [known, added] = by_id_.emplace(key, id); !added) {
      fail(id, fmt::format("the id '{}' is declared twice, first in line {}", key, tree_[known->second].where.line));
    }
  }
}

ElementId Declarations::declared(std::string_view kind, std::string_view id) const {
  const auto found = by_id_.find(std::string(id));
  return found == by_id_.end() || tree_[found->second].name != kind ? kNoElement : found->second;
}

std::optional<std::int64_t> Declarations::integer(ElementId element, std::string_view attribute) {
  const std::string_view word = tree_[element].attribute(attribute);
  if (const auto value = parse_number<std::int64_t>(word)) return value;
  fail(element, fmt::format("the {} of <{}> is '{}', not an integer", attribute, tree_[element].name, word.substr(0, 40)));
  return std::nullopt;
}

// The name of a declaration, or its id if the name is not one or is taken.
std::string Declarations::unused_name(ElementId declaration) const {
  const ColourTable& colours = builder_.net().colours;
  for (const std::string_view key : {"name", "id"}) {
    const std::string name(tree_[declaration].attribute(key));
    if (is_identifier(name) && !colours.find(name).valid()) return name;
  }
  std::string name;
  for (std::size_t k = colours.size(); name.empty() || colours.find(name).valid(); ++k) name = fmt::format("sort_{}", k);
  return name;
}

ColourSetId Declarations::sort(ElementId element) {
  const auto known = sorts_.find(element);
  if (known != sorts_.end()) return known->second;
  if (depth_ >= kMostDepth) {
    fail(element, fmt::format("sorts refer to each other in a circle or more than {} deep", kMostDepth));
    return {};
  }
  ++depth_;
  const ElementId parent = tree_[element].parent;
  const bool named = parent != kNoElement && tree_[parent].name == "namedsort";
  const ColourSetId made = make_sort(element, named ? unused_name(parent) : std::string());
  --depth_;
  sorts_[element] = made;
  return made;
}

ColourSetId Declarations::make_sort(ElementId element, const std::string& name) {
  struct Simple {
    std::string_view name;
    ColourSetId set;
  };
  static constexpr std::array<Simple, 4> kSimple{{{"dot", ColourTable::kUnit},
                                                  {"bool", ColourTable::kBool},
                                                  {"integer", ColourTable::kInt},
                                                  {"string", ColourTable::kString}}};
  struct Made {
    std::string_view name;
    ColourSetId (Declarations::*make)(ElementId, const std::string&);
  };
  static constexpr std::array<Made, 5> kMade{{{"cyclicenumeration", &Declarations::enumeration},
                                              {"finiteenumeration", &Declarations::enumeration},
                                              {"finiteintrange", &Declarations::range},
                                              {"productsort", &Declarations::product},
                                              {"list", &Declarations::list}}};
  const std::string& sort = tree_[element].name;
  for (const Simple& simple : kSimple) {
    if (simple.name == sort) return simple.set;
  }
  for (const Made& made : kMade) {
    if (made.name == sort) return (this->*made.make)(element, name);
  }
  constexpr Word kMost = std::numeric_limits<Word>::max();
  if (sort == "natural") return builder_.net().colours.add_range({}, 0, kMost, tree_[element].where);
  if (sort == "positive") return builder_.net().colours.add_range({}, 1, kMost, tree_[element].where);
  if (sort == "usersort") return user_sort(element);
  if (sort == "multisetsort") {
    fail(element, "a multiset is no colour of a token", "the sort of its elements");
  } else {
    fail(element, fmt::format("<{}> is not a sort", sort.substr(0, 60)),
         "one of: dot, bool, cyclicenumeration, finiteenumeration, finiteintrange, natural, positive, integer, string, list, "
         "productsort, "
         "usersort");
  }
  return {};
}

// The label of a constant: its name where that is an identifier no other of its enumeration has,
// otherwise its id.
std::string Declarations::label(ElementId constant, std::map<std::string, int, std::less<>>& taken) const {
  for (const std::string_view key : {"name", "id"}) {
    std::string word(tree_[constant].attribute(key));
    const auto other = key == "name" ? by_id_.find(word) : by_id_.end();
    const bool own = other == by_id_.end() || other->second == constant;
    if (own && is_identifier(word) && taken.emplace(word, 0).second) return word;
  }
  std::string word;
  for (std::size_t k = taken.size(); word.empty() || !taken.emplace(word, 0).second; ++k) word = fmt::format("colour_{}", k);
  return word;
}

ColourSetId Declarations::enumeration(ElementId element, const std::string& name) {
  std::map<std::string, int, std::less<>> taken;
  std::vector<std::string> labels;
  for (const ElementId constant : tree_.children(element)) {
    if (tree_[constant].name != "feconstant") {
      fail(constant, fmt::format("<{}> among the constants of an enumeration", tree_[constant].name.substr(0, 60)), "<feconstant>");
      continue;
    }
    ordinals_[constant] = static_cast<Word>(labels.size());
    labels.push_back(label(constant, taken));
  }
  if (labels.empty()) {
    fail(element, "an enumeration without constants");
    return {};
  }
  const std::string used = name.empty() ? unused_name(element) : name;
  return builder_.net().colours.add_enumeration(used, std::move(labels), tree_[element].where);
}

ColourSetId Declarations::range(ElementId element, const std::string& name) {
  const std::optional<std::int64_t> low = integer(element, "start");
  const std::optional<std::int64_t> high = integer(element, "end");
  if (!low || !high) return {};
  if (*low > *high) {
    fail(element, fmt::format("the range {} to {} is empty", *low, *high));
    return {};
  }
  return builder_.net().colours.add_range(name, *low, *high, tree_[element].where);
}

ColourSetId Declarations::product(ElementId element, const std::string& name) {
  std::vector<ColourSetId> components;
  for (const ElementId part : tree_.children(element)) {
    components.push_back(sort(part));
    if (!components.back().valid()) return {};
  }
  if (components.empty()) return ColourTable::kUnit;
  if (components.size() == 1) return components[0];
  return builder_.net().colours.add_product(name, std::move(components), tree_[element].where);
}

ColourSetId Declarations::list(ElementId element, const std::string& name) {
  if (tree_[element].first == kNoElement) {
    fail(element, "a list of what?", "the sort of its elements");
    return {};
  }
  const ColourSetId elements = sort(tree_[element].first);
  return elements.valid() ? builder_.net().colours.add_list(name, elements, tree_[element].where) : elements;
}

ColourSetId Declarations::user_sort(ElementId element) {
  const std::string_view id = tree_[element].attribute("declaration");
  if (const ElementId named = declared("namedsort", id); named != kNoElement) {
    if (tree_[named].first != kNoElement) return sort(tree_[named].first);
    fail(named, fmt::format("the sort '{}' is declared as nothing", id));
    return {};
  }
  if (declared("partition", id) != kNoElement) {
    const Partition* divided = partition(id);
    return divided != nullptr ? divided->elements : ColourSetId();
  }
  fail(element, fmt::format("no sort has the id '{}'", id));
  return {};
}

std::optional<Constant> Declarations::constant(std::string_view id) {
  if (const ElementId element = declared("feconstant", id); element != kNoElement) {
    if (tree_[element].parent == kNoElement) return std::nullopt;
    const ColourSetId set = sort(tree_[element].parent);
    const auto found = ordinals_.find(element);
    if (!set.valid() || found == ordinals_.end()) return std::nullopt;
    return Constant{set, found->second};
  }
  const ElementId element = declared("partitionelement", id);
  if (element == kNoElement || tree_[element].parent == kNoElement) return std::nullopt;
  const Partition* divided = partition(tree_[tree_[element].parent].attribute("id"));
  if (divided == nullptr) return std::nullopt;
  return Constant{divided->elements, ordinals_.at(element)};
}

const Partition* Declarations::partition(std::string_view id) {
  auto found = partitions_.find(id);
  if (found == partitions_.end()) {
    const ElementId element = declared("partition", id);
    if (element == kNoElement) return nullptr;
    // Entered first, so that a partition of itself ends here.
    found = partitions_.emplace(id, Partition{}).first;
    found->second = make_partition(element);
  }
  return found->second.elements.valid() ? &found->second : nullptr;
}

Partition Declarations::make_partition(ElementId element) {
  Partition made;
  std::map<std::string, int, std::less<>> taken;
  std::vector<std::string> labels;
  for (const ElementId part : tree_.children(element)) {
    if (tree_[part].name == "partitionelement") {
      if (!made.base.valid()) {
        fail(part, "the sort of a partition comes before its elements");
        return {};
      }
      const auto number = static_cast<Word>(labels.size());
      ordinals_[part] = number;
      labels.push_back(label(part, taken));
      for (const ElementId term : tree_.children(part)) {
        if (!assign(made, term, number)) return {};
      }
      continue;
    }
    made.base = sort(part);
    if (!made.base.valid()) return {};
    const ColourSet& base = builder_.net().colours[made.base];
    if (!base.finite || base.size() > kMostDivided) {
      fail(part, fmt::format("a partition of a sort with more than {} colours", kMostDivided));
      return {};
    }
    made.element_of.assign(static_cast<std::size_t>(base.size()), -1);
  }
  if (labels.empty() || std::find(made.element_of.begin(), made.element_of.end(), -1) != made.element_of.end()) {
    fail(element, "the partition leaves out colours of its sort", "each colour is in exactly one element");
    return {};
  }
  made.elements = builder_.net().colours.add_enumeration(unused_name(element), std::move(labels), tree_[element].where);
  return made;
}

bool Declarations::assign(Partition& partition, ElementId element, Word number) {
  std::optional<Constant> colour;
  if (tree_[element].name == "useroperator") {
    colour = constant(tree_[element].attribute("declaration"));
  } else if (const auto value = integer(element, "value")) {
    colour = Constant{partition.base, *value};
  }
  if (!colour || colour->set != partition.base || !builder_.net().colours.contains(partition.base, colour->word)) {
    fail(element, "not a constant of the sort that is divided");
    return false;
  }
  Word& entry = partition.element_of[static_cast<std::size_t>(colour->word - builder_.net().colours[partition.base].low)];
  if (entry != -1) {
    fail(element, "the colour is in two elements of the partition");
    return false;
  }
  entry = number;
  return true;
}

}  // namespace petriloom::pnml
