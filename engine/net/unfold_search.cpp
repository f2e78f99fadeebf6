// SPDX-License-Identifier: Apache-2.0
#include "engine/net/unfold_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace petriloom {

namespace {

using Kind = UnfoldStep::Kind;

// What `led_by` groups the colours of a place by.
std::optional<Word> lead_of(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool) {
  if (!colours[set].composite()) return std::nullopt;
  return colours.component(set, colour, 0, pool);
}

Word first_colour(const ColourTable& colours, ColourSetId set, WordPool& pool) {
  const ColourSet& facts = colours[set];
  if (facts.finite) return facts.low;
  if (facts.kind == ColourKind::list) return pool.intern({});
  if (facts.composite()) {
    std::vector<Word> parts;
    for (const ColourSetId part : facts.components) parts.push_back(first_colour(colours, part, pool));
    return colours.compose(set, parts, pool);
  }
  return colours.contains(set, 0) ? 0 : facts.low;
}

}  // namespace

std::size_t WordsHash::operator()(const std::vector<Word>& words) const {
  std::uint64_t hash = words.size();
  for (const Word word : words) {
    hash ^= static_cast<std::uint64_t>(word) + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
    hash *= 0xff51afd7ed558ccdU;
  }
  return static_cast<std::size_t>(hash ^ (hash >> 32U));
}

bool PossibleColours::add(Word colour, std::optional<Word> lead) {
  if (!known_.insert(colour).second) return false;
  all_.push_back(colour);
  if (lead) by_lead_[*lead].push_back(colour);
  return true;
}

const std::vector<Word>& PossibleColours::led_by(Word lead) const {
  static const std::vector<Word> kNone;
  const auto found = by_lead_.find(lead);
  return found == by_lead_.end() ? kNone : found->second;
}

UnfoldSearch::UnfoldSearch(const Net& net, WordPool& pool, const UnfoldLimits& limits, Diagnostics& diagnostics)
    : net_(net),
      pool_(pool),
      limits_(limits),
      diagnostics_(diagnostics),
      evaluator_(net, pool),
      places_(net.places.size()),
      transitions_(net.transitions.size()),
      triggers_(net.places.size()) {}

bool UnfoldSearch::run() {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) prepare(TransitionId(t));
  if (diagnostics_.has_errors()) return false;
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) add_colour(PlaceId(p), tokens.colour);
  }
  for (std::size_t t = 0; t < net_.transitions.size() && !stopped_; ++t) start_all(TransitionId(t));
  while (next_ < queue_.size() && !stopped_) {
    const Token token = queue_[next_++];
    for (const Trigger& trigger : triggers_[token.place.index()]) start_trigger(trigger, token.colour);
    const auto waiting = waiting_.find({static_cast<Word>(token.place.index()), token.colour});
    if (waiting == waiting_.end()) continue;
    const std::vector<Waiting> woken = std::move(waiting->second);
    waiting_.erase(waiting);
    for (const Waiting& w : woken) try_binding(w.transition, w.binding);
  }
  return !diagnostics_.has_errors();
}

void UnfoldSearch::prepare(TransitionId id) {
  const Transition& transition = net_[id];
  TransitionData& data = transitions_[id.index()];
  data.terms = unfold_terms(net_, transition);
  data.all = unfold_plan(net_, transition, data.terms, std::nullopt);
  for (std::size_t k = 0; k < data.terms.size(); ++k) {
    data.by_term.push_back(unfold_plan(net_, transition, data.terms, k));
    triggers_[transition.arcs[data.terms[k].arc].place.index()].push_back({id, k});
  }
  if (data.all.unbound) {
    diagnostics_.error(
        transition.where,
        fmt::format("the variable '{}' of '{}' cannot be enumerated", transition.variables[*data.all.unbound].name, path(net_, id)),
        "bind it by a pattern of an input arc or by a guard 'x = e'");
  }
}

