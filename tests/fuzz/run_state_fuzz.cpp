// SPDX-License-Identifier: Apache-2.0
// Fuzz target of saved states and checkpoints; started like those of readers (reader_fuzz.cpp).
#include "tests/fuzz/run_state.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  petriloom::fuzz::check_states({reinterpret_cast<const char*>(data), size});
  return 0;
}
