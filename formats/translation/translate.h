// SPDX-License-Identifier: Apache-2.0
// Turns typed CPN ML into expressions of the net. Functions without functions among their arguments become functions of the net,
// one for each set of types; others are written out where they are used. Everything is evaluated as far as it is known while
// translating.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/build/builder.h"
#include "formats/ml/infer.h"

namespace petriloom::cpn::ml {

struct Value;
/// What local names stand for.
using Scope = std::map<std::uint32_t, Value>;

enum class ValueKind : std::uint8_t { none, expr, tuple, record, lambda, function, library, constructor, select, reference };

/// What an expression of ML stands for while it is translated: an expression of the net, or something that only translating knows.
struct Value {
  ValueKind kind = ValueKind::none;
  ExprId expr;
  std::vector<Value> parts;         ///< tuple, record: components; function, library: the arguments so far
  std::vector<std::string> labels;  ///< record
  const Expr* lambda = nullptr;
  const Function* function = nullptr;
  const LibraryFunction* library = nullptr;
  std::uint32_t colour = 0;   ///< constructor, function of a colour set
  std::int32_t variant = -1;  ///< constructor of a union; else of an index
  std::string name;           ///< select: the field; function of a colour set: its name
  const Declaration* reference = nullptr;
  std::shared_ptr<const Scope> scope;                ///< lambda, function: the names around it
  std::shared_ptr<const Types::Substitution> types;  ///< the types that general ones stand for in it

  [[nodiscard]] bool known() const { return kind != ValueKind::none; }
};

/// The slots of a transition or function that is being made.
struct Frame {
  std::vector<Variable> slots;
};

class Translator {
 public:
  /// Expressions, functions and colours in all; more is an error.
  static constexpr std::size_t kMostWork = 3'000'000;
  /// Calls inside each other that are written out; more is an error.
  static constexpr std::size_t kMostInside = 200;

  Translator(NetBuilder& builder, Inference& inference, Diagnostics& diagnostics);

  // ---- colours (colours.cpp)
  /// Enters the declared colour sets into the net, in order. Those with a bound that is not constant are reported.
  void make_colours();
  /// The colour set of the net for a declared one.
  [[nodiscard]] ColourSetId colour(std::uint32_t id) const { return colours_[id]; }
  /// The colour set that values of a type have inside expressions: without bounds on numbers.
  ColourSetId colour_of(Type* type);
  /// The expression as one of another colour set of the same type.
  ExprId coerce(ExprId value, ColourSetId to, const Location& where);

  // ---- expressions
  Value eval(const Expr& expr);
  /// The expression as one of the net; values that were given a name in it are in it.
  ExprId closed(const Expr& expr);
  ExprId materialise(const Value& value, Type* type, const Location& where);
  /// The same, of whatever colour set the parts have.
  ExprId plain(const Value& value, const Location& where);
  Value apply(const Value& function, const Value& argument, const Expr& at);
  /// Runs `make` so that what it gives a name is named inside its result.
  ExprId naming(const std::function<ExprId()>& make);
  /// The value with a name, if it is worth one, so that it is evaluated once.
  Value named(const Value& value, const Location& where);
  /// The value of an expression that needs no variables, if it has one.
  std::optional<Word> constant(const Expr& expr, ColourSetId type, std::string_view what);
  /// Whether evaluating the expression draws random numbers or looks at the time.
  bool has(const Expr& expr, Effect effect);

