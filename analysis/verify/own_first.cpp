// SPDX-License-Identifier: Apache-2.0
#include "analysis/verify/own_first.h"

#include <algorithm>
#include <queue>
#include <set>

#include "analysis/witness/blame.h"
#include "analysis/witness/causality.h"

namespace petriloom {

namespace {

/// Whether the net says this itself: neither the library, nor the program that made its text.
bool is_own(const Net& net, const Location& where) {
  return where.known() && net.sources && !net.sources->shared(where.file) && !net.sources->made(where.file);
}

/// The number of the last firing of the net's own that led to the last one of all.
std::optional<std::size_t> last_own(const NetModel& model, const Trace& trace) {
  const auto own = [&](const TracedFiring& firing) {
    // The passing of time is a step of nobody.
    return model.labels().exists(firing.label) && is_own(model.net(), model.net()[firing.transition].where);
  };
  std::priority_queue<std::size_t> open;
  std::set<std::size_t> seen;
  if (!trace.firings.empty()) open.push(trace.firings.size() - 1);
  while (!open.empty()) {
    const std::size_t number = open.top();
    open.pop();
    if (!seen.insert(number).second) continue;
    if (own(trace.firings[number])) return number;
    for (const std::size_t token : trace.firings[number].takes) {
      if (trace.tokens[token].put_by != FollowedToken::kNever) open.push(trace.tokens[token].put_by);
    }
  }
  // What is read, not taken, leads there, too: then it is the last of all.
  for (std::size_t number = trace.firings.size(); number > 0; --number) {
    if (own(trace.firings[number - 1])) return number - 1;
  }
  return std::nullopt;
}

}  // namespace

void put_own_first(NetModel& model, const FiringPath* path, const Limits& limits, std::vector<Blame>& blame) {
  const Net& net = model.net();
  const auto own = [&](const Blame& one) { return is_own(net, one.where); };
  std::stable_partition(blame.begin(), blame.end(), own);
  if (blame.empty() || own(blame.front()) || path == nullptr) return;
  const Trace trace = trace_path(model, *path, limits);
  const std::optional<std::size_t> number = last_own(model, trace);
  if (!number) return;
  const TracedFiring& firing = trace.firings[*number];
  std::string reason = model.labels().name(firing.label) + " (step " + std::to_string(*number + 1) +
                       ") is the last step of the net's own that led to this; what follows is of the library";
  blame.insert(blame.begin(), blame_at(model, firing.label, net[firing.transition].where, std::move(reason)));
  if (blame.size() > kMostBlamed) blame.pop_back();
}

}  // namespace petriloom
