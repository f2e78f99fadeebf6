// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_program.h"

#include <algorithm>

namespace petriloom {

std::uint32_t flat_test::encode(const FlatCondition& condition) {
  const auto count = static_cast<std::uint32_t>(condition.count);
  switch (condition.kind) {
    case ArcKind::inhibitor:
      return count | kInhibitor;
    case ArcKind::equal:
      return count | kEqual;
    case ArcKind::read:
      return count | kRead;
    default:
      return count | kInput;
  }
}

void FlatProgram::add(std::span<const FlatCondition> conditions) {
  words_.push_back(static_cast<std::uint32_t>(conditions.size()));
  for (const FlatCondition& condition : conditions) {
    words_.push_back(condition.cell);
    words_.push_back(flat_test::encode(condition));
  }
}

FlatProgram::FlatProgram(const FlatNet& net, const std::vector<std::uint32_t>& flags, const std::vector<std::uint32_t>& pool_of)
    : rows_(net.arrival_row) {
  std::size_t rows = flags.size();
  for (const std::uint32_t row : rows_) rows += row == FlatNet::kNone ? 0 : 1;
  for (std::size_t row = 0; row < rows; ++row) {
    starts_.push_back(words_.size());
    if (row < flags.size()) {
      words_.push_back(flags[row]);
      const auto changes = net.changes[row];
      words_.push_back(static_cast<std::uint32_t>(changes.size()));
      for (const FlatChange& change : changes) {
        words_.push_back(change.cell);
        words_.push_back(static_cast<std::uint32_t>(change.amount));
      }
    }
    add_concerned(net, row, pool_of);
  }
}

void FlatProgram::add_concerned(const FlatNet& net, std::size_t row, const std::vector<std::uint32_t>& pool_of) {
  const auto immediate = net.immediate_after[row];
  words_.push_back(static_cast<std::uint32_t>(immediate.size()));
  for (const std::uint32_t number : immediate) {
    words_.insert(words_.end(), {number, pool_of[number], net.immediate[number].position});
    add(net.immediate[number].local);
  }
  const auto gates = net.gates_after[row];
  words_.push_back(static_cast<std::uint32_t>(gates.size()));
  words_.insert(words_.end(), gates.begin(), gates.end());
  const auto timed = net.timed_after[row];
  words_.push_back(static_cast<std::uint32_t>(timed.size()));
  for (const std::uint32_t number : timed) {
    const std::int64_t servers = net.timed[number].servers;
    words_.push_back(number);
    words_.push_back(servers == 0 ? kNoLimit : static_cast<std::uint32_t>(std::min<std::int64_t>(servers, kNoLimit - 1)));
    add(net.timed[number].needs);
  }
}

}  // namespace petriloom
