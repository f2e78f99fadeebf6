// SPDX-License-Identifier: Apache-2.0
// The part of SymmetricTerms that writes functions out where they are used, and what only
// high-level nets have.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/pnml_writing/terms.h"

namespace petriloom::pnml {

namespace {

struct Operation {
  Op op;
  std::string_view element;
};

constexpr std::array<Operation, 8> kOperations{{{Op::add, "addition"},
                                                {Op::subtract, "subtraction"},
                                                {Op::multiply, "mult"},
                                                {Op::divide, "div"},
                                                {Op::modulo, "mod"},
                                                {Op::length, "listlength"},
                                                {Op::append, "listappend"},
                                                {Op::concat, "listconcatenation"}}};

bool number(const ColourSet& set) { return set.kind == ColourKind::integer || set.kind == ColourKind::range; }

// Whether the sorts that constants of a colour set name are declared.
bool writable(const ColourTable& colours, const Sorts& sorts, ColourSetId set) {
  const ColourSet& facts = colours[set];
  switch (facts.kind) {
    case ColourKind::unit:
    case ColourKind::boolean:
    case ColourKind::integer:
    case ColourKind::range:
    case ColourKind::string:
      return true;
    case ColourKind::list:
      return !sorts.name(facts.components[0]).empty() && writable(colours, sorts, facts.components[0]);
    case ColourKind::product:
    case ColourKind::record:
      return std::all_of(facts.components.begin(), facts.components.end(),
                         [&](ColourSetId part) { return writable(colours, sorts, part); });
    default:
      return !sorts.name(set).empty();
  }
}

}  // namespace

// A call is the body of the function over the terms of the arguments, a `let` its body over that of
// the value.
std::optional<Parts> SymmetricTerms::inlined(const Expr& node, std::span<const ExprId> children) {
  if (node.op == Op::let) {
    const auto slot = static_cast<std::size_t>(node.payload);
    if (slot >= slots_.size()) slots_.resize(slot + 1);
    Parts inner = parts(children[0]);
    std::swap(slots_[slot], inner);
    Parts made = parts(children[1]);
    std::swap(slots_[slot], inner);
    return made;
  }
  if (node.op != Op::call) return std::nullopt;
  const Function& function = net_.functions[static_cast<std::size_t>(node.payload)];
  if (calls_ >= kMostCalls) {
    throw NoTerm(node.where, fmt::format("the function '{}' is called by itself or too deep to be written out", function.name));
  }
  std::vector<Parts> frame(std::max<std::size_t>(function.slots, children.size()));
  std::size_t bytes = 0;
  for (std::size_t k = 0; k < children.size(); ++k) {
    frame[k] = parts(children[k]);
    for (const std::string& part : frame[k]) bytes += part.size();
  }
  if (bytes > kMostText)
    throw NoTerm(node.where, fmt::format("the function '{}' is too long when it is written out", function.name));
  std::swap(slots_, frame);
  ++calls_;
  Parts made = node.type == ColourTable::kBool ? Parts{truth(function.body)} : parts(function.body);
  --calls_;
  std::swap(slots_, frame);
  return made;
}

std::optional<Parts> SymmetricTerms::high_level(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  const auto part = [this](ExprId child) { return tuple_term(parts(child)); };
  for (const Operation& known : kOperations) {
    if (known.op != node.op) continue;
    const bool text = net_.colours[net_.exprs[children[0]].type].kind == ColourKind::string;
    if (text && node.op == Op::append) break;
    std::vector<std::string> terms;
    for (const ExprId child : children) terms.push_back(part(child));
    if (text) return Parts{element(node.op == Op::length ? "stringlength" : "stringconcatenation", terms)};
    return Parts{element(known.element, terms)};
  }
  switch (node.op) {
    case Op::literal:
      if (!writable(net_.colours, sorts_, node.type)) return std::nullopt;
      return sorts_.parts(node.type, node.payload, net_.pool);
    case Op::convert:
      if (number(net_.colours[node.type])) return parts(children[0]);
      return std::nullopt;
    case Op::negate:
      return Parts{element("subtraction", {"<numberconstant value=\"0\"><integer/></numberconstant>", part(children[0])})};
    case Op::list: {
      const ColourSetId inner = net_.colours[node.type].components[0];
      if (sorts_.name(inner).empty()) return std::nullopt;
      if (children.empty()) return Parts{fmt::format("<emptylist>{}</emptylist>", sorts_.use(inner))};
      std::vector<std::string> terms;
      for (const ExprId child : children) terms.push_back(part(child));
      return Parts{fmt::format("<makelist>{}{}</makelist>", sorts_.use(inner), subterms(terms))};
    }
    case Op::head:
    case Op::element: {
      const ColourSet& set = net_.colours[net_.exprs[children[0]].type];
      const bool known = node.op == Op::head || net_.exprs[children[1]].op == Op::literal;
      if (!known || set.kind != ColourKind::list || net_.colours[node.type].composite()) return std::nullopt;
      const Word index = node.op == Op::head ? 0 : net_.exprs[children[1]].payload;
      return Parts{fmt::format("<memberatindex index=\"{}\">{}</memberatindex>", index, subterms({part(children[0])}))};
    }
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::and_:
    case Op::or_:
    case Op::not_:
      return Parts{truth(expr)};
    default:
      return std::nullopt;
  }
}

std::string SymmetricTerms::high_level_comparison(const Expr& node, std::span<const ExprId> children) {
  const Parts left = parts(children[0]);
  const Parts right = parts(children[1]);
  if (left.size() != right.size()) throw NoTerm(node.where, "a high-level net compares colours of one sort only");
  if (node.op == Op::equal || node.op == Op::not_equal) {
    const std::string all = equal_parts(left, right);
    return node.op == Op::equal ? all : element("not", {all});
  }
  const ColourSet& set = net_.colours[net_.exprs[children[0]].type];
  if (const Order* order = order_of(node.op); order != nullptr && left.size() == 1)
    return element(number(set) ? order->number : set.kind == ColourKind::string ? order->text : order->colour, {left[0], right[0]});
  throw NoTerm(node.where, "a high-level net has no form for this comparison");
}

// A number of tokens that depends on the binding.
std::string SymmetricTerms::amount(const Arc& arc, const std::string& colour) {
  return element("numberof", {simple(arc.count), colour});
}

}  // namespace petriloom::pnml
