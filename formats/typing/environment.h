// SPDX-License-Identifier: Apache-2.0
// What names stand for: variables, functions, labels and colour sets, in their scopes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/ml/ast.h"
#include "formats/typing/types.h"

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
  /// Label, index, variant: of which colour set; variable: its colour set.
  std::uint32_t colour = 0;
  std::int32_t ordinal = 0;  ///< label, variant: which one
  bool content = false;      ///< variant: it has one
  /// How many functions are around it; 0: the whole file sees it.
  std::uint32_t depth = 0;
  bool local = false;  ///< function: declared inside of `let`
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

class Environment {
 public:
  Environment();

  /// What a name or, by number, a binder stands for; 0 is none.
  [[nodiscard]] std::uint32_t find(std::string_view name) const;
  /// From here on, names are looked up in this structure first, unless they are local; empty: in
  /// none.
  void inside(std::string structure);
  /// From here on, names are looked up in this structure, unless they are declared later.
  void open(const std::string& structure) { opened_.push_back({structure, static_cast<std::uint32_t>(binders_.size())}); }
  /// `name` as the structure knows it that was opened last and has it, as far as `known` tells;
  /// empty if there is none, or if what `id` stands for was declared later.
  template <class Known>
  [[nodiscard]] std::string in_opened(const std::string& name, std::uint32_t id, const Known& known) const {
    for (std::size_t k = opened_.size(); k-- > 0 && id < opened_[k].first;) {
      std::string full = opened_[k].structure + "." + name;
      if (known(full)) return full;
    }
    return {};
  }
  /// `name` as the innermost structure around knows it, as far as `known` tells; else `name`.
  template <class Known>
  [[nodiscard]] std::string in_structure(std::string_view name, const Known& known) const {
    for (std::string prefix = structure_; !prefix.empty();) {
      std::string full = prefix + "." + std::string(name);
      if (known(full)) return full;
      const std::size_t dot = prefix.rfind('.');
      prefix.erase(dot == std::string::npos ? 0 : dot);
    }
    return std::string(name);
  }
  [[nodiscard]] const Binder& binder(std::uint32_t id) const { return binders_[id]; }
  [[nodiscard]] Binder& binder(std::uint32_t id) { return binders_[id]; }
  /// Enters a name. It hides others of that name until the scope ends.
  std::uint32_t add(Binder binder);
  /// A local variable, inside of the functions that are around.
  std::uint32_t bind(const std::string& name, Type* type, const Location& where);
  [[nodiscard]] std::size_t begin_scope() const { return undo_.size(); }
  void end_scope(std::size_t mark);

  /// Colour sets go by numbers; 0 is none.
  [[nodiscard]] std::uint32_t find_colour(std::string_view name) const;
  [[nodiscard]] const ColourInfo& colour(std::uint32_t id) const { return colours_[id]; }
  [[nodiscard]] std::size_t colour_count() const { return colours_.size(); }
  [[nodiscard]] std::vector<std::string> colour_names() const;
  /// Enters a colour set, without a name if that is empty.
  std::uint32_t add(ColourInfo colour);

  /// Between these, names are inside of one more function. What it uses of its surroundings is
  /// given back.
  void enter_function() { frees_.emplace_back(); }
  std::vector<std::uint32_t> leave_function();
  /// How many functions are around.
  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(frees_.size()); }
  /// Notes a use: every function between here and the binder takes it along.
  void use(std::uint32_t id);

 private:
  std::vector<Binder> binders_;
  std::vector<ColourInfo> colours_;
  std::unordered_map<std::string, std::uint32_t> names_;
  std::unordered_map<std::string, std::uint32_t> colour_ids_;
  std::vector<std::pair<std::string, std::uint32_t>> undo_;
  struct Opened {
    std::string structure;
    std::uint32_t first = 0;  ///< binder that is declared after it
  };
  std::vector<Opened> opened_;
  std::string structure_;
  std::uint32_t first_inside_ = 0;                 ///< the first binder since `inside`
  std::vector<std::vector<std::uint32_t>> frees_;  ///< of the functions around, innermost last
};

}  // namespace petriloom::cpn::ml
