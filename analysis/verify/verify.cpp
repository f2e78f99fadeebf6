// SPDX-License-Identifier: Apache-2.0
#include "analysis/verify/verify.h"

#include <algorithm>
#include <array>
#include <new>

#include "analysis/checks/bounded.h"
#include "analysis/checks/deadlock_free.h"
#include "analysis/checks/invariants.h"
#include "analysis/checks/live.h"
#include "analysis/checks/quasi_live.h"
#include "analysis/checks/reversible.h"
#include "analysis/logic/ctl_witness.h"
#include "analysis/logic/ltl.h"
#include "analysis/result/standard_checks.h"
#include "analysis/structural/hardware_rules.h"
#include "analysis/witness/blame.h"
#include "analysis/witness/blame_return.h"
#include "analysis/witness/blame_step.h"
#include "analysis/witness/witness.h"

namespace petriloom {
namespace {

// All that the checks share.
struct Job {
  const Net& net;
  const VerifyOptions& options;
  const Limits& limits;
  const AtomTable& atoms;
  NetModel& model;
  StateSpace& space;
  CtlChecker& ctl;
  const std::vector<Property>& properties;  // all that are checked
  bool grace_given = false;                 // beyond a limit
};

// Exploring may take this share of the memory that is allowed, so that something is left for checking what it found.
constexpr std::uint64_t share_to_explore(std::uint64_t bytes) { return bytes - bytes / 4; }

// Time is up, or an end is asked for: what is cheap to say of what was explored is still said.
void give_grace(Job& job) {
  constexpr double kLeast = 0.4;  // s
  constexpr double kShare = 8;    // of the time that was allowed
  Limits& limits = job.space.limits;
  const bool interrupted = limits.cancelled && limits.cancelled();
  limits.cancelled = {};
  limits.seconds = limits.elapsed() + (interrupted ? kLeast : std::max(kLeast, job.options.seconds / kShare));
  job.grace_given = true;
}

Outcome check_ctl(Job& job, const Property& property) {
  if (job.options.fairness != Fairness::none) return {Verdict::undecided, "fairness is for LTL, not for CTL", {}, {}};
  const Truth& truth = job.ctl.check(property.formula);
  if (truth.yes[0] != truth.maybe[0]) return Outcome::undecided(job.space);
  return {truth.yes[0] ? Verdict::holds : Verdict::refuted, {}, explain(job.ctl, property.formula), {}};
}

Outcome check_ltl(Job& job, const Property& property) {
  if (job.options.fairness != Fairness::none && job.model.labels().coarse())
    return {Verdict::undecided, "fairness cannot tell the instances of a transition apart that is folded over too many", {}, {}};
  const std::vector<Label> fair_labels = job.model.labels().fair_labels();
  LtlResult result =
      check_ltl(job.net, property.formula, job.atoms, job.space, job.options.fairness, job.space.limits, fair_labels);
  return {result.verdict, std::move(result.note), std::move(result.counterexample), {}};
}

// One row for each kind of property.
struct Checker {
  PropertyKind kind;
  Outcome (*check)(Job& job, const Property& property);
};

constexpr std::array kCheckers = {
    Checker{
        PropertyKind::invariant,
        [](Job& job, const Property& property) { return check_invariant(job.space, job.atoms.number(job.net[property.formula])); }},
    Checker{PropertyKind::ltl, check_ltl},
    Checker{PropertyKind::ctl, check_ctl},
    Checker{PropertyKind::bounded,
            [](Job& job, const Property& property) { return check_bounded(job.space, job.model, property.module); }},
    Checker{PropertyKind::deadlock_free, [](Job& job, const Property&) { return check_deadlock_free(job.space); }},
    Checker{PropertyKind::live,
            [](Job& job, const Property& property) { return check_live(job.space, job.model.labels(), job.net, property.module); }},
    Checker{PropertyKind::quasi_live,
            [](Job& job, const Property& property) {
              return check_quasi_live(job.space, job.model.labels(), job.net, property.module);
            }},
    Checker{PropertyKind::reversible, [](Job& job, const Property&) { return check_reversible(job.space); }},
};

bool wanted(const StandardCheck& check, const VerifyOptions& options) {
  if (options.standard) return check.unasked;
  return std::find(options.checks.begin(), options.checks.end(), check.name) != options.checks.end();
}

// Those asked for, then the standard ones that are not among them.
std::vector<Property> properties_to_check(const Net& net, const VerifyOptions& options) {
  std::vector<Property> list;
  if (options.properties.empty() && options.checks.empty()) list = net.properties;
  for (const PropertyId id : options.properties) list.push_back(net.properties[id.index()]);
  for (const StandardCheck& check : standard_checks()) {
    const bool there = std::any_of(list.begin(), list.end(), [&](const Property& property) {
      return property.kind == check.kind && property.module == ModuleId(0);
    });
    if (!check.kind || !wanted(check, options) || (options.standard && there)) continue;
    Property property;
    property.name = check.name;
    property.module = ModuleId(0);
    property.kind = *check.kind;
    list.push_back(property);
  }
  return list;
}

// Whether the property asks for ways back, so that what is missing there shows where the net is caught.
bool returns(PropertyKind kind) {
  return kind == PropertyKind::live || kind == PropertyKind::quasi_live || kind == PropertyKind::reversible;
}

// The first state of a path in which an atom does not hold; nothing if it holds all along.
std::optional<std::size_t> first_failing(const StateSpace& space, std::size_t atom, const StatePath& path) {
  for (std::size_t k = 0; k < path.states.size(); ++k) {
    if (space.graph.expanded(path.states[k]) && !space.atoms[atom][path.states[k]]) return k;
  }
  return std::nullopt;
}

// A broken invariant or rule says most exactly where the fault is, so those that are broken on the way of a witness are named
// first.
void put_exact_blame_first(Job& job, const Property& property, const StatePath& path, std::vector<Blame>& blame) {
  std::vector<Blame> exact;
  for (const Property& other : job.properties) {
    if (other.kind != PropertyKind::invariant || property.kind == PropertyKind::invariant) continue;
    const auto failing = first_failing(job.space, job.atoms.number(job.net[other.formula]), path);
    if (!failing) continue;
    StatePath way;
    way.states.assign(path.states.begin(), path.states.begin() + static_cast<std::ptrdiff_t>(*failing) + 1);
    way.labels.assign(path.labels.begin(), path.labels.begin() + static_cast<std::ptrdiff_t>(*failing));
    for (Blame& step : blame_step(job.model, job.space, way, other.formula)) {
      step.reason = other.name + ": " + step.reason;
      add_blame(exact, std::move(step));
    }
  }
  for (const HardwareFault& fault : hardware_faults(job.net)) {
    const auto fires = [&](Label label) { return job.model.labels().transition(label) == fault.transition; };
    if (std::any_of(path.labels.begin(), path.labels.end(), fires)) add_blame(exact, blame_fault(job.net, fault));
  }
  const std::size_t broken = exact.size();
  for (Blame& one : blame) {
    // The same line may have several parts in a cyclic wait.
    const auto said = [&](const Blame& other) { return other.where == one.where; };
    if (std::none_of(exact.begin(), exact.begin() + static_cast<std::ptrdiff_t>(broken), said)) exact.push_back(std::move(one));
  }
  if (exact.size() > kMostBlamed) exact.resize(kMostBlamed);
  blame = std::move(exact);
}

PropertyResult named(const Net& net, const Property& property) {
  PropertyResult result;
  result.name = property.name;
  result.formula = property.text.empty() ? meaning(net, property) : property.text;
  if (net.sources) result.asked = net.sources->origin(property.where);
  result.linear = property.kind == PropertyKind::ltl;
  result.method = "explicit state space";
  return result;
}

void decide(Job& job, const Property& property, PropertyResult& result) {
  const auto row =
      std::find_if(kCheckers.begin(), kCheckers.end(), [&](const Checker& checker) { return checker.kind == property.kind; });
  Outcome outcome = row->check(job, property);
  result.verdict = outcome.verdict;
  result.note = outcome.note;
  const bool refuted = outcome.verdict == Verdict::refuted;
  if (outcome.path) result.witness = make_witness(job.model, job.space, *outcome.path);
  if (refuted && outcome.path && returns(property.kind)) {
    outcome.path = to_likeness(job.model, job.space, *outcome.path);
    result.witness = make_witness(job.model, job.space, *outcome.path);
  }
  if (refuted) result.blame = find_blame(job.model, job.space, property, outcome);
  if (refuted && outcome.path) put_exact_blame_first(job, property, *outcome.path, result.blame);
  // What nothing else in the description asked for, the property did.
  const bool described = job.net.sources && job.net.sources->made(property.where.file);
  for (Blame& blame : result.blame) {
    if (described && !blame.origin.known()) blame.origin = result.asked;
  }
}

// A limit was reached on the way to a verdict, or after it.
void give_up(Stopped why, PropertyResult& result) {
  const std::string reason = describe(why);
  if (result.verdict == Verdict::undecided) {
    result.note = reason;
  } else {
    result.note +=
        (result.note.empty() ? "" : "; ") + std::string(result.witness ? "blame" : "the witness") + " is missing: " + reason;
  }
}

PropertyResult check(Job& job, const Property& property) {
  const double start = job.limits.elapsed();
  PropertyResult result = named(job.net, property);
  result.states = job.space.size();
  try {
    decide(job, property, result);
  } catch (const LimitReached& limit) {
    give_up(limit.why(), result);
    if (limit.why() != Stopped::memory && !job.grace_given) give_grace(job);
  } catch (const std::bad_alloc&) {
    give_up(Stopped::memory, result);
  }
  result.seconds = job.limits.elapsed() - start;
  return result;
}

StateSpaceFacts facts(const StateSpace& space, const NetModel& model) {
  StateSpaceFacts result;
  result.states = space.size();
  result.edges = space.graph.edges();
  result.complete = space.complete();
  result.dead_markings = space.dead;
  result.most_tokens_in_place = static_cast<std::uint64_t>(most_in_place(space, model));
  result.most_tokens_in_marking = static_cast<std::uint64_t>(space.maxima.marking);
  return result;
}

// The exploration can end as soon as every property is an invariant or the absence of deadlock, and refuted.
std::function<bool(const StateSpace&)> until_all_refuted(const Net& net, const AtomTable& atoms,
                                                         const std::vector<Property>& properties) {
  std::vector<std::size_t> invariants;
  bool deadlock = false;
  for (const Property& property : properties) {
    if (property.kind == PropertyKind::deadlock_free) {
      deadlock = true;
    } else if (property.kind == PropertyKind::invariant) {
      invariants.push_back(atoms.number(net[property.formula]));
    } else {
      return {};
    }
  }
  return [invariants, deadlock](const StateSpace& space) mutable {
    const auto last = static_cast<StateNumber>(space.graph.rows() - 1);
    std::erase_if(invariants, [&](std::size_t atom) { return !space.atoms[atom][last]; });
    return invariants.empty() && (!deadlock || space.first_dead != kNoState);
  };
}

void verify_by_exploring(const Net& net, const VerifyOptions& options, const std::vector<Property>& properties,
                         VerifyResult& result) {
  const Limits limits{options.seconds, options.bytes, options.cancelled, options.start};
  AtomTable atoms;
  for (const Property& property : properties) {
    if (property.formula.valid()) atoms.add(net, property.formula);
  }
  NetModel model(net, atoms.list(), &limits);
  ExploreOptions explore_options;
  explore_options.atoms = atoms.list().size();
  explore_options.limits = limits;
  explore_options.limits.bytes = share_to_explore(options.bytes);
  explore_options.progress = options.progress;
  explore_options.enough = until_all_refuted(net, atoms, properties);
  StateSpace space = explore(model, net.places.size(), explore_options);
  const double exploring = limits.elapsed();
  result.state_space = facts(space, model);
  result.diagnostics.append(space.diagnostics);
  CtlChecker ctl(net, atoms, space);
  Job job{net, options, limits, atoms, model, space, ctl, properties};
  if (options.bytes > 0)
    space.limits.bytes = options.bytes - std::min(space.bytes() + model.bytes(), share_to_explore(options.bytes));
  model.enabling().evaluator().set_limits(&space.limits);
  if (space.stopped == Stopped::time || space.stopped == Stopped::cancelled) give_grace(job);
  for (const Property& property : properties) {
    result.properties.push_back(check(job, property));
    result.properties.back().seconds += exploring;
  }
}

// The properties that nothing is known of when it all ends early.
void leave_undecided(const Net& net, const std::vector<Property>& properties, Stopped why, VerifyResult& result) {
  for (std::size_t k = result.properties.size(); k < properties.size(); ++k) {
    PropertyResult left = named(net, properties[k]);
    left.note = describe(why);
    result.properties.push_back(std::move(left));
  }
}

}  // namespace

VerifyResult verify(const Net& net, const VerifyOptions& options) {
  VerifyResult result;
  result.time_left_out = timed(net);
  result.fairness = options.fairness;
  result.seconds = options.seconds;
  result.bytes = options.bytes;
  const std::vector<Property> properties = properties_to_check(net, options);
  try {
    if (!properties.empty()) verify_by_exploring(net, options, properties, result);
  } catch (const EvalError& error) {
    result.diagnostics.error(error.where(), error.what());
  } catch (const LimitReached& limit) {
    leave_undecided(net, properties, limit.why(), result);
  } catch (const std::bad_alloc&) {
    leave_undecided(net, properties, Stopped::memory, result);
  }
  const auto asked = [&](const StandardCheck& check) { return !check.kind && wanted(check, options); };
  if (std::any_of(standard_checks().begin(), standard_checks().end(), asked))
    result.properties.push_back(check_hardware_rules(net));
  return result;
}

}  // namespace petriloom
