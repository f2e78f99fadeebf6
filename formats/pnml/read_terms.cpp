// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/read_terms.h"

#include <fmt/format.h>

#include <array>

namespace petriloom::pnml {

/// An element that is one operation of ours on its subterms.
struct TermOperation {
  std::string_view name;
  Op op;
  std::size_t least, most;  // subterms
};

/// An element that needs more than that.
struct TermReader::Special {
  std::string_view name;
  Maker make;
};

namespace {

const TermOperation* operation(std::string_view name) {
  constexpr std::size_t kMany = 1'000'000;
  static constexpr std::array<TermOperation, 32> kTermOperations{{{"equality", Op::equal, 2, 2},
                                                                  {"inequality", Op::not_equal, 2, 2},
                                                                  {"lessthan", Op::less, 2, 2},
                                                                  {"lessthanorequal", Op::less_equal, 2, 2},
                                                                  {"greaterthan", Op::greater, 2, 2},
                                                                  {"greaterthanorequal", Op::greater_equal, 2, 2},
                                                                  {"lt", Op::less, 2, 2},
                                                                  {"leq", Op::less_equal, 2, 2},
                                                                  {"gt", Op::greater, 2, 2},
                                                                  {"geq", Op::greater_equal, 2, 2},
                                                                  {"lts", Op::less, 2, 2},
                                                                  {"leqs", Op::less_equal, 2, 2},
                                                                  {"gts", Op::greater, 2, 2},
                                                                  {"geqs", Op::greater_equal, 2, 2},
                                                                  {"stringlength", Op::length, 1, 1},
                                                                  {"stringconcatenation", Op::concat, 1, kMany},
                                                                  {"stringappend", Op::concat, 1, kMany},
                                                                  {"ltp", Op::less, 2, 2},
                                                                  {"gtp", Op::greater, 2, 2},
                                                                  {"and", Op::and_, 1, kMany},
                                                                  {"or", Op::or_, 1, kMany},
                                                                  {"imply", Op::or_, 2, 2},
                                                                  {"not", Op::not_, 1, 1},
                                                                  {"addition", Op::add, 1, kMany},
                                                                  {"subtraction", Op::subtract, 2, 2},
                                                                  {"mult", Op::multiply, 1, kMany},
                                                                  {"div", Op::divide, 2, 2},
                                                                  {"mod", Op::modulo, 2, 2},
                                                                  {"successor", Op::successor, 1, 1},
                                                                  {"predecessor", Op::predecessor, 1, 1},
                                                                  {"listlength", Op::length, 1, 1},
                                                                  {"listconcatenation", Op::concat, 1, kMany}}};
  for (const TermOperation& known : kTermOperations) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

}  // namespace

const TermReader::Special* TermReader::special(std::string_view name) {
  static constexpr std::array<Special, 18> kSpecials{{{"variable", &TermReader::variable},
                                                      {"useroperator", &TermReader::user_operator},
                                                      {"tuple", &TermReader::tuple},
                                                      {"dotconstant", &TermReader::dot_constant},
                                                      {"booleanconstant", &TermReader::boolean_constant},
                                                      {"numberconstant", &TermReader::number_constant},
                                                      {"finiteintrangeconstant", &TermReader::range_constant},
                                                      {"partitionelementof", &TermReader::part_of},
                                                      {"emptylist", &TermReader::empty_list},
                                                      {"makelist", &TermReader::make_list},
                                                      {"listappend", &TermReader::append},
                                                      {"memberatindex", &TermReader::member},
                                                      {"sublist", &TermReader::part_of_list},
                                                      {"substring", &TermReader::part_of_list},
                                                      {"stringconstant", &TermReader::string_constant},
                                                      {"cardinality", &TermReader::cardinality},
                                                      {"cardinalityof", &TermReader::cardinality_of},
                                                      {"contains", &TermReader::contains}}};
  for (const Special& known : kSpecials) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

ExprId TermReader::fail(ElementId term, std::string message, std::string help) {
  builder_.diagnostics().error(where(term), std::move(message), std::move(help));
  return {};
}

// The terms inside <subterm>; other children are sorts.
std::vector<ElementId> TermReader::operands(ElementId term) const {
  std::vector<ElementId> found;
  for (ElementId child = tree_[term].first; child != kNoElement; child = tree_[child].next) {
    if (tree_[child].name == "subterm" && tree_[child].first != kNoElement) found.push_back(tree_[child].first);
  }
  return found;
}

std::vector<ElementId> TermReader::operands(ElementId term, std::size_t wanted) {
  std::vector<ElementId> found = operands(term);
  if (found.size() == wanted) return found;
  fail(term, fmt::format("<{}> has {} subterms", tree_[term].name, found.size()), fmt::format("it takes {}", wanted));
  return {};
}

void TermReader::bind(const std::vector<ElementId>& terms, TermFrame& frame) {
  std::vector<ElementId> open(terms.rbegin(), terms.rend());
  while (!open.empty()) {
    const ElementId term = open.back();
    open.pop_back();
    if (term == kNoElement) continue;
    const std::vector<ElementId> inner = tree_.children(term);
    open.insert(open.end(), inner.rbegin(), inner.rend());
    if (tree_[term].name != "variable") continue;
    const std::string_view id = tree_[term].attribute("refvariable");
    if (frame.variables.count(id) > 0) continue;
    const ElementId declaration = declarations_.declared("variabledecl", id);
    if (declaration == kNoElement || tree_[declaration].first == kNoElement) continue;
    const ColourSetId sort = declarations_.sort(tree_[declaration].first);
    if (!sort.valid()) {
      frame.variables.emplace(id, ExprId());
      continue;
    }
    const std::string_view name = tree_[declaration].attribute("name");
    bool taken = !is_identifier(name);
    for (const Variable& other : frame.slots) taken = taken || other.name == name;
    frame.variables.emplace(id, expr().variable(sort, static_cast<std::uint32_t>(frame.slots.size()), where(term)));
    frame.slots.push_back({std::string(taken ? id : name), sort});
  }
}

std::uint32_t TermFrame::local(ColourSetId colour) {
  slots.push_back({fmt::format("each_{}", slots.size()), colour});
  return static_cast<std::uint32_t>(slots.size() - 1);
}

ExprId TermReader::value(ElementId term, TermFrame& frame) {
  const std::string& name = tree_[term].name;
  if (const auto found = replaced_.find(term); found != replaced_.end()) return found->second;
  if (const TermOperation* known = operation(name)) return combine(*known, term, frame);
  if (const Special* known = special(name)) return (this->*known->make)(term, frame);
  if (makes_multiset(term)) return fail(term, fmt::format("a multiset, <{}>, where one colour is needed", name));
  return fail(term, fmt::format("<{}> is not a term that is read", name.substr(0, 60)));
}

ExprId TermReader::combine(const TermOperation& operation, ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term);
  if (parts.size() < operation.least || parts.size() > operation.most) {
    return fail(term, fmt::format("<{}> has {} subterms", operation.name, parts.size()),
                fmt::format("it takes {}{}", operation.least, operation.most > operation.least ? " or more" : ""));
  }
  ExprId made = value(parts[0], frame);
  if (operation.name == "imply") made = expr().unary(Op::not_, made, where(term));
  if (operation.most == 1) {
    return operation.op == Op::length ? expr().list_op(Op::length, std::array{made}, where(term))
                                      : expr().unary(operation.op, made, where(term));
  }
  for (std::size_t k = 1; k < parts.size(); ++k) made = expr().binary(operation.op, made, value(parts[k], frame), where(term));
  return made;
}

std::vector<ExprId> TermReader::conditions(ElementId term, TermFrame& frame) {
  std::vector<ExprId> all;
  std::vector<ElementId> open{term};
  while (!open.empty()) {
    const ElementId next = open.back();
    open.pop_back();
    const std::vector<ElementId> parts = tree_[next].name == "and" ? operands(next) : std::vector<ElementId>{};
    if (parts.empty()) {
      all.push_back(expr().convert(value(next, frame), ColourTable::kBool, where(next)));
    } else {
      open.insert(open.end(), parts.rbegin(), parts.rend());
    }
  }
  return all;
}

ExprId TermReader::variable(ElementId term, TermFrame& frame) {
  const std::string_view id = tree_[term].attribute("refvariable");
  const auto found = frame.variables.find(id);
  if (found != frame.variables.end()) return found->second;
  if (declarations_.declared("variabledecl", id) == kNoElement) return fail(term, fmt::format("no variable has the id '{}'", id));
  return fail(term, fmt::format("the variable '{}' has no value here", id), "an initial marking is constant");
}

ExprId TermReader::user_operator(ElementId term, TermFrame& frame) {
  const std::string_view id = tree_[term].attribute("declaration");
  if (const auto constant = declarations_.constant(id)) return expr().literal(constant->set, constant->word, where(term));
  const ElementId declaration = declarations_.declared("namedoperator", id);
  if (declaration == kNoElement) return fail(term, fmt::format("no constant or operator has the id '{}'", id));
  std::vector<ExprId> arguments;
  for (const ElementId part : operands(term)) arguments.push_back(value(part, frame));
  const FunctionId called = function(declaration);
  return called.valid() ? expr().call(called, arguments, where(term)) : ExprId();
}

ExprId TermReader::tuple(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term);
  if (parts.empty()) return expr().unit(where(term));
  std::vector<ExprId> components;
  for (const ElementId part : parts) {
    components.push_back(value(part, frame));
    if (!components.back().valid()) return {};
  }
  return components.size() == 1 ? components[0] : expr().tuple(components, where(term));
}

ExprId TermReader::dot_constant(ElementId term, TermFrame&) { return expr().unit(where(term)); }

ExprId TermReader::boolean_constant(ElementId term, TermFrame&) {
  const std::string_view word = tree_[term].attribute("value");
  if (word == "true" || word == "1") return expr().boolean(true, where(term));
  if (word == "false" || word == "0") return expr().boolean(false, where(term));
  return fail(term, fmt::format("'{}' is not a truth value", word.substr(0, 40)), "true or false");
}

ExprId TermReader::number_constant(ElementId term, TermFrame&) {
  const auto number = declarations_.integer(term, "value");
  if (!number) return {};
  const ElementId sort = tree_[term].first;
  // Named sorts of numbers are written here, too.
  if (sort != kNoElement && tree_[sort].name != "subterm") {
    const ColourSetId set = declarations_.sort(sort);
    if (!set.valid()) return {};
    if (set != ColourTable::kInt && !builder_.net().colours.contains(set, *number)) {
      return fail(term, fmt::format("{} is not in {}", *number, builder_.net().colours.describe(set)));
    }
  }
  return expr().integer(*number, where(term));
}

ExprId TermReader::range_constant(ElementId term, TermFrame&) {
  const auto number = declarations_.integer(term, "value");
  if (!number || tree_[term].first == kNoElement) return number ? expr().integer(*number, where(term)) : ExprId();
  const ColourSetId set = declarations_.sort(tree_[term].first);
  if (!set.valid()) return {};
  if (builder_.net().colours[set].kind != ColourKind::range || !builder_.net().colours.contains(set, *number)) {
    return fail(term, fmt::format("{} is not in {}", *number, builder_.net().colours.describe(set)));
  }
  return expr().literal(set, *number, where(term));
}

ExprId TermReader::part_of(ElementId term, TermFrame& frame) {
  const std::string_view id = tree_[term].attribute("refpartition");
  const Partition* partition = declarations_.partition(id);
  if (partition == nullptr) {
    if (declarations_.declared("partition", id) == kNoElement) fail(term, fmt::format("no partition has the id '{}'", id));
    return {};
  }
  const std::vector<ElementId> parts = operands(term, 1);
  if (parts.empty()) return {};
  const Location& at = where(term);
  const ExprId colour = expr().convert(value(parts[0], frame), partition->base, at);
  if (!colour.valid()) return {};
  Net& net = builder_.net();
  const ExprId table = expr().literal(net.colours.add_list({}, partition->elements), net.pool.intern(partition->element_of), at);
  const ExprId number = expr().unary(Op::index_of, colour, at);
  const Word low = net.colours[partition->base].low;
  return expr().binary(Op::element, table, expr().binary(Op::subtract, number, expr().integer(low, at), at), at);
}

}  // namespace petriloom::pnml
