// SPDX-License-Identifier: Apache-2.0
// Fuzz target of a reader; started like that of PNML (pnml_fuzz.cpp).
#include "formats/loom/loom.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return petriloom::fuzz::check(petriloom::read_loom, data, size);
}
