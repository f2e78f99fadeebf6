// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/candl_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/expr/match.h"
#include "formats/common/assignments.h"

namespace petriloom::andl {

namespace {

constexpr std::size_t kMostCalls = 20;
// Of one written expression; more is better written as a table.
constexpr std::size_t kLongest = 4096;

constexpr std::array kSigns = std::to_array<std::pair<Op, std::string_view>>({{Op::equal, "="},
                                                                              {Op::not_equal, "!="},
                                                                              {Op::less, "<"},
                                                                              {Op::less_equal, "<="},
                                                                              {Op::greater, ">"},
                                                                              {Op::greater_equal, ">="},
                                                                              {Op::add, "+"},
                                                                              {Op::subtract, "-"},
                                                                              {Op::multiply, "*"},
                                                                              {Op::modulo, "%"},
                                                                              {Op::and_, "&"},
                                                                              {Op::or_, "|"}});

/// Empty if CANDL has no such operator.
std::string_view sign_of(Op op) {
  const auto* const found = std::find_if(kSigns.begin(), kSigns.end(), [op](const auto& each) { return each.first == op; });
  return found == kSigns.end() ? std::string_view() : found->second;
}

bool identifier(const std::string& text) { return text.find_first_of(" +-*%<>=&|!(") == std::string::npos; }
std::string bracketed(const std::string& text) { return identifier(text) ? text : "(" + text + ")"; }

}  // namespace

std::string both(const std::string& a, const std::string& b) {
  if (a.empty()) return b;
  return b.empty() ? a : bracketed(a) + " & " + bracketed(b);
}

CandlExpressions::CandlExpressions(const Net& net, Evaluator& evaluator, const CandlColours& colours, const Transition& transition,
                                   std::vector<std::string> variables)
    : net_(net), evaluator_(evaluator), colours_(colours), transition_(transition), names_(std::move(variables)) {
  slots_.resize(transition.variables.size());
  for (std::size_t k = 0; k < transition.binding_size; ++k) {
    const std::size_t width = simple_sets(net.colours, transition.variables[k].colour).size();
    for (std::size_t part = 1; part <= width; ++part) {
      slots_[k].push_back(width == 1 ? names_[k] : fmt::format("{}:{}", names_[k], part));
    }
  }
}

std::string CandlExpressions::simple(ExprId expr) {
  const Parts all = parts(expr);
  if (all.size() != 1 || all[0].size() > kLongest) throw NoForm(net_.exprs[expr].where, "CANDL has no form for this expression");
  return all[0];
}

Parts CandlExpressions::slot(const Expr& node) {
  const auto number = static_cast<std::size_t>(node.payload);
  if (number >= slots_.size() || slots_[number].empty()) throw NoForm(node.where, "CANDL has no form for this variable");
  return slots_[number];
}

Parts CandlExpressions::parts(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  switch (node.op) {
    case Op::literal:
      if (net_.colours[node.type].kind == ColourKind::real || net_.colours[node.type].kind == ColourKind::list) break;
      return colours_.parts(node.type, node.payload, net_.pool);
    case Op::variable:
      return slot(node);
    case Op::convert:
      if (net_.colours[node.type].kind == ColourKind::real) break;
      return parts(children[0]);
    case Op::index_of:
      // Only numbers are their own index.
      if (net_.colours[net_.exprs[children[0]].type].kind == ColourKind::enumeration) break;
      return parts(children[0]);
    case Op::colour_at:
      if (net_.colours[node.type].kind == ColourKind::enumeration) break;
      return parts(children[0]);
    case Op::tuple:
      return joined_parts(children, [this](ExprId child) { return parts(child); });
    case Op::project:
      return parts_of_component(net_.colours, net_.exprs[children[0]].type, static_cast<std::size_t>(node.payload),
                                parts(children[0]));
    case Op::successor:
      return {"+" + bracketed(simple(children[0]))};
    case Op::predecessor:
      return {"-" + bracketed(simple(children[0]))};
    case Op::not_:
      return {"!(" + truth(children[0]) + ")"};
    case Op::equal:
    case Op::not_equal:
      return {equality(node, children)};
    case Op::call:
      return call(node, children);
    case Op::let: {
      slots_[static_cast<std::size_t>(node.payload)] = parts(children[0]);
      return parts(children[1]);
    }
    default:
      return {binary(node, children)};
  }
  throw NoForm(node.where, "CANDL has no form for this expression");
}

// A bool that is a colour is a number in CANDL; one that is a condition is not.
std::string CandlExpressions::truth(ExprId expr) {
  const Op op = net_.exprs[expr].op;
  return op == Op::variable || op == Op::literal || op == Op::project ? simple(expr) + "=1" : simple(expr);
}

std::string CandlExpressions::binary(const Expr& node, std::span<const ExprId> children) {
  const std::string_view sign = sign_of(node.op);
  if (sign.empty() || net_.colours[net_.exprs[children[0]].type].composite())
    throw NoForm(node.where, "CANDL has no form for this expression");
  const bool logical = node.op == Op::and_ || node.op == Op::or_;
  const auto side = [&](std::size_t k) { return bracketed(logical ? truth(children[k]) : simple(children[k])); };
  return side(0) + std::string(sign) + side(1);
}

// Of composites part by part.
std::string CandlExpressions::equality(const Expr& node, std::span<const ExprId> children) {
  const Parts left = parts(children[0]);
  const Parts right = parts(children[1]);
  std::string text;
  for (std::size_t k = 0; k < left.size(); ++k) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " & ", bracketed(left[k]), bracketed(right.at(k)));
  }
  if (node.op == Op::equal) return text;
  if (left.size() == 1) return fmt::format("{}!={}", bracketed(left[0]), bracketed(right[0]));
  return "!(" + text + ")";
}

