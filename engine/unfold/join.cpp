// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/unfold/search.h"

namespace petriloom {

namespace {

using Kind = UnfoldStep::Kind;

}  // namespace

void UnfoldSearch::start(TransitionId id, const UnfoldPlan& plan, std::optional<std::size_t> trigger, std::size_t token) {
  const Transition& transition = net_[id];
  const TransitionData& data = transitions_[id.index()];
  at_ = id;
  trigger_ = trigger;
  token_ = token;
  frame_.assign(transition.variables.size(), 0);
  bound_.assign(transition.binding_size, 0);
  chosen_.assign(data.terms.size(), 0);
  absent_.assign(data.terms.size(), 0);
  trail_.clear();
  cursors_.clear();
  if (trigger) {
    chosen_[*trigger] = queue_[token].colour;
    if (!match(data.terms[*trigger].pattern, chosen_[*trigger])) return;
  }
  try {
    join(plan);
  } catch (const EvalError& error) {
    fail(error, transition.binding_size);
  }
}

// Depth first over the steps; `cursors_` holds those that branch.
void UnfoldSearch::join(const UnfoldPlan& plan) {
  std::size_t k = 0;
  bool forward = true;
  while (keep_going()) {
    if (forward && k < plan.steps.size()) {
      const UnfoldStep& step = plan.steps[k];
      if (step.kind == Kind::scan || step.kind == Kind::enumerate) {
        Cursor cursor;
        cursor.step = k;
        cursor.mark = trail_.size();
        cursors_.push_back(cursor);
        forward = false;
      } else {
        forward = pass(plan, step);
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
bool UnfoldSearch::pass(const UnfoldPlan& plan, const UnfoldStep& step) {
  const Transition& transition = net_[at_];
  const TransitionData& data = transitions_[at_.index()];
  switch (step.kind) {
    case Kind::guard:
      return evaluator_.eval(step.expr, frame_) != 0;
    case Kind::filter:
      try {
        return evaluator_.eval(step.expr, frame_) != 0;
      } catch (const EvalError&) {
        return true;
      }
    case Kind::take:
      return match(plan.takes[step.item], evaluator_.eval(step.expr, frame_));
    case Kind::present:
      return present(transition.arcs[data.terms[step.item].arc], frame_);
    case Kind::presume:
      return presume(step);
    case Kind::verify:
      return absent_[step.item] != 0 || verify(data.terms[step.item].pattern, chosen_[step.item]);
    case Kind::settle:
      if (bound_[step.slot] == 0) frame_[step.slot] = net_.colours.first(transition.variables[step.slot].colour, pool_);
      return true;
    default:
      return true;
  }
}

bool UnfoldSearch::presume(const UnfoldStep& step) {
  const auto there = [this](std::size_t term) { return absent_[term] == 0; };
  return std::any_of(step.binders.begin(), step.binders.end(), there) ||
         frame_[step.slot] == net_.colours.first(net_[at_].variables[step.slot].colour, pool_);
}

bool UnfoldSearch::advance(const UnfoldPlan& plan, Cursor& cursor) {
  const UnfoldStep& step = plan.steps[cursor.step];
  return step.kind == Kind::scan ? advance_scan(step, cursor) : advance_enumeration(step, cursor);
}

void UnfoldSearch::limit_enumeration(const UnfoldStep& step, Cursor& cursor) {
  const ColourSet& set = net_.colours[net_[at_].variables[step.slot].colour];
  cursor.value = set.low;
  cursor.last = set.high;
  for (const UnfoldBound& bound : step.bounds) {
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

bool UnfoldSearch::advance_enumeration(const UnfoldStep& step, Cursor& cursor) {
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
void UnfoldSearch::begin_scan(const UnfoldStep& step, Cursor& cursor) {
  const UnfoldTerm& term = transitions_[at_.index()].terms[step.item];
  const PossibleColours& possible = places_[net_[at_].arcs[term.arc].place.index()];
  cursor.chain = !step.key.empty();
  cursor.position = 0;
  if (!cursor.chain) return;
  const auto key = key_of(term.pattern, step.key, frame_);
  cursor.position = key ? possible.first(step.index, *key) : PossibleColours::kNone;
}

bool UnfoldSearch::advance_scan(const UnfoldStep& step, Cursor& cursor) {
  const UnfoldTerm& term = transitions_[at_.index()].terms[step.item];
  const Arc& arc = net_[at_].arcs[term.arc];
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
  } else if (cursor.position == PossibleColours::kNone || step.once) {
    return false;
  } else {
    cursor.position = cursor.chain ? possible.next(step.index, cursor.position) : cursor.position + 1;
  }
  // A binding is made by the token of its terms that came last, of equal ones by the first term that takes it.
  const bool before = !trigger_ || step.item < *trigger_;
  while (cursor.position != PossibleColours::kNone && cursor.position < possible.all().size() && keep_going()) {
    const std::size_t number = possible.number(cursor.position);
    if (trigger_ ? number > token_ || (before && number == token_) : true) break;
    const Word colour = possible.colour(cursor.position);
    if (match(term.pattern, colour)) {
      chosen_[step.item] = colour;
      return true;
    }
    undo(cursor.mark);
    cursor.position = cursor.chain ? possible.next(step.index, cursor.position) : cursor.position + 1;
  }
  cursor.position = PossibleColours::kNone;
  return false;
}

// Binds or compares variables and compares constants; computed parts are verified later.
bool UnfoldSearch::match(const ColourPattern& pattern, Word colour) {
  for (const ColourPart& part : pattern.parts) {
    if (part.kind == ColourPart::Kind::computed) continue;
    const std::optional<Word> word = matched_word(net_.colours, part, colour, pool_);
    if (!word) return false;
    if (part.kind == ColourPart::Kind::constant) {
      if (*word != part.word) return false;
    } else if (bound_[part.slot] != 0) {
      if (*word != frame_[part.slot]) return false;
    } else {
      frame_[part.slot] = *word;
      bound_[part.slot] = 1;
      trail_.push_back(part.slot);
    }
  }
  return true;
}

bool UnfoldSearch::verify(const ColourPattern& pattern, Word colour) {
  for (const ColourPart& part : pattern.parts) {
    if (part.kind != ColourPart::Kind::computed) continue;
    const std::optional<Word> word = matched_word(net_.colours, part, colour, pool_);
    if (!word || *word != evaluator_.eval(part.expr, frame_)) return false;
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
  const auto& matchers = transitions_[id.index()].matchers;
  const auto found = std::find_if(matchers.begin(), matchers.end(), [arc](const auto& entry) { return entry.first == arc; });
  const Matcher& matcher = found->second;
  const PossibleColours& possible = places_[net_[id].arcs[arc].place.index()];
  const auto key = key_of(matcher.pattern, matcher.key, frame);
  if (!key) return;
  const bool chain = !matcher.key.empty();
  std::uint32_t position = chain ? possible.first(matcher.index, *key) : 0;
  for (; position != PossibleColours::kNone && position < possible.all().size();
       position = chain ? possible.next(matcher.index, position) : position + 1) {
    const Word colour = possible.colour(position);
    const bool fits = std::all_of(matcher.pattern.parts.begin(), matcher.pattern.parts.end(), [&](const ColourPart& part) {
      const std::optional<Word> word = matched_word(net_.colours, part, colour, pool_);
      if (!word) return false;
      if (part.kind == ColourPart::Kind::constant) return *word == part.word;
      return *word == (part.kind == ColourPart::Kind::variable ? frame[part.slot] : evaluator_.eval(part.expr, frame));
    });
    if (fits) colours.push_back(colour);
  }
}

}  // namespace petriloom
