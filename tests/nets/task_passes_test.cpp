// SPDX-License-Identifier: Apache-2.0
// The tables of nets/tasks/passes.loom against the locks that they stand for: workers pass the
// requests of the memory of the host, as datawizard/datawizard.c and data_request.c of StarPU
// 1.4.12 do, in rounds of SimGrid, where each call takes one and who waits for a lock gets it in
// turn.
#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace petriloom {
namespace {

/// The locks that a worker takes in turn, by their numbers, if requests go to so many memories:
/// first of what comes in, what is under way and three times what is asked for; then of what goes
/// out of each.
std::vector<int> locks_of_a_pass(int memories) {
  std::vector<int> locks;
  const auto under_way = [](int memory, int way) { return 4 * memory + 2 * way; };
  const auto asked_for = [](int memory, int way) { return 4 * memory + 2 * way + 1; };
  for (int memory = 0; memory < memories; ++memory) locks.push_back(under_way(memory, 0));
  for (int kind = 0; kind < 3; ++kind)
    for (int memory = 0; memory < memories; ++memory) locks.push_back(asked_for(memory, 0));
  for (int memory = 0; memory < memories; ++memory) {
    locks.push_back(under_way(memory, 1));
    for (int kind = 0; kind < 3; ++kind) locks.push_back(asked_for(memory, 1));
  }
  return locks;
}

struct Lock {
  bool held = false;
  std::deque<std::size_t> waiting;
};

/// Of so many workers that begin at one instant, in turn: after how many rounds each is through,
/// times 100, and in the hundredths how many go before it in a round when all are.
std::vector<int> passes(std::size_t workers, int memories) {
  const std::vector<int> locks = locks_of_a_pass(memories);
  std::map<int, Lock> of;
  std::vector<std::size_t> calls(workers, 0);  // even: takes the next lock
  std::vector<int> through(workers, 0);
  std::vector<std::size_t> running(workers);
  for (std::size_t k = 0; k < workers; ++k) running[k] = k;
  std::size_t passed = 0;
  for (int round = 1; passed < workers; ++round) {
    std::vector<std::size_t> next;
    for (const std::size_t worker : running) {
      if (through[worker] > 0) {
        next.push_back(worker);
        continue;
      }
      Lock& lock = of[locks[calls[worker] / 2]];
      const bool takes = calls[worker]++ % 2 == 0;
      if (takes && lock.held) {
        lock.waiting.push_back(worker);
        continue;
      }
      lock.held = takes || !lock.waiting.empty();
      if (!takes && lock.held) {
        next.push_back(lock.waiting.front());
        lock.waiting.pop_front();
      }
      if (calls[worker] == 2 * locks.size()) {
        through[worker] = round;
        ++passed;
      }
      next.push_back(worker);
    }
    running.swap(next);
  }
  std::vector<int> result(workers);
  for (std::size_t place = 0; place < workers; ++place)
    result[running[place]] = 100 * through[running[place]] + static_cast<int>(place);
  return result;
}

/// All numbers of the list that a constant of that name is.
std::vector<int> numbers_of(const std::string& text, const std::string& name) {
  std::vector<int> numbers;
  const std::size_t begin = text.find("const " + name + " =");
  if (begin == std::string::npos) return numbers;
  std::optional<int> number;
  for (std::size_t k = text.find('[', begin); k < text.find(';', begin); ++k) {
    if (std::isdigit(static_cast<unsigned char>(text[k])) != 0) {
      number = 10 * number.value_or(0) + (text[k] - '0');
    } else if (number) {
      numbers.push_back(*number);
      number.reset();
    }
  }
  return numbers;
}

TEST(TaskPasses, AreThoseOfLocksThatAreTakenInTurn) {
  std::ifstream file(std::string(PETRILOOM_ROOT) + "/nets/tasks/passes.loom");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (int memories = 1; memories <= 5; ++memories) {
    std::vector<int> expected;
    for (std::size_t workers = 1; workers <= 16; ++workers) {
      const std::vector<int> row = passes(workers, memories);
      expected.insert(expected.end(), row.begin(), row.end());
    }
    EXPECT_EQ(numbers_of(text, "passes_" + std::to_string(memories)), expected) << memories;
  }
}

}  // namespace
}  // namespace petriloom
