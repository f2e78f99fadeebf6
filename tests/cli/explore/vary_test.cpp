// SPDX-License-Identifier: Apache-2.0
// What --vary takes, and what it says of all else.
#include "cli/explore/vary.h"

#include <gtest/gtest.h>

namespace petriloom::cli::explore {
namespace {

std::string texts(const std::string& vary) {
  const ReadKey read = read_vary(vary);
  if (!read.problem.empty()) return "problem: " + read.problem;
  std::string all;
  for (const VariedValue& value : read.key.values) all += (all.empty() ? "" : "|") + value.text;
  return all;
}

struct Case {
  const char* vary;
  const char* values;
};

TEST(Vary, FormsStandForValues) {
  const Case cases[] = {
      {"k=1", "1"},
      {" k = 1 , 2 ", "1|2"},
      {"k=eager,dmda", "eager|dmda"},
      {"k=1 us, 2 us", "1 us|2 us"},
      {"k=[4, 2],[2, 4]", "[4, 2]|[2, 4]"},
      {"k={name: dmda, weight: 2},eager", "{name: dmda, weight: 2}|eager"},
      {"k='a,b',\"c,d\"", "'a,b'|\"c,d\""},
      {"k=max(1, 2),3", "max(1, 2)|3"},
      {"k=it's", "it's"},
      {"k=a=b", "a=b"},
      {"k=../graph.stg,other..stg", "../graph.stg|other..stg"},
      {"k=1..4", "1|2|3|4"},
      {"k=1..4,8", "1|2|3|4|8"},
      {"k=-2..1", "-2|-1|0|1"},
      {"k=+1..2", "1|2"},
      {"k=0..10:5", "0|5|10"},
      {"k=0..9:5", "0|5"},
      {"k=7..7", "7"},
      {"k=0.1..0.5:0.1", "0.1|0.2|0.3|0.4|0.5"},
      {"k=0..1:0.25", "0|0.25|0.5|0.75|1"},
      {"k=1e-3..3e-3:1e-3", "0.001|0.002|0.003"},
      {"k=1 us..3 us", "1 us|2 us|3 us"},
      {"k=1..3 us", "1 us|2 us|3 us"},
      {"k=500 us..1 ms:250 us", "500 us|750 us|1000 us"},
      {"k=1 µs..2 µs", "1 µs|2 µs"},
      {"k=log:1..1024:11", "1|2|4|8|16|32|64|128|256|512|1024"},
      // 1, 1.26, 1.59, 2, 2.52, 3.17, 4: each whole number once.
      {"k=log:1..4:7", "1|2|3|4"},
      {"k=log:1.0..100.0:3", "1.0|10|100.0"},
      {"k=log:1 us..1000 us:4", "1 us|10 us|100 us|1000 us"},
      {"k=log:1 us..1 ms:4", "1 us|10 us|100 us|1 ms"},
      {"k=log:1ns..1s:10", "1 ns|10 ns|100 ns|1 us|10 us|100 us|1 ms|10 ms|100 ms|1 s"},
      {"k=log:0.5 us..2 s:3", "0.5 us|1 ms|2 s"},
      {"k=log:500 us..2 ms:3", "500 us|1 ms|2 ms"},
      {"k=log:1 B..4 MiB:12", "1 B|4 B|16 B|64 B|256 B|1 KiB|4 KiB|16 KiB|64 KiB|256 KiB|1 MiB|4 MiB"},
      {"k=log:100 B..1 MB:5", "100 B|1 kB|10 kB|100 kB|1 MB"},
      {"k=log:1 Mbit/s..1 Tbit/s:3", "1 Mbit/s|1 Gbit/s|1 Tbit/s"},
      {"k=log:1 MB/s..1 Gbit/s:3", "1 MB/s|11.1803 MB/s|1 Gbit/s"},
      {"k=log:1 us..1 min:3", "1 us|7.74597 ms|1 min"},
      {"k=log:1..100 us:3", "1 us|10 us|100 us"},
      {"k=log:1 ms..9000 us:3", "1 ms|3 ms|9000 us"},
      {"k=log:1e-300..1e300:3", "1e-300|1|1e300"},
      {"k=2147483647..2147483649", "2147483647|2147483648|2147483649"},
      {"k=0..9223372036854775807:9223372036854775807", "0|9223372036854775807"},
      {"k=-9223372036854775808..9223372036854775807:9223372036854775807", "-9223372036854775808|-1|9223372036854775806"},
      {"k=9223372036854775806..9223372036854775807", "9223372036854775806|9223372036854775807"},
  };
  for (const Case& one : cases) EXPECT_EQ(texts(one.vary), one.values) << one.vary;
}

TEST(Vary, MistakesSayWhatWouldBeRight) {
  const Case cases[] = {
      {"k", "problem: 'k' does not say what varies and how: KEY=VALUE,VALUE,... or KEY=1..8 or KEY=0..100:5 or KEY=log:1..1024:11"},
      {"k=1,,2", "problem: k: a value is empty; write values with commas between them"},
      {"k=4..1", "problem: k: '4..1' runs downwards; write the smaller end first"},
      {"k=9223372036854775807..9223372036854775806",
       "problem: k: '9223372036854775807..9223372036854775806' runs downwards; write the smaller end first"},
      {"k=1..x", "problem: k: 'x' is no number, in '1..x'"},
      {"k=1..4:-1", "problem: k: the step of '1..4:-1' is not above 0"},
      {"k=0..1:0.0", "problem: k: the step of '0..1:0.0' is not above 0"},
      {"k=0.1..0.5", "problem: k: '0.1..0.5' needs a step, as in 0.1..0.5:0.1"},
      {"k=1..9223372036854775808", "problem: k: '9223372036854775808' is no whole number from -2^63 to 2^63 - 1"},
      {"k=log:1..8", "problem: k: 'log:1..8' does not say how many values, as in log:1..8:11"},
      {"k=log:-1..8:3", "problem: k: '-1..8:3' begins at no number above 0"},
      {"k=log:1..8:0", "problem: k: '1..8:0': '0' is no number of values from 2 to 1000000"},
      {"k=log:8", "problem: k: 'log:8' is no range of equal factors, such as log:1..1024:11"},
      {"k=1 us..2 GB", "problem: k: 'us' and 'GB' are no units of one thing, in '1 us..2 GB'"},
      {"k=1 parsec..2 parsec", "problem: k: there is no unit 'parsec', in '1 parsec..2 parsec'"},
      {"k=1..2,2", "problem: k: the value '2' is there twice"},
      {"k=[1, 2", "problem: k: a ']' is missing at its end"},
      {"k=1)", "problem: k: nothing opens the ')'"},
  };
  for (const Case& one : cases) EXPECT_EQ(texts(one.vary), one.values) << one.vary;
}

// As many as there may be, and one more; 2^31 and 2^63 values.
TEST(Vary, RangesThatAreTooLongAreRefused) {
  EXPECT_EQ(read_vary("k=1..1000000").key.values.size(), kMostPoints);
  for (const char* vary : {"k=0..1000000", "k=0..2147483647", "k=0..9223372036854775807",
                           "k=-9223372036854775808..9223372036854775807", "k=0..1:1e-9", "k=0..1e300:1e-300", "k=1..1000000,0"}) {
    EXPECT_NE(texts(vary).find("problem: "), std::string::npos) << vary;
  }
}

TEST(Vary, NumbersAreInSi) {
  EXPECT_EQ(number_of("3 us"), 3 * 1e-6);
  EXPECT_EQ(number_of("2400 MHz"), 2.4e9);
  EXPECT_EQ(number_of("16 MiB"), 16.0 * 1024 * 1024);
  EXPECT_EQ(number_of("-1.5e3"), -1500);
  for (const char* text : {"eager", "[4, 2]", "3 parsec", "", "1..2", "0x10", "nan", "inf"}) EXPECT_FALSE(number_of(text)) << text;
  EXPECT_TRUE(read_vary("k=1 us,2 ms,0").key.numeric());
  EXPECT_FALSE(read_vary("k=1 us,2 GB").key.numeric());
  EXPECT_FALSE(read_vary("k=1,2 us").key.numeric());
  EXPECT_FALSE(read_vary("k=1,two").key.numeric());
}

TEST(Sweeps, TheLastKeyChangesFirst) {
  Sweep sweep;
  for (const char* vary : {"a=1..3", "b=x,y"}) sweep.keys.push_back(read_vary(vary).key);
  ASSERT_EQ(sweep.size(), 6U);
  EXPECT_EQ(sweep.describe(0), "a = 1, b = x");
  EXPECT_EQ(sweep.describe(1), "a = 1, b = y");
  EXPECT_EQ(sweep.describe(5), "a = 3, b = y");
  for (int k = 0; k < 70; ++k) sweep.keys.push_back(read_vary("c=0,1").key);
  EXPECT_EQ(sweep.size(), kMostPoints + 1) << "2^70 points have no number of 64 bits";
}

}  // namespace
}  // namespace petriloom::cli::explore
