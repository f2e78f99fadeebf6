// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/expr/drawn.h"

namespace petriloom {

namespace {

std::string bytes_of(std::span<const Word> words) { return {reinterpret_cast<const char*>(words.data()), words.size_bytes()}; }

constexpr std::uint64_t kLongRange = std::uint64_t{1} << 20U;
constexpr std::size_t kMostShown = 60;  // bytes of a colour in a message

/// Whether a colour set is without end, or as good as that. Index sets, enumerations and products
/// of them are not, however large.
bool open(const ColourTable& colours, ColourSetId id) {
  const ColourSet& set = colours[id];
  switch (set.kind) {
    case ColourKind::integer:
    case ColourKind::real:
    case ColourKind::string:
    case ColourKind::list:
      return true;
    case ColourKind::range:
      return !set.finite || set.size() > kLongRange;
    case ColourKind::product:
    case ColourKind::record:
    case ColourKind::union_:
      return std::any_of(set.components.begin(), set.components.end(), [&](ColourSetId part) { return open(colours, part); });
    default:
      return false;
  }
}

std::uint64_t token_key(PlaceId place, Word colour) { return mix_words(place.index() + 1, colour); }

}  // namespace

UnfoldSearch::UnfoldSearch(const Net& net, WordPool& pool, const UnfoldOptions& options, Diagnostics& diagnostics)
    : net_(net),
      pool_(pool),
      options_(options),
      diagnostics_(diagnostics),
      limits_{options.seconds, 0, options.cancelled},
      evaluator_(net, pool),
      draws_(net),
      places_(net.places.size()),
      transitions_(net.transitions.size()),
      triggers_(net.places.size()),
      words_initially_(pool.bytes()) {
  for (const Place& place : net.places) open_.push_back(open(net.colours, place.colour) ? 1 : 0);
  evaluator_.set_limits(&limits_);
  if (options.untimed) evaluator_.set_random(&outcomes_);
}

bool UnfoldSearch::run() {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) prepare(TransitionId(t));
  if (diagnostics_.has_errors()) return false;
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) add_colour(PlaceId(p), tokens.colour);
  }
  initially_ = queue_.size();
  computed_ = 0;
  counting_ = options_.most_computed > 0;
  for (std::size_t t = 0; t < net_.transitions.size() && !stopped_; ++t) {
    start(TransitionId(t), transitions_[t].all, std::nullopt, 0);
  }
  for (std::size_t next = 0; next < queue_.size() && !stopped_; ++next) process(next);
  return !diagnostics_.has_errors();
}

std::span<const Word> UnfoldSearch::binding(TransitionId id, std::size_t k) const {
  const std::size_t size = net_[id].binding_size;
  return {transitions_[id.index()].found.data() + k * size, size};
}

void UnfoldSearch::add_colour(PlaceId place, Word colour) {
  if (stopped_) return;
  if (!places_[place.index()].add(net_.colours, colour, static_cast<std::uint32_t>(queue_.size()), pool_)) return;
  queue_.push_back({place, colour});
  if (open_[place.index()] != 0) count_computed(place, colour);
  if (queue_.size() <= options_.most_places) return;
  stopped_ = true;
  diagnostics_.error(
      net_[place].where,
      fmt::format("unfolding needs more than {} places; '{}' alone has {}, such as {}", options_.most_places, path(net_, place),
                  places_[place.index()].all().size(), net_.colours.format(net_[place].colour, colour, pool_)),
      "bound the values that tokens take, or raise the limit");
}

// A counter, or a list that grows, would go on to the limits of all colours together, which are
// far.
void UnfoldSearch::count_computed(PlaceId place, Word colour) {
  ++computed_;
  if (!counting_) return;
  const std::size_t most = options_.most_computed + options_.computed_for_each * initially_;
  const bool many = computed_ > most;
  const bool slow = options_.steps_for_computed > 0 && computed_steps_ > options_.steps_for_computed * most;
  const bool large = options_.most_new_words > 0 && pool_.bytes() > words_initially_ + options_.most_new_words;
  if (!many && !slow && !large) return;
  stopped_ = true;
  diagnostics_.error(net_[place].where,
                     fmt::format("unfolding finds more and more colours in '{}', such as {}", path(net_, place),
                                 net_.colours.format(net_[place].colour, colour, pool_, kMostShown)),
                     "bound the values that tokens take");
}

