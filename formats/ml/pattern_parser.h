// SPDX-License-Identifier: Apache-2.0
// Parses patterns of CPN ML, and types as they are written.
#pragma once

#include "formats/ml/token_cursor.h"

namespace petriloom::cpn::ml {

class PatternParser : protected TokenCursor {
 protected:
  using TokenCursor::TokenCursor;

  Pattern* pattern();
  Pattern* atomic_pattern();
  [[nodiscard]] bool starts_atomic_pattern() const;
  Written* type();

 private:
  Pattern* cons_pattern();
  Pattern* applied_pattern();
  Pattern* tuple_pattern();
  Pattern* record_pattern();
  Written* product_type();
  Written* applied_type();
};

}  // namespace petriloom::cpn::ml