bool UnfoldSearch::keep_going() {
  constexpr std::uint64_t kPoll = 1U << 12U;
  if (stopped_ || ++steps_ % kPoll != 0) return !stopped_;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
  if (limits_.cancelled && limits_.cancelled()) {
    diagnostics_.error(net_.modules.empty() ? Location{} : net_.modules[0].definition, "unfolding was cancelled");
    stopped_ = true;
  } else if (limits_.seconds > 0 && spent.count() > limits_.seconds) {
    diagnostics_.error(net_.modules.empty() ? Location{} : net_.modules[0].definition,
                       fmt::format("unfolding takes more than the limit of {} s", limits_.seconds));
    stopped_ = true;
  }
  return !stopped_;
}

void UnfoldSearch::add_colour(PlaceId place, Word colour) {
  const ColourSetId set = net_[place].colour;
  if (stopped_ || !places_[place.index()].add(colour, lead_of(net_.colours, set, colour, pool_))) return;
  queue_.push_back({place, colour});
  if (++place_count_ <= limits_.most_places) return;
  stopped_ = true;
  std::size_t worst = 0;
  for (std::size_t p = 0; p < places_.size(); ++p) {
    if (places_[p].all().size() > places_[worst].all().size()) worst = p;
  }
  const Place& largest = net_.places[worst];
  diagnostics_.error(
      largest.where,
      fmt::format("unfolding needs more than {} places: '{}' alone can hold {} colours of {}, one is {}", limits_.most_places,
                  path(net_, PlaceId(worst)), places_[worst].all().size(), net_.colours.describe(largest.colour),
                  net_.colours.format(largest.colour, places_[worst].all().back(), pool_)),
      net_.colours[largest.colour].finite ? "raise the limit" : "bound what the colours of this place can become");
}

void UnfoldSearch::reset_frame(const Transition& transition, std::size_t terms) {
  frame_.assign(transition.variables.size(), 0);
  bound_.assign(transition.variables.size(), 0);
  chosen_.assign(terms, 0);
  absent_.assign(terms, 0);
  trail_.clear();
}

void UnfoldSearch::start_all(TransitionId id) {
  at_ = id;
  reset_frame(net_[id], transitions_[id.index()].terms.size());
  step(transitions_[id.index()].all, 0);
}

void UnfoldSearch::start_trigger(const Trigger& trigger, Word colour) {
  at_ = trigger.transition;
  const TransitionData& data = transitions_[at_.index()];
  reset_frame(net_[at_], data.terms.size());
  chosen_[trigger.term] = colour;
  if (match(data.terms[trigger.term], colour)) step(data.by_term[trigger.term], 0);
}

void UnfoldSearch::step(const UnfoldPlan& plan, std::size_t k) {
  try {
    for (; k < plan.steps.size(); ++k) {
      if (!keep_going()) return;
      const UnfoldStep& now = plan.steps[k];
      if (now.kind == Kind::scan) return scan(plan, k);
      if (now.kind == Kind::enumerate) return enumerate(plan, k);
      if (!pass(now)) return;
    }
    complete();
  } catch (const EvalError& error) {
    fail(error);
  }
}

// The steps that either go on or discard.
bool UnfoldSearch::pass(const UnfoldStep& step) {
  const Transition& transition = net_[at_];
  const TransitionData& data = transitions_[at_.index()];
  switch (step.kind) {
    case Kind::guard:
      return evaluator_.eval(step.expr, frame_) != 0;
    case Kind::assign:
      return assign(step);
    case Kind::present:
      return present(transition.arcs[data.terms[step.term].arc], frame_);
    case Kind::verify:
      return absent_[step.term] != 0 || verify(data.terms[step.term], chosen_[step.term]);
    case Kind::settle:
      if (bound_[step.slot] == 0) frame_[step.slot] = first_colour(net_.colours, transition.variables[step.slot].colour, pool_);
      return true;
    case Kind::lookup: {
      const Arc& arc = transition.arcs[data.terms[step.term].arc];
      if (!present(arc, frame_)) {
        absent_[step.term] = 1;
        return true;
      }
      return places_[arc.place.index()].contains(evaluator_.eval(arc.value, frame_));
    }
    default:
      return true;
  }
}

