// SPDX-License-Identifier: Apache-2.0
#include "engine/fluid/watch.h"

#include <algorithm>
#include <limits>

namespace petriloom::fluid {

namespace {

constexpr int kNone = -1;  // degree of what is no polynomial

bool ordering(Op op) { return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal; }
bool rounding(Op op) { return op == Op::floor || op == Op::ceil || op == Op::round; }

// The degree of an expression as a polynomial of levels and the time, all else staying as it is;
// kNone if it is none.
int polynomial_degree(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  if (node.op == Op::level || node.op == Op::now) return 1;
  if (!net.exprs.looks(expr, look::levels | look::time)) return 0;
  const std::span<const ExprId> children = net.exprs.children(expr);
  const auto of = [&](std::size_t child) { return polynomial_degree(net, children[child]); };
  switch (node.op) {
    case Op::negate:
      return of(0);
    case Op::add:
    case Op::subtract:
      return of(0) == kNone || of(1) == kNone ? kNone : std::max(of(0), of(1));
    case Op::multiply:
      return of(0) == kNone || of(1) == kNone ? kNone : of(0) + of(1);
    case Op::divide:
      return of(1) == 0 ? of(0) : kNone;
    default:
      return kNone;
  }
}

}  // namespace

Watch::Watched::Watched(const Net& net, ExprId expr) : code(net, expr) {
  const Expr& node = net.exprs[expr];
  const std::span<const ExprId> children = net.exprs.children(expr);
  if (!ordering(node.op) && !rounding(node.op)) return;
  const ColourSetId type = net.exprs[children[0]].type;
  if (type != ColourTable::kReal && type != ColourTable::kInt) return;
  op = node.op;
  real = type == ColourTable::kReal;
  left = Code(net, children[0]);
  int least = polynomial_degree(net, children[0]);
  degree = least;
  if (ordering(op)) {
    right = Code(net, children[1]);
    least = std::min(least, polynomial_degree(net, children[1]));
    degree = std::max(degree, polynomial_degree(net, children[1]));
  }
  if (least == kNone) degree = 0;
}

Watch::Watch(const HybridNet& hybrid, Enabling& enabling, const coloured::Timers& timers, const RewardVariables& measures,
             const Marking& marking)
    : hybrid_(hybrid), enabling_(enabling), timers_(timers), marking_(marking) {
  for (const LevelConditions& conditions : hybrid.conditions) {
    std::vector<std::uint32_t>& codes = watched_.emplace_back();
    for (const ExprId expr : conditions.watched) codes.push_back(code_of(expr));
  }
  measures.for_each_of_levels([&](ExprId expr, std::span<const Word> keys, std::uint32_t slots) {
    std::vector<Word> frame(std::max<std::size_t>(slots, keys.size()));
    std::copy(keys.begin(), keys.end(), frame.begin());
    std::vector<ExprId> parts;
    level_comparisons(hybrid.net, expr, static_cast<std::uint32_t>(keys.size()), parts);
    if (hybrid.net.exprs[expr].type == ColourTable::kBool) parts.push_back(expr);
    for (const ExprId part : parts) measured_.push_back({code_of(part), frame});
  });
}

std::uint32_t Watch::code_of(ExprId expr) {
  std::uint32_t number = 0;
  while (number < codes_.size() && codes_[number].code.expr() != expr) ++number;
  if (number == codes_.size()) codes_.emplace_back(hybrid_.net, expr);
  return number;
}

// A comparison that another part of its expression keeps from being looked at may have no value.
Word Watch::value_of(Item& item) {
  try {
    return codes_[item.code].code.eval(enabling_.evaluator(), item.frame, &marking_);
  } catch (const EvalError&) {
    return std::numeric_limits<Word>::min();
  }
}

void Watch::look() {
  items_.clear();
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    const LevelConditions& conditions = hybrid_.conditions[k];
    const std::size_t frame = hybrid_.net[conditions.bindings].variables.size();
    for (const coloured::Timers::Running& running : timers_.running(conditions.bindings)) {
      for (const std::uint32_t code : watched_[k]) {
        Item& item = items_.emplace_back(Item{code, running.binding, 0});
        item.frame.resize(frame);
      }
    }
  }
  for (const Measured& measured : measured_) items_.push_back({measured.code, measured.frame, 0});
  gaps_.clear();
  for (std::uint32_t k = 0; k < items_.size(); ++k) {
    items_[k].value = value_of(items_[k]);
    gaps_.push_back({k, false});
    if (rounding(codes_[items_[k].code].op)) gaps_.push_back({k, true});
  }
}

double Watch::number_of(const Code& code, Item& item, bool real) {
  const Word word = code.eval(enabling_.evaluator(), item.frame, &marking_);
  return real ? real_of_word(word) : static_cast<double>(word);
}

double Watch::gap(std::size_t number) {
  Item& item = items_[gaps_[number].item];
  const Watched& watched = codes_[item.code];
  if (watched.op == Op::literal) return value_of(item) == item.value ? 1 : -1;
  try {
    const double left = number_of(watched.left, item, watched.real);
    const auto value = static_cast<double>(item.value);
    switch (watched.op) {
      case Op::floor:
        return gaps_[number].upper ? value + 1 - left : left - value;
      case Op::ceil:
        return gaps_[number].upper ? value - left : left - (value - 1);
      case Op::round:
        return gaps_[number].upper ? value + 0.5 - left : left - (value - 0.5);
      default:
        break;
    }
    const double more = left - number_of(watched.right, item, watched.real);
    const bool above = watched.op == Op::greater || watched.op == Op::greater_equal;
    return above == (item.value != 0) ? more : -more;
  } catch (const EvalError&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

bool Watch::changed() {
  return std::any_of(items_.begin(), items_.end(), [this](Item& item) { return value_of(item) != item.value; });
}

Location Watch::first_changed() {
  const auto found = std::find_if(items_.begin(), items_.end(), [this](Item& item) { return value_of(item) != item.value; });
  return found == items_.end() ? Location() : hybrid_.net.exprs[codes_[found->code].code.expr()].where;
}

}  // namespace petriloom::fluid
