// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/net_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/model/explorable.h"
#include "engine/expr/drawn.h"
#include "engine/marking/too_many_tokens.h"

namespace petriloom {
namespace {

__extension__ using Wide = __int128;  // a sum of counts

// Fewer tokens of each colour than this are no more in one place than can be counted, as a marking
// has fewer than 2^31 colours.
constexpr std::int64_t kMany = std::int64_t{1} << 32U;

bool many(const std::vector<Tokens>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Tokens& one) { return one.count >= kMany; });
}

}  // namespace

// What state expressions see: fireable and dead come from the search for successors, priorities
// included.
class NetModel::View final : public StateView {
 public:
  explicit View(NetModel& model) : model_(model) {}
  [[nodiscard]] std::int64_t tokens(PlaceId place) const override {
    return model_.plain_ ? model_.plain_->tokens(place) : model_.marking().total_in(place);
  }
  [[nodiscard]] std::int64_t tokens(PlaceId place, Word colour) const override { return model_.marking().total_of(place, colour); }
  [[nodiscard]] std::int64_t tokens_if(PlaceId place, const std::function<bool(Word)>& match) const override {
    std::int64_t sum = 0;
    auto at = std::lower_bound(model_.current_.begin(), model_.current_.end(), place,
                               [](const Tokens& tokens, PlaceId wanted) { return tokens.place < wanted; });
    for (; at != model_.current_.end() && at->place == place; ++at) sum += match(at->colour) ? at->count : 0;
    return sum;
  }
  [[nodiscard]] bool fireable(TransitionId transition) const override {
    model_.find_enabled();
    return std::any_of(model_.enabled_.begin(), model_.enabled_.end(),
                       [&](const Enabled& enabled) { return enabled.transition == transition; });
  }
  [[nodiscard]] bool dead() const override {
    model_.find_enabled();
    return model_.enabled_.empty();
  }

 private:
  NetModel& model_;
};

NetModel::NetModel(const Net& net, std::vector<Atom> atoms, const Limits* limits, Clocks clocks)
    : net_(net),
      pool_(net.pool),
      enabling_(net, pool_, limits),
      firing_(enabling_),
      marking_(net, enabling_.indices(), pool_),
      labels_(net, enabling_.evaluator()),
      codec_(net),
      priorities_(priorities_of(net, enabling_.plans())),
      monotone_(priorities_.empty() && more_tokens_never_hinder(net)),
      plain_(PlainNet::compile(net)),
      atoms_(std::move(atoms)),
      view_(std::make_unique<View>(*this)),
      instances_(net, pool_) {
  refuse_what_cannot_be_explored(net);
  refuse_what_times_decide(net, atoms_, clocks);
  enabling_.evaluator().set_state(view_.get());
  enabling_.evaluator().set_random(&outcomes_);
  for (const Transition& transition : net.transitions) {
    const std::vector<Arc>& arcs = transition.arcs;
    bool any = std::any_of(arcs.begin(), arcs.end(), [&](const Arc& arc) { return puts_drawn(net, arc); });
    const std::vector<char> for_tokens = drawn_for_tokens(net, transition);
    for (std::size_t k = 0; k < for_tokens.size(); ++k) any = any || (for_tokens[k] != 0 && draws(net, transition.draws[k].value));
    draws_.push_back(any ? 1 : 0);
  }
}

NetModel::~NetModel() = default;

StateBytes NetModel::initial() {
  codec_.encode(initial_tokens(net_), bytes_);
  return bytes_;
}

void NetModel::load(StateBytes state) {
  codec_.decode(state, current_);
  forget();
  if (plain_) plain_->load(current_);
}

void NetModel::forget() {
  many_ = many(current_);
  marking_loaded_ = false;
  searched_ = false;
}

const Marking& NetModel::marking() {
  if (!marking_loaded_) fill(marking_);
  marking_loaded_ = true;
  return marking_;
}

std::span<const Word> NetModel::binding_of(const Enabled& enabled) const {
  return std::span(words_).subspan(enabled.first, net_[enabled.transition].binding_size);
}

void NetModel::find_enabled() {
  if (searched_) return;
  searched_ = true;
  enabled_.clear();
  words_.clear();
  search();
}

void NetModel::search() {
  if (plain_) {
    transitions_.clear();
    plain_->enabled(transitions_);
    for (const TransitionId transition : transitions_) enabled_.push_back({transition, 0});
  } else {
    search_by_engine();
  }
  if (!priorities_.empty()) keep_highest_priority();
}

