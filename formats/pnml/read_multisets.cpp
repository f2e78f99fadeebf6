// SPDX-License-Identifier: Apache-2.0
// The part of TermReader that reads multisets.
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "formats/pnml/read_terms.h"

namespace petriloom::pnml {

namespace {

// Whether an expression has no more nodes than that, counted as a tree.
bool small(const ExprArena& arena, ExprId expr, std::size_t most) {
  std::size_t nodes = 0;
  for_each_expr(arena, expr, [&](ExprId) { return ++nodes <= most; });
  return nodes <= most;
}

}  // namespace

std::vector<Portion> TermReader::multiset(ElementId term, TermFrame& frame) {
  struct Form {
    std::string_view name;
    Portions (TermReader::*make)(ElementId, TermFrame&);
  };
  static constexpr std::array<Form, 6> kForms{{{"add", &TermReader::sum},
                                               {"numberof", &TermReader::scaled},
                                               {"scalarproduct", &TermReader::scaled},
                                               {"all", &TermReader::all},
                                               {"empty", &TermReader::empty},
                                               {"subtract", &TermReader::difference}}};
  for (const Form& form : kForms) {
    if (form.name == tree_[term].name) return (this->*form.make)(term, frame);
  }
  if (tree_[term].name == "tuple") return broadcast(term, frame);
  if (makes_multiset(term)) return expanded(term, frame);
  const ExprId colour = value(term, frame);
  if (!colour.valid()) return {};
  return {{colour, expr().integer(1, where(term)), false}};
}

Portions TermReader::sum(ElementId term, TermFrame& frame) {
  Portions total;
  for (const ElementId part : operands(term)) {
    Portions more = multiset(part, frame);
    total.insert(total.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return total;
}

Portions TermReader::scaled(ElementId term, TermFrame& frame) {
  std::vector<ElementId> parts = operands(term);
  if (parts.size() == 1 && tree_[term].name == "numberof") return multiset(parts[0], frame);
  if (parts.size() != 2) {
    fail(term, fmt::format("<{}> has {} subterms", tree_[term].name, parts.size()), "a number and what is counted");
    return {};
  }
  const ExprId factor = expr().convert(value(parts[0], frame), ColourTable::kInt, where(parts[0]));
  if (const auto constant = expr().constant(factor); constant && *constant < 0) {
    fail(parts[0], fmt::format("{} times a colour", *constant), "0 or more");
    return {};
  }
  Portions portions = multiset(parts[1], frame);
  for (Portion& portion : portions) {
    const bool once = expr().constant(portion.count) == 1;
    portion.count = once ? factor : expr().binary(Op::multiply, factor, portion.count, where(term));
  }
  return portions;
}

// The list of all colours of the sort in <all>.
ExprId TermReader::list_of(ElementId all, TermFrame&) {
  const ElementId sort = tree_[all].first;
  if (sort == kNoElement) return fail(all, "all colours of what?", "a sort");
  const std::string_view id = tree_[sort].attribute("declaration");
  const ElementId part = declarations_.declared("partitionelement", id);
  if (part == kNoElement) return expr().colours(declarations_.sort(sort), where(all));
  // The colours of one element of a partition.
  const auto element = declarations_.constant(id);
  const Partition* partition = declarations_.partition(tree_[tree_[part].parent].attribute("id"));
  if (!element || partition == nullptr) return {};
  Net& net = builder_.net();
  std::vector<Word> colours;
  for (std::size_t k = 0; k < partition->element_of.size(); ++k) {
    if (partition->element_of[k] == element->word) colours.push_back(net.colours[partition->base].low + static_cast<Word>(k));
  }
  return expr().literal(net.colours.add_list({}, partition->base), net.pool.intern(colours), where(all));
}

Portions TermReader::all(ElementId term, TermFrame& frame) {
  const ExprId list = list_of(term, frame);
  if (!list.valid()) return {};
  return {{list, expr().integer(1, where(term)), true}};
}

Portions TermReader::empty(ElementId, TermFrame&) { return {}; }

// A tuple of colours is one colour; with <all> among the parts it is all the tuples that come of
// it.
Portions TermReader::broadcast(ElementId term, TermFrame& frame) {
  std::vector<ElementId> spreading;
  std::vector<ElementId> open{term};
  while (!open.empty()) {
    const ElementId next = open.back();
    open.pop_back();
    if (tree_[next].name == "all") spreading.push_back(next);
    if (tree_[next].name != "tuple") continue;
    const std::vector<ElementId> parts = operands(next);
    open.insert(open.end(), parts.rbegin(), parts.rend());
  }
  const Location& at = where(term);
  if (spreading.empty()) {
    const ExprId colour = value(term, frame);
    if (!colour.valid()) return {};
    return {{colour, expr().integer(1, at), false}};
  }
  std::vector<ColourSetId> sorts;
  for (const ElementId all : spreading) {
    if (tree_[all].first == kNoElement) {
      fail(all, "all colours of what?", "a sort");
      return {};
    }
    sorts.push_back(declarations_.sort(tree_[all].first));
    if (!sorts.back().valid()) return {};
  }
  const ColourSetId together = sorts.size() == 1 ? sorts[0] : builder_.net().colours.add_product({}, sorts);
  const std::uint32_t slot = frame.local(together);
  const ExprId element = expr().variable(together, slot, at);
  for (std::size_t k = 0; k < spreading.size(); ++k) {
    replaced_[spreading[k]] = sorts.size() == 1 ? element : expr().project(element, k, at);
  }
  const ExprId list = expr().comprehension(Op::map, slot, expr().colours(together, at), value(term, frame), at);
  replaced_.clear();
  if (!list.valid()) return {};
  return {{list, expr().integer(1, at), true}};
}

// A named operator that makes a multiset: its definition with the arguments in place of the
// parameters.
Portions TermReader::expanded(ElementId term, TermFrame& frame) {
  const ElementId declaration = declarations_.declared("namedoperator", tree_[term].attribute("declaration"));
  const ElementId definition = tree_.child(declaration, "def");
  if (++expansions_ > kMostExpansions || depth_ >= Declarations::kMostDepth) {
    fail(term,
         fmt::format("operators are used more than {} times or {} inside each other", kMostExpansions, Declarations::kMostDepth));
    return {};
  }
  const ElementId parameters = tree_.child(declaration, "parameter");
  const std::vector<ElementId> names = parameters == kNoElement ? std::vector<ElementId>{} : tree_.children(parameters);
  const std::vector<ElementId> arguments = operands(term, names.size());
  if (arguments.size() != names.size()) return {};
  std::map<std::string, ExprId, std::less<>> inner;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const ElementId sort = tree_[names[k]].first;
    ExprId argument = value(arguments[k], frame);
    if (sort != kNoElement) argument = expr().convert(argument, declarations_.sort(sort), where(arguments[k]));
    if (!argument.valid()) return {};
    if (!small(builder_.net().exprs, argument, kMostArgument)) {
      fail(arguments[k], fmt::format("the argument has more than {} terms", kMostArgument));
      return {};
    }
    inner[std::string(tree_[names[k]].attribute("id"))] = argument;
  }
  std::swap(frame.variables, inner);
  ++depth_;
  Portions portions = multiset(tree_[definition].first, frame);
  --depth_;
  std::swap(frame.variables, inner);
  return portions;
}

void TermReader::inject(Portion& portion, ColourSetId either, TermFrame& frame) {
  if (!portion.value.valid()) return;
  const Location at = builder_.net().exprs[portion.value].where;
  const auto variant = [&](ColourSetId set) { return builder_.net().colours[set].kind == ColourKind::unit ? 0U : 1U; };
  if (!portion.each) {
    portion.value = expr().inject(either, variant(expr().type(portion.value)), portion.value, at);
    return;
  }
  const ColourSetId element = builder_.net().colours[expr().type(portion.value)].components[0];
  const std::uint32_t slot = frame.local(element);
  const ExprId injected = expr().inject(either, variant(element), expr().variable(element, slot, at), at);
  portion.value = expr().comprehension(Op::map, slot, portion.value, injected, at);
}

// For each colour what the first multiset has more than the others together; nothing where it has
// less.
Portions TermReader::difference(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term);
  if (parts.size() < 2) {
    fail(term, fmt::format("<subtract> has {} subterms", parts.size()), "it takes 2 or more");
    return {};
  }
  const Location& at = where(term);
  Portions from = multiset(parts[0], frame);
  Portions less;
  bool constant_counts = true;
  for (std::size_t k = 1; k < parts.size(); ++k) {
    for (const Portion& portion : multiset(parts[k], frame)) {
      less.push_back(portion);
      constant_counts = constant_counts && expr().constant(portion.count).value_or(0) >= 1;
    }
  }
  less = spread(builder_, less, at);
  if (from.empty() || less.empty() || builder_.diagnostics().has_errors()) return from;
  if (from.size() == 1 && from[0].each && constant_counts) {
    const ColourSetId element = builder_.net().colours[expr().type(from[0].value)].components[0];
    return without(builder_, from[0], less, frame.local(element), at);
  }
  from = spread(builder_, from, at);
  if (from.size() > kMostDifference || from.size() * less.size() > kMostDifference * kMostDifference / 10) {
    fail(term, fmt::format("a multiset of more than {} terms is taken from", kMostDifference));
    return {};
  }
  Portions left;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const ExprId colour = from[k].value;
    ExprId count = expr().binary(Op::subtract, amount(builder_, from, colour, at), amount(builder_, less, colour, at), at);
    // A colour that two terms stand for is counted with the first.
    for (std::size_t j = 0; j < k; ++j) {
      count = expr().if_(same(builder_, from[j].value, colour, at), expr().integer(0, at), count, at);
    }
    left.push_back({colour, count, false});
  }
  return left;
}

}  // namespace petriloom::pnml