// Functions are written out where they are used.
Parts CandlExpressions::call(const Expr& node, std::span<const ExprId> children) {
  const Function& function = net_[FunctionId(static_cast<std::size_t>(node.payload))];
  if (++depth_ > kMostCalls) {
    depth_ = 0;
    throw NoForm(node.where, "CANDL has no recursion");
  }
  std::vector<Parts> inner(function.slots);
  for (std::size_t k = 0; k < children.size(); ++k) inner[k] = parts(children[k]);
  inner.swap(slots_);
  try {
    Parts result = parts(function.body);
    inner.swap(slots_);
    --depth_;
    return result;
  } catch (...) {
    inner.swap(slots_);
    throw;
  }
}

template <class Row>
void CandlExpressions::table(ExprId expr, const Row& row, std::size_t most) {
  const std::vector<std::uint32_t> slots = free_variables(net_, expr, transition_.binding_size);
  const bool few = for_each_assignment(net_.colours, transition_.variables, slots, most, [&](std::span<Word> frame) {
    std::string predicate;
    for (const std::uint32_t slot : slots) {
      const Parts value = colours_.parts(transition_.variables[slot].colour, frame[slot], evaluator_.pool());
      for (std::size_t part = 0; part < value.size(); ++part) {
        predicate += fmt::format("{}{}={}", predicate.empty() ? "" : " & ", slots_[slot][part], value[part]);
      }
    }
    row(predicate, frame);
  });
  if (!few) throw NoForm(net_.exprs[expr].where, "CANDL has no form for this expression, and too many values of it");
}

