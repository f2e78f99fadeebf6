// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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
      arcs_(net, pool, limits_, options.untimed),
      progress_([this] { check_limits(); }),
      places_(net.places.size()),
      join_(net, pool, arcs_, places_, progress_),
      bindings_(net.transitions.size()),
      triggers_(net.places.size()),
      words_initially_(pool.bytes()) {
  for (const Place& place : net.places) open_.push_back(open(net.colours, place.colour) ? 1 : 0);
}

bool UnfoldSearch::run() {
  prepare();
  if (diagnostics_.has_errors()) return false;
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) add_colour(PlaceId(p), tokens.colour);
  }
  initially_ = queue_.size();
  computed_ = 0;
  counting_ = options_.most_computed > 0;
  for (std::size_t t = 0; t < net_.transitions.size() && !progress_.stopped(); ++t) {
    join(TransitionId(t), transitions_[t].all, std::nullopt);
  }
  for (std::size_t next = 0; next < queue_.size() && !progress_.stopped(); ++next) process(next);
  return !diagnostics_.has_errors();
}

void UnfoldSearch::prepare() {
  transitions_ = prepare_transitions(net_, options_.untimed, places_, diagnostics_);
  for (std::size_t t = 0; t < transitions_.size(); ++t) {
    const std::vector<JoinTerm>& terms = transitions_[t].join.terms;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (terms[k].planned) triggers_[net_.transitions[t].arcs[k].place.index()].push_back({TransitionId(t), k});
    }
  }
}

void UnfoldSearch::add_colour(PlaceId place, Word colour) {
  if (progress_.stopped()) return;
  if (!places_[place.index()].add(net_.colours, colour, static_cast<std::uint32_t>(queue_.size()), pool_)) return;
  queue_.push_back({place, colour});
  if (open_[place.index()] != 0) count_computed(place, colour);
  if (queue_.size() <= options_.most_places) return;
  progress_.stop();
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
  progress_.stop();
  diagnostics_.error(net_[place].where,
                     fmt::format("unfolding finds more and more colours in '{}', such as {}", path(net_, place),
                                 net_.colours.format(net_[place].colour, colour, pool_, kMostShown)),
                     "bound the values that tokens take");
}

// What a token that turned up makes possible.
void UnfoldSearch::process(std::size_t token) {
  const auto [place, colour] = queue_[token];
  const std::uint64_t before = steps();
  for (const Trigger& trigger : triggers_[place.index()]) {
    join(trigger.transition, prepared(trigger.transition).by_term[trigger.term], UnfoldTrigger{trigger.term, token, colour});
  }
  if (token >= initially_ && open_[place.index()] != 0) computed_steps_ += steps() - before;
  const std::uint32_t entry = waiting_for_.find(token_key(place, colour));
  if (entry == NumberMap::kNone) return;
  const std::vector<Waiting> woken = std::exchange(waiting_[entry], {});
  for (const Waiting& one : woken) {
    const std::size_t size = net_[one.transition].binding_size;
    const Word* words = bindings_[one.transition.index()].pending.data() + one.binding;
    const std::vector<Word> binding(words, words + size);
    try_binding(one.transition, binding, one.binding);
  }
}

void UnfoldSearch::join(TransitionId id, const JoinPlan& plan, const std::optional<UnfoldTrigger>& trigger) {
  try {
    join_.run(id, prepared(id), plan, trigger, [this] { complete(); });
  } catch (const EvalError& error) {
    fail(error, id, join_.frame(), join_.bound());
  }
}

// What to do with the binding that the join has made.
void UnfoldSearch::complete() {
  const TransitionId id = join_.transition();
  const std::span<const Word> words = join_.frame().first(net_[id].binding_size);
  if (prepared(id).repeats && !bindings_[id.index()].known.insert(bytes_of(words)).second) return;
  binding_words_ += words.size();
  if (++binding_count_ > options_.most_transitions) return too_many(fmt::format("{} transitions", options_.most_transitions));
  try_binding(id, words, std::nullopt);
}

// `pending`: where the binding is kept if it waited before.
void UnfoldSearch::try_binding(TransitionId id, std::span<const Word> words, std::optional<std::size_t> pending) {
  const Transition& transition = net_[id];
  Bindings& bindings = bindings_[id.index()];
  frame_.assign(transition.variables.size(), 0);
  std::copy(words.begin(), words.end(), frame_.begin());
  try {
    Token missing{};
    if (first_missing(id, missing)) {
      if (!pending) {
        pending = bindings.pending.size();
        bindings.pending.insert(bindings.pending.end(), words.begin(), words.end());
      }
      const std::uint64_t key = token_key(missing.place, missing.colour);
      const std::uint32_t entry = waiting_for_.enter(key, static_cast<std::uint32_t>(waiting_.size()));
      if (entry == waiting_.size()) waiting_.emplace_back();
      waiting_[entry].push_back({id, *pending});
      return;
    }
    bindings.found.insert(bindings.found.end(), words.begin(), words.end());
    ++bindings.count;
    put_outputs(id);
  } catch (const EvalError& error) {
    fail(error, id, frame_, std::vector<std::uint8_t>(transition.binding_size, 1));
  }
}

