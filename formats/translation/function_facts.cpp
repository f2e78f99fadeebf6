// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/function_facts.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "formats/translation/library.h"

namespace petriloom::cpn::ml {

bool FunctionFacts::recursive(const Function& function) {
  const auto known = recursive_.find(&function);
  if (known != recursive_.end()) return known->second;
  // Reaches itself through the functions of the file that it names.
  std::vector<const Function*> open{&function};
  std::set<const Function*> seen;
  const std::function<bool(const Expr&)> visit = [&](const Expr& expr) {
    if (expr.kind == ExprKind::name && expr.binder != 0 && environment_.binder(expr.binder).kind == BinderKind::function) {
      open.push_back(environment_.binder(expr.binder).function);
    }
    return any_inside(expr, visit);
  };
  bool result = false;
  while (!open.empty() && !result) {
    const Function* next = open.back();
    open.pop_back();
    for (const Clause& clause : next->clauses) {
      const std::size_t before = open.size();
      visit(*clause.body);
      result = result || std::find(open.begin() + static_cast<std::ptrdiff_t>(before), open.end(), &function) != open.end();
    }
    std::erase_if(open, [&](const Function* f) { return seen.contains(f); });
    for (const Function* f : open) seen.insert(f);
  }
  recursive_[&function] = result;
  return result;
}

bool FunctionFacts::has(const Expr& expr, Effect effect) {
  if (expr.kind == ExprKind::name) {
    if (expr.binder == 0) {
      const LibraryFunction* known = library().find(expr.name);
      if (!known) known = library().find_of_colour_set(Inference::of_colour_set(expr.name).second);
      if (known && known->effect == effect) return true;
    } else if (const Binder& binder = environment_.binder(expr.binder);
               binder.kind == BinderKind::function && has(*binder.function, effect)) {
      return true;
    }
  }
  return any_inside(expr, [&](const Expr& inner) { return has(inner, effect); });
}

bool FunctionFacts::has(const Function& function, Effect effect) {
  // While a function is looked at it is taken to have none: what its own calls have is found on the
  // way.
  std::map<const Function*, bool>& memory = effects_[effect];
  const auto [known, fresh] = memory.emplace(&function, false);
  if (!fresh) return known->second;
  bool result = false;
  for (const Clause& clause : function.clauses) result = result || has(*clause.body, effect);
  memory[&function] = result;
  return result;
}

}  // namespace petriloom::cpn::ml
