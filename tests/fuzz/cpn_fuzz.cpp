// SPDX-License-Identifier: Apache-2.0
// Fuzz target of the reader of CPN Tools: build-fuzz/bin/cpn_fuzz NEW tests/fuzz/corpus/cpn
#include "formats/cpn/cpn.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return petriloom::fuzz::check(petriloom::read_cpn, data, size);
}
