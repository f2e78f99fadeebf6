// SPDX-License-Identifier: Apache-2.0
// Fuzz target of graphs of tasks; started like those of readers (reader_fuzz.cpp).
#include "tests/fuzz/task_graph.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  petriloom::fuzz::check_task_graphs({reinterpret_cast<const char*>(data), size});
  return 0;
}
