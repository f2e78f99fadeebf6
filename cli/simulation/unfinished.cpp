// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/unfinished.h"

#include <fmt/format.h>

#include "analysis/makespan/never_begun.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

void report_missing(const SimulationResult& result, std::uint64_t replications, Session& session) {
  std::string ranks;
  for (const std::size_t rank : result.lost_ranks) ranks += fmt::format("{}{}", ranks.empty() ? "" : ", ", rank);
  if (!ranks.empty()) {
    session.status.note(fmt::format("lost: process {}{}", ranks, result.unfinished.empty() ? "; others did its work" : ""));
  }
  if (result.unfinished.empty() || replications < 2) return;
  std::string numbers;
  for (std::size_t k = 0; k < result.unfinished.size();) {
    std::size_t last = k;
    while (last + 1 < result.unfinished.size() && result.unfinished[last + 1] == result.unfinished[last] + 1) ++last;
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", result.unfinished[k]);
    if (last > k) numbers += fmt::format("-{}", result.unfinished[last]);
    k = last + 1;
  }
  session.status.note(fmt::format("not finished: replication {} of 0-{}", numbers, replications - 1));
}

namespace {

std::string why_not_run(const NotRun& not_run) {
  if (not_run.task.empty())
    return "not all tasks run on all workers (`anywhere` is false): one that a policy gives to a worker that does not run it "
           "(runs_on) is never begun";
  if (!not_run.anywhere) {
    const std::size_t more = not_run.number - not_run.nowhere.size();
    return fmt::format("task{} {}{} run{} on no worker (runs_on)", not_run.number == 1 ? "" : "s", fmt::join(not_run.nowhere, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : "", not_run.number == 1 ? "s" : "");
  }
  return fmt::format(
      "task {} does not run on all workers, and `anywhere` says that all tasks do: the net needs `const anywhere = "
      "false;`",
      not_run.task);
}

}  // namespace

std::vector<std::string> explain_stuck(const Net& net, const SimulationResult& result, Session& session) {
  std::vector<std::string> reasons;
  const auto say = [&](const std::string& reason) {
    session.status.note("note: " + reason);
    reasons.push_back(reason);
  };
  if (result.dead_ends == 0 && !result.diagnostics.has_errors()) return reasons;
  const std::optional<TaskNet> tasks = find_task_net(net);
  const std::optional<NotRun> not_run = tasks ? task_not_run(net, *tasks) : std::nullopt;
  const std::optional<TooLarge> large = tasks && result.dead_ends > 0 ? task_too_large(net, *tasks) : std::nullopt;
  // What might be is told only where nothing is known.
  if (not_run && (!not_run->task.empty() || (result.dead_ends > 0 && !large))) say(why_not_run(*not_run));
  if (!large) return reasons;
  std::string bytes = quantity(large->bytes, "B");
  std::string room = quantity(large->room, "B");
  if (bytes == room) {
    bytes = fmt::format("{:.0f} B", large->bytes);
    room = fmt::format("{:.0f} B", large->room);
  }
  say(fmt::format("task {} has {} of data, and a card holds {} (card_memory): a card that gets it never begins it", large->task,
                  bytes, room));
  return reasons;
}

}  // namespace petriloom::cli