void UnfoldSearch::matching(TransitionId id, std::size_t arc, std::span<Word> frame, std::vector<Word>& colours) {
  const UnfoldTransition& transition = prepared(id);
  const ColourPattern& pattern = transition.join.terms[arc].pattern;
  const UnfoldMatcher& matcher = *std::find_if(transition.matchers.begin(), transition.matchers.end(),
                                               [arc](const UnfoldMatcher& one) { return one.arc == arc; });
  const PossibleColours& possible = places_[net_[id].arcs[arc].place.index()];
  const auto key = arcs_.key_of(pattern, matcher.key, frame);
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
      return *word == (part.kind == ColourPart::Kind::variable ? frame[part.slot] : arcs_.eval(part.expr, frame));
    });
    if (fits) colours.push_back(colour);
  }
}

// A token that the binding needs and that cannot be there, as far as is known.
bool UnfoldSearch::first_missing(TransitionId id, Token& missing) {
  for (const std::size_t a : prepared(id).late) {
    const Arc& arc = net_[id].arcs[a];
    if (!arcs_.present(arc, frame_)) continue;
    scratch_.clear();
    arcs_.colours_of(arc, frame_, scratch_);
    for (const Word colour : scratch_) {
      if (places_[arc.place.index()].contains(colour)) continue;
      missing = {arc.place, colour};
      return true;
    }
  }
  return false;
}

void UnfoldSearch::put_outputs(TransitionId id) {
  arcs_.outcomes().first();
  do {
    arcs_.outcomes().rewind();
    put_outcome(net_[id]);
  } while (prepared(id).outcomes && !progress_.stopped() && arcs_.outcomes().next());
}

void UnfoldSearch::put_outcome(const Transition& transition) {
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != ArcKind::output || !(arcs_.undecided(arc) ? arcs_.present(arc, frame_) : arcs_.count(arc, frame_).has_value()))
      continue;
    scratch_.clear();
    arcs_.colours_of(arc, frame_, scratch_);
    for (const Word colour : scratch_) {
      if (!net_.colours.contains(net_[arc.place].colour, colour, pool_)) {
        throw EvalError(arc.where, fmt::format("{} is no colour of '{}'",
                                               net_.colours.format(net_[arc.place].colour, colour, pool_), path(net_, arc.place)));
      }
      add_colour(arc.place, colour);
    }
  }
}

// `bound`: which variables of the binding it knows the colours of.
void UnfoldSearch::fail(const EvalError& error, TransitionId id, std::span<const Word> frame, std::span<const std::uint8_t> bound) {
  const Transition& transition = net_[id];
  std::string binding;
  for (std::size_t slot = 0; slot < bound.size(); ++slot) {
    if (bound[slot] == 0) continue;
    binding += fmt::format("{}{} = {}", binding.empty() ? " with " : ", ", transition.variables[slot].name,
                           net_.colours.format(transition.variables[slot].colour, frame[slot], pool_));
  }
  // What a random value could be has no place of its own.
  const Location& where = error.where().known() ? error.where() : transition.where;
  diagnostics_.error(where, fmt::format("{}, in '{}'{}", error.what(), path(net_, id), binding),
                     "unfolding looks at bindings whose tokens can be there one by one; a guard can exclude this one");
  if (diagnostics_.error_count() >= Diagnostics::kMostKept) progress_.stop();
}

// How many bindings a transition would have if the colours of its places were spread evenly over
// their keys.
double UnfoldSearch::estimate(TransitionId id) const {
  const UnfoldTransition& data = prepared(id);
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
  progress_.stop();
  std::size_t worst = join_.transition().valid() ? join_.transition().index() : 0;
  for (std::size_t t = 0; t < bindings_.size(); ++t) {
    if (bindings_[t].count > bindings_[worst].count) worst = t;
  }
  if (bindings_.empty()) {
    diagnostics_.error({}, fmt::format("unfolding needs more than {}", what));
    return;
  }
  const TransitionId id(worst);
  diagnostics_.error(net_[id].where,
                     fmt::format("unfolding needs more than {}; '{}' alone has {} bindings so far, by estimate {:.3g}", what,
                                 path(net_, id), bindings_[worst].count, estimate(id)),
                     "a guard, or tokens of fewer colours, would leave fewer; or raise the limit");
}

void UnfoldSearch::call_off(Stopped why) {
  if (why == Stopped::time) return too_many(fmt::format("{} s", options_.seconds));
  diagnostics_.error(net_.modules.empty() ? Location{} : net_.modules[0].definition, "unfolding was cancelled");
  progress_.stop();
}

std::size_t UnfoldSearch::bytes() const {
  // Each binding once where it was found, with room to grow, and once more in the result.
  std::size_t total = pool_.bytes() + queue_.capacity() * sizeof(Token) + 3 * binding_words_ * sizeof(Word);
  for (const PossibleColours& possible : places_) total += possible.bytes();
  return total + waiting_.capacity() * sizeof(std::vector<Waiting>) + waiting_for_.bytes();
}

void UnfoldSearch::check_limits() {
  if (const auto why = limits_.reached(0)) {
    call_off(*why);
  } else if (steps() > options_.most_steps) {
    too_many(fmt::format("{} steps of its search", options_.most_steps));
  } else if (bytes() > options_.most_bytes) {
    too_many(fmt::format("{} MiB", options_.most_bytes >> 20U));
  }
}

}  // namespace petriloom
