// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn/ml_library.h"

#include <algorithm>

namespace petriloom::cpn::ml {

namespace {

const LibraryFunction* find_in(std::span<const LibraryFunction> table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const LibraryFunction& f) { return f.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

const LibraryFunction* find_library(std::string_view name) {
  for (const auto table : {library_numbers(), library_lists(), library_random()}) {
    if (const LibraryFunction* found = find_in(table, name)) return found;
  }
  return nullptr;
}

const LibraryFunction* find_colour_function(std::string_view name) { return find_in(colour_functions(), name); }

}  // namespace petriloom::cpn::ml
