// SPDX-License-Identifier: Apache-2.0
// A net that comes to another end than the one wanted: tokens where they are wanted are no fault,
// and whoever keeps what others need, or loses what passes through, is named.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

/// The reasons of what is suspected of the first property.
std::vector<std::string> reasons(const std::string& text, bool urgent = false) {
  const Net net = text_net(text);
  VerifyOptions options;
  options.urgent = urgent;
  options.standard = net.properties.empty();
  const VerifyResult result = verify(net, options);
  std::vector<std::string> list;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict != Verdict::refuted || !list.empty()) continue;
    for (const Blame& blame : property.blame) list.push_back(blame.reason);
  }
  return list;
}

bool begins(const std::vector<std::string>& list, const std::string& text) {
  return !list.empty() && list.front().starts_with(text);
}

bool names(const std::vector<std::string>& list, const std::string& text) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& one) { return one.find(text) != std::string::npos; });
}

std::string all(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& one : list) text += one + "\n";
  return text;
}

TEST(BlameEnd, OfAWayThatEndsItIsTheModuleThatPutsNothing) {
  const std::vector<std::string> found = reasons(R"(
module GOOD {
  port in I : unit;
  port out O : unit;
  place RUN : unit;
  transition go { in I; out RUN; }
  transition end { in RUN; out O; }
}
module SWALLOW {
  port in I : unit;
  port out O : unit;
  place RUN : unit;
  transition go { in I; out RUN; }
  transition end { in RUN; }
}
place A : unit = 1`();
place B : unit;
place C : unit;
instance one : GOOD { I = A; O = B; }
instance two : SWALLOW { I = B; O = C; }
property arrives : ctl AF tokens(C) = 1;
)");
  EXPECT_TRUE(begins(found, "two.end takes two.RUN and puts nothing")) << all(found);
  EXPECT_FALSE(names(found, "one.end")) << all(found);
}

constexpr const char* kLock = R"(
module M {
  port in I : unit;
  port out O : unit;
  port in I2 : unit;
  port out O2 : unit;
  place LOCK : unit = 1`();
  place RUN : unit;
  transition aux { in I2; out O2; }
  transition go { in I; in LOCK; out RUN%; }
  transition end { in RUN; out O; }
}
place A : unit = 2`();
place A2 : unit = 1`();
place B : unit;
place B2 : unit;
instance m : M { I = A; O = B; I2 = A2; O2 = B2; }
)";

std::string lock(const std::string& delay, const std::string& wanted) {
  std::string text = kLock;
  return text.replace(text.find('%'), 1, delay) + wanted;
}

TEST(BlameEnd, OfALockThatIsKeptItIsWhoTookIt) {
  for (const char* wanted : {"property all : ctl AF tokens(B) = 2;\n", "final when tokens(B) = 2;\n"}) {
    for (const bool urgent : {false, true}) {
      const std::vector<std::string> found = reasons(lock(urgent ? " : () @+ 1 s" : "", wanted), urgent);
      EXPECT_TRUE(begins(found, "m.end does not give back m.LOCK, which m.go took; m.go waits for it")) << all(found);
      EXPECT_TRUE(names(found, "m.go takes m.LOCK")) << all(found);
      EXPECT_FALSE(names(found, "tokens in B:")) << all(found);
      EXPECT_FALSE(names(found, "m.aux")) << all(found);
      EXPECT_FALSE(names(found, "time passes")) << all(found);
    }
  }
}

TEST(BlameEnd, TokensThatAreWantedAreNoFault) {
  const std::vector<std::string> found = reasons(R"(
place JOBS : int = 1`1 ++ 1`2;
place OUT : int;
place BUSY : int;
var j : int;
transition start { in JOBS : j; out BUSY : j; }
transition end { in BUSY : j; guard j != 2; out OUT : j; }
property all : ctl AF tokens(OUT) = 2;
)");
  EXPECT_TRUE(begins(found, "the net ends with tokens in BUSY: nothing there can go on alone")) << all(found);
  EXPECT_FALSE(names(found, "tokens in OUT")) << all(found);
}

// That jobs are used up is no fault as long as something else tells more.
TEST(BlameEnd, WhatIsUsedUpIsNotSuspectedFirst) {
  const std::vector<std::string> found = reasons(R"(
place JOBS : unit = 2`();
place WORKER : unit = 1`();
place RUN : unit;
place DONE : unit;
transition start { in JOBS; in WORKER; out RUN; }
transition end { in RUN; out WORKER; out DONE; }
transition lose { in RUN; out WORKER; }
property all : ctl AF tokens(DONE) = 2;
)");
  EXPECT_FALSE(begins(found, "end does not give back JOBS")) << all(found);
}

// What was done before makes it happen.
TEST(BlameEnd, ThePassingOfTimeIsNotSuspected) {
  const std::vector<std::string> found = reasons(R"(
place A : unit = 1`();
place B : unit;
place C : unit;
transition go { in A; out B : () @+ 1 s; }
transition next { in B; out C; }
property never : invariant !fireable(next);
)",
                                                 true);
  EXPECT_TRUE(begins(found, "holds until go fires (step 1) and time passes")) << all(found);
}

}  // namespace
}  // namespace petriloom::test
