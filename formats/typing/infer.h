// SPDX-License-Identifier: Apache-2.0
// Finds the types of declarations and inscriptions (Damas and Milner's algorithm W) and what each
// name stands for. What cannot be typed is marked in the tree, and is reported only if the net
// needs it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/typing/colour_types.h"
#include "formats/typing/pattern_types.h"

namespace petriloom::cpn::ml {

class Inference {
 public:
  Inference(Arena& arena, const Library& library, bool real_time)
      : arena_(arena),
        library_(library),
        written_(types_, environment_, real_time),
        patterns_(types_, environment_, written_),
        colours_(types_, environment_, written_) {}
  Inference(const Inference&) = delete;
  Inference& operator=(const Inference&) = delete;

  /// Enters a declaration; those it uses must come before.
  void declare(Declaration& declaration, Diagnostics& diagnostics);
  /// Calls that read or write files and sockets may be left out where nothing needs their values.
  void ignore_io() { ignore_io_ = true; }
  /// Whether an expression is such a call, and calls may be left out; then the name that it calls.
  [[nodiscard]] const Expr* left_out(const Expr& expr) const;
  /// Names that are not known may be declared there: said to who asks for one.
  void unread(std::string help) { unread_ = std::move(help); }
  /// The type of an inscription. Its parts are typed afterwards.
  Type* infer(Expr& expr);
  /// Ends what `infer` began: finds fields of records, makes numbers of unknown kind int.
  void settle();
  /// Both, of an expression that shares no variables with others.
  Type* infer_whole(Expr& expr);
  /// A delay `[a, b]` is drawn between the two: becomes `discrete(a, b)`, with real time
  /// `uniform(a, b)`.
  void time_interval(Expr*& delay);
  /// The type of what an exception carries; null if that is nothing.
  Type* carried(std::string_view exception);
  /// The colour set and the operation that `C.all` or, as in old files, `all'C` names; both empty
  /// if it is neither.
  static std::pair<std::string, std::string> of_colour_set(const std::string& name);

  [[nodiscard]] const Environment& environment() const { return environment_; }
  [[nodiscard]] Types& types() { return types_; }
  [[nodiscard]] bool real_time() const { return written_.real_time(); }

 private:
  struct FieldWish {
    Expr* at;
    Type* record;
    std::string label;
    Type* result;
  };

  // infer_declarations.cpp
  void declare_value(Declaration& declaration, bool global);
  void declare_kind(Declaration& declaration, Diagnostics& diagnostics);
  void declare_datatype(Declaration& declaration);
  void declare_functions(Declaration& declaration, bool local);
  void declare_exceptions(const Declaration& declaration);
  void infer_function(Function& function);
  // infer.cpp
  Type* infer_kind(Expr& expr);
  Type* infer_name(Expr& expr);
  Type* infer_apply(Expr& expr);
  Type* infer_select(Expr& expr);
  Type* infer_infix(Expr& expr);
  Type* infer_sum(Expr& expr);
  Type* infer_clauses(std::vector<Clause>& clauses, Type* domain);
  Type* infer_block(Expr& expr);
  void pass_store(Expr& expr);
  Type* infer_handle(Expr& expr);
  void infer_raise(Expr& expr);
  Type* colour_function(Expr& expr);
  void need(Type* actual, Type* expected, Expr& at);
  bool resolve(FieldWish& wish);
  void resolve_wishes();

  Arena& arena_;
  const Library& library_;
  Types types_;
  Environment environment_;
  WrittenTypes written_;
  PatternTypes patterns_;
  ColourTypes colours_;
  std::vector<FieldWish> wishes_;
  std::uint32_t datatypes_ = 0;
  /// Of the file, without structures: the types of what they carry, or null.
  std::map<std::string, Type*> exceptions_;
  std::string unread_;
  bool ignore_io_ = false;
};

/// The component of a tuple that a field is, from 0 on: #1 is 0. Nothing if it is a name.
std::optional<std::size_t> component_of(std::string_view field);
/// Marks an expression as one that cannot be translated, unless it is already.
void mark(Expr& expr, std::string problem, std::string help = {});

}  // namespace petriloom::cpn::ml
