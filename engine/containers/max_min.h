// SPDX-License-Identifier: Apache-2.0
// Max-min fair speeds of flows over resources (D. Bertsekas, R. Gallager, "Data Networks", 1992,
// section 6.5.2), kept up to date while flows come and go and capacities change.
//
// All speeds rise together. When a resource is full, the flows that use it stay at the speed that
// they have: the **level** of the resource. A flow has the least level of what it uses, and at most
// its limit. Written down as equations:
//
//   speed(f) = min(limit(f), level(r) for all r that f uses)
//   level(r) = (capacity(r) - sum of weight x speed of the flows that others hold below it)
//              / sum of the weights of its other flows
//
// In doubles, too, these equations have one solution: what is below a speed decides about it. So it
// does not matter which of them are solved again, and in which order, as long as all hold in the
// end; speeds do not depend on history. After a change the equations that it breaks are mended, by
// ascending levels, and what that breaks. So the work follows how far a change reaches (as the
// selective update of SimGrid: H. Casanova et al., "Versatile, scalable, and accurate simulation of
// distributed applications and platforms", 2014, but within connected components, too).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace petriloom {

class MaxMin {
 public:
  /// Of one flow: `weight` (above 0) units of a resource for each unit of speed.
  struct Demand {
    std::uint32_t resource = 0;
    std::int64_t weight = 1;
  };

  /// A new resource, of a capacity that is not negative. Numbers of those that were removed are
  /// used again.
  std::uint32_t add_resource(std::int64_t capacity);
  /// Of a resource that no flow uses.
  void remove_resource(std::uint32_t resource);
  void set_capacity(std::uint32_t resource, std::int64_t capacity);
  [[nodiscard]] bool used(std::uint32_t resource) const { return !resources_[resource].members.empty(); }

  /// A flow under a number of the caller's that no other flow has; `limit`: of its speed, above 0,
  /// infinity for none. It uses each of its resources once. A flow that nothing limits has infinite
  /// speed.
  void add_flow(std::uint32_t flow, std::span<const Demand> demands, double limit);
  void remove_flow(std::uint32_t flow);

  /// Brings all speeds up to date. Which flows are new or have another speed since the last call:
  /// each once, in no particular order; valid until the next call.
  const std::vector<std::uint32_t>& solve();
  /// Of a flow, after `solve`.
  [[nodiscard]] double speed(std::uint32_t flow) const { return flows_[flow].speed; }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct Link {
    std::uint32_t resource = 0;
    std::uint32_t position = 0;  // in Resource::members
  };
  struct Flow {
    double limit = kInfinity;
    double speed = kInfinity;
    bool there = false;
    bool changed = false;
    std::vector<Link> links;
  };
  struct Member {
    std::uint32_t flow = 0;
    std::uint32_t link = 0;  // in Flow::links
    std::int64_t weight = 1;
  };
  struct Resource {
    std::int64_t capacity = 0;
    std::int64_t weight = 0;  // of all members
    double level = kInfinity;
    double queued = kInfinity;  // by which level it stands in the queue, if `waits`
    bool waits = false;
    std::vector<Member> members;
  };
  struct Held {
    double speed = 0;
    std::int64_t weight = 0;
  };

  void wait(std::uint32_t resource, double level);
  void set_speed(std::uint32_t flow, double speed, std::uint32_t by);
  [[nodiscard]] double without(const Flow& flow, std::uint32_t resource) const;
  double level(std::uint32_t resource);
  void mend(std::uint32_t resource, double level);

  std::vector<Resource> resources_;
  std::vector<std::uint32_t> free_;
  std::vector<Flow> flows_;
  std::vector<std::uint32_t> changed_;
  std::vector<std::uint32_t> told_;
  std::vector<std::pair<double, std::uint32_t>> queue_;  // a heap, the lowest level first
  std::vector<Held> held_;
};

}  // namespace petriloom
