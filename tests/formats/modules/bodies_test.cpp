// SPDX-License-Identifier: Apache-2.0
// Which instances have one body.
#include <gtest/gtest.h>

#include <map>

#include "formats/modules/bodies.h"
#include "tests/formats/nets.h"

namespace petriloom::bodies_test {
namespace {

// By the path of each instance the path of the first with its body.
std::map<std::string, std::string> first_of(const Net& net, modules::Users users) {
  const modules::Contents contents(net);
  const modules::Bodies bodies(net, contents, users);
  std::map<std::string, std::string> all;
  for (std::size_t m = 1; m < net.modules.size(); ++m) all[path(net, ModuleId(m))] = path(net, bodies.first(ModuleId(m)));
  return all;
}

const std::string kModules =
    "place A : unit = 1`(); place B : unit;\n"
    "module IN { port in P : unit; place X : unit; transition t { in P; out X; } }\n"
    "module OUT { port in P : unit; instance one : IN { P = P; } instance two : IN { P = P; } }\n";

TEST(Bodies, AreFoundFromTheInnermostOut) {
  const auto first =
      first_of(test::net_of(kModules + "instance a : OUT { P = A; } instance b : OUT { P = B; }"), modules::Users::anyone);
  EXPECT_EQ(first.at("b"), "a");
  EXPECT_EQ(first.at("b.two"), "a.one");
}

// Their places differ in who uses them, which only some readers of bodies ask for.
TEST(Bodies, UsedFromOutsideOrFromInsideAlone) {
  const Net net = test::net_of(kModules + "instance a : OUT { P = A; } instance b : OUT { P = B; } transition t { in a.one.X; }");
  EXPECT_EQ(first_of(net, modules::Users::anyone).at("b"), "a");
  const auto alone = first_of(net, modules::Users::inside_alone);
  EXPECT_EQ(alone.at("b"), "b");
  EXPECT_EQ(alone.at("b.one"), "a.two");
}

TEST(Bodies, NotOfWhatHasAnotherMarkingPlaceOrName) {
  const auto first = first_of(test::net_of("module M(n : int) { place P : unit = n`(); }\n"
                                           "module N { place P : unit = 1`(); }\n"
                                           "instance a : M(n = 1); instance b : M(n = 2); instance c : N; instance d : M(n = 1);"),
                              modules::Users::anyone);
  EXPECT_EQ(first.at("b"), "b");
  EXPECT_EQ(first.at("c"), "c");
  EXPECT_EQ(first.at("d"), "a");
}

// Both of its ports are one place: the text of the others has two names for it.
TEST(Bodies, NotOfWhatHasOnePlaceForTwoPorts) {
  const auto first = first_of(
      test::net_of("place A : unit; place B : unit; module M { port in P : unit; port in Q : unit; transition t { in P; in Q; } }\n"
                   "instance a : M { P = A; Q = B; } instance b : M { P = A; Q = A; } instance c : M { P = B; Q = B; }"),
      modules::Users::anyone);
  EXPECT_EQ(first.at("b"), "b");
  EXPECT_EQ(first.at("c"), "b");
}

}  // namespace
}  // namespace petriloom::bodies_test