bool UnfoldSearch::assign(const UnfoldStep& step) {
  const Word value = evaluator_.eval(step.expr, frame_);
  const auto fitting = convert_back(net_.colours, net_.exprs[step.expr].type, net_[at_].variables[step.slot].colour, value, pool_);
  if (!fitting) return false;
  frame_[step.slot] = *fitting;
  bound_[step.slot] = 1;
  return true;
}

void UnfoldSearch::enumerate(const UnfoldPlan& plan, std::size_t k) {
  const std::uint32_t slot = plan.steps[k].slot;
  const ColourSet& set = net_.colours[net_[at_].variables[slot].colour];
  for (Word word = set.low;; ++word) {
    frame_[slot] = word;
    bound_[slot] = 1;
    step(plan, k + 1);
    if (stopped_ || word == set.high) break;
  }
  bound_[slot] = 0;
}

std::optional<Word> UnfoldSearch::known_lead(const UnfoldTerm& term) {
  if (!net_.colours[term.pattern.type].composite()) return std::nullopt;
  for (const ColourPart& part : term.pattern.parts) {
    if (part.path.size() != 1 || part.path[0].kind != PartStep::Kind::component || part.path[0].first != 0) continue;
    if (part.type != part.leaf || part.turn != 0) return std::nullopt;
    if (part.kind == ColourPart::Kind::constant) return part.word;
    if (part.kind == ColourPart::Kind::variable && bound_[part.slot] != 0) return frame_[part.slot];
  }
  return std::nullopt;
}

void UnfoldSearch::scan(const UnfoldPlan& plan, std::size_t k) {
  const std::size_t number = plan.steps[k].term;
  const UnfoldTerm& term = transitions_[at_.index()].terms[number];
  const Arc& arc = net_[at_].arcs[term.arc];
  if (term.conditional && !present(arc, frame_)) {
    absent_[number] = 1;
    chosen_[number] = 0;
    step(plan, k + 1);
    absent_[number] = 0;
    return;
  }
  const std::optional<Word> lead = known_lead(term);
  const auto candidates = [&]() -> const std::vector<Word>& {
    const PossibleColours& possible = places_[arc.place.index()];
    return lead ? possible.led_by(*lead) : possible.all();
  };
  // Colours found while this loop runs start bindings of their own.
  const std::size_t count = candidates().size();
  for (std::size_t i = 0; i < count && !stopped_; ++i) {
    const Word colour = candidates()[i];
    const std::size_t mark = trail_.size();
    if (match(term, colour)) {
      chosen_[number] = colour;
      step(plan, k + 1);
    }
    while (trail_.size() > mark) {
      bound_[trail_.back()] = 0;
      trail_.pop_back();
    }
  }
}

