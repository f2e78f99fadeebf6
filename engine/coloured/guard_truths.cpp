// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/guard_truths.h"

#include <algorithm>

#include "engine/containers/id_table.h"

namespace petriloom::coloured {

namespace {

/// Many groups have few bindings each, which are soon looked at.
constexpr std::size_t kMostKnown = 4096;

using Use = Dependencies::Use;

bool same(const Dependency& a, const Dependency& b) { return a.place == b.place && same_pattern(a.pattern, b.pattern); }

std::vector<Dependency> of_guard(const Net& net, const Transition& transition, ExprId guard) {
  Dependencies result(net, transition.binding_size);
  result.add(guard, Use::enabling);
  return result.take();
}

/// Whether terms look at the place of a dependency to decide what is enabled.
bool terms_look(const Net& net, const Transition& transition, const TransitionPlan& plan, PlaceId place) {
  Dependencies result(net, transition.binding_size);
  add_counts_of_terms(transition, plan.terms, result);
  const std::vector<Dependency> all = result.take();
  return std::any_of(all.begin(), all.end(), [&](const Dependency& d) { return d.place == place; });
}

}  // namespace

GuardTruths::GuardTruths(Enabling& enabling) : enabling_(enabling) {
  const Net& net = enabling.net();
  std::size_t frame = 0;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const TransitionPlan& plan = enabling.plans()[TransitionId(t)];
    frame = std::max<std::size_t>(frame, plan.frame_size);
    std::vector<Watched>& all = watched_.emplace_back();
    for (const Dependency& dependency : plan.dependencies) all.push_back(watch(net, net.transitions[t], plan, dependency));
  }
  frame_.resize(frame);
}

GuardTruths::Watched GuardTruths::watch(const Net& net, const Transition& transition, const TransitionPlan& plan,
                                        const Dependency& dependency) {
  if (!dependency.enabling || dependency.rate || terms_look(net, transition, plan, dependency.place)) return {};
  Watched watched;
  for (const PatternPart& part : dependency.pattern.parts) {
    if (part.kind == PatternPart::Kind::variable) watched.slots.push_back(part.slot);
  }
  const auto known = [&](std::uint32_t slot) {
    return std::find(watched.slots.begin(), watched.slots.end(), slot) != watched.slots.end();
  };
  for (const ExprId guard : transition.guards) {
    const std::vector<Dependency> looks = of_guard(net, transition, guard);
    const bool here = std::any_of(looks.begin(), looks.end(), [&](const Dependency& d) { return same(d, dependency); });
    if (!here) {
      // Counts that others include are theirs to watch.
      const auto listed = [&](const Dependency& d) {
        return d.place != dependency.place ||
               std::any_of(plan.dependencies.begin(), plan.dependencies.end(),
                           [&](const Dependency& other) { return other.enabling && same(d, other); });
      };
      if (!std::all_of(looks.begin(), looks.end(), listed)) return {};
      continue;
    }
    const std::vector<std::uint32_t> slots = free_variables(net, guard, transition.binding_size);
    const bool alone = looks.size() == 1 && std::all_of(slots.begin(), slots.end(), known);
    if (!alone || net.exprs.looks(guard, look::levels | look::enabled | look::time)) return {};
    watched.guards.emplace_back(net, guard, &enabling_.indices());
  }
  return watched;
}

bool GuardTruths::says(const Marking& marking, const Watched& watched, std::span<const Word> key) {
  for (std::size_t k = 0; k < key.size(); ++k) frame_[watched.slots[k]] = key[k];
  return std::all_of(watched.guards.begin(), watched.guards.end(),
                     [&](const Code& guard) { return guard.eval(enabling_.evaluator(), frame_, &marking) != 0; });
}

bool GuardTruths::unchanged(const Marking& marking, TransitionId transition, std::size_t dependency, std::span<const Word> key) {
  Watched& watched = watched_[transition.index()][dependency];
  if (watched.guards.empty()) return false;
  if (watched.known.empty()) watched.known.resize(key.empty() ? 1 : kMostKnown);
  Known& known = watched.known[hash_words(transition.index(), key) % watched.known.size()];
  const bool asked = known.used && known.passed_over == watched.passed_over &&
                     std::equal(known.key.begin(), known.key.end(), key.begin(), key.end());
  known.used = false;
  try {
    const bool truth = says(marking, watched, key);
    const bool same = asked && known.truth == truth;
    known.key.assign(key.begin(), key.end());
    known.truth = truth;
    known.passed_over = watched.passed_over;
    known.used = true;
    return same;
  } catch (const EvalError&) {
    return false;  // whether that ends the run is found out by looking at the bindings
  }
}

void GuardTruths::clear() {
  for (std::vector<Watched>& all : watched_) {
    for (Watched& watched : all) watched.known.clear();
  }
}

}  // namespace petriloom::coloured
