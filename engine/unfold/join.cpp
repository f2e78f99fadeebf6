// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/unfold/search.h"

namespace petriloom {

namespace {

using Kind = JoinStep::Kind;

}  // namespace

void UnfoldSearch::start(TransitionId id, const JoinPlan& plan, std::optional<std::size_t> trigger, std::size_t token) {
  const Transition& transition = net_[id];
  const TransitionData& data = transitions_[id.index()];
  at_ = id;
  trigger_ = trigger;
  token_ = token;
  frame_.assign(transition.variables.size(), 0);
  bound_.assign(transition.binding_size, 0);
  chosen_.assign(data.join.terms.size(), 0);
  absent_.assign(data.join.terms.size(), 0);
  trail_.clear();
  cursors_.clear();
  if (trigger) {
    chosen_[*trigger] = queue_[token].colour;
    if (!match(data.join.terms[*trigger].pattern, plan.start, chosen_[*trigger])) return;
  }
  try {
    join(plan);
  } catch (const EvalError& error) {
    fail(error, transition.binding_size);
  }
}

// Depth first over the steps; `cursors_` holds those that branch.
void UnfoldSearch::join(const JoinPlan& plan) {
  std::size_t k = 0;
  bool forward = true;
  while (keep_going()) {
    if (forward && k < plan.steps.size()) {
      const JoinStep& step = plan.steps[k];
      if (step.kind == Kind::scan || step.kind == Kind::enumerate || (step.kind == Kind::lookup && step.item != trigger_)) {
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
    if (forward) complete();
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

void UnfoldSearch::undo(std::size_t mark) {
  while (trail_.size() > mark) {
    bound_[trail_.back()] = 0;
    trail_.pop_back();
  }
}

// The steps that either go on or discard.
bool UnfoldSearch::pass(const JoinStep& step) {
  const Join& join = transitions_[at_.index()].join;
  switch (step.kind) {
    case Kind::guard:
      return evaluator_.eval(join.guards[step.item].expr, frame_) != 0;
    case Kind::filter:
      try {
        return evaluator_.eval(join.guards[step.item].expr, frame_) != 0;
      } catch (const EvalError&) {
        return true;
      }
    case Kind::assign: {
      const JoinEquation& equation = join.guards[step.item].equations[step.equation];
      return match(equation.pattern, step.parts, evaluator_.eval(equation.value, frame_));
    }
    case Kind::lookup:
      return there(step.item);
    case Kind::verify:
      if (absent_[step.item] != 0) return true;
      return (step.item != trigger_ || there(step.item)) && match(join.terms[step.item].pattern, step.parts, chosen_[step.item]);
    case Kind::presume:
      return presume(step);
    case Kind::settle:
      if (bound_[step.slot] == 0) frame_[step.slot] = net_.colours.first(net_[at_].variables[step.slot].colour, pool_);
      return true;
    default:
      return true;
  }
}

bool UnfoldSearch::there(std::size_t term) {
  return !transitions_[at_.index()].join.terms[term].conditional || present(net_[at_].arcs[term], frame_);
}

bool UnfoldSearch::presume(const JoinStep& step) {
  const auto there = [this](std::uint32_t term) { return absent_[term] == 0; };
  return std::any_of(step.key.begin(), step.key.end(), there) ||
         frame_[step.slot] == net_.colours.first(net_[at_].variables[step.slot].colour, pool_);
}

bool UnfoldSearch::advance(const JoinPlan& plan, Cursor& cursor) {
  const JoinStep& step = plan.steps[cursor.step];
  return step.kind == Kind::enumerate ? advance_enumeration(step, cursor) : advance_scan(step, cursor);
}

void UnfoldSearch::limit_enumeration(const JoinStep& step, Cursor& cursor) {
  const ColourSet& set = net_.colours[net_[at_].variables[step.slot].colour];
  cursor.value = set.low;
  cursor.last = set.high;
  for (const JoinBound& bound : step.bounds) {
    Word limit = 0;
    try {
      limit = evaluator_.eval(bound.limit, frame_);
    } catch (const EvalError&) {
      continue;  // the guard itself will say so
    }
    if (bound.op == Op::less && limit > std::numeric_limits<Word>::min()) cursor.last = std::min(cursor.last, limit - 1);
    if (bound.op == Op::less_equal) cursor.last = std::min(cursor.last, limit);
    if (bound.op == Op::greater && limit < std::numeric_limits<Word>::max()) cursor.value = std::max(cursor.value, limit + 1);
    if (bound.op == Op::greater_equal) cursor.value = std::max(cursor.value, limit);
  }
}

bool UnfoldSearch::advance_enumeration(const JoinStep& step, Cursor& cursor) {
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
void UnfoldSearch::begin_scan(const JoinStep& step, Cursor& cursor) {
  const PossibleColours& possible = places_[net_[at_].arcs[step.item].place.index()];
  cursor.chain = !step.key.empty();
  cursor.position = 0;
  if (!cursor.chain) return;
  const auto key = key_of(transitions_[at_.index()].join.terms[step.item].pattern, step.key, frame_);
  cursor.position = key ? possible.first(step.index, *key) : PossibleColours::kNone;
}

bool UnfoldSearch::advance_scan(const JoinStep& step, Cursor& cursor) {
  const JoinTerm& term = transitions_[at_.index()].join.terms[step.item];
  const Arc& arc = net_[at_].arcs[step.item];
  const PossibleColours& possible = places_[arc.place.index()];
  if (cursor.fresh) {
    cursor.fresh = false;
    const bool absent = term.conditional && !present(arc, frame_);
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
  const bool before = !trigger_ || step.item < *trigger_;
  while (cursor.position != PossibleColours::kNone && cursor.position < possible.all().size() && keep_going()) {
    const std::size_t number = possible.number(cursor.position);
    if (trigger_ ? number > token_ || (before && number == token_) : true) break;
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
bool UnfoldSearch::match(const ColourPattern& pattern, const std::vector<PartAction>& actions, Word colour) {
  for (const PartAction& action : actions) {
    const ColourPart& part = pattern.parts[action.part];
    const std::optional<Word> word = matched_word(net_.colours, part, colour, pool_);
    if (!word) return false;
    if (part.kind == ColourPart::Kind::constant) {
      if (*word != part.word) return false;
    } else if (part.kind == ColourPart::Kind::computed) {
      if (*word != evaluator_.eval(part.expr, frame_)) return false;
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

// Nothing if a part does not fit into the colours of the place.
std::optional<std::uint64_t> UnfoldSearch::key_of(const ColourPattern& pattern, const std::vector<std::uint32_t>& key,
                                                  Frame frame) {
  std::uint64_t hash = 0;
  for (const std::uint32_t k : key) {
    const ColourPart& part = pattern.parts[k];
    Word word = part.word;
    if (part.kind == ColourPart::Kind::variable) word = frame[part.slot];
    if (part.kind == ColourPart::Kind::computed) word = evaluator_.eval(part.expr, frame);
    if (part.type != part.leaf) {
      const std::optional<Word> fitting = net_.colours.convert(part.leaf, part.type, word, pool_);
      if (!fitting) return std::nullopt;
      word = *fitting;
    }
    if (part.turn != 0) word = turned(net_.colours[part.type], word, part.turn);
    hash = mix_words(hash, word);
  }
  return hash;
}

void UnfoldSearch::matching(TransitionId id, std::size_t arc, std::span<Word> frame, std::vector<Word>& colours) {
  const TransitionData& data = transitions_[id.index()];
  const ColourPattern& pattern = data.join.terms[arc].pattern;
  const Matcher& matcher =
      *std::find_if(data.matchers.begin(), data.matchers.end(), [arc](const Matcher& one) { return one.arc == arc; });
  const PossibleColours& possible = places_[net_[id].arcs[arc].place.index()];
  const auto key = key_of(pattern, matcher.key, frame);
  if (!key) return;
  const bool chain = !matcher.key.empty();
  std::uint32_t position = chain ? possible.first(matcher.index, *key) : 0;
  for (; position != PossibleColours::kNone && position < possible.all().size();
       position = chain ? possible.next(matcher.index, position) : position + 1) {
    const Word colour = possible.colour(position);
    const bool fits = std::all_of(pattern.parts.begin(), pattern.parts.end(), [&](const ColourPart& part) {
      const std::optional<Word> word = matched_word(net_.colours, part, colour, pool_);
      if (!word) return false;
      if (part.kind == ColourPart::Kind::constant) return *word == part.word;
      return *word == (part.kind == ColourPart::Kind::variable ? frame[part.slot] : evaluator_.eval(part.expr, frame));
    });
    if (fits) colours.push_back(colour);
  }
}

}  // namespace petriloom
