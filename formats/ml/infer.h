// SPDX-License-Identifier: Apache-2.0
// Finds the types of declarations and inscriptions (Damas and Milner's algorithm W) and what each name stands for. What cannot be
// typed is marked in the tree, and is reported only if the net needs it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/ml/ast.h"
#include "formats/ml/library.h"
#include "formats/ml/types.h"

namespace petriloom::cpn::ml {

enum class BinderKind : std::uint8_t { local, value, function, label, index, variant, variable, reference };

/// What a name stands for.
struct Binder {
  BinderKind kind = BinderKind::local;
  std::string name;
  Type* type = nullptr;
  std::vector<Type*> generals;
  Function* function = nullptr;        ///< function
  Declaration* declaration = nullptr;  ///< value, reference; function: the group
  std::uint32_t colour = 0;            ///< label, index, variant: of which colour set; variable: its colour set
  std::int32_t ordinal = 0;            ///< label, variant: which one
  bool content = false;                ///< variant: it has one
  std::uint32_t depth = 0;             ///< how many functions are around it; 0: the whole file sees it
  Location where;
};

struct ColourInfo {
  std::string name;
  const ColourDecl* declaration = nullptr;
  Type* type = nullptr;
  bool timed = false;
  std::uint32_t base = 0;  ///< alias: what it is in the end; else itself
  Location where;
};

class Inference {
 public:
  Inference(Arena& arena, const Library& library, bool real_time);

  /// Enters a declaration; those it uses must come before.
  void declare(Declaration& declaration, Diagnostics& diagnostics);
  /// The type of an inscription. Its parts are typed afterwards.
  Type* infer(Expr& expr);
  /// Ends what `infer` began: finds fields of records, makes numbers of unknown kind int.
  void settle();

  [[nodiscard]] const Binder& binder(std::uint32_t id) const { return binders_[id]; }
  [[nodiscard]] std::uint32_t find(std::string_view name) const;
  /// 0 if there is none of that name.
  [[nodiscard]] std::uint32_t find_colour(std::string_view name) const;
  /// A delay `[a, b]` is drawn between the two: becomes `discrete(a, b)`, with real time `uniform(a, b)`.
  void time_interval(Expr*& delay);
  /// The colour set and the operation that `C.all` or, as in old files, `all'C` names; both empty if it is neither.
  static std::pair<std::string, std::string> of_colour_set(const std::string& name);
  [[nodiscard]] const ColourInfo& colour(std::uint32_t id) const { return colours_[id]; }
  [[nodiscard]] std::size_t colour_count() const { return colours_.size(); }
  [[nodiscard]] std::vector<std::string> colour_names() const;
  [[nodiscard]] Types& types() { return types_; }
  /// Makes a local name for the code of a transition; `end_scope` forgets it.
  std::uint32_t bind(const std::string& name, Type* type, const Location& where);
  [[nodiscard]] std::size_t begin_scope() const { return undo_.size(); }
  void end_scope(std::size_t mark);
  [[nodiscard]] Type* time_type() { return types_.basic(real_time_ ? TypeKind::real : TypeKind::integer); }
  [[nodiscard]] bool real_time() const { return real_time_; }
  /// The type of a library function, afresh.
  Type* library_type(const LibraryFunction& function, std::uint32_t colour);

 private:
  struct FieldWish {
    Expr* at;
    Type* record;
    std::string label;
    Type* result;
  };
  struct OpenRecord {
    Pattern* at;
    Type* record;
  };

  // declarations
  void declare_value(Declaration& declaration, bool global);
  void declare_functions(Declaration& declaration);
  void declare_colour(Declaration& declaration, Diagnostics& diagnostics);
  Type* colour_type(const Declaration& declaration, std::uint32_t id, Diagnostics& diagnostics);
  Type* named_colour(const std::pair<std::string, Location>& name, Diagnostics& diagnostics);
  void declare_labels(const Declaration& declaration, std::uint32_t id, Type* type);
  void declare_variables(const Declaration& declaration, Diagnostics& diagnostics);
  void infer_function(Function& function);
  std::uint32_t add(Binder binder);
  void rename(const std::string& name, std::uint32_t id);
  // types as written
  Type* meant(const Written& written, std::unordered_map<std::string, Type*>& variables);
  Type* meant_name(const Written& written, std::unordered_map<std::string, Type*>& variables);
  Type* meant(const Written& written);
  // expressions
  Type* infer_kind(Expr& expr);
  Type* infer_name(Expr& expr);
  Type* infer_apply(Expr& expr);
  Type* infer_select(Expr& expr);
  Type* infer_infix(Expr& expr);
  Type* infer_sum(Expr& expr);
  Type* infer_clauses(std::vector<Clause>& clauses, Type* domain);
  Type* infer_block(Expr& expr);
  Type* colour_function(Expr& expr);
  void use(std::uint32_t id);
  void need(Type* actual, Type* expected, Expr& at);
  bool resolve(FieldWish& wish);
  void resolve_wishes();
  // patterns
  Type* infer_pattern(Pattern& pattern);
  Type* pattern_kind(Pattern& pattern);
  Type* pattern_name(Pattern& pattern);
  Type* pattern_record(Pattern& pattern);

  Arena& arena_;
  const Library& library_;
  bool real_time_;
  Types types_;
  std::vector<Binder> binders_;
  std::vector<ColourInfo> colours_;
  std::unordered_map<std::string, std::uint32_t> names_;
  std::unordered_map<std::string, std::uint32_t> colour_ids_;
  std::unordered_map<std::string, Type*> abbreviations_;
  std::vector<std::pair<std::string, std::uint32_t>> undo_;
  std::vector<FieldWish> wishes_;
  std::vector<OpenRecord> open_;
  std::unordered_map<std::string, Type*>* written_variables_ = nullptr;
  std::vector<std::vector<std::uint32_t>> frees_;  ///< of the functions around, innermost last
};

/// Marks an expression as one that cannot be translated, unless it is already.
void mark(Expr& expr, std::string problem, std::string help = {});

}  // namespace petriloom::cpn::ml
