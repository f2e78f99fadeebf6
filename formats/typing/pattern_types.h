// SPDX-License-Identifier: Apache-2.0
// The types of patterns. The variables in them are entered into the scope.
#pragma once

#include "formats/typing/written_types.h"

namespace petriloom::cpn::ml {

class PatternTypes {
 public:
  PatternTypes(Types& types, Environment& environment, WrittenTypes& written)
      : types_(types), environment_(environment), written_(written) {}

  Type* infer(Pattern& pattern);
  /// Gives the fields of patterns `{a, ...}` their types where it has become known what is taken
  /// apart.
  void resolve();
  /// The same of all from the number `first` on: of what is still unknown, the first colour set
  /// that has these fields.
  void settle(std::size_t first = 0);
  /// The number of the next one.
  [[nodiscard]] std::size_t next_open() const { return next_open_; }

 private:
  struct OpenRecord {
    Pattern* pattern;
    Type* whole;
    std::size_t number;
  };

  Type* kind_of(Pattern& pattern);
  Type* name(Pattern& pattern);
  Type* record(Pattern& pattern);
  bool resolve(const OpenRecord& open);
  Type* first_with(const std::vector<std::string>& labels) const;

  Types& types_;
  Environment& environment_;
  WrittenTypes& written_;
  std::vector<OpenRecord> waiting_;
  std::size_t next_open_ = 0;
};

}  // namespace petriloom::cpn::ml
