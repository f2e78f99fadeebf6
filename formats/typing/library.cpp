// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/library.h"

#include <algorithm>

namespace petriloom::cpn::ml {

namespace {

bool is_named(const LibraryFunction& function, std::string_view name) {
  for (std::string_view rest = function.names; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

const LibraryFunction* find_in(std::span<const LibraryFunction> table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const LibraryFunction& f) { return is_named(f, name); });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

const LibraryFunction* Library::find(std::string_view name) const {
  for (const auto table : functions_) {
    if (const LibraryFunction* found = find_in(table, name)) return found;
  }
  return nullptr;
}

const LibraryFunction* Library::find_of_colour_set(std::string_view name) const { return find_in(of_colour_sets_, name); }

}  // namespace petriloom::cpn::ml
