// SPDX-License-Identifier: Apache-2.0
#include "analysis/urgent/urgent_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include "analysis/model/keep_first.h"
#include "engine/build/expr_builder.h"

namespace petriloom {
namespace {

// Two ascending lists together.
std::vector<Tokens> sum_of(const std::vector<Tokens>& a, const std::vector<Tokens>& b) {
  std::vector<Tokens> result = a;
  for (const Tokens& tokens : b) add_tokens(result, tokens);
  return result;
}

// What is left of an ascending list without the tokens of another, all of which it has.
std::vector<Tokens> difference_of(std::vector<Tokens> a, const std::vector<Tokens>& b) {
  for (const Tokens& tokens : b) add_tokens(a, {tokens.place, tokens.colour, -tokens.count});
  std::erase_if(a, [](const Tokens& tokens) { return tokens.count == 0; });
  return a;
}

// It has no duration, so that it fires before time passes.
bool at_once(const Net& net, const Transition& transition) {
  if (transition.timing != Timing::deterministic) return false;
  const Expr& delay = net.exprs[transition.a];
  return delay.op == Op::literal && real_of_word(delay.payload) == 0;
}

}  // namespace

Net with_passing_of_time(const Net& net) {
  Net result = net;
  const TimeValues times(net);
  Diagnostics none;
  ExprBuilder build(result, none);
  const auto add = [&](const char* name) {
    Transition added;
    added.name = name;
    added.module = ModuleId(0);
    added.where = net.modules[0].definition;
    result.transitions.push_back(std::move(added));
  };
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    for (std::size_t k = 0; k < net.transitions[t].guards.size(); ++k) {
      if (!times.guard(TransitionId(t), k)) continue;
      ExprId& guard = result.transitions[t].guards[k];
      const Location where = net.exprs[guard].where;
      guard = build.binary(Op::equal, build.now(where), build.now(where), where);
    }
  }
  if (times.any_guard()) add("no guard holds that looks at the time");
  add("time passes");
  return result;
}

UrgentModel::UrgentModel(const Net& net, std::vector<Atom> atoms, const Limits* limits)
    : UrgentModel(net, std::move(atoms), limits, TimeValues(net)) {}

UrgentModel::UrgentModel(const Net& net, std::vector<Atom> atoms, const Limits* limits, TimeValues times)
    : NetModel(net, std::move(atoms), limits, Clocks::open),
      passing_(net.transitions.size() - 1),
      delays_(net, times),
      under_way_codec_(codec_) {
  if (timed(net)) refuse_what_times_decide(times, this->atoms());
  plain_.reset();
  priorities_.clear();
  monotone_ = false;
  labels_.leave_out(passing_);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const auto& guards = net.transitions[t].guards;
    opens_.push_back(std::any_of(guards.begin(), guards.end(), [&](ExprId guard) { return net.exprs.looks(guard, look::time); }));
    if (!immediate(TransitionId(t)) || opens_[t] != 0 || delays_.may_be_none(TransitionId(t))) draws_[t] = 1;
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t) open_orders_.push_back(times.order(TransitionId(t)) ? 1 : 0);
  if (std::find(open_orders_.begin(), open_orders_.end(), 1) == open_orders_.end()) open_orders_.clear();
  if (std::find(opens_.begin(), opens_.end(), 1) == opens_.end()) return;
  closing_ = TransitionId(net.transitions.size() - 2);
  labels_.leave_out(closing_);
  for (const Atom& atom : this->atoms()) {
    if (!net.exprs.looks(atom.expr, look::enabled)) continue;
    throw EvalError(net.exprs[atom.expr].where, "what can fire is not known in a net whose guards look at the time");
  }
}

StateBytes UrgentModel::initial() {
  UnderWay under_way;
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) {
      if (tokens.available > 0) under_way.put(tokens.available, {PlaceId(p), tokens.colour, tokens.count});
    }
  }
  return encode(under_way, initial_tokens(net_));
}

StateBytes UrgentModel::encode(const UnderWay& under_way, const std::vector<Tokens>& all) {
  bytes_.clear();
  if (closing_.valid()) bytes_.push_back(closes_ ? 1 : 0);
  under_way_codec_.encode(under_way, bytes_);
  codec_.encode(difference_of(all, under_way.tokens()), rest_);
  bytes_.insert(bytes_.end(), rest_.begin(), rest_.end());
  return bytes_;
}

