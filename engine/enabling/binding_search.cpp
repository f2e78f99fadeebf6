// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/binding_search.h"

#include <algorithm>

#include "engine/enabling/bound_terms.h"

namespace petriloom {

namespace {

using StepKind = PlanStep::Kind;

/// In place of an arc: what binds here binds for the rest of the plan, so that nobody asks who did.
constexpr std::size_t kForgotten = static_cast<std::size_t>(-1);

}  // namespace

void BindingSearch::forget_binders() {
  if (plan_.tells_binders) std::fill_n(enabling_.bound_.begin(), plan_.binding_size, 0U);
}

BindingSearch::Outcome BindingSearch::all() {
  forget_binders();
  return run(plan_.all.steps, 0);
}

BindingSearch::Outcome BindingSearch::from_token(std::size_t arc, Word colour, bool best_only) {
  const Plan& plan = plan_.by_arc[arc];
  best_only_ = best_only;
  trigger_ = arc;
  forget_binders();
  enabling_.chosen_[arc] = colour;
  enabling_.absent_[arc] = 0;
  if (!apply(plan_.terms[arc].pattern, plan_.terms[arc].arc, plan.trigger, plan.plain_trigger, colour)) return Outcome::failed;
  return run(plan.steps, 0);
}

BindingSearch::Outcome BindingSearch::from_dependency(std::size_t number, Word colour, bool best_only) {
  const Plan& plan = plan_.by_arc[plan_.terms.size() + number];
  best_only_ = best_only;
  forget_binders();
  if (!apply(plan_.dependencies[number].pattern, kForgotten, plan.trigger, plan.plain_trigger, colour)) return Outcome::failed;
  return run(plan.steps, 0);
}

BindingSearch::Outcome BindingSearch::check(std::span<const Word> binding) {
  std::copy_n(binding.begin(), plan_.binding_size, frame_.begin());
  return run(plan_.check.steps, 0);
}

BindingSearch::Outcome BindingSearch::run(const std::vector<PlanStep>& steps, std::size_t from) {
  const bool failed_before = failed_ != nullptr;
  Outcome outcome = Outcome::failed;
  std::size_t at = from;
  while (at < steps.size() && !branches(steps[at]) && holds(steps[at])) ++at;
  if (at == steps.size()) {
    outcome = found(steps);
  } else if (steps[at].kind == StepKind::collect) {
    outcome = collect(steps, at);
  } else if (branches(steps[at])) {
    outcome = steps[at].kind == StepKind::scan ? scan(steps, at) : enumerate(steps, at);
  }
  if (!failed_before && failed_ != nullptr) failed_ = nullptr;
  return outcome;
}

BindingSearch::Outcome BindingSearch::found(const std::vector<PlanStep>& steps) {
  if (failed_ == nullptr) return sink_(transition_, frame_) ? Outcome::failed : Outcome::stopped;
  const auto inhibits = [&](const PlanStep& step) {
    return step.kind == StepKind::lookup && plan_.terms[step.item].kind == ArcKind::inhibitor && !inhibit(step);
  };
  if (!ignore_inhibitors_ || std::none_of(steps.begin(), steps.end(), inhibits)) std::rethrow_exception(failed_);
  return Outcome::failed;
}

bool BindingSearch::holds(const PlanStep& step) {
  if (step.kind == StepKind::assign) return assign(step);
  try {
    return test(step);
  } catch (const EvalError&) {
    if (failed_ == nullptr) failed_ = std::current_exception();
    return true;
  }
}

bool BindingSearch::test(const PlanStep& step) {
  switch (step.kind) {
    case StepKind::guard:
      return plan_.guards[step.item].eval(enabling_.evaluator_, frame_, &marking_) != 0;
    case StepKind::lookup:
      if (plan_.terms[step.item].kind == ArcKind::inhibitor) return ignore_inhibitors_ || inhibit(step);
      return plan_.terms[step.item].kind == ArcKind::equal ? exactly(step) : lookup(step);
    case StepKind::verify:
      return enabling_.absent_[step.item] != 0 ||
             apply(plan_.terms[step.item].pattern, step.item, step.parts, step.plain, enabling_.chosen_[step.item]);
    case StepKind::presume:
      return presume(step);
    case StepKind::settle:
      settle(step);
      return true;
    case StepKind::totals:
      return totals();
    case StepKind::filter:
    case StepKind::assign:
    case StepKind::scan:
    case StepKind::enumerate:
    case StepKind::collect:
      break;
  }
  return true;
}

BindingSearch::Outcome BindingSearch::scan(const std::vector<PlanStep>& steps, std::size_t at) {
  const PlanStep& step = steps[at];
  const Term& term = plan_.terms[step.item];
  const std::int64_t count = wanted(term);
  enabling_.absent_[step.item] = count <= 0 ? 1 : 0;
  if (count <= 0) return run(steps, at + 1);
  const std::int64_t least = term.pattern.wildcards ? 1 : count;
  for (Marking::Slot slot = marking_.first(IndexId(step.index), key(step)); slot != Marking::kNone;
       slot = marking_.next(IndexId(step.index), slot)) {
    enabling_.evaluator_.budget().poll();
    if (marking_.available(term.place, slot) < least) continue;
    const Word colour = marking_.colour(term.place, slot);
    enabling_.chosen_[step.item] = colour;
    enabling_.absent_[step.item] = 0;
    if (apply(term.pattern, step.item, step.parts, step.plain, colour)) {
      const Outcome outcome = run(steps, at + 1);
      if (outcome != Outcome::failed) return outcome;
    }
    if (!step.plain.empty()) continue;
    for (const auto& action : step.parts) {
      if (action.kind == PartAction::Kind::bind_or_compare &&
          enabling_.bound_[term.pattern.parts[action.part].slot] == 1 + step.item) {
        enabling_.bound_[term.pattern.parts[action.part].slot] = 0;
      }
    }
  }
  return best_only_ ? Outcome::exhausted : Outcome::failed;
}

std::int64_t BindingSearch::wanted(const Term& term) {
  if (term.always_one) return 1;
  try {
    return count_of(term, enabling_.evaluator_, frame_, marking_);
  } catch (const EvalError&) {
    if (failed_ == nullptr) failed_ = std::current_exception();
    return 1;  // so that the rest is looked at for any token that could be meant
  }
}

BindingSearch::Outcome BindingSearch::enumerate(const std::vector<PlanStep>& steps, std::size_t at) {
  const std::uint32_t slot = steps[at].slot;
  // By a term that might have been absent.
  if (enabling_.bound_[slot] != 0) return run(steps, at + 1);
  const ColourSet& set = enabling_.net_.colours[enabling_.net_[transition_].variables[slot].colour];
  for (Word word = set.low; word <= set.high; ++word) {
    enabling_.evaluator_.budget().poll();
    frame_[slot] = word;
    const Outcome outcome = run(steps, at + 1);
    if (outcome != Outcome::failed) return outcome;
  }
  return best_only_ ? Outcome::exhausted : Outcome::failed;
}

bool BindingSearch::assign(const PlanStep& step) {
  return apply(step.pattern, kForgotten, step.parts, step.plain, step.code.eval(enabling_.evaluator_, frame_, &marking_));
}

void BindingSearch::settle(const PlanStep& step) {
  if (enabling_.bound_[step.slot] != 0) return;
  frame_[step.slot] = enabling_.net_.colours.first(enabling_.net_[transition_].variables[step.slot].colour, enabling_.pool_);
}

bool BindingSearch::presume(const PlanStep& step) {
  for (const std::uint32_t term : step.key) {
    if (count_of(plan_.terms[term], enabling_.evaluator_, frame_, marking_) > 0) return true;
  }
  const ColourSetId type = enabling_.net_[transition_].variables[step.slot].colour;
  return frame_[step.slot] == enabling_.net_.colours.first(type, enabling_.pool_);
}

bool BindingSearch::apply(const Pattern& pattern, std::size_t arc, const std::vector<PartAction>& actions,
                          const std::vector<PlainPart>& plain, Word colour) {
  if (!plain.empty()) return apply(plain, colour);
  for (const PartAction& action : actions) {
    const PatternPart& part = pattern.parts[action.part];
    std::uint32_t* const mark = action.kind == PartAction::Kind::bind_or_compare ? &enabling_.bound_[part.slot] : nullptr;
    if (action.kind == PartAction::Kind::compare || (mark != nullptr && *mark != 0)) {
      if (!part_matches(enabling_.net_.colours, part, colour, enabling_.evaluator_, frame_)) return false;
      continue;
    }
    const auto word = matched_word(enabling_.net_.colours, part, colour, enabling_.pool_);
    if (!word) return false;
    frame_[part.slot] = *word;
    if (mark != nullptr && arc != kForgotten) *mark = static_cast<std::uint32_t>(1 + arc);
  }
  return true;
}

bool BindingSearch::apply(const std::vector<PlainPart>& parts, Word colour) {
  for (const PlainPart& part : parts) {
    const Word word = part.accessor.read(colour, enabling_.pool_);
    if (part.kind == PlainPart::Kind::binds) {
      frame_[part.slot] = word;
    } else if (word != (part.kind == PlainPart::Kind::is_word ? part.word : frame_[part.slot])) {
      return false;
    }
  }
  return true;
}

Word BindingSearch::key(const PlanStep& step) {
  return group_key(enabling_.net_.colours, marking_.indices()[IndexId(step.index)], plan_.terms[step.item].pattern, step.key,
                   enabling_.evaluator_, frame_);
}

std::int64_t BindingSearch::matching(const PlanStep& step, bool future) {
  const Term& term = plan_.terms[step.item];
  const Word wanted = key(step);
  if (step.key.size() == term.pattern.parts.size() && marking_.indices()[IndexId(step.index)].exact()) {
    return marking_.tokens_in_group(IndexId(step.index), wanted);
  }
  std::int64_t sum = 0;
  for (Marking::Slot slot = marking_.first(IndexId(step.index), wanted); slot != Marking::kNone;
       slot = marking_.next(IndexId(step.index), slot)) {
    if (!matches(enabling_.net_.colours, term.pattern, marking_.colour(term.place, slot), enabling_.evaluator_, frame_)) continue;
    sum += future ? marking_.total(term.place, slot) : marking_.available(term.place, slot);
  }
  return sum;
}

bool BindingSearch::lookup(const PlanStep& step) {
  const Term& term = plan_.terms[step.item];
  const std::int64_t count = term.always_one ? 1 : count_of(term, enabling_.evaluator_, frame_, marking_);
  if (count <= 0) return step.item != trigger_;
  if (term.each) {
    const Word list = term.value.eval(enabling_.evaluator_, frame_);
    const auto colours = enabling_.pool_.view(list);
    return std::all_of(colours.begin(), colours.end(), [&](Word c) { return marking_.available_of(term.place, c) >= count; });
  }
  if (term.pattern.wildcards) return matching(step, false) >= count;
  const auto colour = colour_asked(enabling_.net_, term, enabling_.evaluator_, frame_);
  if (!colour) return false;
  enabling_.chosen_[step.item] = *colour;
  return marking_.available_of(term.place, *colour) >= count;
}

bool BindingSearch::inhibit(const PlanStep& step) {
  const Term& term = plan_.terms[step.item];
  const std::int64_t count = term.always_one ? 1 : count_of(term, enabling_.evaluator_, frame_, marking_);
  if (count <= 0) return true;
  if (term.each) {
    const Word list = term.value.eval(enabling_.evaluator_, frame_);
    const auto colours = enabling_.pool_.view(list);
    return std::all_of(colours.begin(), colours.end(), [&](Word c) { return marking_.total_of(term.place, c) < count; });
  }
  if (term.pattern.wildcards) return matching(step, true) < count;
  const auto colour = colour_asked(enabling_.net_, term, enabling_.evaluator_, frame_);
  return !colour || marking_.total_of(term.place, *colour) < count;
}

bool BindingSearch::exactly(const PlanStep& step) {
  const Term& term = plan_.terms[step.item];
  Evaluator& evaluator = enabling_.evaluator_;
  if (term.condition.valid() && term.condition.eval(evaluator, frame_, &marking_) == 0) return true;
  const std::int64_t count = term.count.valid() ? std::max<std::int64_t>(term.count.eval(evaluator, frame_, &marking_), 0) : 1;
  if (term.each) {
    const Word list = term.value.eval(evaluator, frame_);
    const auto colours = enabling_.pool_.view(list);
    return std::all_of(colours.begin(), colours.end(), [&](Word c) { return marking_.total_of(term.place, c) == count; });
  }
  if (term.pattern.wildcards) return matching(step, true) == count;
  const auto colour = colour_asked(enabling_.net_, term, evaluator, frame_);
  return (colour ? marking_.total_of(term.place, *colour) : 0) == count;
}

bool BindingSearch::totals() {
  std::vector<Tokens>& inputs = enabling_.inputs_;
  if (!collect_input_tokens(enabling_.net_, plan_, enabling_.evaluator_, frame_, marking_, inputs)) return false;
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](const Tokens& n) { return marking_.available_of(n.place, n.colour) >= n.count; });
}

}  // namespace petriloom
