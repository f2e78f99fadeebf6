// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame.h"

#include <algorithm>

#include "analysis/result/wanted.h"
#include "analysis/witness/blame_deadlock.h"
#include "analysis/witness/blame_growth.h"
#include "analysis/witness/blame_loop.h"
#include "analysis/witness/blame_return.h"
#include "analysis/witness/blame_step.h"

namespace petriloom {

std::string describe_module(const Net& net, ModuleId module, std::span<const Word> indices) {
  if (!net[module].parent.valid()) return net.name;
  const Module& here = net[module];
  const bool indexed = !indices.empty() && indices.size() == here.indices.size();
  std::string name = indexed ? indexed_path(net, module, {}, indices) : path(net, module);
  while (!name.empty() && name.back() == '.') name.pop_back();
  return here.kind.empty() ? name : name + " (" + here.kind + ")";
}

Blame blame_at(const Net& net, ModuleId module, std::span<const Word> indices, Location where, std::string reason) {
  Blame blame;
  blame.module = describe_module(net, module, indices);
  blame.where = where;
  if (net.sources && net.sources->made(where.file)) blame.origin = net.sources->origin(where);
  for (ModuleId at = module; at.valid(); at = net[at].parent) {
    if (!blame.instance.known()) blame.instance = net[at].instance;
    if (!blame.origin.known()) blame.origin = net[at].origin;
  }
  blame.reason = std::move(reason);
  return blame;
}

Blame blame_at(const NetModel& model, Label label, Location where, std::string reason) {
  const Transition& transition = model.net()[model.labels().transition(label)];
  return blame_at(model.net(), transition.module, model.labels().indices(label), where, std::move(reason));
}

void add_blame(std::vector<Blame>& list, Blame blame) {
  const auto same = [&](const Blame& other) { return other.where == blame.where; };
  if (std::none_of(list.begin(), list.end(), same)) list.push_back(std::move(blame));
}

namespace {

// Transitions that never fire: the input places that never hold a token, or else the transitions
// themselves.
std::vector<Blame> blame_idle(const NetModel& model, const Outcome& outcome) {
  const Net& net = model.net();
  std::vector<Blame> result;
  for (const TransitionInstance& idle : outcome.idle) {
    if (result.size() == kMostBlamed) break;
    const Transition& transition = net[idle.transition];
    const Label label = model.labels().label(idle.transition, idle.indices);
    const std::string name = model.labels().name(label);
    Blame blame = blame_at(model, label, transition.where, name + " never fires");
    for (const Arc& arc : transition.arcs) {
      if ((arc.kind != ArcKind::input && arc.kind != ArcKind::read) || outcome.marked[arc.place.index()] != 0) continue;
      blame.where = arc.where;
      blame.reason = name + " never fires: no token ever comes to " + path(net, arc.place);
      break;
    }
    result.push_back(std::move(blame));
  }
  return result;
}

std::vector<Blame> blame_path(NetModel& model, const FiringPath& path, const Property& property, const Limits& limits) {
  const bool dead = path.end == PathEnd::dead;
  if (!path.loop && !dead) return blame_step(model, path, property.formula, limits);
  std::vector<Blame> result = blame_deadlock(model, path, wanted_places(model.net(), property), limits);
  if (dead) return result;
  const bool linear = property.kind == PropertyKind::ltl;
  for (Blame& blame : blame_loop(model, path, linear, limits)) add_blame(result, std::move(blame));
  if (result.size() > kMostBlamed) result.resize(kMostBlamed);
  return result;
}

}  // namespace

std::vector<Blame> find_blame(NetModel& model, const Property& property, const Outcome& outcome, const Limits& limits) {
  if (!outcome.path) return blame_idle(model, outcome);
  const FiringPath& path = *outcome.path;
  const bool dead = path.end == PathEnd::dead;
  std::vector<Blame> result;
  switch (property.kind) {
    case PropertyKind::invariant:
      result = blame_step(model, path, property.formula, limits);
      break;
    case PropertyKind::bounded:
      result = blame_growth(model, path, limits);
      break;
    case PropertyKind::deadlock_free:
      result = blame_deadlock(model, path, wanted_places(model.net(), property), limits);
      break;
    case PropertyKind::ltl:
    case PropertyKind::ctl:
      result = blame_path(model, path, property, limits);
      break;
    case PropertyKind::live:
    case PropertyKind::quasi_live:
    case PropertyKind::reversible:
      result = dead ? blame_deadlock(model, path, wanted_places(model.net(), property), limits) : blame_return(model, path, limits);
      break;
  }
  if (result.empty() && dead) result = blame_return(model, path, limits);
  if (result.empty()) result = blame_idle(model, outcome);
  return result;
}

}  // namespace petriloom
