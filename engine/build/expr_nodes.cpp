// SPDX-License-Identifier: Apache-2.0
#include "engine/build/expr_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

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

bool ExprNodes::short_enough(ExprId id) const {
  std::size_t nodes = 0;
  const std::function<bool(ExprId)> counted = [&](ExprId at) {
    ++nodes;
    const Expr& node = net_.exprs[at];
    if (nodes <= kMostWritten && node.written.valid() && node.named) for_each_expr(net_.exprs, node.written, counted);
    return nodes <= kMostWritten;
  };
  for_each_expr(net_.exprs, id, counted);
  return nodes <= kMostWritten;
}

ExprId ExprNodes::computed(ExprId from, Word value, Location where) {
  Expr made;
  made.type = net_.exprs[from].type;
  made.payload = value;
  made.where = where;
  if (net_.exprs[from].op == Op::literal) {
    made.constant = net_.exprs[from].constant;
    made.written = net_.exprs[from].written;
  } else if (names_constants(net_, from)) {
    if (short_enough(from)) made.written = from;
    if (!made.written.valid()) fix(from);
  }
  return net_.exprs.add(made, {});
}

// The branch that a known condition chooses. If constants decide that, it is a value with what was
// written, or they are fixed.
ExprId ExprNodes::chosen(ExprId id, ExprId condition, ExprId branch) {
  if (!names_constants(net_, condition)) return branch;
  const std::optional<Word> value = folded(branch) ? constant_value(net_, id, nullptr) : std::nullopt;
  if (!value) fix(condition);
  return value ? computed(id, *value, net_.exprs[id].where) : branch;
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
  if (node.op == Op::if_ && literal_child(children[0]))
    return chosen(id, children[0], children[net_.exprs[children[0]].payload != 0 ? 1 : 2]);
  if ((node.op == Op::and_ || node.op == Op::or_) && literal_child(children[0])) {
    const bool decided = (net_.exprs[children[0]].payload != 0) == (node.op == Op::or_);
    return chosen(id, children[0], children[decided ? 0 : 1]);
  }
  const bool binds = node.op == Op::let || goes_through_list(node.op);
  const std::size_t closed = binds ? children.size() - 1 : children.size();
  if (!std::all_of(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(closed), literal_child)) return id;
  const std::optional<Word> value = constant_value(net_, id, nullptr);
  return value ? computed(id, *value, node.where) : id;
}

ExprId ExprNodes::fail(Location where, std::string message, std::string help) {
  diagnostics_.error(where, std::move(message), std::move(help));
  return {};
}

std::optional<Word> ExprNodes::constant(ExprId id) {
  if (!folded(id)) return std::nullopt;
  if (net_.exprs[id].named) fix(id);
  return net_.exprs[id].payload;
}

std::optional<Word> ExprNodes::require_constant(ExprId id, std::string_view what) { return constant(require_literal(id, what)); }

ExprId ExprNodes::require_literal(ExprId id, std::string_view what) {
  if (!id.valid()) return {};
  std::string error;
  const std::optional<Word> value = constant_value(net_, id, &error);
  if (value) return computed(id, *value, net_.exprs[id].where);
  return fail(net_.exprs[id].where, error.empty() ? fmt::format("{} must be constant", what) : fmt::format("{}: {}", what, error));
}

ExprId ExprNodes::literal(ColourSetId type, Word word, Location where) { return make(Op::literal, type, word, {}, where); }

ExprId ExprNodes::named(ConstantId constant, Location where) {
  Expr made = net_.exprs[net_[constant].value];
  made.constant = constant;
  made.written = {};
  made.where = where;
  return net_.exprs.add(made, {});
}

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
  if (by == 0 || folded(id)) return id;
  const Expr node = net_.exprs[id];  // adding nodes moves them
  std::vector<ExprId> children(net_.exprs.children(id).begin(), net_.exprs.children(id).end());
  for (ExprId& child : children) child = moved(child, by);
  const bool slot = node.op == Op::variable || node.op == Op::let || goes_through_list(node.op);
  return make(node.op, node.type, node.payload + (slot ? static_cast<Word>(by) : 0), children, node.where);
}

ExprId ExprNodes::now(Location where) { return make(Op::now, ColourTable::kReal, 0, {}, where); }

}  // namespace petriloom
