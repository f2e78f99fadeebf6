// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/andl_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace petriloom::andl {

namespace {

constexpr std::array<std::pair<Op, std::string_view>, 4> kArithmeticSigns{
    {{Op::add, "+"}, {Op::subtract, "-"}, {Op::multiply, "*"}, {Op::divide, "/"}}};

/// Whether an expression is seen to be at least 0.
bool never_negative(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  const auto children = net.exprs.children(expr);
  switch (node.op) {
    case Op::tokens:
      return true;
    case Op::literal:
      return net.colours[node.type].kind == ColourKind::real ? real_of_word(node.payload) >= 0 : node.payload >= 0;
    case Op::convert:
    case Op::add:
    case Op::multiply:
    case Op::divide:
    case Op::minimum:
    case Op::maximum:
      return std::all_of(children.begin(), children.end(), [&net](ExprId child) { return never_negative(net, child); });
    default:
      return false;
  }
}

std::string number_text(double value) { return value < 0 ? fmt::format("(0-{})", -value) : fmt::format("{}", value); }

std::optional<std::string> operation(const Net& net, const std::vector<std::string>& places, const Expr& node,
                                     std::span<const ExprId> children) {
  const auto of = [&node](Op op) { return op == node.op; };
  const auto* const function = std::find_if(kMathematical.begin(), kMathematical.end(), [&](const auto& f) { return of(f.op); });
  const auto* const sign =
      std::find_if(kArithmeticSigns.begin(), kArithmeticSigns.end(), [&](const auto& each) { return of(each.first); });
  const bool called = function != kMathematical.end();
  if (!called && sign == kArithmeticSigns.end()) return std::nullopt;
  std::string text;
  for (const ExprId child : children) {
    const auto part = andl_expression(net, places, child);
    if (!part) return std::nullopt;
    if (!text.empty()) text += called ? "," : sign->second;
    text += *part;
  }
  // Whole numbers are divided as such in the net, towards 0, and as reals in ANDL.
  const bool whole = node.op == Op::divide && net.colours[node.type].kind != ColourKind::real;
  if (whole && never_negative(net, children[0]) && never_negative(net, children[1])) return fmt::format("floor({})", text);
  if (whole) return fmt::format("(floor(max({0},0))+ceil(min({0},0)))", text);
  return called ? fmt::format("{}({})", function->name, text) : "(" + text + ")";
}

}  // namespace

std::optional<std::string> andl_expression(const Net& net, const std::vector<std::string>& places, ExprId expr) {
  const Expr& node = net.exprs[expr];
  const auto children = net.exprs.children(expr);
  switch (node.op) {
    case Op::literal: {
      const ColourKind kind = net.colours[node.type].kind;
      if (kind == ColourKind::real && !std::isfinite(real_of_word(node.payload))) return std::nullopt;
      if (kind == ColourKind::real) return number_text(real_of_word(node.payload));
      // The least whole number has no positive twin.
      if (kind == ColourKind::integer || kind == ColourKind::range) {
        return node.payload < 0 ? fmt::format("(0-{}-1)", -(node.payload + 1)) : fmt::format("{}", node.payload);
      }
      return std::nullopt;
    }
    case Op::tokens: {
      const PlaceId place(static_cast<std::size_t>(node.payload));
      const bool all = children.empty() || net.colours[net[place].colour].kind == ColourKind::unit;
      return all ? std::optional<std::string>(places.at(place.index())) : std::nullopt;
    }
    case Op::level:
      return places.at(static_cast<std::size_t>(node.payload));
    case Op::convert:
      return andl_expression(net, places, children[0]);
    case Op::negate: {
      const auto part = andl_expression(net, places, children[0]);
      return part ? std::optional<std::string>("(0-" + *part + ")") : std::nullopt;
    }
    default:
      return operation(net, places, node, children);
  }
}

std::optional<std::string> andl_condition(const Net& net, const std::vector<std::string>& places, ExprId guard) {
  const Expr& node = net.exprs[guard];
  const auto children = net.exprs.children(guard);
  // Fewer than no tokens there never are.
  if (node.op == Op::literal) {
    if (node.payload != 0) return std::string();
    return places.empty() ? std::nullopt : std::optional<std::string>(fmt::format("[{} < 0]", places.front()));
  }
  if (node.op == Op::and_) {
    const auto left = andl_condition(net, places, children[0]);
    const auto right = andl_condition(net, places, children[1]);
    if (!left || !right) return std::nullopt;
    return left->empty() || right->empty() ? *left + *right : fmt::format("{} & {}", *left, *right);
  }
  if (children.size() != 2) return std::nullopt;
  const bool level = net.exprs[children[0]].op == Op::level;
  if (!level && net.exprs[children[0]].op != Op::tokens) return std::nullopt;
  // The neighbours of whole numbers, which stand for the other comparisons, are none of levels.
  if (level && node.op != Op::less && node.op != Op::greater_equal) return std::nullopt;
  const auto place = andl_expression(net, places, children[0]);
  const auto number = andl_expression(net, places, children[1]);
  if (!place || !number) return std::nullopt;
  switch (node.op) {
    case Op::equal:
      return fmt::format("[{} = {}]", *place, *number);
    case Op::less:
      return fmt::format("[{} < {}]", *place, *number);
    case Op::less_equal:
      return fmt::format("[{} < {}+1]", *place, *number);
    case Op::greater:
      return fmt::format("[{} >= {}+1]", *place, *number);
    case Op::greater_equal:
      return fmt::format("[{} >= {}]", *place, *number);
    default:
      return std::nullopt;
  }
}

}  // namespace petriloom::andl
