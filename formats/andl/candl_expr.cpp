// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/candl_expr.h"

#include <fmt/format.h>

#include <array>

#include "engine/net/match.h"

namespace petriloom::andl {

namespace {

constexpr std::size_t kMostCalls = 20;
// Of one written expression; more is better written as a table.
constexpr std::size_t kLongest = 4096;

struct Operator {
  Op op;
  std::string_view text;
};
constexpr std::array<Operator, 10> kOperators{{{Op::add, "+"},
                                               {Op::subtract, "-"},
                                               {Op::multiply, "*"},
                                               {Op::modulo, "%"},
                                               {Op::less, "<"},
                                               {Op::less_equal, "<="},
                                               {Op::greater, ">"},
                                               {Op::greater_equal, ">="},
                                               {Op::and_, "&"},
                                               {Op::or_, "|"}}};

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
    const std::size_t width = colours_.width(transition.variables[k].colour);
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

CandlExpressions::Parts CandlExpressions::slot(const Expr& node) {
  const auto number = static_cast<std::size_t>(node.payload);
  if (number >= slots_.size() || slots_[number].empty()) throw NoForm(node.where, "CANDL has no form for this variable");
  return slots_[number];
}

CandlExpressions::Parts CandlExpressions::parts(ExprId expr) {
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
    case Op::tuple: {
      Parts all;
      for (const ExprId child : children) {
        for (std::string& part : parts(child)) all.push_back(std::move(part));
      }
      return all;
    }
    case Op::project: {
      const ColourSetId whole = net_.exprs[children[0]].type;
      const Parts all = parts(children[0]);
      std::size_t first = 0;
      for (Word k = 0; k < node.payload; ++k) first += colours_.width(net_.colours[whole].components[static_cast<std::size_t>(k)]);
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
      return {begin, begin + static_cast<std::ptrdiff_t>(colours_.width(node.type))};
    }
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
  for (const Operator& known : kOperators) {
    if (known.op != node.op) continue;
    if (net_.colours[net_.exprs[children[0]].type].composite()) break;
    const bool logical = node.op == Op::and_ || node.op == Op::or_;
    const auto side = [&](std::size_t k) { return bracketed(logical ? truth(children[k]) : simple(children[k])); };
    return side(0) + std::string(known.text) + side(1);
  }
  throw NoForm(node.where, "CANDL has no form for this expression");
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
CandlExpressions::Parts CandlExpressions::call(const Expr& node, std::span<const ExprId> children) {
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
void CandlExpressions::table(ExprId expr, const Row& row) {
  const std::vector<std::uint32_t> slots = free_variables(net_, expr, transition_.binding_size);
  std::uint64_t rows = 1;
  for (const std::uint32_t slot : slots) {
    const std::uint64_t size = net_.colours[transition_.variables[slot].colour].size();
    if (size == 0 || (rows *= size) > kMostRows)
      throw NoForm(net_.exprs[expr].where, "CANDL has no form for this expression, and too many values of it");
  }
  std::vector<Word> frame(transition_.variables.size());
  for (const std::uint32_t slot : slots) frame[slot] = net_.colours[transition_.variables[slot].colour].low;
  for (std::uint64_t k = 0; k < rows; ++k) {
    std::string predicate;
    for (const std::uint32_t slot : slots) {
      const Parts value = colours_.parts(transition_.variables[slot].colour, frame[slot], evaluator_.pool());
      for (std::size_t part = 0; part < value.size(); ++part) {
        predicate += fmt::format("{}{}={}", predicate.empty() ? "" : " & ", slots_[slot][part], value[part]);
      }
    }
    row(predicate, std::span<Word>(frame));
    for (std::size_t s = slots.size(); s-- > 0;) {
      const ColourSet& set = net_.colours[transition_.variables[slots[s]].colour];
      if (frame[slots[s]]++ < set.high) break;
      frame[slots[s]] = set.low;
    }
  }
}

std::string CandlExpressions::condition(ExprId expr) {
  depth_ = 0;
  try {
    return truth(expr);
  } catch (const NoForm&) {
    std::string any;
    table(expr, [&](const std::string& predicate, std::span<Word> frame) {
      if (evaluator_.eval(expr, frame) == 0) return;
      any += (any.empty() ? "" : " | ") + (predicate.empty() ? std::string("1=1") : "(" + predicate + ")");
    });
    return any.empty() ? "1=0" : any;
  }
}

std::vector<CandlTerm> CandlExpressions::choose(ExprId value, const std::string& count) {
  const auto children = net_.exprs.children(value);
  const Op op = net_.exprs[value].op;
  depth_ = 0;
  if (op == Op::if_) {
    const std::string when = condition(children[0]);
    std::vector<CandlTerm> all;
    for (CandlTerm& term : choose(children[1], count)) all.push_back({both(when, term.predicate), term.count, term.colour});
    for (CandlTerm& term : choose(children[2], count))
      all.push_back({both("!(" + when + ")", term.predicate), term.count, term.colour});
    return all;
  }
  try {
    return {{{}, count, tuple_text(parts(value))}};
  } catch (const NoForm&) {
    std::vector<CandlTerm> all;
    table(value, [&](const std::string& predicate, std::span<Word> frame) {
      all.push_back(
          {predicate, count, tuple_text(colours_.parts(net_.exprs[value].type, evaluator_.eval(value, frame), evaluator_.pool()))});
    });
    return all;
  }
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
    for (const auto& [predicate, value] : values(arc.count)) {
      if (value <= 0) continue;
      for (CandlTerm& term : with_count(value == 1 ? std::string() : fmt::format("{}", static_cast<std::int64_t>(value)))) {
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
  if (net_.exprs[expr].stateful)
    throw NoForm(net_.exprs[expr].where, "CANDL is not written with values that depend on the marking");
  table(expr, [&](const std::string& predicate, std::span<Word> frame) {
    const Word word = evaluator_.eval(expr, frame);
    const double value = real ? real_of_word(word) : static_cast<double>(word);
    for (auto& [known, same] : rows) {
      if (same != value) continue;
      known += " | (" + predicate + ")";
      return;
    }
    rows.emplace_back("(" + predicate + ")", value);
  });
  // One value for all needs no predicate.
  if (rows.size() == 1) rows[0].first.clear();
  return rows;
}

}  // namespace petriloom::andl
