// SPDX-License-Identifier: Apache-2.0
#include "formats/dot/brief_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "formats/common/operators.h"
#include "formats/common/units.h"

namespace petriloom {

namespace {

// Other functions are only hinted at.
constexpr std::array kBriefCalls{Op::minimum,  Op::maximum, Op::absolute, Op::power, Op::sqrt,      Op::exp,
                                 Op::log,      Op::floor,   Op::ceil,     Op::round, Op::successor, Op::predecessor,
                                 Op::index_of, Op::length,  Op::head,     Op::tail};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/'; }

/// The number that the source spells at `where`, with its unit, if its value is `value`; otherwise
/// nothing.
std::string as_written(const Net& net, const Location& where, double value) {
  if (!net.sources || !where.known() || where.column == 0) return {};
  std::string_view rest = net.sources->line(where.file, where.line);
  if (where.column > rest.size()) return {};
  rest.remove_prefix(where.column - 1);
  double number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc{}) return {};
  const std::string_view digits = rest.substr(0, static_cast<std::size_t>(end - rest.data()));
  std::string_view unit = rest.substr(digits.size());
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  std::size_t length = 0;
  while (length < unit.size() && letter(unit[length])) ++length;
  unit = unit.substr(0, length);
  // `12 GB/size` divides.
  if (const std::size_t slash = unit.find('/'); slash != std::string_view::npos && unit.substr(slash) != "/s") {
    unit = unit.substr(0, slash);
  }
  if (const auto factor = loom::unit_factor(unit); factor && number * *factor == value) return fmt::format("{} {}", digits, unit);
  return number == value ? std::string(digits) : std::string();
}

class Brief {
 public:
  Brief(const Net& net, const std::vector<Variable>& variables) : net_(net), variables_(variables) {}

  /// The expression where an operand of at least `strength` is wanted.
  [[nodiscard]] std::string text(ExprId expr, int strength) const {
    const Expr& node = net_.exprs[expr];
    const auto children = net_.exprs.children(expr);
    if (const loom::Infix* known = loom::find_row(loom::kInfix, node.op)) {
      // Chains associate to the left, and comparisons stand in none.
      const int left = known->strength == loom::kComparison ? known->strength + 1 : known->strength;
      const std::string made =
          fmt::format("{} {} {}", text(children[0], left), known->text, text(children[1], known->strength + 1));
      return known->strength < strength ? "(" + made + ")" : made;
    }
    if (node.op == Op::negate || node.op == Op::not_) {
      const std::string made = (node.op == Op::negate ? "-" : "!") + text(children[0], loom::kUnary);
      return loom::kUnary < strength ? "(" + made + ")" : made;
    }
    if (std::find(kBriefCalls.begin(), kBriefCalls.end(), node.op) != kBriefCalls.end())
      return fmt::format("{}({})", loom::find_row(loom::kBuiltIns, node.op)->text, listed(children));
    return part(node, children, strength);
  }

 private:
  [[nodiscard]] std::string part(const Expr& node, std::span<const ExprId> children, int strength) const {
    switch (node.op) {
      case Op::literal:
        return literal(node, strength);
      case Op::variable: {
        const auto slot = static_cast<std::size_t>(node.payload);
        return slot < variables_.size() ? variables_[slot].name : std::string(kMore);
      }
      case Op::wildcard:
        return "_";
      case Op::convert:
        return text(children[0], strength);
      case Op::level:
        return net_[PlaceId(static_cast<std::size_t>(node.payload))].name;
      case Op::tokens:
        if (!children.empty()) return std::string(kMore);
        return "tokens(" + net_[PlaceId(static_cast<std::size_t>(node.payload))].name + ")";
      case Op::now:
        return "now";
      case Op::project: {
        const ColourSet& whole = net_.colours[net_.exprs[children[0]].type];
        const auto k = static_cast<std::size_t>(node.payload);
        return fmt::format("{}.{}", text(children[0], loom::kSelected),
                           whole.fields.empty() ? std::to_string(k + 1) : whole.fields[k]);
      }
      case Op::tuple:
        return "(" + listed(children) + ")";
      case Op::list:
        return "[" + listed(children) + "]";
      case Op::call:
        return net_[FunctionId(static_cast<std::size_t>(node.payload))].name + "(" + listed(children) + ")";
      case Op::inject: {
        const std::string& variant = net_.colours[node.type].fields[static_cast<std::size_t>(node.payload)];
        return children.empty() || net_.exprs[children[0]].type == ColourTable::kUnit ? variant
                                                                                      : variant + "(" + listed(children) + ")";
      }
      case Op::if_: {
        const std::string made = fmt::format("if {} then {} else {}", text(children[0], loom::kWeakest),
                                             text(children[1], loom::kWeakest), text(children[2], loom::kWeakest));
        return strength > loom::kWeakest ? "(" + made + ")" : made;
      }
      default:
        return std::string(kMore);
    }
  }

  [[nodiscard]] std::string listed(std::span<const ExprId> children) const {
    std::string made;
    for (std::size_t k = 0; k < children.size(); ++k) made += (k > 0 ? ", " : "") + text(children[k], loom::kWeakest);
    return made;
  }

  [[nodiscard]] std::string literal(const Expr& node, int strength) const {
    std::string made;
    if (node.type == ColourTable::kReal) {
      const double value = real_of_word(node.payload);
      made = as_written(net_, node.where, value);
      if (made.empty()) {
        made = fmt::format("{:.4g}", value);
        // A whole number beside an operator would be read as an int, whose division is another one.
        if (strength > loom::kWeakest && made.find_first_not_of("-0123456789") == std::string::npos) made += ".0";
      }
    } else {
      made = net_.colours.format(node.type, node.payload, net_.pool);
    }
    const bool sign = !made.empty() && made.front() == '-';
    return sign && strength > loom::kUnary ? "(" + made + ")" : made;
  }

  const Net& net_;
  const std::vector<Variable>& variables_;
};

}  // namespace

std::string brief_text(const Net& net, const std::vector<Variable>& variables, ExprId expr) {
  return Brief(net, variables).text(expr, loom::kWeakest);
}

std::string brief_count(const Net& net, const std::vector<Variable>& variables, ExprId expr) {
  return Brief(net, variables).text(expr, loom::kSelected);
}

std::string brief_time(const Net& net, const std::vector<Variable>& variables, ExprId expr) {
  const Expr& node = net.exprs[expr];
  if (node.op != Op::literal) return brief_text(net, variables, expr);
  const double value = real_of_word(node.payload);
  const std::string written = as_written(net, node.where, value);
  if (written.find(' ') != std::string::npos) return written;
  constexpr std::array<std::pair<double, std::string_view>, 5> kTimes{
      {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}, {1e-12, "ps"}}};
  for (const auto& [factor, unit] : kTimes) {
    // Rounding must not make 1000 of the smaller unit.
    if (value >= factor * (1 - 1e-9)) return fmt::format("{:.4g} {}", value / factor, unit);
  }
  return fmt::format("{:.4g} s", value);
}

}  // namespace petriloom
