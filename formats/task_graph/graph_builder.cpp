// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/graph_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace petriloom {

namespace {

constexpr std::size_t kMostNamed = 8;  // of a circle, in a message

}  // namespace

bool GraphBuilder::add_task(GraphTask task, const Location& where) {
  if (graph_.tasks.size() == kMostGraphTasks) {
    diagnostics_.error(where, fmt::format("more than {} tasks", kMostGraphTasks));
    return false;
  }
  graph_.tasks.push_back(std::move(task));
  where_.push_back(where);
  return true;
}

std::uint32_t GraphBuilder::datum(const std::string& name, double bytes) {
  const auto [found, is_new] = data_names_.try_emplace(name, static_cast<std::uint32_t>(graph_.data.size()));
  if (is_new) graph_.data.push_back({name, bytes});
  return found->second;
}

bool GraphBuilder::add_access(const GraphAccess& access, const Location& where) {
  if (graph_.accesses.size() == kMostGraphEdges) {
    diagnostics_.error(where, fmt::format("more than {} accesses to data", kMostGraphEdges));
    return false;
  }
  graph_.accesses.push_back(access);
  return true;
}

std::uint32_t GraphBuilder::datum_of_edge(const std::string& name, double bytes) {
  std::string free = name;
  while (data_names_.contains(free)) free = fmt::format("{} ({})", name, ++same_name_[name] + 1);
  return datum(free, bytes);
}

bool GraphBuilder::add_edge(std::uint32_t from, std::uint32_t to, double bytes, const Location& where) {
  if (waits_.size() == kMostGraphEdges) {
    diagnostics_.error(where, fmt::format("more than {} edges", kMostGraphEdges));
    return false;
  }
  waits_.push_back({from, to});
  if (bytes <= 0) {
    graph_.edges.push_back({from, to});
    return true;
  }
  const std::uint32_t moved = datum_of_edge(fmt::format("{}->{}", graph_.tasks[from].name, graph_.tasks[to].name), bytes);
  return add_access({from, moved, DataMode::write}, where) && add_access({to, moved, DataMode::read}, where);
}

std::vector<std::vector<std::uint32_t>> GraphBuilder::successors() const {
  std::vector<std::vector<std::uint32_t>> all(graph_.tasks.size());
  for (const GraphEdge& edge : waits_) all[edge.from].push_back(edge.to);
  return all;
}

/// Of those that wait for none, always the first. Tasks on circles, and behind them, are left out.
std::vector<std::uint32_t> GraphBuilder::order() const {
  const std::vector<std::vector<std::uint32_t>> next = successors();
  std::vector<std::uint32_t> waits(graph_.tasks.size(), 0);
  for (const GraphEdge& edge : waits_) ++waits[edge.to];
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
  for (std::uint32_t task = 0; task < waits.size(); ++task) {
    if (waits[task] == 0) free.push(task);
  }
  std::vector<std::uint32_t> ordered;
  for (; !free.empty();) {
    ordered.push_back(free.top());
    free.pop();
    for (const std::uint32_t task : next[ordered.back()]) {
      if (--waits[task] == 0) free.push(task);
    }
  }
  return ordered;
}

/// Each task that is not ordered waits for another such: who follows these back comes round.
void GraphBuilder::report_circle(const std::vector<std::uint32_t>& ordered) {
  std::vector<bool> left(graph_.tasks.size(), true);
  for (const std::uint32_t task : ordered) left[task] = false;
  std::vector<std::uint32_t> before(graph_.tasks.size(), 0);
  for (const GraphEdge& edge : waits_) {
    if (left[edge.from]) before[edge.to] = edge.from;
  }
  auto task = static_cast<std::uint32_t>(std::find(left.begin(), left.end(), true) - left.begin());
  std::vector<bool> seen(graph_.tasks.size(), false);
  for (; !seen[task]; task = before[task]) seen[task] = true;
  std::vector<std::uint32_t> circle{task};
  for (std::uint32_t other = before[task]; other != task; other = before[other]) circle.push_back(other);
  // From the first of them on, in the order in which they wait.
  std::rotate(circle.begin(), std::min_element(circle.begin(), circle.end()), circle.end());
  std::string names;
  for (std::size_t k = 0; k < std::min(circle.size(), kMostNamed); ++k)
    names += fmt::format("{}'{}'", k == 0 ? "" : " for ", graph_.tasks[circle[k]].name);
  if (circle.size() > kMostNamed) names += fmt::format(" ... ({} tasks)", circle.size());
  diagnostics_.error(where_[circle.front()],
                     fmt::format("tasks wait for each other in a circle: {} for '{}'", names, graph_.tasks[circle.front()].name));
}

std::optional<TaskGraph> GraphBuilder::finish() {
  if (diagnostics_.has_errors()) return std::nullopt;
  const std::vector<std::uint32_t> ordered = order();
  if (ordered.size() < graph_.tasks.size()) {
    report_circle(ordered);
    return std::nullopt;
  }
  std::vector<std::uint32_t> number(ordered.size());
  std::vector<GraphTask> tasks;
  tasks.reserve(ordered.size());
  for (std::uint32_t k = 0; k < ordered.size(); ++k) {
    number[ordered[k]] = k;
    tasks.push_back(std::move(graph_.tasks[ordered[k]]));
  }
  graph_.tasks = std::move(tasks);
  for (GraphAccess& access : graph_.accesses) access.task = number[access.task];
  for (GraphEdge& edge : graph_.edges) edge = {number[edge.from], number[edge.to]};
  std::stable_sort(graph_.accesses.begin(), graph_.accesses.end(),
                   [](const GraphAccess& a, const GraphAccess& b) { return a.task < b.task; });
  std::stable_sort(graph_.edges.begin(), graph_.edges.end(),
                   [](const GraphEdge& a, const GraphEdge& b) { return std::pair(a.to, a.from) < std::pair(b.to, b.from); });
  return std::move(graph_);
}

}  // namespace petriloom
