// SPDX-License-Identifier: Apache-2.0
// The small cluster in the formats of other tools: valid, and the same net when it is read back.

#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "formats/pnml/validate.h"
#include "formats/registry/table.h"
#include "tests/nets/seeded_net.h"

namespace petriloom {
namespace {

TEST(CokaMini, IsTheSameNetThroughPnml) {
  const ReadResult read = SeededNets().generate("coka-mini.yaml");
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  const WriteResult pnml = find_format("pnml")->write(*read.net, {});
  ASSERT_FALSE(pnml.diagnostics.has_errors()) << pnml.diagnostics.format(*read.net->sources);
  EXPECT_EQ(validate_pnml(pnml.text, PETRILOOM_ROOT "/formats/pnml/grammar/ptnet.pntd"), "");

  const ReadResult back = find_format("pnml")->read("coka-mini.pnml", pnml.text, {});
  ASSERT_TRUE(back.net) << back.diagnostics.format(*back.sources);
  const StateSpaceFacts original = verify(*read.net, {}).state_space;
  const StateSpaceFacts again = verify(*back.net, {}).state_space;
  EXPECT_TRUE(original.complete && again.complete);
  EXPECT_EQ(again.states, original.states);
  EXPECT_EQ(again.edges, original.edges);
}

TEST(CokaMini, FitsTheColouredAndTheUncolouredNetsOfSnoopyWithoutTime) {
  const ReadResult read = SeededNets().generate("coka-mini.yaml");
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  WriteOptions untimed;
  untimed.untimed = true;
  for (const auto& [format, first] : {std::pair{"andl", "pn "}, {"candl", "colpn "}}) {
    const WriteResult timed = find_format(format)->write(*read.net, {});
    EXPECT_TRUE(timed.diagnostics.has_errors()) << "time must not be lost silently";
    EXPECT_TRUE(timed.text.empty());
    const WriteResult written = find_format(format)->write(*read.net, untimed);
    EXPECT_FALSE(written.diagnostics.has_errors()) << written.diagnostics.format(*read.net->sources);
    EXPECT_TRUE(written.text.starts_with(first));
  }
}

}  // namespace
}  // namespace petriloom
