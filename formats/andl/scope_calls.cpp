// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/text/wording.h"
#include "formats/andl/scope.h"
#include "formats/andl_writing/andl_expr.h"

namespace petriloom::andl {

namespace {

constexpr std::array kMissing = std::to_array<std::string_view>({"acos", "asin", "atan", "cos", "sin", "tan", "binomial"});
constexpr double kLog10 = 2.302585092994045684;  // ln 10

}  // namespace

ExprId Scope::call(const Term& term) {
  if (const auto found = colour_functions.find(term.text); found != colour_functions.end()) return colour_call(term, found->second);
  if (const auto found = functions.find(term.text); found != functions.end()) return inlined(term, *found->second);
  if (term.text == "MassAction" || term.text == "BioMassAction" || term.text == "LevelInterpretation" ||
      term.text == "BioLevelInterpretation") {
    return rate_function(term);
  }
  return mathematical(term);
}

ExprId Scope::colour_call(const Term& term, FunctionId function) {
  if (!function.valid()) return {};  // what is wrong with it was reported
  const std::vector<ColourSetId> parameters = net_[function].parameters;
  if (parameters.size() != term.children.size()) {
    return fail(term.where, fmt::format("'{}' takes {} arguments, not {}", term.text, parameters.size(), term.children.size()));
  }
  std::vector<ExprId> arguments;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    arguments.push_back(expression(term.children[k], parameters[k]));
    if (!arguments.back().valid()) return {};
  }
  return builder_.expr().call(function, arguments, term.where);
}

// Written out where it is used, since what it does with markings depends on where that is.
ExprId Scope::inlined(const Term& term, const FunctionLine& function) {
  if (function.parameters.size() != term.children.size()) {
    return fail(term.where,
                fmt::format("'{}' takes {} arguments, not {}", term.text, function.parameters.size(), term.children.size()));
  }
  constexpr std::size_t kMostDepth = 50;
  if (depth_ >= kMostDepth) return fail(term.where, fmt::format("'{}' calls itself", term.text));
  if (++inlined_ > kMostInlined) return fail(term.where, fmt::format("functions are called more than {} times", kMostInlined));
  std::unordered_map<std::string_view, ExprId> inner;
  for (std::size_t k = 0; k < function.parameters.size(); ++k) {
    const ExprId argument = expression(term.children[k]);
    if (!argument.valid()) return {};
    inner[function.parameters[k].name] = argument;
  }
  bound.swap(inner);
  ++depth_;
  const ExprId result = expression(function.body.front());
  --depth_;
  bound.swap(inner);
  return result;
}

// MassAction(k): k times the product of the input markings (M. Heiner, M. Herajy, F. Liu, C. Rohr,
// M. Schwarick, "Snoopy - a unifying Petri net tool", 2012); LevelInterpretation(k, n): each
// marking is a level of n, so k n times the product of m / n.
ExprId Scope::rate_function(const Term& term) {
  const bool levels = term.text.find("Level") != std::string_view::npos;
  const std::size_t wanted = levels ? 2 : 1;
  if (!mass_allowed) return fail(term.where, fmt::format("'{}' is a rate of stochastic transitions only", term.text));
  if (term.children.size() != wanted) {
    return fail(term.where, fmt::format("'{}' takes {}", term.text, counted(wanted, "argument")));
  }
  ExprBuilder& expr = builder_.expr();
  ExprId rate = expression(term.children[0]);
  const ExprId size = levels ? expression(term.children[1]) : ExprId();
  if (!rate.valid() || (levels && !size.valid())) return {};
  rate = expr.convert(rate, ColourTable::kReal, term.where);
  if (levels) rate = expr.binary(Op::multiply, rate, size, term.where);
  for (const ExprId factor : mass) {
    if (!factor.valid()) return {};
    rate = expr.binary(Op::multiply, rate, factor, term.where);
    if (levels) rate = expr.binary(Op::divide, rate, expr.convert(size, ColourTable::kReal, term.where), term.where);
  }
  return rate;
}

ExprId Scope::mathematical(const Term& term) {
  std::vector<ExprId> arguments;
  for (const Term& child : term.children) {
    arguments.push_back(expression(child));
    if (!arguments.back().valid()) return {};
  }
  ExprBuilder& expr = builder_.expr();
  const auto real = [&](std::size_t k) { return expr.convert(arguments[k], ColourTable::kReal, term.where); };
  for (const Mathematical& known : kMathematical) {
    if (known.name != term.text || known.parameters != arguments.size()) continue;
    if (known.parameters == 1) return expr.unary(known.op, known.op == Op::absolute ? arguments[0] : real(0), term.where);
    return known.op == Op::power ? expr.binary(known.op, real(0), real(1), term.where)
                                 : expr.binary(known.op, arguments[0], arguments[1], term.where);
  }
  if (term.text == "sqr" && arguments.size() == 1) return expr.binary(Op::multiply, arguments[0], arguments[0], term.where);
  if (term.text == "log10" && arguments.size() == 1) {
    return expr.binary(Op::divide, expr.unary(Op::log, real(0), term.where), expr.real(kLog10, term.where), term.where);
  }
  if (std::find(kMissing.begin(), kMissing.end(), term.text) != kMissing.end()) {
    return fail(term.where, fmt::format("the function '{}' is not supported", term.text));
  }
  for (const Mathematical& known : kMathematical) {
    if (known.name == term.text)
      return fail(term.where, fmt::format("'{}' takes {} arguments, not {}", term.text, known.parameters, arguments.size()));
  }
  unknown("function", term.text, term.where, [this] {
    std::vector<std::string> known;
    for (const auto& [name, function] : colour_functions) known.emplace_back(name);
    for (const auto& [name, function] : functions) known.emplace_back(name);
    for (const Mathematical& each : kMathematical) known.emplace_back(each.name);
    std::sort(known.begin(), known.end());
    return known;
  });
  return {};
}

