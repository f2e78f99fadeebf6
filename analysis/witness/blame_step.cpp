// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_step.h"

#include <algorithm>
#include <set>

#include "analysis/result/wanted.h"
#include "analysis/witness/causality.h"
#include "analysis/witness/witness.h"

namespace petriloom {
namespace {

std::string list_tokens(const NetModel& model, const Trace& trace, const std::vector<std::size_t>& tokens,
                        const std::set<PlaceId>& places) {
  std::string text;
  std::vector<std::pair<std::string, std::int64_t>> counted;
  for (const std::size_t token : tokens) {
    const FollowedToken& traced = trace.tokens[token];
    if (!places.contains(traced.place)) continue;
    const std::string name = token_place(model, traced.place, traced.colour);
    const auto same = std::find_if(counted.begin(), counted.end(), [&](const auto& entry) { return entry.first == name; });
    if (same == counted.end()) {
      counted.emplace_back(name, traced.count);
    } else {
      same->second += traced.count;
    }
  }
  for (const auto& [name, count] : counted) text += (text.empty() ? "" : ", ") + std::to_string(count) + " of " + name;
  return text.empty() ? "nothing" : text;
}

std::int64_t count_in(const Trace& trace, std::vector<std::size_t> tokens, const std::set<PlaceId>& places) {
  std::erase_if(tokens, [&](std::size_t token) { return !places.contains(trace.tokens[token].place); });
  return trace.count(tokens);
}

// Of the arcs of one kind at the places the only one; of several none can be told.
const Arc* only_arc(const Transition& transition, ArcKind kind, const std::set<PlaceId>& places) {
  const Arc* found = nullptr;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != kind || !places.contains(arc.place)) continue;
    if (found != nullptr) return nullptr;
    found = &arc;
  }
  return found;
}

}  // namespace

std::vector<Blame> blame_step(NetModel& model, const FiringPath& path, FormulaId formula, const Limits& limits) {
  const Net& net = model.net();
  const std::set<PlaceId> places = places_of(net, formula);
  if (path.firings.empty()) {
    std::vector<Blame> result;
    for (const PlaceId place : places) {
      if (result.size() == kMostBlamed) break;
      result.push_back(blame_at(net, net[place].module, {}, net[place].where,
                                "it does not hold initially; " + petriloom::path(net, place) + " is a place it speaks of"));
    }
    return result;
  }
  const Trace trace = trace_path(model, path, limits);
  // The passing of time is nobody's fault: what was done before it is.
  std::size_t number = trace.firings.size();
  while (number > 1 && !model.labels().exists(trace.firings[number - 1].label)) --number;
  const TracedFiring& last = trace.firings[number - 1];
  const Transition& transition = net[last.transition];
  const std::int64_t taken = count_in(trace, last.takes, places);
  const std::int64_t put = count_in(trace, last.puts, places);
  const Arc* arc = taken == put ? nullptr : only_arc(transition, put > taken ? ArcKind::output : ArcKind::input, places);
  std::string reason = "holds until " + model.labels().name(last.label) + " fires (step " + std::to_string(number) + ")";
  if (number < trace.firings.size()) reason += " and time passes";
  if (!places.empty()) {
    reason += ", which of these places takes " + list_tokens(model, trace, last.takes, places) + " and puts " +
              list_tokens(model, trace, last.puts, places);
  }
  return {blame_at(model, last.label, arc != nullptr ? arc->where : transition.where, std::move(reason))};
}

}  // namespace petriloom
