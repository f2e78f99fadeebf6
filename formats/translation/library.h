// SPDX-License-Identifier: Apache-2.0
// The library functions of Standard ML and CPN ML that are read.
#pragma once

#include "formats/typing/library.h"

namespace petriloom::cpn::ml {

/// All of them.
const Library& library();
/// The parts of it (library_*.cpp).
std::span<const LibraryFunction> library_lists();
std::span<const LibraryFunction> library_numbers();
std::span<const LibraryFunction> library_random();
std::span<const LibraryFunction> colour_functions();

}  // namespace petriloom::cpn::ml