void UrgentModel::read(StateBytes state, UnderWay& under_way, std::vector<Tokens>& available) const {
  const std::uint8_t* at = state.data() + (closing_.valid() ? 1 : 0);
  under_way_codec_.decode(at, under_way);
  codec_.decode(state.subspan(static_cast<std::size_t>(at - state.data())), available);
}

void UrgentModel::load(StateBytes state) {
  closed_ = closing_.valid() && state[0] != 0;
  read(state, under_way_, available_);
  current_ = sum_of(available_, under_way_.tokens());
  forget();
}

std::vector<Tokens> UrgentModel::tokens(StateBytes state) const {
  UnderWay under_way;
  std::vector<Tokens> available;
  read(state, under_way, available);
  return sum_of(available, under_way.tokens());
}

std::vector<Tokens> UrgentModel::available(StateBytes state) const {
  UnderWay under_way;
  std::vector<Tokens> result;
  read(state, under_way, result);
  return result;
}

void UrgentModel::fill(Marking& marking) {
  marking.clear();
  for (const Tokens& tokens : available_) marking.put(tokens.place, tokens.colour, tokens.count);
  for (const Tokens& tokens : under_way_.tokens()) marking.put_future(tokens.place, tokens.colour, tokens.count);
}

void UrgentModel::search() {
  search_by_engine();
  std::erase_if(enabled_, [&](const Enabled& enabled) { return enabled.transition == passing_ || enabled.transition == closing_; });
  due_ = false;
  later_ = false;
  if (closing_.valid() && search_open()) return;
  if (std::any_of(enabled_.begin(), enabled_.end(), [&](const Enabled& enabled) { return immediate(enabled.transition); })) {
    std::erase_if(enabled_, [&](const Enabled& enabled) { return !immediate(enabled.transition); });
    return keep_first_of(enabled_);
  }
  due_ = std::any_of(enabled_.begin(), enabled_.end(),
                     [&](const Enabled& enabled) { return at_once(net_, net_[enabled.transition]); });
  if (!due_ && !under_way_.empty()) enabled_.push_back({passing_, static_cast<std::uint32_t>(words_.size())});
}

// What has an order that depends on the time may go before all of its priority, or after.
void UrgentModel::keep_first_of(std::vector<Enabled>& enabled) {
  const auto precedence = [this](const Enabled& one) { return enabling_.precedence(one.transition, binding_of(one)); };
  if (open_orders_.empty()) return keep_first(enabled, precedence);
  const auto open = [this](const Enabled& one) { return open_orders_[one.transition.index()] != 0; };
  std::int64_t highest = std::numeric_limits<std::int64_t>::min();
  for (const Enabled& one : enabled) highest = std::max(highest, precedence(one).priority);
  std::erase_if(enabled, [&](const Enabled& one) { return precedence(one).priority != highest; });
  double lowest = std::numeric_limits<double>::infinity();
  for (const Enabled& one : enabled) lowest = open(one) ? lowest : std::min(lowest, precedence(one).order);
  std::erase_if(enabled, [&](const Enabled& one) { return !open(one) && precedence(one).order != lowest; });
}

// Guards that depend on the time may hold or not, each by itself: of what they let fire each may be
// next that no other immediate transition goes before. Or none of them holds, which is a step of
// its own, after which the others fire. False if there is nothing of the kind.
bool UrgentModel::search_open() {
  const auto opens = [this](const Enabled& enabled) { return opens_[enabled.transition.index()] != 0; };
  std::vector<Enabled> open;
  std::copy_if(enabled_.begin(), enabled_.end(), std::back_inserter(open), opens);
  std::vector<Enabled> others;
  std::copy_if(enabled_.begin(), enabled_.end(), std::back_inserter(others),
               [&](const Enabled& enabled) { return !opens(enabled); });
  if (open.empty() || closed_) {
    enabled_ = std::move(others);
    return false;
  }
  later_ = !others.empty();
  std::erase_if(others, [this](const Enabled& enabled) { return !immediate(enabled.transition); });
  later_ = later_ && others.empty();
  enabled_.clear();
  for (const Enabled& one : open) {
    std::vector<Enabled> together = others;
    together.push_back(one);
    keep_first_of(together);
    if (together.back().transition == one.transition && together.back().first == one.first) enabled_.push_back(one);
  }
  enabled_.push_back({closing_, static_cast<std::uint32_t>(words_.size())});
  return true;
}

// A choice of verification itself is one more random value of the firing.
Word UrgentModel::choose(Word last) {
  const std::array<Word, 2> range{0, last};
  return outcomes_.draw(Distribution::discrete, range);
}

