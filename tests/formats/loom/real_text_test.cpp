// SPDX-License-Identifier: Apache-2.0
// Reals printed as text of the net language are read again as the same bits.
#include "engine/text/real_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "formats/loom/loom.h"

namespace petriloom::real_text_test {
namespace {

std::uint64_t read_bits(double value) {
  Sources sources;
  Diagnostics diagnostics;
  const std::optional<double> read = evaluate_real(real_text(value), {}, sources, diagnostics);
  EXPECT_TRUE(read) << real_text(value) << diagnostics.format(sources);
  return std::bit_cast<std::uint64_t>(read.value_or(0));
}

TEST(RealText, HasAFormThatTheLanguageReads) {
  EXPECT_EQ(real_text(2e-6), "2e-06");  // "{:#}" makes 2.e-06 of it
  EXPECT_EQ(real_text(3), "3.0");
  EXPECT_EQ(real_text(0.5), "0.5");
  EXPECT_EQ(real_text(1e22), "1e+22");
  EXPECT_EQ(real_text(-1.5), "(-1.5)");
}

TEST(RealText, GivesTheSameBitsBack) {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0, Limits::denorm_min(), Limits::min(), Limits::max(), Limits::lowest(), Limits::infinity(),
                             -Limits::infinity(), Limits::epsilon(), 0x1p53, 0x1p63, -0x1p63}) {
    EXPECT_EQ(read_bits(value), std::bit_cast<std::uint64_t>(value)) << value;
  }
  for (int digit = 1; digit <= 9; ++digit) {
    for (int power = -30; power <= 30; ++power) {
      const double value = std::strtod(fmt::format("{}e{}", digit, power).c_str(), nullptr);
      EXPECT_EQ(read_bits(value), std::bit_cast<std::uint64_t>(value)) << value;
    }
  }
  std::mt19937_64 random(1);
  for (int k = 0; k < 2000; ++k) {
    const auto value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    EXPECT_EQ(read_bits(value), std::bit_cast<std::uint64_t>(value)) << value;
  }
  EXPECT_TRUE(std::isnan(std::bit_cast<double>(read_bits(Limits::quiet_NaN()))));
}

TEST(RealText, OfANetThatHoldsInfinityIsReadAgain) {
  const std::string text = "place P : real = 1e308 * 10.0;\n";
  const ReadResult net = read_loom("inf.loom", text, {});
  ASSERT_TRUE(net.net);
  const WriteResult written = write_loom(*net.net, {});
  const ReadResult again = read_loom("again.loom", written.text, {});
  ASSERT_TRUE(again.net) << written.text << again.diagnostics.format(*again.sources);
  EXPECT_EQ(write_loom(*again.net, {}).text, written.text);
}

}  // namespace
}  // namespace petriloom::real_text_test
