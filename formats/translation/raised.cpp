// SPDX-License-Identifier: Apache-2.0
// Exceptions: nets know none, so what an expression would raise is asked before it is evaluated.
#include <algorithm>

#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

namespace {

// "Fail: the text", or the name of the exception alone.
std::string raised(const Expr& exception) {
  const bool applied = exception.kind == ExprKind::apply;
  const Expr& name = applied ? *exception.parts[0] : exception;
  std::string text = name.kind == ExprKind::name ? "raised: " + name.name : "an exception is raised";
  if (applied && exception.parts[1]->kind == ExprKind::text) text += ": " + exception.parts[1]->text;
  return text;
}

}  // namespace

Value Translator::eval_raise(const Expr& expr) {
  const Expr& exception = *expr.parts[0];
  const ColourSetId type = values_.colour_of(expr.type);
  // One that was caught is raised again: its name is known.
  if (exception.kind == ExprKind::name && exception.binder != 0) {
    const ExprId name = values_.plain(eval(exception), expr.where);
    if (!name.valid()) return {};
    ExprId again = values_.no_value(type, "raised: exn", expr.where);
    const std::vector<std::string> names = raising_.names();
    for (const std::string& each : names) {
      const ExprId one = values_.no_value(type, "raised: " + each, expr.where);
      carried_.know(one, each, {});
      again = e().if_(e().binary(Op::equal, name, e().text(each, expr.where), expr.where), one, again, expr.where);
    }
    return again;
  }
  const ExprId raise = values_.no_value(type, raised(exception), expr.where);
  if (!raise.valid() || exception.kind != ExprKind::apply || exception.parts[0]->kind != ExprKind::name) return raise;
  Type* const content = work_.inference().carried(exception.parts[0]->name);
  if (!content) return raise;
  const ExprId value = values_.materialise(eval(*exception.parts[1]), content, expr.where);
  if (value.valid()) carried_.know(raise, exception.parts[0]->name, values_.coerce(value, values_.colour_of(content), expr.where));
  return raise;
}

// What a clause for an exception takes apart: the value that the expression raises it with. Not
// valid if nothing is taken, or if what is there is not known.
ExprId Translator::take_carried(const Pattern& pattern, ExprId from, const Location& where) {
  if (pattern.kind != PatternKind::constructor || pattern.parts.empty()) return {};
  const PatternKind kind = pattern.parts[0]->kind;
  Type* const content = work_.inference().carried(pattern.name);
  if (!content || kind == PatternKind::wildcard) return {};
  const ExprId value = carried_.value(from, pattern.name, [this](ColourSetId set) { return work_.slot(set); });
  if (value.valid() || !carried_.why().empty()) return value;
  return values_.no_value(values_.colour_of(content), "this exception is never raised here", where);
}

Value Translator::eval_handle(const Expr& expr) {
  const Location& where = expr.where;
  const ColourSetId type = values_.colour_of(expr.type);
  const auto slot = [this](ColourSetId set) { return work_.slot(set); };
  const ExprId value = work_.naming([&] { return eval_as(*expr.parts[0], type); });
  if (!value.valid()) return {};
  const ExprId code = raising_.code(value, slot);
  if (!code.valid()) return raising_.why().empty() ? Value{} : work_.fail(where, raising_.why());
  const ExprId named = values_.plain(work_.named(code, where), where);
  const auto is = [&](std::int64_t number) { return e().binary(Op::equal, named, e().integer(number, where), where); };
  // The value stands in it once: what no clause is for is raised by it.
  ExprId taken = e().boolean(false, where);
  ExprId result;
  ExprId raised;
  const Scope outer = work_.now().scope;
  for (std::size_t k = expr.clauses.size(); k-- > 0;) {
    const Pattern& pattern = *expr.clauses[k].patterns[0];
    if (!pattern.problem.empty()) return work_.fail(pattern.where, pattern.problem);
    if (pattern.binder != 0) work_.now().scope[pattern.binder] = exception_name(named, where);
    const ExprId carried = take_carried(pattern, value, where);
    std::vector<ExprId> tests;
    const bool never = carried.valid() && patterns_.match(*pattern.parts[0], carried, tests) == Patterns::Fit::never;
    if (never) {
      work_.now().scope = outer;
      continue;
    }
    const ExprId body = work_.naming([&] {
      std::vector<ExprId> again;
      if (carried.valid()) patterns_.match(*pattern.parts[0], work_.named(carried, where), again);
      return eval_as(*expr.clauses[k].body, type);
    });
    work_.now().scope = outer;
    if (!body.valid()) return {};
    const ExprId in_body = raising_.code(body, slot);
    if (!in_body.valid()) return work_.fail(where, raising_.why());
    const bool one = pattern.kind == PatternKind::constructor;
    ExprId here = one ? is(raising_.number(pattern.name)) : e().unary(Op::not_, is(0), where);
    for (const ExprId test : tests) here = e().binary(Op::and_, here, test, where);
    const bool last = !one || !result.valid();
    result = last ? body : e().if_(here, body, result, where);
    raised = last ? in_body : e().if_(here, in_body, raised, where);
    taken = one ? e().binary(Op::or_, here, taken, where) : here;
  }
  if (!result.valid()) return value;
  const ExprId whole = e().if_(taken, result, value, where);
  if (!e().constant(code)) raising_.know(whole, e().if_(taken, raised, named, where));
  return whole;
}

ExprId Translator::exception_name(ExprId code, const Location& where) {
  ExprId name = e().text("exn", where);
  const std::vector<std::string>& names = raising_.names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    const ExprId is = e().binary(Op::equal, code, e().integer(static_cast<std::int64_t>(k + 1), where), where);
    name = e().if_(is, e().text(names[k], where), name, where);
  }
  return name;
}

}  // namespace petriloom::cpn::ml
