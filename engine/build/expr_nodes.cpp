// SPDX-License-Identifier: Apache-2.0
#include "engine/build/expr_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/expr/constant_fold.h"

namespace petriloom {

bool ExprNodes::all_valid(std::span<const ExprId> ids) {
  return std::all_of(ids.begin(), ids.end(), [](ExprId id) { return id.valid(); });
}

ExprId ExprNodes::make(Op op, ColourSetId type, Word payload, std::span<const ExprId> children, Location where) {
  if (!all_valid(children)) return {};
  Expr node;
  node.op = op;
  node.type = type;
  node.payload = payload;
  node.where = where;
  const ExprId id = net_.exprs.add(node, children);
  if (net_.exprs[id].height > kMostHeight) {
    return fail(where, fmt::format("the expression is nested more than {} levels deep", kMostHeight));
  }
  return fold_constant(id);
}

ExprId ExprNodes::make(Op op, ColourSetId type, Word payload, std::initializer_list<ExprId> children, Location where) {
  return make(op, type, payload, std::span(children.begin(), children.size()), where);
}

ExprId ExprNodes::fold_constant(ExprId id) {
  // By value: evaluation does not add nodes, but making the literal does.
  const Expr node = net_.exprs[id];
  if (node.op == Op::literal || node.op == Op::variable || node.op == Op::wildcard) return id;
  if (node.stateful() || node.wildcards || node.random()) return id;
  const std::span<const ExprId> children = net_.exprs.children(id);
  const auto literal_child = [this](ExprId child) { return net_.exprs[child].op == Op::literal; };
  // A choice with a known condition is its branch, so that recursion over constants ends and unused
  // branches do not matter.
  if (node.op == Op::if_ && literal_child(children[0])) return children[net_.exprs[children[0]].payload != 0 ? 1 : 2];
  if ((node.op == Op::and_ || node.op == Op::or_) && literal_child(children[0])) {
    const bool decided = (net_.exprs[children[0]].payload != 0) == (node.op == Op::or_);
    return children[decided ? 0 : 1];
  }
  const bool binds = node.op == Op::let || goes_through_list(node.op);
  const std::size_t closed = binds ? children.size() - 1 : children.size();
  if (!std::all_of(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(closed), literal_child)) return id;
  const std::optional<Word> value = constant_value(net_, id, nullptr);
  return value ? literal(node.type, *value, node.where) : id;
}

ExprId ExprNodes::fail(Location where, std::string message, std::string help) {
  diagnostics_.error(where, std::move(message), std::move(help));
  return {};
}

std::optional<Word> ExprNodes::constant(ExprId id) const {
  if (!id.valid() || net_.exprs[id].op != Op::literal) return std::nullopt;
  return net_.exprs[id].payload;
}

std::optional<Word> ExprNodes::require_constant(ExprId id, std::string_view what) {
  if (!id.valid()) return std::nullopt;
  std::string error;
  const std::optional<Word> value = constant_value(net_, id, &error);
  if (!value)
    fail(net_.exprs[id].where, error.empty() ? fmt::format("{} must be constant", what) : fmt::format("{}: {}", what, error));
  return value;
}

ExprId ExprNodes::literal(ColourSetId type, Word word, Location where) { return make(Op::literal, type, word, {}, where); }

ExprId ExprNodes::integer(std::int64_t value, Location where) { return literal(ColourTable::kInt, value, where); }

ExprId ExprNodes::real(double value, Location where) { return literal(ColourTable::kReal, word_of_real(value), where); }

ExprId ExprNodes::boolean(bool value, Location where) { return literal(ColourTable::kBool, value ? 1 : 0, where); }

ExprId ExprNodes::unit(Location where) { return literal(ColourTable::kUnit, 0, where); }

ExprId ExprNodes::variable(ColourSetId type, std::uint32_t slot, Location where) {
  return make(Op::variable, type, static_cast<Word>(slot), {}, where);
}

ExprId ExprNodes::wildcard(ColourSetId type, Location where) { return make(Op::wildcard, type, 0, {}, where); }

ExprId ExprNodes::text(std::string_view value, Location where) {
  return literal(ColourTable::kString, intern_text(value, net_.pool), where);
}

ExprId ExprNodes::level(PlaceId place, Location where) {
  return place.valid() ? make(Op::level, ColourTable::kReal, static_cast<Word>(place.index()), {}, where) : ExprId{};
}

ExprId ExprNodes::fireable(TransitionId transition, Location where) {
  if (!transition.valid()) return {};
  return make(Op::fireable, ColourTable::kBool, static_cast<Word>(transition.index()), {}, where);
}

ExprId ExprNodes::dead(Location where) { return make(Op::dead, ColourTable::kBool, 0, {}, where); }

ExprId ExprNodes::moved(ExprId id, std::uint32_t by) {
  if (by == 0) return id;
  const Expr node = net_.exprs[id];  // adding nodes moves them
  std::vector<ExprId> children(net_.exprs.children(id).begin(), net_.exprs.children(id).end());
  for (ExprId& child : children) child = moved(child, by);
  const bool slot = node.op == Op::variable || node.op == Op::let || goes_through_list(node.op);
  return make(node.op, node.type, node.payload + (slot ? static_cast<Word>(by) : 0), children, node.where);
}

ExprId ExprNodes::now(Location where) { return make(Op::now, ColourTable::kReal, 0, {}, where); }

}  // namespace petriloom
