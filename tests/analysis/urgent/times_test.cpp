// SPDX-License-Identifier: Apache-2.0
// Tokens that hold times, and what is decided by them: every run with time is among those that are
// explored.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <random>
#include <string>

#include "formats/loom/loom.h"
#include "tests/analysis/urgent/following.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

/// Random nets whose tokens say when they were made.
class NetOfTimes {
 public:
  explicit NetOfTimes(std::uint64_t number) : random_(number) {}

  std::string text() {
    std::string result = "colour N = int with 0..2; colour JOB = record { id : N, made : real };\nvar i, j : N; var x, y : real;\n";
    for (const char place : std::string("ABC")) result += fmt::format("place {} : JOB{};\n", place, place == 'C' ? "" : initial());
    const int count = 3 + below(4);
    for (int k = 0; k < count; ++k) result += transition(k);
    return result;
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  std::string place() { return std::string(1, "ABC"[below(3)]); }
  std::string initial() {
    std::string result = " = {id = 0, made = 0.0}";
    if (below(2) == 0) result += " ++ {id = 1, made = 0.0}";
    return result;
  }
  template <std::size_t kCount>
  std::string one_of(const std::array<const char*, kCount>& texts) {
    return texts[static_cast<std::size_t>(below(kCount))];
  }

  std::string decided() {
    return one_of(std::array{"i", "if x < 1.0 then 0 else i", "if now - x > 1.0 then i else 1", "if x = now then 2 else 0",
                             "if i = 0 then 1 else if x >= 2.0 then i else 0"});
  }
  std::string time() { return one_of(std::array{"now", "now", "x", "max(x, now)", "now + 1.0", "if x > 1.0 then now else x"}); }

  std::string transition(int k) {
    const std::string from = place();
    std::string result = fmt::format("transition t{} {{ in {} : {{id = i, made = x}};", k, from);
    const bool timed = below(3) > 0;
    if (timed) result += one_of(std::array{" time exponential(1.0);", " time deterministic(1.0);", " time deterministic(2.0);"});
    if (!timed) result += one_of(std::array{"", " order by x;", " order by -x;", " priority 1;"});
    if (below(5) == 0)
      result += timed ? one_of(std::array{" guard x > 1.0;", " guard i > 0;"})
                      : one_of(std::array{" guard x > 1.0;", " guard now - x < 2.0;", " guard i > 0;"});
    if (below(4) == 0) result += fmt::format(" inhibit {} : {{id = i}};", place());
    std::string id = decided();
    if (below(4) == 0) {
      result += fmt::format(" draw best = argmin(z in {} : {});", from, one_of(std::array{"z.made", "-z.made", "z.id"}));
      id = "best.id";
    }
    if (below(5) == 0) {
      result += fmt::format(" draw late = sum(z in {} where z.made > 1.0 : 1);", from);
      id = "if late > 1 then 2 else i";
    }
    result += fmt::format(" out {} : {{id = {}, made = {}}}", place(), id, time());
    if (below(4) == 0) result += one_of(std::array{" @+ 1.0", " @+ 2.0", " @+ x", " @+ exponential(1.0)"});
    if (below(6) == 0) result += " when x < 3.0";
    return result + "; }\n";
  }

  std::mt19937_64 random_;
};

TEST(Times, EveryRunIsAmongThoseThatAreExplored) {
  Followed followed;
  for (std::uint64_t number = 1; number <= many(2500U); ++number) {
    const std::string text = NetOfTimes(number).text();
    const ReadResult read = read_loom("net.loom", text, {});
    ASSERT_TRUE(read.net) << text << read.diagnostics.format(*read.sources);
    follow(*read.net, number, true, followed);
    if (testing::Test::HasFailure()) FAIL() << text;
  }
  EXPECT_GE(followed.runs, many(1000U));
  EXPECT_GE(followed.firings, many(10000U));
  EXPECT_GE(followed.ends, many(100U));
  EXPECT_LE(followed.refused, many(500U));
}

}  // namespace
}  // namespace petriloom::test
