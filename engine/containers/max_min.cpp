// SPDX-License-Identifier: Apache-2.0
#include "engine/containers/max_min.h"

#include <algorithm>
#include <functional>

#include "engine/containers/take_number.h"

namespace petriloom {

std::uint32_t MaxMin::add_resource(std::int64_t capacity) {
  const std::uint32_t id = take_number(resources_, free_);
  resources_[id].capacity = capacity;
  resources_[id].level = kInfinity;
  return id;
}

void MaxMin::remove_resource(std::uint32_t resource) {
  resources_[resource].waits = false;
  free_.push_back(resource);
}

void MaxMin::set_capacity(std::uint32_t resource, std::int64_t capacity) {
  if (resources_[resource].capacity == capacity) return;
  resources_[resource].capacity = capacity;
  wait(resource, 0);
}

void MaxMin::add_flow(std::uint32_t flow, std::span<const Demand> demands, double limit) {
  if (flows_.size() <= flow) flows_.resize(flow + 1);
  Flow& added = flows_[flow];
  added.limit = limit;
  added.there = true;
  added.speed = limit;
  added.links.clear();
  for (const Demand& demand : demands) {
    Resource& resource = resources_[demand.resource];
    const auto link = static_cast<std::uint32_t>(added.links.size());
    added.links.push_back({demand.resource, static_cast<std::uint32_t>(resource.members.size())});
    resource.members.push_back({flow, link, demand.weight});
    resource.weight += demand.weight;
    added.speed = std::min(added.speed, resource.level);
    wait(demand.resource, 0);
  }
  if (!added.changed) changed_.push_back(flow);
  added.changed = true;
}

void MaxMin::remove_flow(std::uint32_t flow) {
  Flow& removed = flows_[flow];
  removed.there = false;
  for (const Link& link : removed.links) {
    Resource& resource = resources_[link.resource];
    resource.weight -= resource.members[link.position].weight;
    const Member last = resource.members.back();
    resource.members[link.position] = last;
    flows_[last.flow].links[last.link].position = link.position;
    resource.members.pop_back();
    wait(link.resource, 0);
  }
  removed.links.clear();
}

// The equation of the resource may be broken, from this level on.
void MaxMin::wait(std::uint32_t resource, double level) {
  Resource& waiting = resources_[resource];
  if (waiting.waits && waiting.queued <= level) return;
  waiting.waits = true;
  waiting.queued = level;
  queue_.emplace_back(level, resource);
  std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
}

const std::vector<std::uint32_t>& MaxMin::solve() {
  while (!queue_.empty()) {
    const auto [queued, id] = queue_.front();
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    queue_.pop_back();
    Resource& resource = resources_[id];
    if (!resource.waits || resource.queued != queued) continue;  // queued anew, or gone
    resource.waits = false;
    const double right = level(id);
    if (right == resource.level) continue;
    const double from = std::min(right, resource.level);
    const bool others_first = from > queued && !queue_.empty() && queue_.front().first < from;
    others_first ? wait(id, from) : mend(id, right);
  }
  told_.clear();
  for (const std::uint32_t flow : changed_) {
    flows_[flow].changed = false;
    if (flows_[flow].there) told_.push_back(flow);
  }
  changed_.clear();
  return told_;
}

// What else than the resource allows the flow.
double MaxMin::without(const Flow& flow, std::uint32_t resource) const {
  if (flow.speed != resources_[resource].level) return flow.speed;
  double speed = flow.limit;
  for (const Link& link : flow.links) {
    if (link.resource != resource) speed = std::min(speed, resources_[link.resource].level);
  }
  return speed;
}

// The right side of the equation of a resource. Flows of equal speed count together, so that the
// order in which they came does not matter to the last bit.
double MaxMin::level(std::uint32_t resource) {
  const Resource& of = resources_[resource];
  if (of.members.empty()) return kInfinity;
  const auto capacity = static_cast<double>(of.capacity);
  std::int64_t weight = of.weight;
  double result = capacity / static_cast<double>(weight);
  held_.clear();
  double least = kInfinity;
  for (const Member& member : of.members) {
    const double speed = without(flows_[member.flow], resource);
    held_.push_back({speed, member.weight});
    least = std::min(least, speed);
  }
  if (result <= least) return result;
  const auto later = [](const Held& a, const Held& b) { return a.speed > b.speed; };
  std::make_heap(held_.begin(), held_.end(), later);
  double taken = 0;
  while (!held_.empty() && held_.front().speed < result) {
    const double speed = held_.front().speed;
    std::int64_t together = 0;
    while (!held_.empty() && held_.front().speed == speed) {
      together += held_.front().weight;
      std::pop_heap(held_.begin(), held_.end(), later);
      held_.pop_back();
    }
    weight -= together;
    if (weight == 0) return kInfinity;
    taken += speed * static_cast<double>(together);
    result = std::max(speed, (capacity - taken) / static_cast<double>(weight));
  }
  return result;
}

void MaxMin::mend(std::uint32_t id, double right) {
  Resource& resource = resources_[id];
  const double wrong = resource.level;
  resource.level = right;
  for (const Member& member : resource.members) {
    const Flow& flow = flows_[member.flow];
    if (right < wrong ? flow.speed > right : flow.speed == wrong) {
      double speed = right;
      if (right > wrong) {
        speed = flow.limit;
        for (const Link& link : flow.links) speed = std::min(speed, resources_[link.resource].level);
      }
      set_speed(member.flow, speed, id);
    }
  }
}

void MaxMin::set_speed(std::uint32_t flow, double speed, std::uint32_t by) {
  Flow& of = flows_[flow];
  if (of.speed == speed) return;
  const double from = std::min(of.speed, speed);
  of.speed = speed;
  if (!of.changed) changed_.push_back(flow);
  of.changed = true;
  for (const Link& link : of.links) {
    if (link.resource != by) wait(link.resource, from);
  }
}

}  // namespace petriloom
