// SPDX-License-Identifier: Apache-2.0
#include "analysis/verify/exact_blame.h"

#include <algorithm>

#include "analysis/model/follow_path.h"
#include "analysis/structural/hardware_rules.h"
#include "analysis/witness/blame.h"
#include "analysis/witness/blame_step.h"

namespace petriloom {
namespace {

// An invariant that is broken on the way, and after how many firings it is broken first.
struct Broken {
  const Property* property;
  std::size_t atom = 0;
  std::optional<std::size_t> step;
};

std::vector<Broken> broken_invariants(Task& task, const FiringPath& path) {
  std::vector<Broken> list;
  for (const Question& other : task.questions()) {
    if (other.kind != PropertyKind::invariant) continue;
    list.push_back({&other.property, task.atoms().number(task.net()[other.property.formula]), {}});
  }
  if (list.empty()) return list;
  NetModel& model = task.model();
  follow_path(model, path, task.limits(), [&](std::size_t step, StateBytes) {
    if (step == path.firings.size() && path.end == PathEnd::unexplored) return;
    for (Broken& one : list) {
      if (!one.step && !model.holds(one.atom)) one.step = step;
    }
  });
  std::erase_if(list, [](const Broken& one) { return !one.step; });
  return list;
}

}  // namespace

void put_exact_blame_first(Task& task, const Property& property, const FiringPath& path, std::vector<Blame>& blame) {
  const Net& net = task.net();
  std::vector<Blame> exact;
  if (property.kind != PropertyKind::invariant) {
    for (const Broken& broken : broken_invariants(task, path)) {
      FiringPath way;
      way.firings.assign(path.firings.begin(), path.firings.begin() + static_cast<std::ptrdiff_t>(*broken.step));
      for (Blame& step : blame_step(task.model(), way, broken.property->formula, task.limits())) {
        step.reason = broken.property->name + ": " + step.reason;
        add_blame(exact, std::move(step));
      }
    }
  }
  for (const HardwareFault& fault : hardware_faults(net)) {
    const auto fires = [&](const BoundTransition& firing) { return firing.transition == fault.transition; };
    if (std::any_of(path.firings.begin(), path.firings.end(), fires)) add_blame(exact, blame_fault(net, fault));
  }
  const std::size_t broken = exact.size();
  for (Blame& one : blame) {
    // The same line may have several parts in a cyclic wait.
    const auto said = [&](const Blame& other) { return other.where == one.where; };
    if (std::none_of(exact.begin(), exact.begin() + static_cast<std::ptrdiff_t>(broken), said)) exact.push_back(std::move(one));
  }
  if (exact.size() > kMostBlamed) exact.resize(kMostBlamed);
  blame = std::move(exact);
}

}  // namespace petriloom
