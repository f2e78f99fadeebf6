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

 private:
  Type* kind_of(Pattern& pattern);
  Type* name(Pattern& pattern);
  Type* record(Pattern& pattern);

  Types& types_;
  Environment& environment_;
  WrittenTypes& written_;
};

}  // namespace petriloom::cpn::ml
