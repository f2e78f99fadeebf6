// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/firing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/enabling/bound_terms.h"
#include "engine/expr/drawn.h"
#include "engine/marking/too_many_tokens.h"

namespace petriloom {

std::vector<Tokens> initial_tokens(const Net& net) {
  std::vector<Tokens> tokens;
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    for (const InitialTokens& initial : net.places[p].initial) {
      const bool again = !tokens.empty() && tokens.back().place == PlaceId(p) && tokens.back().colour == initial.colour;
      again ? void(tokens.back().count += initial.count) : tokens.push_back({PlaceId(p), initial.colour, initial.count});
    }
  }
  return tokens;
}

Firing::Firing(Enabling& enabling) : enabling_(enabling) {
  const Net& net = enabling.net();
  std::size_t frame = 0;
  for (const Transition& transition : net.transitions) {
    frame = std::max(frame, transition.variables.size());
    delays_.emplace_back(net, transition.delay);
    for_tokens_.push_back(drawn_for_tokens(net, transition));
  }
  frame_.resize(frame);
}

std::span<Word> Firing::frame_of(TransitionId transition, std::span<const Word> binding) {
  const TransitionPlan& plan = enabling_.plans()[transition];
  std::copy_n(binding.begin(), plan.binding_size, frame_.begin());
  return std::span(frame_).first(plan.frame_size);
}

bool Firing::input_tokens(const Marking& marking, TransitionId transition, std::span<const Word> binding,
                          std::vector<Tokens>& takes) {
  return collect_input_tokens(enabling_.net(), enabling_.plans()[transition], enabling_.evaluator(), frame_of(transition, binding),
                              marking, takes);
}

void Firing::draw(TransitionId transition, std::span<Word> frame, const Marking& marking, bool timed) {
  const TransitionPlan& plan = enabling_.plans()[transition];
  for (std::size_t k = 0; k < plan.draws.size(); ++k) {
    if (!timed && for_tokens_[transition.index()][k] == 0) continue;
    frame[plan.draw_slots[k]] = plan.draws[k].eval(enabling_.evaluator(), frame, &marking);
  }
}

double Firing::delay(const Code& code, Location where, std::span<Word> frame) {
  if (!code.valid()) return 0;
  const double value = real_of_word(code.eval(enabling_.evaluator(), frame));
  if (!std::isfinite(value) || value < 0)
    throw EvalError(where, fmt::format("a delay must be finite and not negative, not {} s", value));
  return value;
}

void Firing::puts(const Marking& marking, const Term& term, std::span<Word> frame, double base, bool timed, Effects& effects) {
  const Net& net = enabling_.net();
  Evaluator& evaluator = enabling_.evaluator();
  const std::int64_t count = term.always_one ? 1 : count_of(term, evaluator, frame, marking);
  if (count <= 0) return;
  const double later = timed ? base + delay(term.delay, net.exprs[term.value.expr()].where, frame) : 0;
  const Word value = term.value.eval(evaluator, frame);
  if (!term.each) {
    if (term.may_not_fit && !net.colours.contains(net[term.place].colour, value)) {
      const Expr& written = net.exprs[term.value.expr()];
      throw EvalError(written.where, fmt::format("{} is not in the colour set {} of the place {}",
                                                 net.colours.format(written.type, value, evaluator.pool()),
                                                 net.colours.describe(net[term.place].colour), net[term.place].name));
    }
    effects.puts.push_back({term.place, value, count, later, term.arc});
    return;
  }
  for (const Word colour : evaluator.pool().view(value)) effects.puts.push_back({term.place, colour, count, later, term.arc});
}

