// SPDX-License-Identifier: Apache-2.0
// What ANDL and CANDL say of an expression has its value: random expressions are written, read
// again and evaluated.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "analysis/model/net_model.h"
#include "analysis/space/explore.h"
#include "engine/expr/eval.h"
#include "formats/registry/table.h"
#include "tests/formats/nets.h"

namespace petriloom::printed_values_test {
namespace {

/// Random expressions, fully in parentheses; `a` and `b` are the names of whole numbers.
class Maker {
 public:
  Maker(std::uint32_t seed, std::string_view a, std::string_view b) : random_(seed), names_{a, b} {}

  std::string whole(int depth, bool division) {
    if (depth == 0) return leaf(false);
    switch (below(7)) {
      case 0:
        return leaf(false);
      case 1:
        return "(-" + whole(depth - 1, division) + ")";
      case 2:
        return (below(2) == 0 ? "min(" : "max(") + whole(depth - 1, division) + ", " + whole(depth - 1, division) + ")";
      case 3:
        if (division) return "(" + whole(depth - 1, division) + " / " + std::string(below(2) == 0 ? "2" : "(-3)") + ")";
        [[fallthrough]];
      default:
        return "(" + whole(depth - 1, division) + " " + "+-*"[below(3)] + " " + whole(depth - 1, division) + ")";
    }
  }

  std::string real(int depth) {
    if (depth == 0) return leaf(true);
    switch (below(7)) {
      case 0:
        return "real(" + whole(depth - 1, true) + " + 0)";
      case 1:
        return "(-" + real(depth - 1) + ")";
      case 2:
        return "max(" + real(depth - 1) + ", " + real(depth - 1) + ")";
      case 3:
        return "real(floor(" + real(depth - 1) + "))";
      default:
        return "(" + real(depth - 1) + " " + "+-*/"[below(4)] + " " + real(depth - 1) + ")";
    }
  }

  std::string truth(int depth) {
    if (depth == 0 || below(3) == 0) {
      constexpr std::array<std::string_view, 6> kSigns{"=", "!=", "<", "<=", ">", ">="};
      return "(" + whole(std::max(0, depth - 1), false) + " " + std::string(kSigns[below(6)]) + " " +
             whole(std::max(0, depth - 1), false) + ")";
    }
    if (below(4) == 0) return "(!" + truth(depth - 1) + ")";
    return "(" + truth(depth - 1) + (below(2) == 0 ? " & " : " | ") + truth(depth - 1) + ")";
  }

 private:
  std::size_t below(std::size_t most) { return random_() % most; }
  std::string leaf(bool real) {
    constexpr std::array<std::string_view, 4> kReals{"2.5", "1e-6", "2.0", "1e3"};
    constexpr std::array<std::string_view, 3> kWhole{"1", "2", "7"};
    if (below(3) > 0) return std::string(names_[below(2)]);
    return std::string(real ? kReals[below(kReals.size())] : kWhole[below(kWhole.size())]);
  }
  std::mt19937 random_;
  std::array<std::string_view, 2> names_;
};

/// A marking of two places.
class Tokens final : public StateView {
 public:
  Tokens(std::int64_t first, std::int64_t second) : counts_{first, second} {}
  [[nodiscard]] std::int64_t tokens(PlaceId place) const override { return counts_.at(place.index()); }
  [[nodiscard]] std::int64_t tokens_if(PlaceId place, const std::function<bool(Word)>&) const override { return tokens(place); }
  [[nodiscard]] std::int64_t tokens(PlaceId place, Word) const override { return tokens(place); }
  [[nodiscard]] bool fireable(TransitionId) const override { return false; }
  [[nodiscard]] bool dead() const override { return false; }

 private:
  std::array<std::int64_t, 2> counts_;
};

/// NaN where it cannot be evaluated.
double rate(const Net& net, const Tokens& tokens) {
  WordPool pool = net.pool;
  Evaluator evaluator(net, pool);
  evaluator.set_state(&tokens);
  std::vector<Word> frame(net.transitions[0].variables.size() + 8);
  try {
    return real_of_word(evaluator.eval(net.transitions[0].a, frame));
  } catch (const EvalError&) {
    return std::nan("");
  }
}

bool alike(double a, double b) { return (std::isnan(a) && std::isnan(b)) || a == b || std::fabs(a - b) <= 1e-9 * std::fabs(a); }

/// What comes back; nothing if the format has no form for it, as ANDL has none for an infinite
/// number.
std::optional<Net> again(std::string_view name, const Net& net, std::string& text) {
  const Format& format = *find_format(name);
  const WriteResult written = format.write(net, {});
  if (written.diagnostics.has_errors()) return std::nullopt;
  text = written.text;
  ReadResult read = format.read("again", written.text, {});
  EXPECT_TRUE(read.net) << read.diagnostics.format(*read.sources) << written.text;
  return std::move(read.net);
}

TEST(PrintedValues, OfRatesInAndl) {
  int carried = 0;
  for (std::uint32_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    const std::string expression = Maker(seed, "tokens(p)", "tokens(q)").real(1 + static_cast<int>(seed % 5));
    // A rate that is known must be one; with tokens in it, it is not.
    const Net net = test::net_of(
        "place p : unit = 3`();\nplace q : unit = 5`();\ntransition t { in p; out q; time exponential(real(tokens(p)) + " +
        expression + "); servers 1; }\n");
    std::string text;
    const std::optional<Net> back = again("andl", net, text);
    if (!back) continue;
    ++carried;
    for (const auto& [p, q] : {std::pair{0, 0}, {1, 0}, {3, 5}, {8, 2}, {1000, 999}}) {
      const double wanted = rate(net, {p, q});
      EXPECT_TRUE(alike(wanted, rate(*back, {p, q})))
          << expression << " at " << p << ", " << q << "\nis " << wanted << " and not " << rate(*back, {p, q}) << "\n"
          << text;
    }
  }
  EXPECT_GT(carried, 200);
}

/// The pairs that a guard lets through, as what can be reached when each value is used once.
std::string reached(const Net& net) {
  NetModel model(net, {});
  const StateSpace space = explore(model, net.places.size(), {});
  return std::to_string(space.size()) + " states, " + std::to_string(space.dead) + " dead";
}

TEST(PrintedValues, OfGuardsInCandl) {
  for (std::uint32_t seed = 0; seed < 150 && !testing::Test::HasFailure(); ++seed) {
    const std::string expression = Maker(seed, "x", "y").truth(1 + static_cast<int>(seed % 4));
    const Net net = test::net_of(
        "colour C = int with 0..3;\nplace P : C = each all(C);\nplace Q : C = each all(C);\n"
        "place R : product C * C;\nvar x, y : C;\ntransition t { guard " +
        expression + "; in P : x; in Q : y; out R : (x, y); }\n");
    std::string text;
    const std::optional<Net> back = again("candl", net, text);
    ASSERT_TRUE(back) << expression;
    EXPECT_EQ(reached(*back), reached(net)) << expression << "\n" << text;
  }
}

}  // namespace
}  // namespace petriloom::printed_values_test
