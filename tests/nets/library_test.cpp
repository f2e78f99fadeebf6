// SPDX-License-Identifier: Apache-2.0
// The modules of nets/lib: verification proves all that the nets in tests/nets/lib ask of them, and
// refutes some of it when a mistake is seeded.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <set>

#include "analysis/verify/verify.h"
#include "tests/nets/seeded_net.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

// Nets of tests/nets/lib, files of nets/lib.
constexpr Mistake kMistakes[] = {
    {"channel", "channel.loom", "module FIFO_CHANNEL", "out LINE : (l ++ [x]);", "out LINE : ([x] ++ l);", "in_order"},
    {"channel_without_order", "channel.loom", "transition lose", "out FREE;", "", "lossy.kept"},
    {"work_queue", "work_queue.loom", "transition submit", "out DEQUE : (w, [t] ++ l);", "out DEQUE : (w, l);", "stolen_all_done"},
    {"barrier", "barrier.loom", "transition open", "in WAITING : each all(Party); out LEAVE : each all(Party);",
     "in WAITING : p; out LEAVE : p;", "none_waits_behind"},
    {"gather", "gather.loom", "transition take", "guard ord(p) = length(l);", "", "nothing_else"},
    {"quorum", "quorum.loom", "transition drop", "read CLOSED : r; ", "", "decided"},
    {"all_to_all", "all_to_all.loom", "transition finish", "out READY : (p, !r);", "out READY : (p, r);", "first_round"},
    {"neighbours", "neighbours.loom", "transition finish", "out READY : (c, !r);", "out READY : (c, r);",
     "exchange.one_part_of_each"},
    {"balancer", "balancer.loom", "transition move", "i - k > load(x)", "i - k >= load(x)", "ends"},
    {"transaction", "transaction.loom", "transition give_way", "rank(o) < rank(other)", "rank(o) < 0", "no_deadlock"},
    {"timeout", "timeout.loom", "transition answer", "in WAITING : (x, _);", "read WAITING : (x, _);", "one_end"},
};

Verdicts verdicts_of(const SeededNets& nets, const std::string& name) {
  const ReadResult read = nets.read("tests/nets/lib/" + name + ".loom");
  EXPECT_TRUE(read.net.has_value()) << read.diagnostics.format(*read.sources);
  if (!read.net) return {};
  VerifyOptions options;
  options.standard = false;
  options.bytes = std::uint64_t{1} << 30;
  return verdicts(verify(*read.net, options));
}

class LibraryOfPlaces : public testing::TestWithParam<Mistake> {};

TEST_P(LibraryOfPlaces, IsProved) {
  const Verdicts found = verdicts_of(SeededNets(), GetParam().net);
  EXPECT_TRUE(found.hold.contains(GetParam().refuted));
  EXPECT_TRUE(found.refuted.empty()) << *found.refuted.begin();
}

TEST_P(LibraryOfPlaces, AMistakeIsRefuted) {
  SeededNets nets;
  nets.replace(std::string("lib/") + GetParam().file, GetParam().section, GetParam().before, GetParam().after);
  EXPECT_TRUE(verdicts_of(nets, GetParam().net).refuted.contains(GetParam().refuted));
}

INSTANTIATE_TEST_SUITE_P(All, LibraryOfPlaces, testing::ValuesIn(kMistakes),
                         [](const testing::TestParamInfo<Mistake>& of) { return std::string(of.param.net); });

TEST(LibraryOfPlaces, EveryNetHasAMistake) {
  std::set<std::string> nets;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(PETRILOOM_ROOT) / "tests/nets/lib"))
    nets.insert(entry.path().stem().string());
  std::set<std::string> known;
  for (const Mistake& each : kMistakes) known.insert(each.net);
  EXPECT_EQ(nets, known);
}

}  // namespace
}  // namespace petriloom