void Firing::effects_beside(const Marking& marking, TransitionId transition, std::span<const Word> binding, bool timed,
                            Effects& effects) {
  const Net& net = enabling_.net();
  const TransitionPlan& plan = enabling_.plans()[transition];
  const std::span<Word> frame = frame_of(transition, binding);
  effects.resets.clear();
  effects.puts.clear();
  enabling_.pool().release(0);  // what the firing before it held
  draw(transition, frame, marking, timed);
  const double base = timed ? delay(delays_[transition.index()], net[transition].where, frame) : 0;
  for (const std::uint32_t k : plan.changes) {
    const Term& term = plan.terms[k];
    if (term.kind == ArcKind::output) puts(marking, term, frame, base, timed, effects);
    if (term.kind == ArcKind::reset && (term.always_one || count_of(term, enabling_.evaluator(), frame, marking) > 0)) {
      effects.resets.push_back({term.place, term.arc});
    }
  }
}

bool Firing::resets(TransitionId transition, std::span<const Word> binding, std::size_t arc, Word colour) {
  const TransitionPlan& plan = enabling_.plans()[transition];
  const std::span<Word> frame = frame_of(transition, binding);
  const Term& term = plan.terms[arc];
  Evaluator& evaluator = enabling_.evaluator();
  if (!term.each) return removes(term, colour, frame);
  const auto list = evaluator.pool().view(term.value.eval(evaluator, frame));
  return std::find(list.begin(), list.end(), colour) != list.end();
}

bool Firing::removes(const Term& term, Word colour, std::span<Word> frame) {
  Evaluator& evaluator = enabling_.evaluator();
  if (!matches(enabling_.net().colours, term.pattern, colour, evaluator, frame)) return false;
  if (!term.such.valid()) return true;
  frame[term.token] = colour;
  return term.such.eval(evaluator, frame) != 0;
}

void Firing::find_resets(const Marking& marking, TransitionId transition, std::span<const Word> binding, const Effects& effects,
                         std::vector<std::pair<PlaceId, Marking::Slot>>& slots) {
  slots.clear();
  const ColourTable& colours = enabling_.net().colours;
  Evaluator& evaluator = enabling_.evaluator();
  const std::span<Word> frame = frame_of(transition, binding);
  for (const Effects::Reset& reset : effects.resets) {
    if (marking.total_in(reset.place) == 0) continue;
    const Term& term = enabling_.plans()[transition].terms[reset.arc];
    if (term.each) {
      for (const Word colour : evaluator.pool().view(term.value.eval(evaluator, frame))) {
        const Marking::Slot slot = marking.find(reset.place, colour);
        if (slot != Marking::kNone) slots.emplace_back(reset.place, slot);
      }
      continue;
    }
    const Word key = group_key(colours, marking.indices()[term.index], term.pattern, term.key, evaluator, frame);
    for (Marking::Slot slot = marking.first(term.index, key); slot != Marking::kNone; slot = marking.next(term.index, slot)) {
      if (removes(term, marking.colour(reset.place, slot), frame)) slots.emplace_back(reset.place, slot);
    }
  }
}

void Firing::fire(Marking& marking, TransitionId transition, std::span<const Word> binding) {
  effects(marking, transition, binding, false, scratch_);
  // Found before anything changes: matching can fail.
  find_resets(marking, transition, binding, scratch_, slots_);
  std::vector<Tokens> gone = scratch_.takes;
  for (const Tokens& take : gone) marking.take(take.place, marking.find(take.place, take.colour), take.count);
  for (const auto& [place, slot] : slots_) {
    if (marking.total(place, slot) == 0) continue;
    gone.push_back({place, marking.colour(place, slot), marking.total(place, slot)});
    marking.remove(place, slot);
  }
  std::size_t done = 0;
  try {
    for (; done < scratch_.puts.size(); ++done) {
      const Effects::Put& put = scratch_.puts[done];
      marking.put(put.place, put.colour, put.count);
    }
  } catch (const TooManyTokens& error) {
    for (const Effects::Put& put : std::span(scratch_.puts).first(done))
      marking.take(put.place, marking.find(put.place, put.colour), put.count);
    for (const Tokens& tokens : gone) marking.put(tokens.place, tokens.colour, tokens.count);
    throw TooManyTokens(enabling_.net(), error.place(), transition);
  }
}

}  // namespace petriloom
