// SPDX-License-Identifier: Apache-2.0
// Types as they are written: what they mean.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>

#include "formats/typing/environment.h"
#include "formats/typing/library.h"

namespace petriloom::cpn::ml {

class WrittenTypes {
 public:
  WrittenTypes(Types& types, const Environment& environment, bool real_time)
      : types_(types), environment_(environment), real_time_(real_time) {}

  Type* meant(const Written& written);
  /// The type of the colours of a colour set, or a built-in type.
  Type* colour(const std::pair<std::string, Location>& name, Diagnostics& diagnostics);
  /// The type of a library function, afresh; of colour set `colour` if it is one of these.
  Type* library_type(const LibraryFunction& function, std::uint32_t colour);
  [[nodiscard]] Type* time_type() { return types_.basic(real_time_ ? TypeKind::real : TypeKind::integer); }
  [[nodiscard]] bool real_time() const { return real_time_; }
  void abbreviate(const std::string& name, Type* type) { abbreviations_[name] = type; }

  /// As long as it is there, a type variable means the same wherever it is written, as in one
  /// function.
  class SameVariables {
   public:
    explicit SameVariables(WrittenTypes& types) : types_(types), before_(types.around_) {
      if (!before_) types.around_ = &own_;
    }
    ~SameVariables() { types_.around_ = before_; }
    SameVariables(const SameVariables&) = delete;
    SameVariables& operator=(const SameVariables&) = delete;

   private:
    WrittenTypes& types_;
    std::unordered_map<std::string, Type*> own_;
    std::unordered_map<std::string, Type*>* before_;
  };

 private:
  using Variables = std::unordered_map<std::string, Type*>;
  Type* meant(const Written& written, Variables& variables);
  Type* meant_name(const Written& written, Variables& variables);

  Types& types_;
  const Environment& environment_;
  bool real_time_;
  Variables* around_ = nullptr;
  std::unordered_map<std::string, Type*> abbreviations_;
};

}  // namespace petriloom::cpn::ml