  // ---- patterns
  enum class Fit : std::uint8_t { never, always, perhaps };
  /// Takes a value apart: adds what must hold to `tests`, and names to the scope.
  Fit match(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Value choose(const std::vector<Clause>& clauses, const std::vector<Value>& values, const Expr& at, Type* type);

  // ---- for those who use it
  struct Surroundings {
    Frame frame;
    Scope scope;
    std::shared_ptr<const Types::Substitution> types;
  };
  /// Whether a function calls itself, perhaps through others.
  bool recursive(const Function& function);
  [[nodiscard]] Surroundings& now() { return now_; }
  [[nodiscard]] ExprBuilder& e() { return builder_.expr(); }
  [[nodiscard]] NetBuilder& builder() { return builder_; }
  [[nodiscard]] Inference& inference() { return inference_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
  Value fail(const Location& where, std::string message, std::string help = {});
  void warn_once(const Location& where, std::string message);
  std::uint32_t slot(const std::string& name, ColourSetId colour);
  static Value of(ExprId expr);
  static Value tuple(std::vector<Value> parts);
  Type* meant(Type* type);
  /// An expression of that colour set that has no value: evaluating it is a run-time error.
  ExprId no_value(ColourSetId type, const Location& where);
  /// Makes a `map`, `filter` or the like over a list: `body` gets the element.
  ExprId over(Op op, ExprId list, const Location& where, const std::function<ExprId(ExprId)>& body);
  ExprId fold(ExprId list, ExprId start, const Location& where, const std::function<ExprId(ExprId, ExprId)>& body);
  /// Values are written out, not named: for patterns.
  bool write_out = false;

 private:
  friend class ColourMaker;
  // colours.cpp
  ColourSetId make_colour(std::uint32_t id);
  ColourSetId make_simple(const ColourInfo& info, std::uint32_t id);
  ColourSetId make_range(const ColourInfo& info);
  ColourSetId make_subset(const ColourInfo& info);
  ColourSetId make_record(const ColourInfo& info);
  std::optional<Word> bound(const Expr& expr, ColourSetId type);
  ColourSetId named_colour(const std::string& name, ColourSetId otherwise);
  ColourSetId record_of(const Type& type, std::vector<ColourSetId> parts);
  ExprId rebuild(ExprId value, ColourSetId to, const Location& where);
  // translate.cpp, names.cpp, values.cpp
  Value eval_kind(const Expr& expr);
  Value eval_name(const Expr& expr);
  Value eval_value(const Binder& binder, std::uint32_t id, const Expr& at);
  Value colour_function(const Expr& expr);
  Value eval_infix(const Expr& expr);
  Value eval_sum(const Expr& expr);
  Value eval_branch(const Expr& expr);
  Value eval_block(const Expr& expr);
  Value eval_sequence(const Expr& expr);
  Value eval_list(const Expr& expr);
  Value literal(const Expr& expr);
  std::shared_ptr<const Scope> captured(const std::vector<std::uint32_t>& frees);
  bool discard(const Expr& expr);
  bool usable(const Expr& expr);
  bool work(const Location& where);
  // calls.cpp
  Value call(const Value& function, const Expr& at);
  Value write_call(const Value& function, const Expr& at);
  Value net_call(const Value& function, const Expr& at);
  Value construct(const Value& constructor, const Value& argument, const Expr& at);
  Value select(const std::string& field, const Value& from, const Expr& at);
  void enter_companions(const Value& function);

  void flatten(const Value& value, std::string& key, std::vector<ExprId>& actuals);
  Value rebuilt(const Value& value, std::span<const ColourSetId> types, std::size_t& at);
  FunctionId make_function(const Value& function, const std::vector<ExprId>& actuals, const std::string& key, const Expr& at);
  bool has(const Function& function, Effect effect);
  // match.cpp
  Fit match_literal(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit match_parts(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit match_list(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit match_constructor(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests);
  Fit test(ExprId condition, std::vector<ExprId>& tests);

  NetBuilder& builder_;
  Inference& inference_;
  Diagnostics& diagnostics_;
  Surroundings now_;
  std::vector<std::pair<std::uint32_t, ExprId>>* names_ = nullptr;  // given inside the innermost `naming`
  std::vector<ColourSetId> colours_;
  std::map<std::string, FunctionId> functions_;
  std::map<std::string, ColourSetId> records_;
  std::map<std::uint32_t, ExprId> constants_;  // values of the file, by binder
  std::map<Effect, std::map<const Function*, bool>> effects_;
  std::map<const Function*, bool> recursive_;
  std::set<Location> told_;
  std::size_t work_ = 0;
  std::size_t inside_ = 0;
};

/// Whether every value is matched by one of the rows (Maranget, "Warnings for pattern matching", 2007). In doubt false.
bool exhaustive(const std::vector<std::vector<const Pattern*>>& rows, const Inference& inference);

}  // namespace petriloom::cpn::ml
