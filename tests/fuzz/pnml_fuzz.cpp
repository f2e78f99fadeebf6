// SPDX-License-Identifier: Apache-2.0
// Fuzz target of the PNML reader: build-fuzz/bin/pnml_fuzz NEW tests/fuzz/corpus/pnml
#include "formats/pnml/pnml.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return petriloom::fuzz::check(petriloom::read_pnml, data, size);
}
