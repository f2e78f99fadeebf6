// SPDX-License-Identifier: Apache-2.0
#include "engine/run/pattern.h"

#include <algorithm>

namespace petriloom {

std::vector<std::uint32_t> Pattern::binds() const {
  std::vector<std::uint32_t> slots;
  for (const PatternPart& part : parts) {
    if (part.kind == PatternPart::Kind::variable) slots.push_back(part.slot);
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

namespace {

class Taker {
 public:
  Taker(const Net& net, std::size_t limit, Pattern& pattern) : net_(net), limit_(limit), pattern_(pattern) {}

  /// `expr`, possibly of a convertible type, stands for the part of `type` that `accessor` reads.
  void take(ExprId expr, const Accessor& accessor, ColourSetId type) {
    const Expr& node = net_.exprs[expr];
    const auto children = net_.exprs.children(expr);
    switch (node.op) {
      case Op::wildcard:
        pattern_.wildcards = true;
        return;
      case Op::convert:
        if (net_.colours.converts(type, net_.exprs[children[0]].type) || undoes(type, net_.exprs[children[0]].type)) {
          return take(children[0], accessor, type);
        }
        break;
      case Op::tuple:
        if (net_.colours[type].composite()) {
          for (std::size_t k = 0; k < children.size(); ++k) {
            take(children[k], accessor.component(net_.colours, type, k), net_.colours[type].components[k]);
          }
          return;
        }
        break;
      case Op::variable:
        if (static_cast<std::size_t>(node.payload) >= limit_) {  // element of an `each` list: not known here
          pattern_.wildcards = true;
          return;
        }
        break;
      default:
        break;
    }
    add_leaf(expr, accessor, type);
  }

 private:
  /// int -> real is undone for the reals that are integers.
  [[nodiscard]] bool undoes(ColourSetId from, ColourSetId to) const {
    const ColourKind kind = net_.colours[to].kind;
    return net_.colours[from].kind == ColourKind::real && (kind == ColourKind::integer || kind == ColourKind::range);
  }

  /// The variable of `succ(x)` or `pred(x)` where nothing has to be converted; such a pattern is as good as x.
  [[nodiscard]] ExprId turned_variable(const Expr& node, ExprId expr, ColourSetId type) const {
    if (node.op != Op::successor && node.op != Op::predecessor) return {};
    const ExprId child = net_.exprs.children(expr)[0];
    const Expr& variable = net_.exprs[child];
    const bool simple = node.type == type && variable.type == type && net_.colours[type].finite && !net_.colours[type].composite();
    const bool own = variable.op == Op::variable && static_cast<std::size_t>(variable.payload) < limit_;
    return simple && own ? child : ExprId{};
  }

  void add_leaf(ExprId expr, const Accessor& accessor, ColourSetId type) {
    const Expr& node = net_.exprs[expr];
    PatternPart part;
    part.accessor = accessor;
    part.part_type = type;
    part.leaf_type = node.type;
    part.convert = differs(type, node.type);
    const ExprId turned = turned_variable(node, expr, type);
    if (turned.valid()) {
      part.kind = PatternPart::Kind::variable;
      part.turn = node.op == Op::successor ? 1 : -1;
      part.slot = static_cast<std::uint32_t>(net_.exprs[turned].payload);
    } else if (node.op == Op::variable) {
      part.kind = PatternPart::Kind::variable;
      part.slot = static_cast<std::uint32_t>(node.payload);
    } else if (node.op == Op::literal && !part.convert) {
      part.kind = PatternPart::Kind::constant;
      part.word = node.payload;
    } else {
      part.kind = PatternPart::Kind::computed;
      part.code = Code(net_, expr);
      part.needs = free_variables(net_, expr, limit_);
    }
    pattern_.parts.push_back(std::move(part));
  }

  /// Whether a word of `part` may not be the same word of `leaf`.
  [[nodiscard]] bool differs(ColourSetId part, ColourSetId leaf) const {
    if (part == leaf) return false;
    if (!net_.colours.same_words(part, leaf)) return true;
    const ColourSet& p = net_.colours[part];
    const ColourSet& l = net_.colours[leaf];
    return p.finite != l.finite || p.low != l.low || p.high != l.high || p.composite();
  }

  const Net& net_;
  std::size_t limit_;
  Pattern& pattern_;
};

}  // namespace

Pattern take_apart(const Net& net, ExprId expr, ColourSetId type, std::size_t limit) {
  Pattern pattern;
  Taker(net, limit, pattern).take(expr, Accessor{}, type);
  return pattern;
}

}  // namespace petriloom