// The values of an expression with the predicates under which it has them. What has no form is a
// table over the variables of that part alone, one row for each of its values.
std::vector<CandlExpressions::Alternative> CandlExpressions::alternatives(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  if (node.op == Op::if_) {
    const std::string when = condition(children[0]);
    std::vector<Alternative> all;
    for (const Alternative& each : alternatives(children[1])) all.push_back({both(when, each.predicate), each.parts});
    for (const Alternative& each : alternatives(children[2])) all.push_back({both("!(" + when + ")", each.predicate), each.parts});
    return all;
  }
  depth_ = 0;
  try {
    Parts simple = parts(expr);
    const auto too_long = [](const std::string& part) { return part.size() > kLongest; };
    if (std::none_of(simple.begin(), simple.end(), too_long)) return {{{}, std::move(simple)}};
  } catch (const NoForm&) {
    if (node.op == Op::tuple) return combinations(children, node.where);
  }
  const ColourKind kind = net_.colours[node.type].kind;
  if (!net_.colours[node.type].finite && kind != ColourKind::integer && kind != ColourKind::range) {
    throw NoForm(node.where, "CANDL has no form for this expression");
  }
  std::vector<Alternative> all;
  std::map<Word, std::size_t> known;
  table(expr, [&](const std::string& predicate, std::span<Word> frame) {
    const Word value = evaluator_.eval(expr, frame);
    const auto [found, is_new] = known.try_emplace(value, all.size());
    const std::string row = predicate.empty() ? predicate : "(" + predicate + ")";
    if (is_new) {
      all.push_back({row, colours_.parts(node.type, value, evaluator_.pool())});
    } else {
      all[found->second].predicate += " | " + row;
    }
  });
  if (all.size() == 1) all[0].predicate.clear();
  return all;
}

// The alternatives of a tuple: one for each choice of those of its components.
std::vector<CandlExpressions::Alternative> CandlExpressions::combinations(std::span<const ExprId> components,
                                                                          const Location& where) {
  std::vector<Alternative> all{{}};
  for (const ExprId component : components) {
    const std::vector<Alternative> next = alternatives(component);
    if (all.size() * next.size() > kMostRows)
      throw NoForm(where, "CANDL has no form for this expression, and too many values of it");
    std::vector<Alternative> longer;
    for (const Alternative& head : all) {
      for (const Alternative& tail : next) {
        longer.push_back({both(head.predicate, tail.predicate), head.parts});
        longer.back().parts.insert(longer.back().parts.end(), tail.parts.begin(), tail.parts.end());
      }
    }
    all = std::move(longer);
  }
  return all;
}

// A comparison of which a side has no form, taken apart by the values of the sides. Empty if that
// does not help.
std::string CandlExpressions::compared(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  if (node.op < Op::equal || node.op > Op::greater_equal) return {};
  const std::string_view sign = sign_of(node.op);
  const std::vector<Alternative> left = alternatives(children[0]);
  const std::vector<Alternative> right = alternatives(children[1]);
  std::string any;
  for (const Alternative& l : left) {
    for (const Alternative& r : right) {
      if (l.parts.size() != 1 || r.parts.size() != 1 || any.size() > kLongest * kMostRows) return {};
      const std::string holds = fmt::format("{}{}{}", bracketed(l.parts[0]), sign, bracketed(r.parts[0]));
      any += (any.empty() ? "" : " | ") + bracketed(both(both(l.predicate, r.predicate), holds));
    }
  }
  return any;
}

std::string CandlExpressions::condition(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  depth_ = 0;
  try {
    std::string text = truth(expr);
    if (text.size() <= kLongest) return text;
  } catch (const NoForm&) {
    // Part by part below.
  }
  if (node.op == Op::not_) return "!(" + condition(children[0]) + ")";
  if (node.op == Op::and_ || node.op == Op::or_) {
    const std::string left = condition(children[0]);
    const std::string right = condition(children[1]);
    return bracketed(left) + (node.op == Op::and_ ? " & " : " | ") + bracketed(right);
  }
  const auto tabulated = [&](std::size_t most) {
    std::string any;
    const auto add = [&](const std::string& predicate, std::span<Word> frame) {
      if (evaluator_.eval(expr, frame) == 0) return;
      any += (any.empty() ? "" : " | ") + (predicate.empty() ? std::string("1=1") : "(" + predicate + ")");
    };
    table(expr, add, most);
    return any.empty() ? std::string("1=0") : any;
  };
  // A short table reads best; then what has no form by its values; then a long table.
  constexpr std::size_t kShort = 64;
  try {
    return tabulated(kShort);
  } catch (const NoForm&) {
    // Tried otherwise below.
  }
  try {
    if (std::string text = compared(expr); !text.empty()) return text;
  } catch (const NoForm&) {
    // The table of the whole may still be small enough.
  }
  return tabulated(kMostRows);
}