std::vector<Summand> Scope::multiset(const Term& term, ColourSetId colour) {
  std::vector<Summand> all;
  if (term.kind != TermKind::multiset) {
    summand(term, colour, all);
    return all;
  }
  for (const Term& child : term.children) {
    const bool removed = child.kind == TermKind::unary && child.text == "--";
    if (!removed) {
      summand(child, colour, all);
    } else if (!remove(child.children[0], colour, all)) {
      fail(child.where, "`--` is read only where colours are taken out of `all`");
    }
  }
  return all;
}

// ``n`all -- n`x``: all colours but x.
bool Scope::remove(const Term& term, ColourSetId colour, std::vector<Summand>& all) {
  std::vector<Summand> less;
  summand(term, colour, less);
  if (frame == nullptr || less.size() != 1 || all.empty() || !all.back().each || less[0].each || less[0].condition.valid())
    return false;
  ExprBuilder& expr = builder_.expr();
  const auto one = [&](ExprId count) { return count.valid() ? expr.constant(count) : std::optional<Word>(1); };
  if (!one(all.back().count) || one(all.back().count) != one(less[0].count)) return false;
  if (!less[0].value.valid() || !all.back().value.valid()) return true;
  const auto slot = static_cast<std::uint32_t>(frame->size());
  frame->push_back({fmt::format("other{}", slot), colour});
  const ExprId element = expr.variable(colour, slot, term.where);
  const ExprId differs = expr.binary(Op::not_equal, element, expr.convert(less[0].value, colour, term.where), term.where);
  all.back().value = expr.comprehension(Op::filter, slot, all.back().value, differs, term.where);
  return true;
}

void Scope::summand(const Term& term, ColourSetId colour, std::vector<Summand>& all) {
  Summand made;
  made.where = term.where;
  const Term* at = &term;
  while (at->kind == TermKind::restricted || (at->kind == TermKind::binary && at->text == "`")) {
    if (at->kind == TermKind::restricted) {
      const ExprId when = condition(at->children[0]);
      if (!when.valid()) return;
      made.condition = made.condition.valid() ? builder_.expr().binary(Op::and_, made.condition, when, at->where) : when;
    } else {
      made.count = expression(at->children[0], ColourTable::kInt);
      if (!made.count.valid()) return;
      if (builder_.expr().constant(made.count) == Word{1}) made.count = {};
    }
    at = &at->children[1];
  }
  colour_of_summand(*at, colour, made, all);
}

void Scope::colour_of_summand(const Term& term, ColourSetId colour, Summand& summand, std::vector<Summand>& all) {
  if (term.kind == TermKind::name && term.text == "auto") {
    fail(term.where, "the colour 'auto' is not supported");
    return;
  }
  if (term.kind == TermKind::multiset) {
    // (a ++ b) with a common coefficient or predicate.
    for (Summand inner : multiset(term, colour)) {
      if (summand.count.valid()) {
        inner.count =
            inner.count.valid() ? builder_.expr().binary(Op::multiply, summand.count, inner.count, term.where) : summand.count;
      }
      if (summand.condition.valid()) {
        inner.condition = inner.condition.valid() ? builder_.expr().binary(Op::and_, summand.condition, inner.condition, term.where)
                                                  : summand.condition;
      }
      all.push_back(inner);
    }
    return;
  }
  if (term.kind == TermKind::name && term.text == "all" && bound.count("all") == 0) {
    if (colour == ColourTable::kUnit) {
      summand.value = builder_.expr().unit(term.where);
    } else {
      summand.value = builder_.expr().colours(colour, term.where);
      summand.each = true;
    }
  } else {
    summand.value = expression(term, colour);
    // Tokens without colour may be written as their number.
    if (colour == ColourTable::kUnit && summand.value.valid() && !summand.count.valid() &&
        builder_.expr().type(summand.value) != ColourTable::kUnit) {
      summand.count = std::exchange(summand.value, builder_.expr().unit(term.where));
    } else if (summand.value.valid()) {
      const bool known = builder_.expr().constant(summand.value).has_value();
      summand.value = builder_.expr().convert(summand.value, colour, term.where);
      if (known && summand.value.valid() && !builder_.expr().constant(summand.value)) {
        builder_.diagnostics().warning(term.where, fmt::format("this is no colour of {}: no place of it ever holds such a token",
                                                               net_.colours.describe(colour)));
      }
    }
  }
  if (summand.value.valid()) all.push_back(summand);
}

}  // namespace petriloom::andl
