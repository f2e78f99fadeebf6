// SPDX-License-Identifier: Apache-2.0
// The tasks of factorisations with many tiles a side.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "analysis/verify/verify.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::task_factorisations_test {
namespace {

/// An application with these constants.
struct Factorisation {
  const char* name;
  std::map<std::string, std::string> constants;
  int tasks;
  const char* order = "t";  ///< what grows from task to task
};

std::ostream& operator<<(std::ostream& out, const Factorisation& factorisation) { return out << factorisation.name; }

class Factorisations : public testing::TestWithParam<Factorisation> {};

/// Tasks of a step and of a row are made together, and are those that numbers tell apart; in LU a
/// row and a column take turns. Of more than 70 tiles a side not all numbers of a Task can be
/// listed.
TEST_P(Factorisations, AreSubmittedInTheirOrder) {
  const std::string name = GetParam().name;
  const std::string text = "import \"" + name +
                           ".loom\";\n"
                           "import \"tasks/ideal.loom\";\n"
                           "place READY : Task;\n"
                           "place PUSHER : int;\n"
                           "place DONE : Task;\n"
                           "const priorities = true;\n"
                           "const submitted = all_tasks();\n"
                           "place P : unit = 1`();\n"
                           "property number : invariant tasks = length(submitted) & tasks = " +
                           std::to_string(GetParam().tasks) +
                           ";\n"
                           "property order : invariant sort(t in submitted : " +
                           GetParam().order +
                           ") = submitted;\n"
                           "property apart : invariant length(distinct(sort(submitted))) = tasks;\n";
  const ReadResult read = SeededNets().read_text("examples/tasks/" + name + "/ordered.loom", text, GetParam().constants);
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  const std::set<std::string> hold = verdicts(verify(*read.net, {})).hold;
  for (const char* property : {"number", "order", "apart"}) EXPECT_TRUE(hold.contains(property)) << property;
}

constexpr int kTiles = 84;
const Factorisation kOrdered[] = {
    {"cholesky", {{"N", "84"}}, kTiles*(kTiles + 1) * (kTiles + 2) / 6},
    {"lu",
     {{"N", "84"}},
     kTiles*(kTiles + 1) * (2 * kTiles + 1) / 6,
     "(t.1, t.2, if t.2 = 1 then max(t.3, t.4) else t.3, if t.2 = 1 then t.3 else t.4)"},
    {"qr", {{"N", "84"}}, kTiles*(kTiles + 1) * (2 * kTiles + 1) / 6},
    {"qr", {{"M", "84"}, {"N", "2"}}, kTiles * 2 + kTiles - 1},
    {"qr", {{"M", "2"}, {"N", "84"}, {"split", "true"}}, kTiles * 2 + kTiles - 1},
};

INSTANTIATE_TEST_SUITE_P(All, Factorisations, testing::ValuesIn(kOrdered));

}  // namespace
}  // namespace petriloom::task_factorisations_test