// What a token that turned up makes possible.
void UnfoldSearch::process(std::size_t token) {
  const auto [place, colour] = queue_[token];
  const std::uint64_t before = steps_;
  for (const Trigger& trigger : triggers_[place.index()]) {
    start(trigger.transition, transitions_[trigger.transition.index()].by_term[trigger.term], trigger.term, token);
  }
  if (token >= initially_ && open_[place.index()] != 0) computed_steps_ += steps_ - before;
  const std::uint32_t entry = waiting_for_.find(token_key(place, colour));
  if (entry == NumberMap::kNone) return;
  const std::vector<Waiting> woken = std::exchange(waiting_[entry], {});
  for (const Waiting& one : woken) {
    const std::size_t size = net_[one.transition].binding_size;
    const Word* words = transitions_[one.transition.index()].pending.data() + one.binding;
    const std::vector<Word> binding(words, words + size);
    try_binding(one.transition, binding, one.binding);
  }
}

void UnfoldSearch::complete() {
  TransitionData& data = transitions_[at_.index()];
  const std::span<const Word> words(frame_.data(), net_[at_].binding_size);
  if (data.repeats && !data.known.insert(bytes_of(words)).second) return;
  binding_words_ += words.size();
  if (++binding_count_ > options_.most_transitions) return too_many(fmt::format("{} transitions", options_.most_transitions));
  try_binding(at_, words, std::nullopt);
}

// `pending`: where the binding is kept if it waited before.
void UnfoldSearch::try_binding(TransitionId id, std::span<const Word> words, std::optional<std::size_t> pending) {
  const Transition& transition = net_[id];
  TransitionData& data = transitions_[id.index()];
  other_.assign(transition.variables.size(), 0);
  std::copy(words.begin(), words.end(), other_.begin());
  try {
    Token missing{};
    if (!data.late.empty() && first_missing(transition, data, missing)) {
      if (!pending) {
        pending = data.pending.size();
        data.pending.insert(data.pending.end(), words.begin(), words.end());
      }
      const std::uint64_t key = token_key(missing.place, missing.colour);
      const std::uint32_t entry = waiting_for_.enter(key, static_cast<std::uint32_t>(waiting_.size()));
      if (entry == waiting_.size()) waiting_.emplace_back();
      waiting_[entry].push_back({id, *pending});
      return;
    }
    data.found.insert(data.found.end(), words.begin(), words.end());
    ++data.count;
    put_outputs(id);
  } catch (const EvalError& error) {
    const TransitionId making = std::exchange(at_, id);
    std::swap(frame_, other_);
    const std::vector<std::uint8_t> bound = std::exchange(bound_, std::vector<std::uint8_t>(transition.binding_size, 1));
    fail(error, transition.binding_size);
    bound_ = bound;
    std::swap(frame_, other_);
    at_ = making;
  }
}

bool UnfoldSearch::undecided(const Arc& arc) const {
  return state_decides(net_, arc) || (!options_.untimed && (draws_(arc.count) || draws_(arc.condition)));
}

std::optional<std::int64_t> UnfoldSearch::count(const Arc& arc, std::span<Word> frame) {
  if (arc.condition.valid() && evaluator_.eval(arc.condition, frame) == 0) return std::nullopt;
  const std::int64_t count = arc.count.valid() ? evaluator_.eval(arc.count, frame) : 1;
  // An equal arc for no token is a test, too.
  return count > 0 || arc.kind == ArcKind::equal ? std::optional(count) : std::nullopt;
}

bool UnfoldSearch::present(const Arc& arc, std::span<Word> frame) {
  const auto decided = [&](ExprId expr) { return expr.valid() && !net_.exprs[expr].stateful() && !draws_(expr); };
  if (decided(arc.condition) && evaluator_.eval(arc.condition, frame) == 0) return false;
  // A condition is drawn before the count says that nothing is put, and an equal arc for no token
  // is a test, too.
  if (draws_(arc.condition)) return true;
  return arc.kind == ArcKind::equal || !decided(arc.count) || evaluator_.eval(arc.count, frame) > 0;
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

// A token that the binding needs and that cannot be there, as far as is known.
bool UnfoldSearch::first_missing(const Transition& transition, const TransitionData& data, Token& missing) {
  for (const std::size_t a : data.late) {
    const Arc& arc = transition.arcs[a];
    if (!present(arc, other_)) continue;
    scratch_.clear();
    colours_of(arc, other_, scratch_);
    for (const Word colour : scratch_) {
      if (places_[arc.place.index()].contains(colour)) continue;
      missing = {arc.place, colour};
      return true;
    }
  }
  return false;
}

void UnfoldSearch::put_outputs(TransitionId id) {
  outcomes_.first();
  do {
    outcomes_.rewind();
    put_outcome(net_[id]);
  } while (has_outcomes(id) && !stopped_ && outcomes_.next());
}

void UnfoldSearch::put_outcome(const Transition& transition) {
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != ArcKind::output || !(undecided(arc) ? present(arc, other_) : count(arc, other_).has_value())) continue;
    scratch_.clear();
    colours_of(arc, other_, scratch_);
    for (const Word colour : scratch_) {
      if (!net_.colours.contains(net_[arc.place].colour, colour, pool_)) {
        throw EvalError(arc.where, fmt::format("{} is no colour of '{}'",
                                               net_.colours.format(net_[arc.place].colour, colour, pool_), path(net_, arc.place)));
      }
      add_colour(arc.place, colour);
    }
  }
}

