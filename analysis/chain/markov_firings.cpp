// SPDX-License-Identifier: Apache-2.0
// What can fire in a state of a stochastic net.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/chain/markov_graph.h"
#include "analysis/model/keep_first.h"
#include "engine/enabling/priority.h"
#include "engine/random/durations.h"
#include "engine/text/wording.h"

namespace petriloom {

MarkovFirings::MarkovFirings(NetModel& model) : model_(model), net_(model.net()) {
  for (const Transition& transition : net_.transitions) {
    frame_.resize(std::max(frame_.size(), transition.variables.size()));
  }
  frame_.resize(std::max<std::size_t>(frame_.size(), net_.stop_slots));
}

std::span<const Word> MarkovFirings::binding_of(const Found& found) const {
  return std::span(words_).subspan(found.first, net_[found.transition].binding_size);
}

void MarkovFirings::look(StateBytes state) {
  model_.load(state);
  found_.clear();
  words_.clear();
  firings_.clear();
  fixed_.reset();
  model_.for_each_enabled([this](TransitionId transition, std::span<const Word> binding) {
    found_.push_back({transition, static_cast<std::uint32_t>(words_.size()), 0});
    words_.insert(words_.end(), binding.begin(), binding.end());
  });
  const auto immediate = [this](const Found& found) { return net_[found.transition].timing == Timing::immediate; };
  vanishing_ = std::any_of(found_.begin(), found_.end(), immediate);
  if (!vanishing_) return find_rates();
  std::erase_if(found_, [&](const Found& found) { return !immediate(found); });
  keep_first(found_, [this](const Found& found) { return model_.enabling().precedence(found.transition, binding_of(found)); });
  if (found_.size() > 1 && !std::all_of(found_.begin(), found_.end(), [this](const Found& f) { return weighted(f); })) {
    check_order(state);
  }
  find_probabilities();
}

double MarkovFirings::evaluate(const Found& found, const Code& code) {
  const auto binding = binding_of(found);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  return real_of_word(code.eval(model_.enabling().evaluator(), frame_, &model_.marking()));
}

std::int64_t MarkovFirings::degree(const Found& found) {
  const Marking& marking = model_.marking();
  if (!model_.firing().input_tokens(marking, found.transition, binding_of(found), needs_)) return 0;
  std::int64_t result = std::numeric_limits<std::int64_t>::max();
  for (const Tokens& need : needs_) result = std::min(result, marking.available_of(need.place, need.colour) / need.count);
  return needs_.empty() ? 1 : result;
}

void MarkovFirings::find_rates() {
  for (Found& found : found_) found.degree = degree(found);
  // The bindings of a transition, and of one index of a folded one, follow each other.
  for (std::size_t begin = 0, end = 0; begin < found_.size(); begin = end) {
    const std::uint32_t folded = net_[found_[begin].transition].folded;
    const auto key = binding_of(found_[begin]).first(folded);
    for (end = begin + 1; end < found_.size() && found_[end].transition == found_[begin].transition; ++end) {
      const auto other = binding_of(found_[end]).first(folded);
      if (!std::equal(key.begin(), key.end(), other.begin())) break;
    }
    serve(begin, end);
  }
  for (const Found& found : found_) {
    if (found.degree == 0) continue;
    const Transition& transition = net_[found.transition];
    if (transition.timing == Timing::deterministic) {
      set_fixed(found);
      continue;
    }
    const double rate = evaluate(found, model_.enabling().plans()[found.transition].a);
    const std::string wrong = check_parameters(Timing::exponential, rate, 0);
    if (!wrong.empty()) throw EvalError(transition.where, path(net_, found.transition) + ": " + wrong);
    if (rate > 0) firings_.push_back({found.transition, binding_of(found), rate * static_cast<double>(found.degree)});
  }
}

void MarkovFirings::set_fixed(const Found& found) {
  const Transition& transition = net_[found.transition];
  const std::string name = path(net_, found.transition);
  if (fixed_ || found.degree > 1) {
    throw EvalError(
        transition.where,
        fmt::format("{}: {} at the same time, and when the second one fires is not in the marking; one deterministic "
                    "firing at a time can be solved",
                    name, found.degree > 1 ? "is enabled several times" : path(net_, fixed_->transition) + " is enabled"));
  }
  delay_ = evaluate(found, model_.enabling().plans()[found.transition].a);
  std::string wrong = check_parameters(Timing::deterministic, delay_, 0);
  if (wrong.empty() && delay_ == 0) wrong = "a duration of 0: make the transition immediate";
  if (!wrong.empty()) throw EvalError(transition.where, name + ": " + wrong);
  fixed_ = MarkovFiring{found.transition, binding_of(found), 1};
}

// At most `servers` of the firings that wait run at once. Of several bindings first come, first
// served, which the marking does not tell.
void MarkovFirings::serve(std::size_t begin, std::size_t end) {
  const Transition& transition = net_[found_[begin].transition];
  if (transition.servers == 0) return;
  std::int64_t asked = 0;
  for (std::size_t k = begin; k < end; ++k) asked += found_[k].degree;
  if (asked <= transition.servers) return;
  if (end - begin > 1) {
    throw EvalError(transition.where,
                    fmt::format("{}: {} bindings share {}, so that which one is served depends on the order "
                                "in which they came, which a marking does not hold; keep the order in a list",
                                path(net_, found_[begin].transition), end - begin, counted(transition.servers, "server")));
  }
  found_[begin].degree = transition.servers;
}

void MarkovFirings::find_probabilities() {
  // Without a weight the same marking is reached in any order (check_order).
  if (found_.size() == 1 || !weighted(found_.front())) {
    firings_.push_back({found_.front().transition, binding_of(found_.front()), 1});
    return;
  }
  double sum = 0;
  for (const Found& found : found_) {
    const double weight = evaluate(found, model_.enabling().plans()[found.transition].weight);
    if (!std::isfinite(weight) || weight <= 0) {
      throw EvalError(net_[found.transition].where, fmt::format("a weight must be finite and positive, not {}", weight));
    }
    firings_.push_back({found.transition, binding_of(found), weight});
    sum += weight;
  }
  for (MarkovFiring& firing : firings_) firing.value /= sum;
}

// Rule 9 lets the binding go first whose tokens arrived first. A marking does not hold arrivals, so
// the choice must not matter: the binding chosen here, the first one without a weight, neither
// disables nor is disabled by any other one.
void MarkovFirings::check_order(StateBytes state) {
  const auto first = std::find_if(found_.begin(), found_.end(), [this](const Found& found) { return !weighted(found); });
  std::rotate(found_.begin(), first, first + 1);
  const std::vector<std::uint8_t> before(state.begin(), state.end());
  std::size_t other = 1;
  while (other < found_.size() && !disturbs(found_[0], found_[other], before) && !disturbs(found_[other], found_[0], before))
    ++other;
  if (other < found_.size()) {
    const Found& a = found_[0];
    const Found& b = found_[other];
    const std::string names = a.transition == b.transition
                                  ? fmt::format("two bindings of {}", path(net_, a.transition))
                                  : fmt::format("{} and {}", path(net_, a.transition), path(net_, b.transition));
    throw EvalError(net_[a.transition].where, names +
                                                  " take the same tokens, and which goes first depends on the order of arrival, "
                                                  "which a marking does not hold; give both a weight, or different priorities");
  }
  model_.load(before);
}

bool MarkovFirings::disturbs(const Found& first, const Found& second, const std::vector<std::uint8_t>& state) {
  bool result = false;
  std::vector<std::vector<std::uint8_t>> reached;
  model_.load(state);
  model_.for_each_result(first.transition, binding_of(first),
                         [&](double, StateBytes bytes) { reached.emplace_back(bytes.begin(), bytes.end()); });
  for (const std::vector<std::uint8_t>& after : reached) {
    model_.load(after);
    bool enabled = false;
    model_.for_each_enabled([&](TransitionId transition, std::span<const Word> binding) {
      const auto wanted = binding_of(second);
      enabled = enabled || (transition == second.transition && std::equal(binding.begin(), binding.end(), wanted.begin()));
    });
    result = result || !enabled;
  }
  return result;
}

void MarkovFirings::for_each_result(const MarkovFiring& firing, FunctionRef<void(double, StateBytes)> told) {
  model_.for_each_result(firing.transition, firing.binding,
                         [&](double probability, StateBytes state) { told(firing.value * probability, state); });
}

bool MarkovFirings::stopped() { return net_.stop.valid() && model_.enabling().evaluator().eval(net_.stop, frame_) != 0; }

}  // namespace petriloom
