// SPDX-License-Identifier: Apache-2.0
// In which order eleven cores that end tasks at one instant push what they release, and to whom:
// as StarPU 1.4.12 over SimGrid 3.32 does (nets/tasks/policy/in_rounds.loom).
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "tests/nets/seeded_net.h"

namespace petriloom {
namespace {

/// Cholesky of 12 x 12 tiles of 320 numbers a side with dmda, on cores and cards as fast as those
/// of StarPU's machine `sirocco`. All trsm of the first step run on cores and end at one instant.
const std::string kNet =
    "import \"tasks/application/cholesky.loom\"; import \"tasks/open.loom\"; import \"tasks/ideal.loom\";\n"
    "import \"tasks/recorded.loom\"; import \"tasks/places.loom\"; import \"tasks/policy/dmda.loom\";\n"
    "const cards = 4; const cores = 20; const N = 12; const tile_bytes = 409600.0;\n"
    "colour Worker = int with 0..cards + cores - 1; colour Memory = int with 0..cards;\n"
    "fun bandwidth_of(from_ : int, to : int) : real = 10.5 GB/s; fun latency_of(from_ : int, to : int) : real = 10 us;\n"
    "const on_card = [3340 us, 420 us, 28 us, 50 us]; const on_core = [439.169 us, 767.533 us, 796.757 us, 1593.513 us];\n"
    "fun time_of(kernel : int, w : Worker) : real = nth(if w < cards then on_card else on_core, kernel);\n"
    "instance policy : POLICY { by name; }\n";

/// Of StarPU, in order: the task, by its number in the order of submission from 1 on, who pushes
/// it, and to whom.
const std::string kPushes =
    "13@4>4 24@5>4 34@6>4 43@7>4 51@8>4 58@9>4 64@10>4 69@11>4 73@12>4 76@13>4 78@14>4 14@4>5 65@10>6 "
    "70@11>6 74@12>6 77@13>6 25@5>6 35@6>6 44@7>6 52@8>6 15@4>6 59@9>6 36@6>7 66@10>8 71@11>8 75@12>8 "
    "26@5>8 45@7>8 53@8>8 16@4>8 60@9>8 37@6>9 54@8>9 67@10>10 38@6>10 72@11>10 27@5>10 46@7>10 17@4>10 "
    "61@9>10 55@8>10 68@10>11 39@6>12 28@5>12 47@7>12 18@4>12 62@9>12 56@8>12 40@6>13 29@5>13 48@7>13 "
    "19@4>13 63@9>13 57@8>14 41@6>15 30@5>15 49@7>16 20@4>16 42@6>17 31@5>17 50@7>18 21@4>18 32@5>19 "
    "22@4>19 33@5>20 23@4>20";

struct Push {
  std::string task_and_pusher, to;
};

std::vector<Push> measured() {
  std::vector<Push> pushes;
  std::istringstream in(kPushes);
  for (std::string one; in >> one;) pushes.push_back({one.substr(0, one.find('>')), one.substr(one.find('>') + 1)});
  return pushes;
}

/// A task as the trace shows it, by its number in the order of submission.
std::map<std::string, int> numbers() {
  constexpr int kTiles = 12;
  std::map<std::string, int> result;
  const auto add = [&](int k, int stage, int n, int m) {
    const std::string name =
        "(" + std::to_string(k) + ", " + std::to_string(stage) + ", " + std::to_string(n) + ", " + std::to_string(m) + ")";
    result.emplace(name, static_cast<int>(result.size()) + 1);
  };
  for (int k = 0; k < kTiles; ++k) {
    add(k, 0, k, k);
    for (int m = k + 1; m < kTiles; ++m) add(k, 1, k, m);
    for (int n = k + 1; n < kTiles; ++n)
      for (int m = n; m < kTiles; ++m) add(k, 2, n, m);
  }
  return result;
}

/// What stands behind `name = ` in a line, up to the comma or the bracket that ends it.
std::string value_of(const std::string& line, const std::string& name) {
  const std::size_t found = line.find(name + " = ");
  if (found == std::string::npos) return {};
  const std::size_t begin = found + name.size() + 3;
  const std::size_t end = line[begin] == '(' ? line.find(')', begin) + 1 : line.find_first_of(",\"", begin);
  return line.substr(begin, end - begin);
}

TEST(PushesInRounds, GoInTheOrderOfStarPU) {
  const SeededNets nets;
  const ReadResult read = nets.read_text("rounds.loom", kNet, {});
  ASSERT_TRUE(read.net);
  std::ostringstream text;
  CsvTrace trace(*read.net, text);
  SimulationOptions options;
  options.trace = &trace;
  ASSERT_FALSE(simulate(*read.net, options).diagnostics.has_errors());
  const std::map<std::string, int> number = numbers();
  std::vector<Push> pushes;
  std::map<std::string, std::string> target;
  std::istringstream lines(text.str());
  for (std::string line; std::getline(lines, line);) {
    const std::string pushed = "workers.release_in_turn,";
    if (line.starts_with("fire,0.00120") && line.find(pushed) != std::string::npos) {
      pushes.push_back({std::to_string(number.at(value_of(line, "t"))) + "@" + value_of(line, "w"), value_of(line, "t")});
    }
    if (line.find("policy.expected.queue,") != std::string::npos) target.emplace(value_of(line, "t"), value_of(line, "w"));
  }
  const std::vector<Push> starpu = measured();
  ASSERT_EQ(pushes.size(), starpu.size());
  int same = 0;
  for (std::size_t k = 0; k < pushes.size(); ++k) {
    EXPECT_EQ(pushes[k].task_and_pusher, starpu[k].task_and_pusher) << k;
    if (target[pushes[k].to] == starpu[k].to) ++same;
  }
  // Which of two comes a round before the other is not known to the round.
  EXPECT_GE(same, 60);
}

}  // namespace
}  // namespace petriloom