void UnfoldSearch::fail(const EvalError& error, std::uint32_t bound) {
  const Transition& transition = net_[at_];
  std::string binding;
  for (std::uint32_t slot = 0; slot < bound; ++slot) {
    if (bound_[slot] == 0) continue;
    binding += fmt::format("{}{} = {}", binding.empty() ? " with " : ", ", transition.variables[slot].name,
                           net_.colours.format(transition.variables[slot].colour, frame_[slot], pool_));
  }
  // What a random value could be has no place of its own.
  const Location& where = error.where().known() ? error.where() : transition.where;
  diagnostics_.error(where, fmt::format("{}, in '{}'{}", error.what(), path(net_, at_), binding),
                     "unfolding looks at bindings whose tokens can be there one by one; a guard can exclude this one");
  if (diagnostics_.error_count() >= Diagnostics::kMostKept) stopped_ = true;
}

// How many bindings a transition would have if the colours of its places were spread evenly over
// their keys.
double UnfoldSearch::estimate(TransitionId id) const {
  const TransitionData& data = transitions_[id.index()];
  const auto candidates = [&](std::size_t arc) -> const PossibleColours& { return places_[net_[id].arcs[arc].place.index()]; };
  const auto& terms = data.join.terms;
  const auto first = std::find_if(terms.begin(), terms.end(), [](const JoinTerm& term) { return term.planned; });
  const auto start = static_cast<std::size_t>(first - terms.begin());
  double product = first == terms.end() ? 1.0 : static_cast<double>(candidates(start).all().size());
  const JoinPlan& plan = first == terms.end() ? data.all : data.by_term[start];
  for (const JoinStep& step : plan.steps) {
    if (step.kind == JoinStep::Kind::enumerate) {
      product *= static_cast<double>(net_.colours[net_[id].variables[step.slot].colour].size());
    }
    if (step.kind != JoinStep::Kind::scan) continue;
    const PossibleColours& possible = candidates(step.item);
    product *= step.key.empty() ? static_cast<double>(possible.all().size()) : possible.share(step.index);
  }
  return product;
}

// Says which transition has most bindings, or most to come.
void UnfoldSearch::too_many(const std::string& what) {
  stopped_ = true;
  std::size_t worst = at_.valid() ? at_.index() : 0;
  for (std::size_t t = 0; t < transitions_.size(); ++t) {
    if (transitions_[t].count > transitions_[worst].count) worst = t;
  }
  if (transitions_.empty()) {
    diagnostics_.error({}, fmt::format("unfolding needs more than {}", what));
    return;
  }
  const TransitionId id(worst);
  diagnostics_.error(net_[id].where,
                     fmt::format("unfolding needs more than {}; '{}' alone has {} bindings so far, by estimate {:.3g}", what,
                                 path(net_, id), transitions_[worst].count, estimate(id)),
                     "a guard, or tokens of fewer colours, would leave fewer; or raise the limit");
}

void UnfoldSearch::call_off(Stopped why) {
  if (why == Stopped::time) return too_many(fmt::format("{} s", options_.seconds));
  diagnostics_.error(net_.modules.empty() ? Location{} : net_.modules[0].definition, "unfolding was cancelled");
  stopped_ = true;
}

std::size_t UnfoldSearch::bytes() const {
  // Each binding once where it was found, with room to grow, and once more in the result.
  std::size_t total = pool_.bytes() + queue_.capacity() * sizeof(Token) + 3 * binding_words_ * sizeof(Word);
  for (const PossibleColours& possible : places_) total += possible.bytes();
  return total + waiting_.capacity() * sizeof(std::vector<Waiting>) + waiting_for_.bytes();
}

bool UnfoldSearch::keep_going() {
  constexpr std::uint64_t kPoll = 1U << 16U;
  if (stopped_ || ++steps_ % kPoll != 0) return !stopped_;
  if (const auto why = limits_.reached(0)) {
    call_off(*why);
  } else if (steps_ > options_.most_steps) {
    too_many(fmt::format("{} steps of its search", options_.most_steps));
  } else if (bytes() > options_.most_bytes) {
    too_many(fmt::format("{} MiB", options_.most_bytes >> 20U));
  }
  return !stopped_;
}

}  // namespace petriloom
