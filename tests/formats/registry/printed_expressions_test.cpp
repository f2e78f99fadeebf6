// SPDX-License-Identifier: Apache-2.0
// An expression that a writer prints and a reader reads again is the same tree: no parenthesis is
// missing.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "formats/dot/brief_text.h"
#include "formats/dot/picture.h"
#include "formats/registry/table.h"
#include "tests/formats/nets.h"
#include "tests/sanitized.h"

namespace petriloom::printed_expressions_test {
namespace {

enum class Sort : std::uint8_t { integer, real, truth };

/// Random expressions over the variables x and y, fully in parentheses.
class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}
  std::string make(Sort sort, int depth) {
    if (sort == Sort::truth) return truth(depth);
    const bool real = sort == Sort::real;
    if (depth == 0) return leaf(real);
    switch (below(8)) {
      case 0:
        return leaf(real);
      case 1:
        return "(-" + make(sort, depth - 1) + ")";
      case 2:
        return "min(" + make(sort, depth - 1) + ", " + make(sort, depth - 1) + ")";
      default: {
        const std::string sign(1, "+-*/%"[below(real ? 4 : 5)]);
        return "(" + make(sort, depth - 1) + " " + sign + " " + make(sort, depth - 1) + ")";
      }
    }
  }

 private:
  std::size_t below(std::size_t most) { return random_() % most; }
  std::string leaf(bool real) {
    constexpr std::array<std::string_view, 5> kReals{"2.5", "1 s", "3 us", "2.0", "12 GB/s"};
    constexpr std::array<std::string_view, 3> kWhole{"1", "2", "7"};
    if (below(3) > 0) return below(2) == 0 ? "x" : "y";
    return std::string(real ? kReals[below(kReals.size())] : kWhole[below(kWhole.size())]);
  }
  std::string truth(int depth) {
    if (depth == 0 || below(3) == 0) {
      constexpr std::array<std::string_view, 6> kSigns{"=", "!=", "<", "<=", ">", ">="};
      const int inner = std::max(0, depth - 1);
      return "(" + make(Sort::integer, inner) + " " + std::string(kSigns[below(6)]) + " " + make(Sort::integer, inner) + ")";
    }
    if (below(4) == 0) return "(!" + truth(depth - 1) + ")";
    return "(" + truth(depth - 1) + (below(2) == 0 ? " & " : " | ") + truth(depth - 1) + ")";
  }
  std::mt19937 random_;
};

/// A net whose transition puts one value, that of `expression`.
Net net_with(const std::string& expression, Sort sort) {
  const std::string type = sort == Sort::real ? "real" : sort == Sort::truth ? "bool" : "int";
  return test::net_of("colour C = int with 0..3;\nplace P : C = 1`1;\nplace Q : C = 1`1;\nplace R : " + type +
                      ";\nvar x, y : C;\ntransition t { in P : x; in Q : y; out R : (" + expression + "); }\n");
}

const Arc& output_of(const Net& net) {
  for (const Arc& arc : net.transitions[0].arcs) {
    if (arc.kind == ArcKind::output) return arc;
  }
  throw std::runtime_error("no output");
}

/// What a net that was read puts, with the names of its variables.
struct Put {
  const Net& net;
  ExprId expr;
};

ExprId bare(const Net& net, ExprId expr) {
  while (net.exprs[expr].op == Op::convert) expr = net.exprs.children(expr)[0];
  return expr;
}

double value_of(const Net& net, const Expr& literal) {
  return net.colours[literal.type].kind == ColourKind::real ? real_of_word(literal.payload) : static_cast<double>(literal.payload);
}

/// Whether two trees are the same, but for conversions, which a text need not spell, and for digits
/// that pictures round away.
bool same_tree(const Put& a, const Put& b) {
  const ExprId left = bare(a.net, a.expr);
  const ExprId right = bare(b.net, b.expr);
  const Expr& one = a.net.exprs[left];
  const Expr& other = b.net.exprs[right];
  if (one.op != other.op || one.count != other.count) return false;
  if (one.op == Op::literal) {
    const double value = value_of(a.net, one);
    return std::fabs(value - value_of(b.net, other)) <= 1e-3 * std::fabs(value);
  }
  if (one.op == Op::variable) {
    return a.net.transitions[0].variables[static_cast<std::size_t>(one.payload)].name ==
           b.net.transitions[0].variables[static_cast<std::size_t>(other.payload)].name;
  }
  for (std::size_t k = 0; k < one.count; ++k) {
    if (!same_tree({a.net, a.net.exprs.children(left)[k]}, {b.net, b.net.exprs.children(right)[k]})) return false;
  }
  return true;
}

template <class Again>
void expect_same(Sort sort, int number, const Again& again) {
  for (int k = 0; k < test::many(number); ++k) {
    const std::string expression = Maker(static_cast<std::uint32_t>(k)).make(sort, 1 + k % 5);
    const Net net = net_with(expression, sort);
    const auto [text, read] = again(net);
    EXPECT_TRUE(same_tree({net, output_of(net).value}, {read, output_of(read).value})) << expression << "\nprinted as\n" << text;
  }
}

auto through(std::string_view name) {
  const Format& format = *find_format(name);
  return [&format](const Net& net) {
    const WriteResult written = format.write(net, {});
    EXPECT_FALSE(written.diagnostics.has_errors()) << written.diagnostics.format(*net.sources);
    ReadResult result = format.read("again", written.text, {});
    EXPECT_TRUE(result.net) << result.diagnostics.format(*result.sources) << written.text;
    return std::pair(written.text, std::move(*result.net));
  };
}

TEST(PrintedExpressions, OfPicturesAreTheTree) {
  for (const Sort sort : {Sort::integer, Sort::real, Sort::truth}) {
    expect_same(sort, 300, [&](const Net& net) {
      std::string text = brief_text(net, net.transitions[0].variables, output_of(net).value);
      Net again = net_with(text, sort);
      return std::pair(text, std::move(again));
    });
  }
}

TEST(PrintedExpressions, OfTheNetLanguageAreTheTree) {
  for (const Sort sort : {Sort::integer, Sort::real, Sort::truth}) expect_same(sort, 200, through("loom"));
}

TEST(PrintedExpressions, OfCpnToolsAreTheTree) {
  for (const Sort sort : {Sort::integer, Sort::truth}) expect_same(sort, 150, through("cpn"));
}

TEST(PrintedExpressions, OfPicturesReadAsTheyAreWritten) {
  // 1 s stands in the text of the net; the picture keeps its unit, and the parentheses around the
  // sum.
  const Net net = test::net_of(
      "colour C = int with 0..3;\nconst d = 3 us;\nplace P : C = 1`1;\nplace Q : C;\nvar x : C;\n"
      "transition t { in P : x; out Q : x; time exponential(1 / (1 s + x)); }\n"
      "transition u { in P : x; out Q : (x + 1)`(3 - (2 - x)) @+ d; delay d * (x - (1 - x)); }\n"
      "transition v { in P : x; out Q : ((x + 1) % 4); time deterministic(d); }\n");
  const std::string dot = write_dot(net, {}).text;
  for (const char* expected :
       {"exp(1 / (1 s + x))", "(x + 1)`3 - (2 - x) @+3 us", "@+3e-06 * (x - (1 - x))", "(x + 1) % 4", "det(3 us)"}) {
    EXPECT_NE(dot.find(expected), std::string::npos) << expected << "\n" << dot;
  }
}

}  // namespace
}  // namespace petriloom::printed_expressions_test
