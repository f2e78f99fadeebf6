// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/task_net.h"

#include <algorithm>

namespace petriloom {

namespace {

PlaceId port_of(const Module& module, std::string_view name) {
  const auto found = std::find_if(module.references.begin(), module.references.end(),
                                  [&](const Reference& reference) { return reference.name == name; });
  return found == module.references.end() ? PlaceId() : found->place;
}

PlaceId place_in(const Net& net, ModuleId module, std::string_view name) {
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    if (net.places[p].module == module && net.places[p].name == name) return PlaceId(p);
  }
  return {};
}

bool inside(const Net& net, ModuleId module, std::string_view kind) {
  for (; module.valid(); module = net[module].parent) {
    if (net[module].kind == kind) return true;
  }
  return false;
}

/// The components of a place of pairs or triples; empty if it is none.
std::vector<ColourSetId> components(const Net& net, PlaceId place) {
  const ColourSet& set = net.colours[net[place].colour];
  return set.composite() ? set.components : std::vector<ColourSetId>();
}

}  // namespace

std::optional<TaskNet> find_task_net(const Net& net) {
  TaskNet found;
  for (std::size_t m = 0; m < net.modules.size(); ++m) {
    const Module& module = net.modules[m];
    if (module.kind != "WORKERS" || !module.indices.empty()) continue;
    const TaskNet one{port_of(module, "READY"), port_of(module, "TAKEN"), place_in(net, ModuleId(m), "RUNNING"), {}, {}, {}, {}};
    if (!one.ready.valid() || !one.taken.valid() || !one.running.valid()) continue;
    if (found.ready.valid()) return std::nullopt;
    found = one;
  }
  if (!found.ready.valid()) return std::nullopt;
  found.task = net[found.ready].colour;
  const std::vector<ColourSetId> job = components(net, found.running);
  if (job.size() != 2 || components(net, found.taken).size() != 2) return std::nullopt;
  found.worker = job.front();
  if (net.colours[found.task].pooled() || net.colours[found.worker].pooled() || !net.colours[found.worker].finite)
    return std::nullopt;
  for (const Transition& transition : net.transitions) found.policy.push_back(inside(net, transition.module, "POLICY"));
  for (std::size_t m = 0; m < net.modules.size(); ++m) {
    if (net.modules[m].name != "teams") continue;
    const PlaceId joined = place_in(net, ModuleId(m), "JOINED");
    if (joined.valid() && components(net, joined).size() == 3) found.joined = joined;
  }
  return found;
}

std::string worker_name(const Net& net, const TaskNet& tasks, Word worker) {
  return net.colours.format(tasks.worker, worker, net.pool);
}

}  // namespace petriloom
