// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/join.h"

#include <algorithm>

namespace petriloom {

namespace {

using Kind = JoinStep::Kind;

}  // namespace

UnfoldJoin::UnfoldJoin(const Net& net, WordPool& pool, UnfoldArcs& arcs, const std::vector<PossibleColours>& places,
                       UnfoldProgress& progress)
    : net_(net), pool_(pool), arcs_(arcs), places_(places), progress_(progress) {}

void UnfoldJoin::start(TransitionId id, const UnfoldTransition& prepared, const std::optional<UnfoldTrigger>& trigger) {
  const std::size_t terms = prepared.join.terms.size();
  at_ = id;
  join_ = &prepared.join;
  trigger_ = trigger;
  frame_.assign(net_[id].variables.size(), 0);
  bound_.assign(net_[id].binding_size, 0);
  chosen_.assign(terms, 0);
  absent_.assign(terms, 0);
  trail_.clear();
  cursors_.clear();
  if (trigger) chosen_[trigger->term] = trigger->colour;
}

// Depth first over the steps; `cursors_` holds those that branch.
void UnfoldJoin::run(TransitionId id, const UnfoldTransition& prepared, const JoinPlan& plan,
                     const std::optional<UnfoldTrigger>& trigger, const std::function<void()>& found) {
  start(id, prepared, trigger);
  if (trigger && !match(join_->terms[trigger->term].pattern, plan.start, trigger->colour)) return;
  std::size_t k = 0;
  bool forward = true;
  while (progress_.keep_going()) {
    if (forward && k < plan.steps.size()) {
      const JoinStep& step = plan.steps[k];
      if (step.kind == Kind::scan || step.kind == Kind::enumerate || (step.kind == Kind::lookup && !triggered_by(step.item))) {
        Cursor cursor;
        cursor.step = k;
        cursor.mark = trail_.size();
        cursors_.push_back(cursor);
        forward = false;
      } else {
        forward = pass(step);
        ++k;
      }
      continue;
    }
    if (forward) found();
    if (cursors_.empty()) return;
    Cursor& cursor = cursors_.back();
    undo(cursor.mark);
    forward = advance(plan, cursor);
    if (forward)
      k = cursor.step + 1;
    else
      cursors_.pop_back();
  }
}

void UnfoldJoin::undo(std::size_t mark) {
  while (trail_.size() > mark) {
    bound_[trail_.back()] = 0;
    trail_.pop_back();
  }
}

// The steps that either go on or discard.
bool UnfoldJoin::pass(const JoinStep& step) {
  switch (step.kind) {
    case Kind::guard:
      return arcs_.eval(join_->guards[step.item].expr, frame_) != 0;
    case Kind::filter:
      try {
        return arcs_.eval(join_->guards[step.item].expr, frame_) != 0;
      } catch (const EvalError&) {
        return true;
      }
    case Kind::assign: {
      const JoinEquation& equation = join_->guards[step.item].equations[step.equation];
      return match(equation.pattern, step.parts, arcs_.eval(equation.value, frame_));
    }
    case Kind::lookup:
      return there(step.item);
    case Kind::verify:
      if (absent_[step.item] != 0) return true;
      return (!triggered_by(step.item) || there(step.item)) &&
             match(join_->terms[step.item].pattern, step.parts, chosen_[step.item]);
    case Kind::presume:
      return presume(step);
    case Kind::settle:
      if (bound_[step.slot] == 0) frame_[step.slot] = net_.colours.first(net_[at_].variables[step.slot].colour, pool_);
      return true;
    default:
      return true;
  }
}

bool UnfoldJoin::there(std::size_t term) { return !join_->terms[term].conditional || arcs_.present(net_[at_].arcs[term], frame_); }

bool UnfoldJoin::presume(const JoinStep& step) {
  const auto there = [this](std::uint32_t term) { return absent_[term] == 0; };
  return std::any_of(step.key.begin(), step.key.end(), there) ||
         frame_[step.slot] == net_.colours.first(net_[at_].variables[step.slot].colour, pool_);
}

bool UnfoldJoin::advance(const JoinPlan& plan, Cursor& cursor) {
  const JoinStep& step = plan.steps[cursor.step];
  return step.kind == Kind::enumerate ? advance_enumeration(step, cursor) : advance_scan(step, cursor);
}

void UnfoldJoin::limit_enumeration(const JoinStep& step, Cursor& cursor) {
  const ColourSet& set = net_.colours[net_[at_].variables[step.slot].colour];
  cursor.value = set.low;
  cursor.last = set.high;
  for (const JoinBound& bound : step.bounds) {
    Word limit = 0;
    try {
      limit = arcs_.eval(bound.limit, frame_);
    } catch (const EvalError&) {
      continue;  // the guard itself will say so
    }
    if (bound.op == Op::less && limit > std::numeric_limits<Word>::min()) cursor.last = std::min(cursor.last, limit - 1);
    if (bound.op == Op::less_equal) cursor.last = std::min(cursor.last, limit);
    if (bound.op == Op::greater && limit < std::numeric_limits<Word>::max()) cursor.value = std::max(cursor.value, limit + 1);
    if (bound.op == Op::greater_equal) cursor.value = std::max(cursor.value, limit);
  }
}

bool UnfoldJoin::advance_enumeration(const JoinStep& step, Cursor& cursor) {
  if (cursor.fresh) {
    cursor.fresh = false;
    limit_enumeration(step, cursor);
    if (bound_[step.slot] != 0) {
      // A term that need not be there was, and gave it its colour.
      cursor.last = cursor.value;
      return true;
    }
  } else {
    if (cursor.value >= cursor.last) return false;
    ++cursor.value;
  }
  if (cursor.value > cursor.last) return false;
  frame_[step.slot] = cursor.value;
  bound_[step.slot] = 1;
  trail_.push_back(step.slot);
  return true;
}

// To the first colour in the place that has the known parts.
void UnfoldJoin::begin_scan(const JoinStep& step, Cursor& cursor) {
  const PossibleColours& possible = places_[net_[at_].arcs[step.item].place.index()];
  cursor.chain = !step.key.empty();
  cursor.position = 0;
  if (!cursor.chain) return;
  const auto key = arcs_.key_of(join_->terms[step.item].pattern, step.key, frame_);
  cursor.position = key ? possible.first(step.index, *key) : PossibleColours::kNone;
}

bool UnfoldJoin::advance_scan(const JoinStep& step, Cursor& cursor) {
  const JoinTerm& term = join_->terms[step.item];
  const Arc& arc = net_[at_].arcs[step.item];
  const PossibleColours& possible = places_[arc.place.index()];
  if (cursor.fresh) {
    cursor.fresh = false;
    const bool absent = term.conditional && !arcs_.present(arc, frame_);
    absent_[step.item] = absent || term.undecided ? 1 : 0;
    cursor.absent = term.undecided && !absent;
    cursor.position = PossibleColours::kNone;
    if (absent_[step.item] != 0) return true;
    begin_scan(step, cursor);
  } else if (cursor.absent) {
    cursor.absent = false;
    absent_[step.item] = 0;
    begin_scan(step, cursor);
  } else if (cursor.position == PossibleColours::kNone || step.kind == Kind::lookup) {
    return false;
  } else {
    cursor.position = cursor.chain ? possible.next(step.index, cursor.position) : cursor.position + 1;
  }
  // A binding is made by the token of its terms that came last, of equal ones by the first term
  // that takes it.
  const bool before = !trigger_ || step.item < trigger_->term;
  while (cursor.position != PossibleColours::kNone && cursor.position < possible.all().size() && progress_.keep_going()) {
    const std::size_t number = possible.number(cursor.position);
    if (trigger_ ? number > trigger_->number || (before && number == trigger_->number) : true) break;
    const Word colour = possible.colour(cursor.position);
    if (match(term.pattern, step.parts, colour)) {
      chosen_[step.item] = colour;
      return true;
    }
    undo(cursor.mark);
    cursor.position = cursor.chain ? possible.next(step.index, cursor.position) : cursor.position + 1;
  }
  cursor.position = PossibleColours::kNone;
  return false;
}

// What may be bound or not by then is bound, or else compared.
bool UnfoldJoin::match(const ColourPattern& pattern, const std::vector<PartAction>& actions, Word colour) {
  for (const PartAction& action : actions) {
    const ColourPart& part = pattern.parts[action.part];
    const std::optional<Word> word = matched_word(net_.colours, part, colour, pool_);
    if (!word) return false;
    if (part.kind == ColourPart::Kind::constant) {
      if (*word != part.word) return false;
    } else if (part.kind == ColourPart::Kind::computed) {
      if (*word != arcs_.eval(part.expr, frame_)) return false;
    } else if (action.kind == PartAction::Kind::compare || bound_[part.slot] != 0) {
      if (*word != frame_[part.slot]) return false;
    } else {
      frame_[part.slot] = *word;
      bound_[part.slot] = 1;
      trail_.push_back(part.slot);
    }
  }
  return true;
}

}  // namespace petriloom