// Binds or compares variables and compares constants; computed parts are verified later.
bool UnfoldSearch::match(const UnfoldTerm& term, Word colour) {
  for (const ColourPart& part : term.pattern.parts) {
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

bool UnfoldSearch::verify(const UnfoldTerm& term, Word colour) {
  for (const ColourPart& part : term.pattern.parts) {
    if (part.kind != ColourPart::Kind::computed) continue;
    const std::optional<Word> word = matched_word(net_.colours, part, colour, pool_);
    if (!word || *word != evaluator_.eval(part.expr, frame_)) return false;
  }
  return true;
}

bool UnfoldSearch::present(const Arc& arc, std::span<Word> frame) {
  if (arc.condition.valid() && evaluator_.eval(arc.condition, frame) == 0) return false;
  return !arc.count.valid() || evaluator_.eval(arc.count, frame) > 0;
}

void UnfoldSearch::colours_of(const Arc& arc, std::span<Word> frame, std::vector<Word>& colours) {
  const Word value = evaluator_.eval(arc.value, frame);
  if (!arc.each) {
    colours.push_back(value);
    return;
  }
  const auto elements = pool_.view(value);
  colours.insert(colours.end(), elements.begin(), elements.end());
}

void UnfoldSearch::complete() {
  const Transition& transition = net_[at_];
  TransitionData& data = transitions_[at_.index()];
  std::vector<Word> words(frame_.begin(), frame_.begin() + transition.binding_size);
  for (std::size_t k = 0; k < data.terms.size(); ++k)
    words.push_back(data.terms[k].pattern.wildcards && absent_[k] == 0 ? chosen_[k] : 0);
  if (!data.known.insert(words).second) return;
  if (++binding_count_ > limits_.most_transitions) {
    stopped_ = true;
    diagnostics_.error(transition.where, fmt::format("unfolding needs more than {} transitions; '{}' alone has {} bindings",
                                                     limits_.most_transitions, path(net_, at_), data.known.size()));
    return;
  }
  data.found.push_back({std::move(words), false});
  // The frame belongs to the binding being made; what follows uses its own.
  const std::vector<Word> frame = frame_;
  try_binding(at_, data.found.size() - 1);
  frame_ = frame;
}

void UnfoldSearch::load(const Transition& transition, const std::vector<Word>& words) {
  frame_.assign(transition.variables.size(), 0);
  std::copy_n(words.begin(), transition.binding_size, frame_.begin());
}

void UnfoldSearch::try_binding(TransitionId id, std::size_t binding) {
  const Transition& transition = net_[id];
  TransitionData& data = transitions_[id.index()];
  load(transition, data.found[binding].words);
  try {
    Token missing{};
    if (first_missing(transition, data, missing)) {
      waiting_[{static_cast<Word>(missing.place.index()), missing.colour}].push_back({id, binding});
      return;
    }
    data.found[binding].possible = true;
    put_outputs(transition);
  } catch (const EvalError& error) {
    const TransitionId making = std::exchange(at_, id);
    const std::vector<std::uint8_t> all(transition.binding_size, 1);
    const std::vector<std::uint8_t> bound = std::exchange(bound_, all);
    fail(error);
    bound_ = bound;
    at_ = making;
  }
}

// A token that the binding in the frame needs and that cannot be there, as far as is known.
bool UnfoldSearch::first_missing(const Transition& transition, const TransitionData& data, Token& missing) {
  for (std::size_t a = 0; a < transition.arcs.size(); ++a) {
    const Arc& arc = transition.arcs[a];
    if (arc.kind != ArcKind::input && arc.kind != ArcKind::read) continue;
    const auto chosen = std::any_of(data.terms.begin(), data.terms.end(),
                                    [a](const UnfoldTerm& term) { return term.arc == a && term.pattern.wildcards; });
    if (chosen || !present(arc, frame_)) continue;
    scratch_.clear();
    colours_of(arc, frame_, scratch_);
    for (const Word colour : scratch_) {
      if (places_[arc.place.index()].contains(colour)) continue;
      missing = {arc.place, colour};
      return true;
    }
  }
  return false;
}

void UnfoldSearch::put_outputs(const Transition& transition) {
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != ArcKind::output || !present(arc, frame_)) continue;
    scratch_.clear();
    colours_of(arc, frame_, scratch_);
    for (const Word colour : scratch_) {
      if (!net_.colours.contains(net_[arc.place].colour, colour, pool_)) {
        throw EvalError(arc.where, fmt::format("{} is no colour of '{}'",
                                               net_.colours.format(net_[arc.place].colour, colour, pool_), path(net_, arc.place)));
      }
      add_colour(arc.place, colour);
    }
  }
}

std::string UnfoldSearch::binding_text() const {
  const Transition& transition = net_[at_];
  std::string text;
  for (std::uint32_t slot = 0; slot < transition.binding_size; ++slot) {
    if (bound_.size() <= slot || bound_[slot] == 0) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", transition.variables[slot].name,
                        net_.colours.format(transition.variables[slot].colour, frame_[slot], pool_));
  }
  return text;
}

void UnfoldSearch::fail(const EvalError& error) {
  diagnostics_.error(error.where(), fmt::format("{}, in '{}' with {}", error.what(), path(net_, at_), binding_text()),
                     "unfolding looks at bindings whose tokens can be there one by one; a guard can exclude this one");
  if (diagnostics_.error_count() >= Diagnostics::kMostKept) stopped_ = true;
}

}  // namespace petriloom
