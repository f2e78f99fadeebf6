// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_loop.h"

#include <algorithm>
#include <map>
#include <set>

namespace petriloom {

std::vector<Blame> blame_loop(const NetModel& model, const StateSpace& space, const StatePath& path, bool linear) {
  std::vector<Blame> result;
  if (!path.loop) return result;
  const std::vector<Label> together = model.labels().fair_labels();
  const auto fair = [&](Label label) { return together.empty() ? label : together[label]; };
  const auto first = static_cast<std::ptrdiff_t>(*path.loop);
  std::set<Label> fired;
  for (auto label = path.labels.begin() + first; label != path.labels.end(); ++label) fired.insert(fair(*label));
  const std::set<StateNumber> states(path.states.begin() + first, path.states.end());
  std::map<Label, std::size_t> passed_over;  // in how many of the states it is enabled
  for (const StateNumber state : states) {
    space.limits.check();
    const std::span<const Label> labels = space.graph.labels(state);
    for (const Label label : std::set<Label>(labels.begin(), labels.end())) {
      if (!fired.contains(fair(label))) ++passed_over[label];
    }
  }
  for (const bool always : {true, false}) {
    for (const auto& [label, times] : passed_over) {
      if ((times == states.size()) != always) continue;
      std::string reason =
          model.labels().name(label) + (always ? " can fire all the time in what goes on for ever, and never does"
                                               : " can fire again and again in what goes on for ever, and never does");
      if (linear) reason += always ? ": --fairness weak leaves such runs out" : ": --fairness strong leaves such runs out";
      add_blame(result, blame_at(model, label, model.net()[model.labels().transition(label)].where, std::move(reason)));
      if (result.size() == kMostBlamed) return result;
    }
  }
  return result;
}

}  // namespace petriloom
