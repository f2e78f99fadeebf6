// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/library.h"

namespace petriloom::cpn::ml {

const Library& library() {
  static const Library all({library_numbers(), library_lists(), library_random()}, colour_functions());
  return all;
}

}  // namespace petriloom::cpn::ml
