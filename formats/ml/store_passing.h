// SPDX-License-Identifier: Apache-2.0
// Code that changes references, as expressions that change nothing: what the references hold is
// handed on from one step to the next (store-passing style). A loop becomes a function that calls
// itself.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/ml/ast.h"

namespace petriloom::cpn::ml {

class StorePassing {
 public:
  explicit StorePassing(Arena& arena) : arena_(arena) {}

  /// What `let` gives that declares references, without these; null if it does more with one than
  /// to read and change it.
  Expr* without_references(const Expr& block);
  /// A function from what references hold before code to its value, with what they hold behind it;
  /// null as above. `references`: the types of what they hold; `functions`: those of the file that
  /// look at them.
  Expr* function_of(const Expr& code, const std::map<std::string, Type*>& references, const Declaration& functions);
  /// Why there is none, and where.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const Location& where() const { return where_; }

 private:
  /// Names of references; inside, a variable of that name is what it holds.
  using Store = std::vector<std::string>;
  /// A function of the block that looks at references: it gets what they hold as one more argument.
  /// If it changes one, it gives what they hold then beside its value.
  struct Callee {
    std::size_t curried = 1;
    bool changes = false;
    Store store;
  };
  using Callees = std::map<std::string, Callee>;

  // ---- what an expression does
  [[nodiscard]] bool changes(const Expr& expr, const Store& store) const;
  [[nodiscard]] bool mentions(const Expr& expr, const std::string& reference) const;
  [[nodiscard]] Store mentioned(const std::vector<const Expr*>& exprs, const Store& store) const;
  /// The function that it calls with all its arguments; null if there is none.
  [[nodiscard]] const Callee* called(const Expr& expr) const;

  // ---- what becomes of it
  /// (value, what the store holds then).
  Expr* run(const Expr& expr, const Store& store);
  /// Its value; it changes nothing.
  Expr* read(const Expr& expr, const Store& store);
  Expr* read_parts(const Expr& expr, const Store& store);
  Expr* run_apply(const Expr& expr, const Store& store);
  Expr* run_parts(const Expr& expr, const Store& store);
  Expr* run_sequence(const Expr& expr, const Store& store);
  Expr* run_choice(const Expr& expr, const Store& store);
  Expr* block(const Expr& expr, const Store& store, bool keep);
  void declare(const Declaration& declaration, Store& store, std::vector<Declaration*>& all);
  void values(const Declaration& declaration, const Store& store, std::vector<Declaration*>& all);
  Declaration* functions(const Declaration& declaration, const Store& store);
  Expr* loop(const Expr& expr, const Store& store);
  Expr* fail(const Expr& at, std::string problem);

  // ---- syntax
  Expr* name(const std::string& text, const Location& where);
  Expr* tuple(std::vector<Expr*> parts, const Location& where);
  Expr* apply(Expr* function, Expr* argument);
  Expr* let(std::vector<Declaration*> declarations, Expr* value);
  Expr* held(const Store& store, const Location& where);
  Expr* beside(Expr* value, const Store& store);
  Pattern* variable(const std::string& text, const Location& where);
  Pattern* pattern_of(Pattern* value, const Store& store, const Location& where);
  Pattern* pattern_of(const Store& store, const Location& where);
  Declaration* bind(Pattern* pattern, Expr* value);
  /// `let val (pattern, store) = value`
  Declaration* bind(Pattern* pattern, const Store& store, Expr* value);
  Pattern* copy(const Pattern& pattern, const Store& store);
  std::string fresh(const char* base);

  Arena& arena_;
  Callees callees_;
  std::map<std::string, Type*> known_;
  std::size_t made_ = 0;
  std::string problem_;
  Location where_;
};

}  // namespace petriloom::cpn::ml
