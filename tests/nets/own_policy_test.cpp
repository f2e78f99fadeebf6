// SPDX-License-Identifier: Apache-2.0
// Mistakes in a policy of one's own are looked for there, not in the library that carries it.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::own_policy_test {
namespace {

/// Each task goes to the worker for which the fewest wait (docs/howto-policy.md).
constexpr const char* kNet = R"(import "tasks/cholesky/cholesky.loom";
import "tasks/finished.loom";
const priorities = false;
const in_step = false;
module POLICY {
  import "tasks/policy/ports.loom";
  var t : Task;
  var w : Worker;
  var n : int;
  place NEXT : int = 0;
  place QUEUE : product Worker * int * Task;
  transition push {
    in  READY : t;
    in  NEXT : n;
    priority 8;
    draw best = argmin(x in all(Worker) : real(tokens(QUEUE, (x, _, _)) + 1) / (if x < cards then 2 else 1));
    out NEXT : n + 1;
    out QUEUE : (best, n, t);
  }
  transition take {
    in  QUEUE : (w, n, t);
    in  SLOT : w;
    in  FETCHER : w;
    priority 0;
    order by n;
    out TAKEN : (w, t);
  }
  transition started { in STARTED : (w, t); priority 12; }
  transition ended { in ENDED : (w, t); priority 12; }
}
)";

struct Mistake {
  const char* before;
  const char* after;
  const char* property;  ///< that is refuted
};

class OwnPolicy : public testing::TestWithParam<Mistake> {};

TEST_P(OwnPolicy, IsSuspectedFirst) {
  const SeededNets nets;
  std::string text = kNet;
  const std::string before = GetParam().before;
  const std::size_t at = text.find(before);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, before.size(), GetParam().after);
  const ReadResult read = nets.read_text("examples/own.loom", text, {{"N", "3"}, {"cards", "2"}, {"cores", "1"}});
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  VerifyOptions options;
  options.urgent = true;
  options.standard = false;
  for (std::size_t p = 0; p < read.net->properties.size(); ++p) {
    if (read.net->properties[p].name == GetParam().property) options.properties = {PropertyId(p)};
  }
  const VerifyResult result = verify(*read.net, options);
  ASSERT_EQ(result.properties.size(), 1U);
  const PropertyResult& property = result.properties.front();
  ASSERT_EQ(property.verdict, Verdict::refuted) << property.note;
  ASSERT_FALSE(property.blame.empty());
  EXPECT_NE(read.sources->name(property.blame.front().where.file).find("examples/own.loom"), std::string::npos)
      << read.sources->describe(property.blame.front().where) << ": " << property.blame.front().reason;
}

INSTANTIATE_TEST_SUITE_P(Mistakes, OwnPolicy,
                         testing::Values(Mistake{"    out TAKEN : (w, t);\n", "", "done"},
                                         Mistake{"    in  SLOT : w;\n", "", "free"},
                                         Mistake{"    in  FETCHER : w;\n", "", "workers.one_fetch"},
                                         Mistake{"out TAKEN : (w, t);", "out TAKEN : (0, t);", "done"},
                                         Mistake{"    out NEXT : n + 1;\n", "", "done"},
                                         Mistake{"    out TAKEN : (w, t);", "    out TAKEN : 2`(w, t);", "once"},
                                         Mistake{"    in  QUEUE : (w, n, t);", "    read QUEUE : (w, n, t);", "once"}));

}  // namespace
}  // namespace petriloom::own_policy_test
