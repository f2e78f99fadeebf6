// SPDX-License-Identifier: Apache-2.0
// Fuzz target of one reader of the table of formats, PETRILOOM_FORMAT: build-fuzz/bin/pnml_fuzz NEW
// tests/fuzz/corpus/pnml
#include "formats/registry/table.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const petriloom::Format* const format = petriloom::find_format(PETRILOOM_FORMAT);
  return petriloom::fuzz::check(format->read, data, size);
}
