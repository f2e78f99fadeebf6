// SPDX-License-Identifier: Apache-2.0
#include "engine/critical_path/critical_path.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/critical_path/binding_parts.h"

namespace petriloom {

namespace {

/// Adds up seconds by name.
class Shares {
 public:
  void add(const std::string& name, double seconds) {
    if (!(seconds > 0)) return;
    PathShare& share = all_[name];
    share.seconds += seconds;
    ++share.steps;
  }
  std::vector<PathShare> take() {
    std::vector<PathShare> list;
    for (auto& [name, share] : all_) {
      share.name = name;
      list.push_back(std::move(share));
    }
    std::stable_sort(list.begin(), list.end(), [](const PathShare& a, const PathShare& b) { return a.seconds > b.seconds; });
    return list;
  }

 private:
  std::map<std::string, PathShare> all_;
};

std::string with_place(const PathStep* firing, const std::string& place) {
  const std::string transition = firing == nullptr ? "start" : firing->transition;
  return place.empty() ? transition : transition + " -> " + place;
}

std::string module_of(const PathStep* firing, const std::string& place) {
  const std::string& name = firing == nullptr ? place : firing->transition;
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(0, dot);
}

}  // namespace

void mark_critical(const CriticalPath& path, Activities& activities) {
  std::set<std::uint64_t> begun;
  for (std::size_t k = 0; k < path.steps.size(); ++k) {
    const PathStep& step = path.steps[k];
    const double way = k + 1 < path.steps.size() ? path.steps[k + 1].on_its_way : path.last_on_its_way;
    if (way > 0) begun.insert(step.firing);
  }
  for (Activity& one : activities.list) one.critical = begun.contains(one.firing);
}

std::vector<PathShare> shares_named(const CriticalPath& path, const NameOfTime& name) {
  Shares all;
  const PathStep* before = nullptr;
  for (const PathStep& step : path.steps) {
    all.add(name(before, step.place), step.on_its_way);
    all.add(name(&step, ""), step.own);
    before = &step;
  }
  all.add(name(before, path.last_place), path.last_on_its_way);
  return all.take();
}

std::vector<PathShare> shares_of(const CriticalPath& path) { return shares_named(path, with_place); }

std::vector<PathShare> module_shares_of(const CriticalPath& path) { return shares_named(path, module_of); }

std::vector<PathShare> transition_shares_of(const CriticalPath& path) {
  return shares_named(path, [](const PathStep* firing, const std::string&) { return with_place(firing, ""); });
}

std::vector<PathShare> shares_by(const CriticalPath& path, const std::vector<std::string>& variables) {
  return shares_named(path, [&](const PathStep* firing, const std::string&) {
    if (firing == nullptr) return std::string();
    std::string name = firing->instance;
    for (const std::string& variable : variables) {
      const auto value = part_of_binding(firing->binding, variable);
      if (!value) return std::string();
      name += ", " + variable + " = " + *value;
    }
    return name;
  });
}

}  // namespace petriloom
