// SPDX-License-Identifier: Apache-2.0
// Ports that are bound by name: the net is the one with each binding written out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"

namespace petriloom::by_name_test {
namespace {

/// A net with a block of bindings at each {0}, as it is written.
std::string with(std::string_view net, std::string_view bindings) {
  const WriteResult written = write_loom(read_right(fmt::format(fmt::runtime(net), bindings)), {});
  EXPECT_FALSE(written.text.empty());
  return written.text;
}

constexpr std::string_view kModule =
    "colour N = index n with 0..2;\n"
    "module M {{ port in IN : int; port out OUT : int; port inout BOTH : unit; var i : int;"
    " transition t {{ in IN : i; in BOTH; out OUT : i + 1; }} }}\n";

TEST(ByName, BindsPlacesOfTheScopeAndOfThoseAroundIt) {
  const std::string net = std::string(kModule) +
                          "place IN : int = 1`3; place OUT : int; place OTHER : int;\n"
                          "scope s {{ place BOTH : unit = 2`(); place OUT : int; instance m : M {{ {0} }} }}\n"
                          "measure inner = average tokens(s.OUT); measure outer = average tokens(OUT);\n";
  const std::string wanted = with(net, "IN = IN; OUT = OUT; BOTH = BOTH;");
  EXPECT_EQ(with(net, "by name;"), wanted);
  EXPECT_EQ(with(net, "by name; OUT = OUT;"), wanted);
  const std::string other = with(net, "IN = IN; OUT = OTHER; BOTH = BOTH;");
  EXPECT_NE(other, wanted);
  EXPECT_EQ(with(net, "OUT = OTHER; by name;"), other);
  EXPECT_EQ(with(net, "by name; OUT = OTHER;"), other);
}

TEST(ByName, BindsPortsAndOtherNamesOfPlaces) {
  const std::string net =
      std::string(kModule) +
      "place A : int = 1`3; place B : int; place C : unit = 2`();\n"
      "module OUTER {{ port in IN : int; port out OUT : int; port inout BOTH : unit; instance m : M {{ {0} }} }}\n"
      "instance o : OUTER {{ IN = A; OUT = B; BOTH = C; }}\n"
      "scope s {{ alias IN = .B; alias OUT = .A; alias BOTH = .C; instance m : M {{ {0} }} }}\n";
  EXPECT_EQ(with(net, "by name;"), with(net, "IN = IN; OUT = OUT; BOTH = BOTH;"));
}

TEST(ByName, BindsEachElementOfAnArray) {
  const std::string net = std::string(kModule) +
                          "place IN : int = 1`3; place BOTH : unit = 2`();\n"
                          "scope rack[n in N] {{ place OUT : int; instance m : M {{ {0} }} }}\n"
                          "measure last = average tokens(rack[2].OUT);\n";
  EXPECT_EQ(with(net, "by name;"), with(net, "IN = IN; OUT = OUT; BOTH = BOTH;"));
}

TEST(ByName, IsAlsoANameOfAPort) {
  const Net net = read_right(
      "module M { port in by : unit; port in name : unit; transition t { in by; in name; } }\n"
      "place by : unit; place X : unit; instance m : M { by = X; name = by; } instance n : M { name = X; by name; }\n");
  EXPECT_EQ(net.transitions.size(), 2U);
}

}  // namespace
}  // namespace petriloom::by_name_test
