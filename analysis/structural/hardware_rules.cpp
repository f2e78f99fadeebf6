// SPDX-License-Identifier: Apache-2.0
#include "analysis/structural/hardware_rules.h"

#include <algorithm>

#include "analysis/result/standard_checks.h"
#include "analysis/witness/blame.h"

namespace petriloom {
namespace {

bool in_hardware(const Net& net, ModuleId module) {
  for (; module.valid(); module = net[module].parent) {
    if (net[module].hardware) return true;
  }
  return false;
}

bool has(const Transition& transition, ArcKind kind) {
  return std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) { return arc.kind == kind; });
}

std::string reason(const Net& net, const HardwareFault& fault) {
  const std::string name = path(net, fault.transition);
  if (!fault.takes && !fault.puts) return name + " neither takes nor puts a token";
  if (!fault.takes) return name + " takes no token: it makes resources out of nothing";
  return name + " puts no token: resources vanish in it";
}

}  // namespace

std::vector<HardwareFault> hardware_faults(const Net& net) {
  std::vector<HardwareFault> faults;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    if (!in_hardware(net, transition.module)) continue;
    const HardwareFault fault{TransitionId(t), has(transition, ArcKind::input), has(transition, ArcKind::output)};
    if (!fault.takes || !fault.puts) faults.push_back(fault);
  }
  return faults;
}

Blame blame_fault(const Net& net, const HardwareFault& fault) {
  return blame_at(net, net[fault.transition].module, {}, net[fault.transition].where, reason(net, fault));
}

Method hardware_rules_by_structure() {
  return {"structure", false,
          [](const Net&, const Question& question) { return question.property.name == kHardwareRules && !question.kind; },
          [](Task& task, const Question&, Outcome& outcome) {
            const Net& net = task.net();
            const auto hardware = [](const Module& module) { return module.hardware; };
            if (std::none_of(net.modules.begin(), net.modules.end(), hardware)) outcome.note = "no module is marked hardware";
            for (const HardwareFault& fault : hardware_faults(net)) outcome.blame.push_back(blame_fault(net, fault));
            outcome.verdict = outcome.blame.empty() ? Verdict::holds : Verdict::refuted;
          }};
}

}  // namespace petriloom
