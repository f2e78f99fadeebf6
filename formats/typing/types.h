// SPDX-License-Identifier: Apache-2.0
// The types of CPN ML: made, unified (Robinson's algorithm with levels for generalisation),
// instantiated and printed.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace petriloom::cpn::ml {

enum class TypeKind : std::uint8_t { variable, integer, real, text, character, boolean, tuple, record, list, function, named };

/// Set in the number of a datatype that is no colour set.
inline constexpr std::uint32_t kDatatype = 0x80000000U;

/// A multiset is a list, as in CPN Tools. Unit is the tuple without components.
struct Type {
  TypeKind kind = TypeKind::variable;
  Type* link = nullptr;  ///< variable: what it is bound to
  /// Variable: of what `+` and `<` take: int or real, for comparisons also text and character.
  bool number = false;
  std::uint32_t level = 0;  ///< variable: depth of the declaration it belongs to
  /// Named: the declaration of the colour set; with this bit: of a datatype that is none.
  std::uint32_t colour = 0;
  std::string name;                 ///< named: for messages
  std::vector<std::string> labels;  ///< record: ascending
  std::vector<Type*> parts;         ///< components, fields, element; function: domain and range
};

/// Makes types and remembers those without parts.
class Types {
 public:
  /// The level of a variable that each use has afresh.
  static constexpr std::uint32_t kGeneral = 0xFFFFFFFFU;
  static constexpr std::size_t kMostDepth = 500;  ///< of a type; deeper ones are an error
  /// Of unification; larger types are an error.
  static constexpr std::size_t kMostSteps = 4'000'000;

  Type* basic(TypeKind kind);
  Type* unit() { return tuple({}); }
  Type* variable(bool number = false);
  Type* tuple(std::vector<Type*> parts);
  /// Labels and parts in any order. Labels 1, 2, ... make a tuple.
  Type* record(std::vector<std::string> labels, std::vector<Type*> parts);
  Type* list(Type* element);
  Type* function(Type* domain, Type* range);
  Type* named(std::uint32_t colour, std::string name);

  /// The type behind bound variables.
  static Type* found(Type* type);
  /// Makes two types one; false, with some parts perhaps unified, if they differ.
  bool unify(Type* a, Type* b);
  /// Depth of declarations: variables made inside are generalised on leaving.
  void enter() { ++level_; }
  void leave() { --level_; }
  /// Makes the variables of the type that belong to no outer declaration general and adds them to
  /// `generals`. Numbers become int.
  void generalise(Type* type, std::vector<Type*>& generals);
  /// Fresh variables for general ones.
  Type* instantiate(Type* type, const std::vector<Type*>& generals, std::vector<Type*>& fresh);
  /// The type with general variables replaced.
  using Substitution = std::unordered_map<const Type*, Type*>;
  Type* substitute(Type* type, const Substitution& substitution);
  /// As Standard ML writes it, shortened if long.
  static std::string describe(Type* type);
  [[nodiscard]] bool exhausted() const { return steps_ > kMostSteps; }

 private:
  Type* make(TypeKind kind);
  bool bind(Type* variable, Type* type);
  bool occurs(const Type* variable, Type* type);
  Type* copy(Type* type, const Substitution& substitution, Substitution& made);
  std::deque<Type> all_;
  std::uint32_t level_ = 1;
  std::size_t steps_ = 0;
  std::size_t depth_ = 0;  ///< of the walk that is going on
};

}  // namespace petriloom::cpn::ml