void NetModel::search_by_engine() {
  enabling_.for_each(marking(), [&](TransitionId transition, std::span<const Word> frame) {
    enabled_.push_back({transition, static_cast<std::uint32_t>(words_.size())});
    words_.insert(words_.end(), frame.begin(), frame.begin() + net_[transition].binding_size);
    return true;
  });
  // The engine's order depends on what the marking held before, and wildcards may show a binding
  // twice.
  const auto less = [&](const Enabled& a, const Enabled& b) {
    if (a.transition != b.transition) return a.transition < b.transition;
    const auto x = binding_of(a);
    const auto y = binding_of(b);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  std::sort(enabled_.begin(), enabled_.end(), less);
  const auto same = [&](const Enabled& a, const Enabled& b) { return !less(a, b) && !less(b, a); };
  enabled_.erase(std::unique(enabled_.begin(), enabled_.end(), same), enabled_.end());
}

void NetModel::keep_highest_priority() {
  std::int64_t highest = std::numeric_limits<std::int64_t>::min();
  for (const Enabled& enabled : enabled_) highest = std::max(highest, priority_of(enabled));
  std::erase_if(enabled_, [&](const Enabled& enabled) { return priority_of(enabled) != highest; });
}

std::int64_t NetModel::priority_of(const Enabled& enabled) {
  return enabling_.precedence(enabled.transition, binding_of(enabled)).priority;
}

// Adds sorted changes (counts of either sign, several for a colour allowed) to the tokens of the
// state.
void NetModel::merge(const std::vector<Tokens>& changes, TransitionId transition) {
  next_.clear();
  bool some_many = many_;
  auto token = current_.begin();
  for (auto change = changes.begin(); change != changes.end();) {
    Tokens one = *change++;
    Wide sum = one.count;
    while (change != changes.end() && !comes_before(one, *change)) sum += (change++)->count;
    while (token != current_.end() && comes_before(*token, one)) next_.push_back(*token++);
    if (token != current_.end() && !comes_before(one, *token)) sum += (token++)->count;
    if (sum > kMostTokensOfPlace) throw TooManyTokens(net_, one.place, transition);
    some_many = some_many || sum >= kMany;
    one.count = static_cast<std::int64_t>(sum);
    if (sum > 0) next_.push_back(one);
  }
  next_.insert(next_.end(), token, current_.end());
  if (some_many) check_places(transition);
}

void NetModel::check_places(TransitionId transition) const {
  std::int64_t in_place = 0;
  for (std::size_t k = 0; k < next_.size(); ++k) {
    if (k == 0 || next_[k].place != next_[k - 1].place) in_place = 0;
    add_tokens(net_, next_[k].place, transition, next_[k].count, in_place);
  }
}

StateBytes NetModel::successor(TransitionId transition, std::span<const Word> binding) {
  if (plain_) {
    merge(plain_->change(transition), transition);
    codec_.encode(next_, bytes_);
    return bytes_;
  }
  evaluate_changes(transition, binding);
  merge(changes_, transition);
  codec_.encode(next_, bytes_);
  return bytes_;
}

void NetModel::evaluate_changes(TransitionId transition, std::span<const Word> binding) {
  evaluate(transition, binding, effects_);
  changes_.clear();
  for (const Tokens& take : effects_.takes) changes_.push_back({take.place, take.colour, -take.count});
  if (!effects_.resets.empty()) {
    for (const Tokens& held : current_) {
      const bool gone = std::any_of(effects_.resets.begin(), effects_.resets.end(), [&](const Effects::Reset& reset) {
        return reset.place == held.place && firing_.resets(transition, binding, reset.arc, held.colour);
      });
      if (!gone) continue;
      std::erase_if(changes_, [&](const Tokens& change) { return change.place == held.place && change.colour == held.colour; });
      changes_.push_back({held.place, held.colour, -held.count});
    }
  }
  for (const Effects::Put& put : effects_.puts) changes_.push_back({put.place, put.colour, put.count});
  std::sort(changes_.begin(), changes_.end(), comes_before);
}

void NetModel::successors(SuccessorSink& sink) {
  find_enabled();
  for (const Enabled& enabled : enabled_) {
    const auto binding = binding_of(enabled);
    const Label label = labels_.label(enabled.transition, binding);
    for_each_outcome(enabled.transition, binding, [&](StateBytes reached) {
      sink.edge(label, reached);
      return true;
    });
  }
}

void NetModel::evaluate(TransitionId transition, std::span<const Word> binding, Effects& effects) {
  outcomes_.rewind();
  firing_.effects(marking(), transition, binding, false, effects);
}

void NetModel::for_each_outcome(TransitionId transition, std::span<const Word> binding, OutcomeSink sink) {
  if (draws_[transition.index()] == 0) {
    sink(successor(transition, binding));
    return;
  }
  reached_.clear();
  outcomes_.first();
  try {
    do {
      const StateBytes reached = successor(transition, binding);
      // Outcomes that make no difference are one edge.
      if (reached_.emplace(reached.begin(), reached.end()).second && !sink(reached)) return;
    } while (outcomes_.next());
  } catch (const EvalError& error) {
    fail(transition, error);
  }
}

// What is drawn has no location of its own.
void NetModel::fail(TransitionId transition, const EvalError& error) const {
  if (error.where().known()) throw error;
  throw EvalError(net_[transition].where, path(net_, transition) + ": " + error.what());
}

void NetModel::for_each_enabled(FunctionRef<void(TransitionId, std::span<const Word>)> told) {
  find_enabled();
  for (const Enabled& enabled : enabled_) told(enabled.transition, binding_of(enabled));
}

void NetModel::for_each_result(TransitionId transition, std::span<const Word> binding, FunctionRef<void(double, StateBytes)> told) {
  if (draws_[transition.index()] == 0) return told(1, successor(transition, binding));
  outcomes_.first();
  try {
    do {
      const StateBytes reached = successor(transition, binding);
      told(outcomes_.probability(), reached);
    } while (outcomes_.next());
  } catch (const EvalError& error) {
    fail(transition, error);
  }
}

StateBytes NetModel::after(const BoundTransition& firing) {
  outcomes_.only(firing.drawn);
  return successor(firing.transition, firing.binding);
}

std::span<const PlaceDependencies> NetModel::dependencies() {
  if (dependencies_.empty()) dependencies_ = place_dependencies(net_, priorities_);
  return dependencies_;
}

void NetModel::effects(const BoundTransition& firing, Effects& effects) {
  outcomes_.only(firing.drawn);
  evaluate(firing.transition, firing.binding, effects);
}

bool NetModel::holds(std::size_t atom) {
  const Atom& asked = atoms_[atom];
  frame_.assign(asked.slots, 0);
  return enabling_.evaluator().eval(asked.expr, frame_) != 0;
}

std::int64_t NetModel::count_tokens(TokenMaxima& maxima) {
  std::int64_t total = 0;
  std::int64_t in_place = 0;
  for (std::size_t k = 0; k < current_.size(); ++k) {
    if (k == 0 || current_[k].place != current_[k - 1].place) in_place = 0;
    in_place += current_[k].count;
    if (__builtin_add_overflow(total, current_[k].count, &total))
      throw EvalError(net_[current_[k].place].where,
                      fmt::format("all places together would hold more than {} tokens", kMostTokensOfPlace));
    std::int64_t& most = maxima.place[current_[k].place.index()];
    most = std::max(most, in_place);
    if (net_[current_[k].place].folded > 0) count_in_instance(current_[k], maxima);
  }
  maxima.marking = std::max(maxima.marking, total);
  std::fill(in_instance_.begin(), in_instance_.end(), 0);
  return total;
}

void NetModel::count_in_instance(const Tokens& tokens, TokenMaxima& maxima) {
  const std::size_t number = instances_.number(tokens.place, tokens.colour);
  if (in_instance_.size() <= number) in_instance_.resize(number + 1);
  if (maxima.instance.size() <= number) maxima.instance.resize(number + 1);
  in_instance_[number] += tokens.count;
  maxima.instance[number] = std::max(maxima.instance[number], in_instance_[number]);
}

std::vector<Tokens> NetModel::tokens(StateBytes state) const {
  std::vector<Tokens> result;
  codec_.decode(state, result);
  return result;
}

bool NetModel::covers(StateBytes large, StateBytes small) {
  const std::vector<Tokens> more = tokens(large);
  const std::vector<Tokens> less = tokens(small);
  auto at = more.begin();
  for (const Tokens& needed : less) {
    at = std::lower_bound(at, more.end(), needed, comes_before);
    if (at == more.end() || comes_before(needed, *at) || at->count < needed.count) return false;
  }
  return more != less;
}

std::optional<BoundTransition> NetModel::find_firing(StateBytes from, Label label, StateBytes to) {
  load(from);
  find_enabled();
  for (const Enabled& enabled : enabled_) {
    const auto binding = binding_of(enabled);
    if (labels_.label(enabled.transition, binding) != label) continue;
    std::optional<BoundTransition> found;
    for_each_outcome(enabled.transition, binding, [&](StateBytes reached) {
      if (!std::equal(reached.begin(), reached.end(), to.begin(), to.end())) return true;
      found = BoundTransition{enabled.transition, {binding.begin(), binding.end()}, chosen()};
      return false;
    });
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<std::vector<std::uint8_t>> NetModel::fire(const BoundTransition& firing) {
  find_enabled();
  for (const Enabled& enabled : enabled_) {
    const auto binding = binding_of(enabled);
    if (enabled.transition != firing.transition ||
        !std::equal(binding.begin(), binding.end(), firing.binding.begin(), firing.binding.end())) {
      continue;
    }
    const StateBytes reached = after(firing);
    return std::vector<std::uint8_t>(reached.begin(), reached.end());
  }
  return std::nullopt;
}

}  // namespace petriloom
