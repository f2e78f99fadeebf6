// SPDX-License-Identifier: Apache-2.0
#include "engine/sharing/shared_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/enabling/bound_terms.h"

namespace petriloom {

namespace {

/// Of one flow, so that sums of many are exact.
constexpr std::int64_t kMostWeight = 1'000'000'000;

/// When work is done that goes on at this speed.
double end_of(double work, double since, double speed) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (work <= 0) return since;
  if (speed == 0 || std::isinf(work)) return kInfinity;
  return since + work / speed;
}

}  // namespace

SharedWork::SharedWork(Enabling& enabling, const Marking& marking)
    : enabling_(enabling), marking_(marking), capacities_(enabling.net().places.size()) {
  std::size_t frame = 0;
  for (const Transition& transition : enabling.net().transitions) {
    frame = std::max(frame, transition.variables.size());
    for (const Arc& use : transition.uses) capacities_[use.place.index()] = true;
  }
  frame_.resize(frame);
}

void SharedWork::start(std::uint32_t timer, TransitionId transition, std::span<const Word> binding, double work, double now) {
  std::copy(binding.begin(), binding.end(), frame_.begin());
  const double limit = limit_of(transition);
  const TransitionPlan& plan = enabling_.plans()[transition];
  asked_.clear();
  for (std::size_t k = 0; k < plan.uses.size(); ++k) ask(plan.uses[k], enabling_.net()[transition].uses[k]);
  std::sort(asked_.begin(), asked_.end());
  if (flows_.size() <= timer) flows_.resize(timer + 1);
  Flow& flow = flows_[timer];
  flow.work = work;
  flow.since = now;
  flow.speed = 0;
  flow.end = std::numeric_limits<double>::infinity();
  flow.resources.clear();
  demands_.clear();
  for (std::size_t k = 0; k < asked_.size(); ++k) {
    if (k > 0 && asked_[k].place == asked_[k - 1].place && asked_[k].colour == asked_[k - 1].colour) {
      demands_.back().weight += asked_[k].count;
      continue;
    }
    demands_.push_back({find_or_make(asked_[k].place, asked_[k].colour), asked_[k].count});
    flow.resources.push_back(demands_.back().resource);
  }
  speeds_.add_flow(timer, demands_, limit);
  note(timer);
}

double SharedWork::limit_of(TransitionId transition) {
  const Code& code = enabling_.plans()[transition].at_most;
  if (!code.valid()) return std::numeric_limits<double>::infinity();
  const double limit = real_of_word(code.eval(enabling_.evaluator(), frame_, &marking_));
  if (std::isfinite(limit) && limit > 0) return limit;
  const Net& net = enabling_.net();
  throw EvalError(net.exprs[net[transition].at_most].where,
                  fmt::format("at most a speed of {}: it must be finite and above 0", limit));
}

void SharedWork::ask(const Term& term, const Arc& arc) {
  Evaluator& evaluator = enabling_.evaluator();
  const std::int64_t count = count_of(term, evaluator, frame_, marking_);
  if (count <= 0) return;
  if (count > kMostWeight)
    throw EvalError(arc.where, fmt::format("{} are used per unit of speed; more than {} are not allowed", count, kMostWeight));
  const Word value = term.value.eval(evaluator, frame_);
  if (!term.each) return asked_.push_back({term.place, value, count});
  for (const Word colour : evaluator.pool().view(value)) asked_.push_back({term.place, colour, count});
}

std::uint32_t SharedWork::find(PlaceId place, Word colour, std::uint32_t hash) const {
  return table_.find(hash, [&](std::uint32_t id) { return resources_[id].place == place && resources_[id].colour == colour; });
}

std::uint32_t SharedWork::find_or_make(PlaceId place, Word colour) {
  const std::uint32_t hash = hash_words(place.index(), std::span(&colour, 1));
  const std::uint32_t found = find(place, colour, hash);
  if (found != kNone) return found;
  const std::uint32_t id = speeds_.add_resource(tokens(place, colour));
  if (resources_.size() <= id) resources_.resize(id + 1);
  resources_[id] = {place, colour, hash, false};
  table_.insert(hash, id);
  return id;
}

void SharedWork::stop(std::uint32_t timer) {
  speeds_.remove_flow(timer);
  for (const std::uint32_t id : flows_[timer].resources) {
    if (speeds_.used(id)) continue;
    speeds_.remove_resource(id);
    resources_[id].touched = false;
    table_.erase(resources_[id].hash, id);
  }
  flows_[timer].resources.clear();
  flows_[timer].renewed = false;
}

void SharedWork::note(std::uint32_t timer) {
  if (!flows_[timer].renewed) renewed_.push_back(timer);
  flows_[timer].renewed = true;
}

void SharedWork::renew(std::uint32_t timer, double work, double now) {
  flows_[timer].work = work;
  flows_[timer].since = now;
  flows_[timer].end = std::numeric_limits<double>::infinity();
  note(timer);
}

void SharedWork::touched(PlaceId place, Word colour) {
  const std::uint32_t id = find(place, colour, hash_words(place.index(), std::span(&colour, 1)));
  if (id == kNone || resources_[id].touched) return;
  resources_[id].touched = true;
  touched_.push_back(id);
}

void SharedWork::settle(double now, FunctionRef<void(std::uint32_t timer, double end)> visit) {
  for (const std::uint32_t id : touched_) {
    Resource& resource = resources_[id];
    // Nobody uses it any more, or somebody does again.
    if (!resource.touched) continue;
    resource.touched = false;
    speeds_.set_capacity(id, tokens(resource.place, resource.colour));
  }
  touched_.clear();
  const auto follow = [&](std::uint32_t timer) {
    Flow& flow = flows_[timer];
    const double speed = speeds_.speed(timer);
    if (!flow.renewed && speed == flow.speed) return;
    if (!flow.renewed) flow.work = left(timer, now);
    flow.since = now;
    flow.speed = speed;
    flow.end = end_of(flow.work, now, speed);
    flow.renewed = false;
    visit(timer, flow.end);
  };
  for (const std::uint32_t timer : speeds_.solve()) follow(timer);
  for (const std::uint32_t timer : renewed_) {
    if (flows_[timer].renewed) follow(timer);
  }
  renewed_.clear();
}

// What ends now has nothing left, whatever rounding says.
double SharedWork::left(std::uint32_t timer, double now) const {
  const Flow& flow = flows_[timer];
  if (now >= flow.end) return 0;
  if (now == flow.since) return flow.work;
  return std::max(0.0, flow.work - flow.speed * (now - flow.since));
}

void SharedWork::save(std::uint32_t timer, RunState::Timer& saved) const {
  const Flow& flow = flows_[timer];
  saved.work = flow.work;
  saved.since = flow.since;
  saved.speed = flow.speed;
}

void SharedWork::load(std::uint32_t timer, const RunState::Timer& saved, double now) {
  const bool in_order = saved.work >= 0 && saved.since >= 0 && saved.since <= now && saved.speed >= 0;
  const double end = end_of(saved.work, saved.since, saved.speed);
  if (!in_order || end != saved.due) throw StateError("the work that a timer has left is not done when it is due");
  Flow& flow = flows_[timer];
  flow.work = saved.work;
  flow.since = saved.since;
  flow.speed = saved.speed;
  flow.end = end;
  flow.renewed = false;
}

}  // namespace petriloom