std::vector<CandlTerm> CandlExpressions::choose(ExprId value, const std::string& count) {
  std::vector<CandlTerm> all;
  for (const Alternative& each : alternatives(value)) all.push_back({each.predicate, count, tuple_text(each.parts)});
  return all;
}

std::vector<CandlTerm> CandlExpressions::elements(const Arc& arc, const std::string& count) {
  const Expr& list = net_.exprs[arc.value];
  if (list.op == Op::colours) return {{{}, count, "all"}};
  std::vector<CandlTerm> all;
  if (list.op == Op::list) {
    for (const ExprId element : net_.exprs.children(arc.value)) {
      for (CandlTerm& term : choose(element, count)) all.push_back(std::move(term));
    }
    return all;
  }
  const ColourSetId type = net_[arc.place].colour;
  table(arc.value, [&](const std::string& predicate, std::span<Word> frame) {
    const Word value = evaluator_.eval(arc.value, frame);
    const std::vector<Word> words(evaluator_.pool().view(value).begin(), evaluator_.pool().view(value).end());
    for (const Word word : words) all.push_back({predicate, count, tuple_text(colours_.parts(type, word, evaluator_.pool()))});
  });
  return all;
}

std::vector<CandlTerm> CandlExpressions::terms(const Arc& arc) {
  if (net_.exprs[arc.value].wildcards) throw NoForm(arc.where, "CANDL has no form for an arc that takes any colour");
  const auto with_count = [&](const std::string& count) { return arc.each ? elements(arc, count) : choose(arc.value, count); };
  std::vector<CandlTerm> all;
  if (!arc.count.valid()) {
    all = with_count({});
  } else {
    for (const auto& [predicate, value] : words(arc.count)) {
      if (value <= 0) continue;
      for (CandlTerm& term : with_count(value == 1 ? std::string() : fmt::format("{}", value))) {
        term.predicate = both(predicate, term.predicate);
        all.push_back(std::move(term));
      }
    }
  }
  if (arc.condition.valid()) {
    const std::string when = condition(arc.condition);
    for (CandlTerm& term : all) term.predicate = both(when, term.predicate);
  }
  return all;
}

std::vector<std::pair<std::string, double>> CandlExpressions::values(ExprId expr) {
  std::vector<std::pair<std::string, double>> rows;
  const bool real = net_.colours[net_.exprs[expr].type].kind == ColourKind::real;
  for (auto& [predicate, word] : words(expr))
    rows.emplace_back(std::move(predicate), real ? real_of_word(word) : static_cast<double>(word));
  return rows;
}

std::vector<std::pair<std::string, Word>> CandlExpressions::words(ExprId expr) {
  std::vector<std::pair<std::string, Word>> rows;
  if (net_.exprs[expr].stateful())
    throw NoForm(net_.exprs[expr].where, "CANDL is not written with values that depend on the marking");
  table(expr, [&](const std::string& predicate, std::span<Word> frame) {
    const Word word = evaluator_.eval(expr, frame);
    for (auto& [known, same] : rows) {
      if (same != word) continue;
      known += " | (" + predicate + ")";
      return;
    }
    rows.emplace_back("(" + predicate + ")", word);
  });
  // One value for all needs no predicate.
  if (rows.size() == 1) rows[0].first.clear();
  return rows;
}

}  // namespace petriloom::andl
