// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_loop.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/model/follow_path.h"

namespace petriloom {

std::vector<Blame> blame_loop(NetModel& model, const FiringPath& path, bool linear, const Limits& limits) {
  std::vector<Blame> result;
  if (!path.loop) return result;
  const std::vector<Label> together = model.labels().fair_labels();
  const auto fair = [&](Label label) { return together.empty() ? label : together[label]; };
  std::set<Label> fired;
  for (std::size_t k = *path.loop; k < path.firings.size(); ++k)
    fired.insert(fair(model.labels().label(path.firings[k].transition, path.firings[k].binding)));
  std::set<std::vector<std::uint8_t>> states;
  std::map<Label, std::size_t> passed_over;  // in how many of the states it is enabled
  follow_path(model, path, limits, [&](std::size_t step, StateBytes state) {
    if (step < *path.loop || !states.emplace(state.begin(), state.end()).second) return;
    std::set<Label> enabled;
    model.for_each_enabled(
        [&](TransitionId transition, std::span<const Word> binding) { enabled.insert(model.labels().label(transition, binding)); });
    for (const Label label : enabled) {
      // That time could pass is no step that somebody owes.
      if (model.labels().exists(label) && !fired.contains(fair(label))) ++passed_over[label];
    }
  });
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
