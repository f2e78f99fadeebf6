// SPDX-License-Identifier: Apache-2.0
#include "generator/description/quantity.h"

#include <gtest/gtest.h>

namespace petriloom::quantity_test {
namespace {

double value(std::string_view text, Dimension dimension) {
  const auto parsed = parse_quantity(text, dimension);
  const auto* number = std::get_if<double>(&parsed);
  return number == nullptr ? -1 : *number;
}

std::string message(std::string_view text, Dimension dimension) {
  const auto parsed = parse_quantity(text, dimension);
  const auto* error = std::get_if<QuantityError>(&parsed);
  return error == nullptr ? "" : error->message;
}

TEST(Quantity, IsWrittenInUnitsOfTheTrade) {
  EXPECT_EQ(quantity_text(1e11 / 9, Dimension::byte_rate), "11.11 GB/s");
  EXPECT_EQ(quantity_text(1e18, Dimension::byte_rate), "1000000 TB/s");
  EXPECT_EQ(quantity_text(999.96, Dimension::byte_rate), "1000 B/s");
  EXPECT_EQ(quantity_text(0, Dimension::bytes), "0 B");
  EXPECT_EQ(quantity_text(1e-12, Dimension::time), "1 ps");
  EXPECT_EQ(quantity_text(3.6e3, Dimension::time), "3600 s");
  EXPECT_EQ(quantity_text(1e12, Dimension::frequency), "1000 GHz");
  EXPECT_EQ(quantity_text(0.5, Dimension::power), "500 mW");
}

TEST(Quantity, BecomesSi) {
  EXPECT_DOUBLE_EQ(value("2400 MHz", Dimension::frequency), 2.4e9);
  EXPECT_DOUBLE_EQ(value("3us", Dimension::time), 3e-6);
  EXPECT_DOUBLE_EQ(value("  1.5e2   ns ", Dimension::time), 150e-9);
  EXPECT_DOUBLE_EQ(value("16 MiB", Dimension::bytes), 16 * 1024.0 * 1024.0);
  EXPECT_DOUBLE_EQ(value("12 GB/s", Dimension::byte_rate), 12e9);
  EXPECT_DOUBLE_EQ(value("100 Gbit/s", Dimension::byte_rate), 12.5e9);  // eight bits to a byte
  EXPECT_DOUBLE_EQ(value("8 Mbit/s", Dimension::byte_rate), 1e6);
  EXPECT_DOUBLE_EQ(value("3 \xC2\xB5s", Dimension::time), 3e-6);  // micro sign
  EXPECT_DOUBLE_EQ(value("3 \xCE\xBCs", Dimension::time), 3e-6);  // Greek mu
  EXPECT_DOUBLE_EQ(value("3", Dimension::time), 3);
  EXPECT_DOUBLE_EQ(value("8.318392e-8 ms/B", Dimension::time_per_byte), 8.318392e-11);
  EXPECT_DOUBLE_EQ(value("30 W", Dimension::power), 30);
  EXPECT_DOUBLE_EQ(value("0 s", Dimension::time), 0);
}

std::string help(std::string_view text, Dimension dimension) {
  const auto parsed = parse_quantity(text, dimension);
  const auto* error = std::get_if<QuantityError>(&parsed);
  return error == nullptr ? "" : error->help.substr(0, error->help.find('?') + 1);
}

// The nearest in letters to Gb/s is GB/s, eight times as much.
TEST(Quantity, SpellingsOfDataSheetsLeadToTheUnitThatIsMeant) {
  for (const char* text : {"100 Gbps", "100 Gb/s", "100 Gbits/s"})
    EXPECT_EQ(help(text, Dimension::byte_rate), "did you mean 'Gbit/s'?") << text;
  EXPECT_EQ(help("1 GBps", Dimension::byte_rate), "did you mean 'GB/s'?");
  EXPECT_EQ(help("1 bps", Dimension::byte_rate), "did you mean 'bit/s'?");
  EXPECT_EQ(help("1 Kbps", Dimension::byte_rate), "did you mean 'kbit/s'?");
  for (const char* text : {"1 TFLOPS", "1 Tflops", "1 TFLOP/s"})
    EXPECT_EQ(help(text, Dimension::flop_rate), "did you mean 'Tflop/s'?") << text;
  EXPECT_EQ(help("3 usec", Dimension::time), "did you mean 'us'?");
  EXPECT_EQ(help("3 usec", Dimension::power), "");
}

TEST(Quantity, TellsWhatIsWrong) {
  EXPECT_EQ(message("1e400 us", Dimension::time), "'1e400 us' is out of range");
  EXPECT_EQ(message("1e308 TB", Dimension::bytes), "'1e308 TB' is too large");
  EXPECT_EQ(message("2400", Dimension::frequency), "'2400' is a frequency without its unit");
  EXPECT_EQ(message("30 W", Dimension::time), "expected a time, found '30 W', which is a power");
  EXPECT_EQ(message("3 usec", Dimension::time), "unknown unit 'usec' for a time");
  EXPECT_EQ(message("", Dimension::time), "expected a time, found ''");
  EXPECT_EQ(message("us", Dimension::time), "expected a time, found 'us'");
  EXPECT_EQ(message("nan s", Dimension::time), "expected a time, found 'nan s'");
  EXPECT_EQ(message("inf s", Dimension::time), "expected a time, found 'inf s'");
  EXPECT_EQ(message("1e308 h", Dimension::time), "'1e308 h' is too large");
}

}  // namespace
}  // namespace petriloom::quantity_test
