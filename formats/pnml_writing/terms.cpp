// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_writing/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/expr/match.h"
#include "formats/common/assignments.h"

namespace petriloom::pnml {

namespace {

constexpr std::array<Order, 4> kOrders{{{Op::less, "lt", "lessthan", "lts"},
                                        {Op::less_equal, "leq", "lessthanorequal", "leqs"},
                                        {Op::greater, "gt", "greaterthan", "gts"},
                                        {Op::greater_equal, "geq", "greaterthanorequal", "geqs"}}};

}  // namespace

const Order* order_of(Op op) {
  const auto found = std::find_if(kOrders.begin(), kOrders.end(), [op](const Order& each) { return each.op == op; });
  return found == kOrders.end() ? nullptr : &*found;
}

std::string element(std::string_view name, const Parts& operands) {
  return fmt::format("<{0}>{1}</{0}>", name, subterms(operands));
}

std::string equal_parts(const Parts& left, const Parts& right) {
  std::string all;
  for (std::size_t k = 0; k < left.size(); ++k) {
    const std::string one = element("equality", {left[k], right.at(k)});
    all = all.empty() ? one : element("and", {all, one});
  }
  return all;
}

std::string number_of(std::int64_t count, const std::string& colour) {
  return fmt::format(
      "<numberof><subterm><numberconstant value=\"{}\"><{}/></numberconstant></subterm><subterm>{}</subterm></numberof>", count,
      count > 0 ? "positive" : "natural", colour);
}

std::string sum_of(const std::vector<std::string>& multisets) {
  return multisets.size() == 1 ? multisets[0] : element("add", multisets);
}

SymmetricTerms::SymmetricTerms(const Net& net, Evaluator& evaluator, const Sorts& sorts, const Transition& transition,
                               std::vector<std::vector<std::string>> variables)
    : net_(net), evaluator_(evaluator), sorts_(sorts), transition_(transition) {
  slots_.resize(transition.variables.size());
  for (std::size_t k = 0; k < variables.size(); ++k) {
    for (const std::string& id : variables[k]) slots_[k].push_back(fmt::format("<variable refvariable=\"{}\"/>", id));
  }
}

std::string SymmetricTerms::simple(ExprId expr) {
  const Parts all = parts(expr);
  if (all.size() != 1) throw NoTerm(net_.exprs[expr].where, "symmetric nets compare simple colours only");
  return all[0];
}

// Numbers keep their sort: constants are written in that of the other side.
Parts SymmetricTerms::convert(const Expr& node, ExprId child) {
  const Expr& inner = net_.exprs[child];
  if (inner.op == Op::literal) return sorts_.parts(node.type, inner.payload, net_.pool);
  if (net_.colours.same_words(inner.type, node.type) && sorts_.name(inner.type) == sorts_.name(node.type)) return parts(child);
  throw NoTerm(node.where, "a symmetric net does not convert between colour sets");
}

Parts SymmetricTerms::parts(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  if (auto written_out = inlined(node, children)) return std::move(*written_out);
  if (sorts_.high_level()) {
    if (auto term = high_level(expr)) return std::move(*term);
  }
  switch (node.op) {
    case Op::literal:
      if (sorts_.name(node.type).empty()) break;
      return sorts_.parts(node.type, node.payload, net_.pool);
    case Op::variable: {
      const auto slot = static_cast<std::size_t>(node.payload);
      if (slot >= slots_.size() || slots_[slot].empty()) break;
      return slots_[slot];
    }
    case Op::convert:
      return convert(node, children[0]);
    case Op::tuple:
      return joined_parts(children, [this](ExprId child) { return parts(child); });
    case Op::project:
      return parts_of_component(net_.colours, net_.exprs[children[0]].type, static_cast<std::size_t>(node.payload),
                                parts(children[0]));
    case Op::successor:
      return {element("successor", {simple(children[0])})};
    case Op::predecessor:
      return {element("predecessor", {simple(children[0])})};
    default:
      break;
  }
  throw NoTerm(node.where,
               sorts_.high_level()
                   ? "a high-level net of PNML has no form for this expression"
                   : "a symmetric net has no form for this expression: it has tuples, variables, constants, succ and pred");
}

std::string SymmetricTerms::compare(const Expr& node, std::span<const ExprId> children) {
  if (sorts_.high_level()) return high_level_comparison(node, children);
  // Numbers are compared as int; what they were before has the sort.
  std::array<ExprId, 2> sides{children[0], children[1]};
  ColourSetId sort;
  for (ExprId& side : sides) {
    while (net_.exprs[side].op == Op::convert || net_.exprs[side].op == Op::index_of) side = net_.exprs.children(side)[0];
    if (net_.exprs[side].op != Op::literal) {
      if (sort.valid() && sorts_.name(sort) != sorts_.name(net_.exprs[side].type)) {
        throw NoTerm(node.where, "a symmetric net compares colours of one sort only");
      }
      sort = net_.exprs[side].type;
    }
  }
  if (!sort.valid() || sorts_.name(sort).empty()) throw NoTerm(node.where, "a symmetric net has no form for this comparison");
  std::array<Parts, 2> terms;
  for (std::size_t k = 0; k < 2; ++k) {
    const Expr& side = net_.exprs[sides[k]];
    if (side.op == Op::literal && !net_.colours.contains(sort, side.payload))
      throw NoTerm(node.where, "a constant outside the colour set");
    terms[k] = side.op == Op::literal ? sorts_.parts(sort, side.payload, net_.pool) : parts(sides[k]);
  }
  if (node.op == Op::equal || node.op == Op::not_equal) {
    const std::string all = equal_parts(terms[0], terms[1]);
    if (node.op == Op::equal) return all;
    return terms[0].size() == 1 ? element("inequality", {terms[0][0], terms[1][0]}) : element("not", {all});
  }
  const Order* const order = order_of(node.op);
  if (order != nullptr && terms[0].size() == 1 && sorts_.ordered(sort)) return element(order->colour, {terms[0][0], terms[1][0]});
  throw NoTerm(node.where, "only int ranges have an order in a symmetric net");
}

std::string SymmetricTerms::truth(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  if (node.op == Op::call) return inlined(node, children)->at(0);
  switch (node.op) {
    case Op::and_:
      return element("and", {truth(children[0]), truth(children[1])});
    case Op::or_:
      return element("or", {truth(children[0]), truth(children[1])});
    case Op::not_:
      return element("not", {truth(children[0])});
    case Op::literal:
      return fmt::format("<booleanconstant value=\"{}\"/>", node.payload != 0 ? "true" : "false");
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return compare(node, children);
    case Op::if_: {
      const std::string condition = truth(children[0]);
      return element("or", {element("and", {condition, truth(children[1])}),
                            element("and", {element("not", {condition}), truth(children[2])})});
    }
    case Op::variable:
    case Op::project:
      if (sorts_.high_level()) return simple(expr);
      throw NoTerm(node.where, "a symmetric net has no form for this condition");
    default:
      throw NoTerm(node.where, "a symmetric net has no form for this condition");
  }
}

// The disjunction of all combinations of colours that satisfy the condition.
std::string SymmetricTerms::table(ExprId expr) {
  const std::vector<std::uint32_t> slots = free_variables(net_, expr, transition_.binding_size);
  std::string any;
  const bool few = for_each_assignment(net_.colours, transition_.variables, slots, kMostRows, [&](std::span<Word> frame) {
    if (evaluator_.eval(expr, frame) == 0) return;
    std::string all;
    for (const std::uint32_t slot : slots) {
      const Parts value = sorts_.parts(transition_.variables[slot].colour, frame[slot], evaluator_.pool());
      for (std::size_t k = 0; k < value.size(); ++k) {
        const std::string one = element("equality", {slots_[slot][k], value[k]});
        all = all.empty() ? one : element("and", {all, one});
      }
    }
    if (all.empty()) all = "<booleanconstant value=\"true\"/>";
    any = any.empty() ? all : element("or", {any, all});
  });
  if (!few) {
    throw NoTerm(net_.exprs[expr].where,
                 "a symmetric net has no form for this condition, and too many colours satisfy it to list them");
  }
  return any.empty() ? "<booleanconstant value=\"false\"/>" : any;
}

std::string SymmetricTerms::condition(ExprId expr) {
  // A refusal inside a function leaves its frame behind.
  const std::vector<Parts> slots = slots_;
  try {
    return truth(expr);
  } catch (const NoTerm&) {
    slots_ = slots;
    calls_ = 0;
    return table(expr);
  }
}

std::string SymmetricTerms::multiset(const Arc& arc) {
  const std::vector<Parts> slots = slots_;
  try {
    return multiset_of(arc);
  } catch (...) {
    slots_ = slots;
    calls_ = 0;
    throw;
  }
}

std::string SymmetricTerms::multiset_of(const Arc& arc) {
  if (arc.condition.valid()) throw NoTerm(arc.where, "PNML has no conditional arcs");
  if (arc.collect) throw NoTerm(arc.where, "PNML has no arcs that collect tokens");
  if (arc.such.valid()) throw NoTerm(arc.where, "PNML has no arcs for tokens that meet a condition");
  if (net_.exprs[arc.value].wildcards) throw NoTerm(arc.where, "PNML has no arcs for any colour");
  const std::optional<std::int64_t> count = literal_integer(net_, arc.count, 1);
  if (!count && sorts_.high_level() && !arc.each) return amount(arc, tuple_term(parts(arc.value)));
  if (!count) throw NoTerm(arc.where, "a symmetric net has constant numbers of tokens only");
  if (!arc.each) return number_of(*count, tuple_term(parts(arc.value)));
  const Expr& list = net_.exprs[arc.value];
  if (list.op == Op::colours && !net_.colours[net_[arc.place].colour].composite()) {
    const std::string all = "<all>" + sorts_.use(net_[arc.place].colour) + "</all>";
    return *count == 1 ? all
                       : fmt::format(
                             "<scalarproduct><subterm><numberconstant value=\"{}\"><positive/></numberconstant></subterm>"
                             "<subterm>{}</subterm></scalarproduct>",
                             *count, all);
  }
  std::vector<std::string> terms;
  if (list.op == Op::list) {
    for (const ExprId child : net_.exprs.children(arc.value)) terms.push_back(number_of(*count, tuple_term(parts(child))));
  } else if (free_variables(net_, arc.value, transition_.binding_size).empty()) {
    std::vector<Word> frame(transition_.variables.size());
    const Word value = evaluator_.eval(arc.value, frame);
    const std::vector<Word> words(evaluator_.pool().view(value).begin(), evaluator_.pool().view(value).end());
    for (const Word word : words)
      terms.push_back(number_of(*count, tuple_term(sorts_.parts(net_[arc.place].colour, word, evaluator_.pool()))));
  } else {
    throw NoTerm(arc.where, "a symmetric net has no lists");
  }
  return terms.empty() ? std::string() : sum_of(terms);
}

}  // namespace petriloom::pnml
