// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_growth.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/model/difference.h"
#include "analysis/witness/causality.h"
#include "analysis/witness/witness.h"

namespace petriloom {
namespace {

struct Suspect {
  Label label = 0;
  std::int64_t gain = 0;
  PlaceId place;
  Word colour = 0;
};

}  // namespace

std::vector<Blame> blame_growth(NetModel& model, const FiringPath& path, const Limits& limits) {
  const Net& net = model.net();
  const std::size_t begin = path.loop.value_or(0);
  const Trace trace = trace_path(model, path, limits);
  const std::vector<Tokens>& small = path.loop ? trace.at_loop : trace.initial;
  std::set<std::pair<PlaceId, Word>> growing;
  for (const Tokens& tokens : trace.last) {
    if (tokens.count > count_of(small, tokens.place, tokens.colour)) growing.insert({tokens.place, tokens.colour});
  }
  std::map<Label, std::map<std::pair<PlaceId, Word>, std::int64_t>> gains;
  for (std::size_t k = begin; k < trace.firings.size(); ++k) {
    const TracedFiring& firing = trace.firings[k];
    const auto count = [&](std::size_t token, std::int64_t sign) {
      const std::pair<PlaceId, Word> key{trace.tokens[token].place, trace.tokens[token].colour};
      if (growing.contains(key)) gains[firing.label][key] += sign * trace.tokens[token].count;
    };
    for (const std::size_t token : firing.takes) count(token, -1);
    for (const std::size_t token : firing.puts) count(token, 1);
  }
  std::vector<Suspect> suspects;
  for (const auto& [label, places] : gains) {
    for (const auto& [key, gain] : places) {
      if (gain > 0) suspects.push_back({label, gain, key.first, key.second});
    }
  }
  std::stable_sort(suspects.begin(), suspects.end(), [](const Suspect& a, const Suspect& b) { return a.gain > b.gain; });
  std::vector<Blame> result;
  for (const Suspect& suspect : suspects) {
    if (result.size() == kMostBlamed) break;
    const Transition& transition = net[model.labels().transition(suspect.label)];
    const auto arc = std::find_if(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& candidate) {
      return candidate.kind == ArcKind::output && candidate.place == suspect.place;
    });
    result.push_back(blame_at(model, suspect.label, arc == transition.arcs.end() ? transition.where : arc->where,
                              model.labels().name(suspect.label) + " adds " + std::to_string(suspect.gain) + " to " +
                                  token_place(model, suspect.place, suspect.colour) +
                                  " in each round of a part that can be repeated for ever"));
  }
  return result;
}

}  // namespace petriloom
