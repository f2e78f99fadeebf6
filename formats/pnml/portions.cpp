// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/portions.h"

#include <fmt/format.h>

#include <array>

namespace petriloom::pnml {

ExprId same(NetBuilder& builder, ExprId a, ExprId b, const Location& where) {
  if (a == b) return builder.expr().boolean(true, where);
  const ExprArena& arena = builder.net().exprs;
  const std::vector<ExprId> left(arena.children(a).begin(), arena.children(a).end());
  const std::vector<ExprId> right(arena.children(b).begin(), arena.children(b).end());
  const bool one_type = arena[a].type == arena[b].type;
  if (one_type && arena[a].op == Op::variable && arena[b].op == Op::variable && arena[a].payload == arena[b].payload) {
    return builder.expr().boolean(true, where);
  }
  if (arena[a].op != Op::tuple || arena[b].op != Op::tuple || left.size() != right.size()) {
    return builder.expr().binary(Op::equal, a, b, where);
  }
  ExprId all = builder.expr().boolean(true, where);
  for (std::size_t k = 0; k < left.size(); ++k) {
    const ExprId one = same(builder, left[k], right[k], where);
    if (const auto decided = builder.expr().constant(one)) {
      if (*decided == 0) return one;
      continue;
    }
    all = builder.expr().constant(all) ? one : builder.expr().binary(Op::and_, all, one, where);
  }
  return all;
}

ExprId amount(NetBuilder& builder, const Portions& portions, ExprId colour, const Location& where) {
  ExprId total = builder.expr().integer(0, where);
  for (const Portion& portion : portions) {
    const ExprId there = portion.each ? builder.expr().list_op(Op::contains, std::array{portion.value, colour}, where)
                                      : same(builder, portion.value, colour, where);
    const ExprId count = builder.expr().binary(Op::maximum, portion.count, builder.expr().integer(0, where), where);
    if (builder.expr().constant(there) == 0) continue;
    const ExprId part = builder.expr().if_(there, count, builder.expr().integer(0, where), where);
    total = builder.expr().constant(total) == 0 ? part : builder.expr().binary(Op::add, total, part, where);
  }
  return total;
}

Portions spread(NetBuilder& builder, const Portions& portions, const Location& where) {
  Portions single;
  for (const Portion& portion : portions) {
    if (!portion.each) {
      single.push_back(portion);
      continue;
    }
    const auto list = builder.expr().constant(portion.value);
    const ColourSetId element = builder.net().colours[builder.expr().type(portion.value)].components[0];
    if (!list || builder.net().pool.view(*list).size() > kMostDifference) {
      builder.diagnostics().error(
          where, fmt::format("the multiset has more than {} colours, or they depend on variables", kMostDifference));
      return {};
    }
    const std::span<const Word> words = builder.net().pool.view(*list);
    for (const Word word : std::vector<Word>(words.begin(), words.end())) {
      single.push_back({builder.expr().literal(element, word, where), portion.count, false});
    }
  }
  return single;
}

Portions without(NetBuilder& builder, const Portion& all, const Portions& less, std::uint32_t slot, const Location& where) {
  const ColourSetId element = builder.net().colours[builder.expr().type(all.value)].components[0];
  ExprId other = builder.expr().boolean(true, where);
  for (const Portion& portion : less) {
    const ExprId differs =
        builder.expr().binary(Op::not_equal, builder.expr().variable(element, slot, where), portion.value, where);
    other = builder.expr().constant(other) ? differs : builder.expr().binary(Op::and_, other, differs, where);
  }
  Portions left{{builder.expr().comprehension(Op::filter, slot, all.value, other, where), all.count, true}};
  if (builder.expr().constant(all.count) == 1) return left;
  for (std::size_t k = 0; k < less.size(); ++k) {
    ExprId count = builder.expr().binary(Op::subtract, amount(builder, {all}, less[k].value, where),
                                         amount(builder, less, less[k].value, where), where);
    for (std::size_t j = 0; j < k; ++j) {
      count =
          builder.expr().if_(same(builder, less[j].value, less[k].value, where), builder.expr().integer(0, where), count, where);
    }
    left.push_back({less[k].value, count, false});
  }
  return left;
}

}  // namespace petriloom::pnml
