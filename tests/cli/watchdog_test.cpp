// SPDX-License-Identifier: Apache-2.0
// Time and memory that are allowed are kept to by every command, whatever takes them, and what was
// found by then is said.
#include <gtest/gtest.h>

#include "tests/cli/hard_inputs.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

// --time 1s is of the wall clock, which stands still for no test: a machine that is busy gives less
// in it, never more. Processor time beyond it is what the program takes to end.
constexpr double kMostCpuWatched = 3;   // s
constexpr double kMostMegabytes = 250;  // of --memory 150M and the program itself
constexpr double kLongestWatched = 60;  // s: then it hangs

TEST(Watchdog, TimeAndMemoryAreKeptTo) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer takes time and memory of its own";
  const OwnFolder folder;
  const std::vector<HardInput> inputs = hard_inputs(folder);
  ASSERT_EQ(inputs.size(), 34U);
  for (const HardInput& input : inputs) {
    SCOPED_TRACE(input.name);
    std::vector<std::string> arguments = input.arguments;
    arguments.insert(arguments.end(), {"--time", "1s", "--memory", "150M"});
    const Ended ended = Child(folder.path(), arguments).wait(kLongestWatched);
    EXPECT_EQ(ended.code, 3) << folder.read("out").substr(0, 500) << folder.read("err").substr(0, 500);
    EXPECT_LE(ended.cpu, kMostCpuWatched);
    EXPECT_LE(ended.megabytes, kMostMegabytes);
    EXPECT_EQ(folder.read("out").empty(), !input.finds) << folder.read("err").substr(0, 500);
  }
}

}  // namespace
}  // namespace petriloom::test
