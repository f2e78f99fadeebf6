// SPDX-License-Identifier: Apache-2.0
#include "analysis/method/task.h"

#include <algorithm>

#include "analysis/urgent/urgent_model.h"

namespace petriloom {
namespace {

// Exploring may take this share of the memory that is allowed, so that something is left for
// checking what it found.
constexpr std::uint64_t share_to_explore(std::uint64_t bytes) { return bytes - bytes / 4; }

// The exploration can end as soon as every question is an invariant or the absence of deadlock, and
// refuted.
std::function<bool(const StateSpace&)> until_all_refuted(const Net& net, const AtomTable& atoms,
                                                         const std::vector<Question>& questions) {
  std::vector<std::size_t> invariants;
  bool deadlock = false;
  for (const Question& question : questions) {
    if (!question.kind) continue;
    if (question.kind == PropertyKind::deadlock_free) {
      deadlock = true;
    } else if (question.kind == PropertyKind::invariant) {
      invariants.push_back(atoms.number(net[question.property.formula]));
    } else {
      return {};
    }
  }
  return [invariants, deadlock](const StateSpace& space) mutable {
    const auto last = static_cast<StateNumber>(space.graph.rows() - 1);
    std::erase_if(invariants, [&](std::size_t atom) { return !space.atoms[atom][last]; });
    return invariants.empty() && (!deadlock || space.first_deadlock != kNoState);
  };
}

}  // namespace

Explored::Explored(NetModel& of, const AtomTable& numbered, StateSpace found)
    : model(of), atoms(numbered), space(std::move(found)), ctl(model.net(), atoms, space) {}

Task::Task(const Net& net, const std::vector<Question>& questions, TaskOptions options)
    : net_(net), questions_(questions), options_(std::move(options)) {
  for (const Question& question : questions_) {
    if (question.property.formula.valid()) atoms_.add(net_, question.property.formula);
  }
  if (net_.final_marking.valid()) final_atom_ = atoms_.add({net_.final_marking, net_.final_slots});
}

NetModel& Task::model() {
  if (model_) return *model_;
  if (options_.urgent) {
    with_time_ = with_passing_of_time(net_);
    model_ = std::make_unique<UrgentModel>(*with_time_, atoms_.list(), &options_.limits);
  } else {
    model_ = std::make_unique<NetModel>(net_, atoms_.list(), &options_.limits, Clocks::left_out);
  }
  return *model_;
}

Explored& Task::explored() {
  if (explored_) return *explored_;
  const std::uint64_t bytes = options_.limits.bytes;
  ExploreOptions options;
  options.atoms = atoms_.list().size();
  options.final_atom = final_atom_;
  options.limits = options_.limits;
  options.limits.bytes = share_to_explore(bytes);
  options.progress = options_.progress;
  options.enough = until_all_refuted(net_, atoms_, questions_);
  NetModel& of = model();
  explored_ = std::make_unique<Explored>(of, atoms_, explore(of, net_.places.size(), options));
  explored_->seconds = elapsed();
  StateSpace& space = explored_->space;
  if (bytes > 0) space.limits.bytes = bytes - std::min(space.bytes() + of.bytes(), share_to_explore(bytes));
  of.enabling().evaluator().budget().set_limits(&space.limits);
  if (space.stopped == Stopped::time || space.stopped == Stopped::cancelled) grant_grace(space.stopped);
  return *explored_;
}

void Task::grant_grace(Stopped why) {
  constexpr double kLeast = 0.4;  // s
  constexpr double kShare = 8;    // of the time that was allowed
  if (why == Stopped::memory || grace_given_ || !explored_) return;
  Limits& limits = explored_->space.limits;
  const bool interrupted = limits.cancelled && limits.cancelled();
  limits.cancelled = {};
  if (interrupted) limits.late = Stopped::cancelled;
  limits.seconds = limits.elapsed() + (interrupted ? kLeast : std::max(kLeast, options_.limits.seconds / kShare));
  grace_given_ = true;
}

}  // namespace petriloom
