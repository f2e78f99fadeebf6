// SPDX-License-Identifier: Apache-2.0
// The critical path of a run, and what it consists of (docs/critical_path.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/trace/activities.h"

namespace petriloom {

/// What a firing of the path waited for.
enum class Awaited : std::uint8_t {
  start,  ///< nothing that a firing did
  token,  ///< a token that it took
  place,  ///< a place that it reads, that inhibits it, or that it asks for its tokens
  clock,  ///< nothing that is known: the time itself
};

/// A firing of the path, and how the time since the one before was spent.
struct PathStep {
  std::uint64_t firing = 0;  ///< its number in the run, from 1
  double at = 0;             ///< s
  std::string transition;    ///< "node.cpu.start", without indices
  std::string instance;      ///< "node[3].cpu"; the name of the net for the net itself
  std::string binding;       ///< "t = gemm(2, 1, 0), w = gpu(1)"
  Awaited awaited = Awaited::start;
  std::string place;      ///< of what it waited for, without indices; empty at the start
  double on_its_way = 0;  ///< s that the token took after the firing before, which put it
  double own = 0;         ///< s from then on: of a timed transition its time
};

/// Steps in order of time: `on_its_way` and `own` of all of them and the last token add up to
/// `end`.
struct CriticalPath {
  std::vector<PathStep> steps;
  double end = 0;              ///< s: of the last firing, or of a token that comes after it
  std::string last_place;      ///< where that became available, which the last step put; else empty
  double last_on_its_way = 0;  ///< s
  bool too_long = false;       ///< more firings than are kept; there are no steps
};

/// Says of the activities of the same run which are on the path.
void mark_critical(const CriticalPath& path, Activities& activities);

/// A share of the path.
struct PathShare {
  std::string name;  ///< of a transition with its time, or with where its tokens are on their way
  double seconds = 0;
  std::size_t steps = 0;
};
/// What the path went through, by names of any kind: `name` is given the firing before, null at the
/// start, and the place without indices to which its token was on its way, or a firing and "" for
/// the time that it took itself. The longest first, of what took any time at all.
using NameOfTime = std::function<std::string(const PathStep* firing, const std::string& place)>;
std::vector<PathShare> shares_named(const CriticalPath& path, const NameOfTime& name);
/// The same by transition, and place to which tokens were on their way.
std::vector<PathShare> shares_of(const CriticalPath& path);
/// The same by module.
std::vector<PathShare> module_shares_of(const CriticalPath& path);
/// The same by transition, whatever its tokens are for.
std::vector<PathShare> transition_shares_of(const CriticalPath& path);
/// The same by instance and parts of the binding (engine/critical_path/binding_parts.h):
/// "node[3].cpu, w = 3" for `{"w"}`. Steps without one of them are under "".
std::vector<PathShare> shares_by(const CriticalPath& path, const std::vector<std::string>& variables);

}  // namespace petriloom