double UrgentModel::known_delay(const TermDelay& delay) {
  double sum = 0;
  for (const ExprId part : delay.known) {
    const double value = enabling_.evaluator().eval_real(part, firing_.frame());
    if (!std::isfinite(value) || value < 0)
      throw EvalError(net_.exprs[part].where, fmt::format("a delay must be finite and not negative, not {} s", value));
    sum += value;
  }
  return sum;
}

// Tokens that a firing puts go on their way, unless their delay is 0.
void UrgentModel::send(TransitionId transition, const Effects::Put& put) {
  const TermDelay& delay = delays_.of(transition, put.arc);
  if (delay.none()) return;
  const double known = known_delay(delay);
  const Tokens tokens{put.place, put.colour, put.count};
  if (!delay.open) {
    if (known > 0) then_.put(known, tokens);
    return;
  }
  auto at =
      std::find_if(sent_.begin(), sent_.end(), [&](const Sent& one) { return one.group == delay.group && one.known == known; });
  if (at == sent_.end()) {
    const bool late = delay.late || known > 0;
    sent_.push_back({delay.group, known, !late && choose(1) == 0, {}});
    at = sent_.end() - 1;
  }
  if (!at->here) add_tokens(at->batch, tokens);
}

StateBytes UrgentModel::successor(TransitionId transition, std::span<const Word> binding) {
  passes_ = false;
  evaluate_changes(transition, binding);
  merge(changes_, transition);
  then_ = under_way_;
  const bool timed = !immediate(transition) || (opens_[transition.index()] != 0 && later_);
  // Other timers may be due at the present instant, too, after which no time has passed.
  if (timed && then_.present() && !due_ && choose(1) == 1) then_.move_on();
  if (!effects_.resets.empty()) {
    then_.remove([&](const Tokens& held) {
      return std::any_of(effects_.resets.begin(), effects_.resets.end(), [&](const Effects::Reset& reset) {
        return reset.place == held.place && firing_.resets(transition, binding, reset.arc, held.colour);
      });
    });
  }
  sent_.clear();
  for (const Effects::Put& put : effects_.puts) send(transition, put);
  for (Sent& one : sent_) {
    if (!one.batch.empty()) then_.put(std::move(one.batch));
  }
  return encode(then_, next_);
}

StateBytes UrgentModel::when_these_come(std::span<const Word> counts) {
  then_ = under_way_;
  then_.arrive(under_way_.next(), counts);
  return encode(then_, current_);
}

StateBytes UrgentModel::when_none_holds() {
  passes_ = false;
  closes_ = true;
  const StateBytes result = encode(under_way_, current_);
  closes_ = false;
  return result;
}

// When time passes, what may come next comes alone, or together with others of that kind.
void UrgentModel::for_each_outcome(TransitionId transition, std::span<const Word> binding, OutcomeSink sink) {
  if (transition == closing_) {
    sink(when_none_holds());
    return;
  }
  if (transition != passing_) return NetModel::for_each_outcome(transition, binding, sink);
  passes_ = true;
  const std::vector<UnderWay::Next> next = under_way_.next();
  counts_.assign(next.size(), 0);
  while (true) {
    std::size_t k = 0;
    while (k < next.size() && counts_[k] == next[k].count) counts_[k++] = 0;
    if (k == next.size()) return;
    ++counts_[k];
    if (!sink(when_these_come(counts_))) return;
  }
}

std::vector<Word> UrgentModel::chosen() const { return passes_ ? counts_ : NetModel::chosen(); }

StateBytes UrgentModel::after(const BoundTransition& firing) {
  if (firing.transition == closing_) return when_none_holds();
  return firing.transition == passing_ ? when_these_come(firing.drawn) : NetModel::after(firing);
}

void UrgentModel::effects(const BoundTransition& firing, Effects& effects) {
  if (firing.transition != passing_ && firing.transition != closing_) return NetModel::effects(firing, effects);
  effects.takes.clear();
  effects.resets.clear();
  effects.puts.clear();
}

std::vector<Tokens> UrgentModel::arrivals(const BoundTransition& firing) const {
  std::vector<Tokens> result;
  if (firing.transition != passing_) return result;
  const std::vector<UnderWay::Next> next = under_way_.next();
  for (std::size_t k = 0; k < next.size() && k < firing.drawn.size(); ++k) {
    for (const Tokens& tokens : next[k].batch) {
      if (firing.drawn[k] > 0) add_tokens(result, {tokens.place, tokens.colour, tokens.count * firing.drawn[k]});
    }
  }
  return result;
}

}  // namespace petriloom
