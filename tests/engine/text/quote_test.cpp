// SPDX-License-Identifier: Apache-2.0
#include "engine/text/quote.h"

#include <gtest/gtest.h>

namespace petriloom::quote_test {
namespace {

TEST(Quote, ShowsHostileTextSafely) {
  EXPECT_EQ(quote("a\x1b[31mb\n"), "'a [31mb '");
  EXPECT_EQ(quote(std::string(1000, 'x')), "'" + std::string(40, 'x') + "...'");
}

TEST(Quote, ShowsPathsWhole) { EXPECT_EQ(quote_path(std::string(1000, 'x')), "'" + std::string(1000, 'x') + "'"); }

}  // namespace
}  // namespace petriloom::quote_test
