// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace petriloom {

bool state_measure(MeasureKind kind) {
  return kind == MeasureKind::average || kind == MeasureKind::integral || kind == MeasureKind::peak;
}

namespace {

bool of_marking(MeasureKind kind) { return state_measure(kind) || kind == MeasureKind::passage; }

// What is looked at in each marking.
ExprId looked_at(const Measure& measure) { return measure.kind == MeasureKind::passage ? measure.condition : measure.value; }

}  // namespace

RewardVariables::RewardVariables(Enabling& enabling, const RecordingPlan* plan)
    : enabling_(enabling),
      net_(enabling.net()),
      mentions_(net_.places.size()),
      stop_places_(net_.places.size(), false),
      recording_(plan),
      from_(recording_.from()),
      firings_(enabling, recording_) {
  std::size_t frame = net_.stop_slots;
  for (std::uint32_t m = 0; m < net_.measures.size(); ++m) {
    const Measure& measure = net_.measures[m];
    frame = std::max<std::size_t>({frame, measure.slots, measure.keys.size()});
    Compiled& compiled = compiled_.emplace_back();
    if (measure.kind == MeasureKind::derived) continue;
    compiled.of_state = of_marking(measure.kind);
    compiled.of_state ? compile_state(m) : firings_.add(m);
  }
  frame_.resize(frame);
  if (!net_.stop.valid()) return;
  stop_ = Code(net_, net_.stop, &enabling.indices());
  for_each_tokens(net_.exprs, net_.stop, [&](ExprId id) { stop_places_[static_cast<std::size_t>(net_.exprs[id].payload)] = true; });
  stop_always_ = net_.exprs.looks(net_.stop, look::levels | look::enabled | look::time);
}

void RewardVariables::compile_state(std::uint32_t number) {
  const Measure& measure = net_.measures[number];
  Compiled& compiled = compiled_[number];
  compiled.value = Code(net_, looked_at(measure), &enabling_.indices(), Code::Calls::evaluated);
  for (std::uint32_t row = 0; row < measure.members.size(); ++row) compiled.rows.insert(hash_words(0, measure.members[row]), row);
  compiled.first = static_cast<std::uint32_t>(members_.size());
  for (std::uint32_t row = 0; row < member_count(measure); ++row) {
    Member member;
    member.measure = number;
    member.row = row;
    member.watched = recording_.number(number, row);
    members_.push_back(member);
  }
  for_each_tokens(net_.exprs, looked_at(measure), [&](ExprId id) { mention(number, id); });
  if (!net_.exprs.looks(looked_at(measure), look::levels | look::enabled | look::time)) return;
  for (std::uint32_t row = 0; row < member_count(measure); ++row) restless_.push_back(compiled.first + row);
}

void RewardVariables::mention(std::uint32_t number, ExprId tokens) {
  const Measure& measure = net_.measures[number];
  const PlaceId place(static_cast<std::size_t>(net_.exprs[tokens].payload));
  const auto children = net_.exprs.children(tokens);
  Mention mention{number, {}};
  if (!children.empty() && !measure.keys.empty()) {
    const Pattern pattern = take_apart(net_, children[0], net_[place].colour, measure.keys.size());
    for (std::uint32_t key = 0; key < measure.keys.size(); ++key) {
      const auto part = std::find_if(pattern.parts.begin(), pattern.parts.end(), [&](const PatternPart& p) {
        return p.kind == PatternPart::Kind::variable && p.slot == key && p.can_be_key() && p.turn == 0;
      });
      if (part == pattern.parts.end()) break;
      mention.keys.push_back(part->accessor);
    }
    if (mention.keys.size() < measure.keys.size()) mention.keys.clear();
  }
  mentions_[place.index()].push_back(std::move(mention));
}

void RewardVariables::start(const Marking& marking, double now) {
  marking_ = &marking;
  for (std::uint32_t number = 0; number < members_.size(); ++number) {
    Member& member = members_[number];
    member.value = evaluate(number, now);
    member.since = now;
    member.peak = member.value;
    if (member.value != 0) member.reached = now;
  }
}

std::uint32_t RewardVariables::row_of(std::uint32_t measure, std::span<const Word> keys) const {
  if (net_.measures[measure].keys.empty()) return 0;
  const auto& members = net_.measures[measure].members;
  return compiled_[measure].rows.find(hash_words(0, keys), [&](std::uint32_t row) {
    return std::equal(keys.begin(), keys.end(), members[row].begin(), members[row].end());
  });
}

void RewardVariables::refuse(std::uint32_t member) const {
  const Measure& measure = net_.measures[members_[member].measure];
  throw EvalError(measure.where, "measure '" + measure.name + "' counts more tokens than there are numbers");
}

void RewardVariables::note(std::uint32_t number) {
  Member& member = members_[number];
  const MeasureKind kind = net_.measures[member.measure].kind;
  if (member.noted || (kind == MeasureKind::passage && member.reached)) return;
  member.noted = true;
  const bool each_step = kind == MeasureKind::peak || kind == MeasureKind::passage;
  (each_step ? noted_peaks_ : noted_).push_back(number);
}

template <class Visit>
void RewardVariables::for_each_at(PlaceId place, Word colour, const Visit& visit) {
  for (const Mention& mention : mentions_[place.index()]) {
    const std::uint32_t first = compiled_[mention.measure].first;
    if (mention.keys.empty()) {
      for (std::uint32_t row = 0; row < member_count(net_.measures[mention.measure]); ++row) visit(first + row);
      continue;
    }
    keys_.clear();
    for (const Accessor& key : mention.keys) keys_.push_back(key.read(colour, enabling_.pool()));
    const std::uint32_t row = row_of(mention.measure, keys_);
    if (row != IdTable::kNone) visit(first + row);
  }
}

void RewardVariables::note_changed(PlaceId place, Word colour) {
  if (stop_places_[place.index()]) stop_noted_ = true;
  for_each_at(place, colour, [this](std::uint32_t member) { note(member); });
}

std::vector<std::uint32_t> RewardVariables::members_at(PlaceId place, Word colour) {
  std::vector<std::uint32_t> members;
  for_each_at(place, colour, [&](std::uint32_t member) { members.push_back(member); });
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

std::optional<Code> RewardVariables::of_counts(std::uint32_t number, std::vector<CountedTokens>& counted) {
  const Member& member = members_[number];
  set_keys(member);
  return compiled_[member.measure].value.of_counts(enabling_.evaluator(), frame_, enabling_.indices(), counted);
}

void RewardVariables::count_for(const CountedMembers& counted, std::function<double(std::uint32_t, double)> value) {
  counted_ = &counted;
  counts_.assign(counted.counts(), 0);
  uncounted_ = std::move(value);
  for (std::uint32_t number = 0; number < members_.size(); ++number) {
    Member& member = members_[number];
    const MeasureKind kind = net_.measures[member.measure].kind;
    const bool over_time = kind == MeasureKind::average || kind == MeasureKind::integral;
    member.tells = over_time && counted[number].plain && member.watched == kUnwatched && from_ == 0;
  }
}

void RewardVariables::set_keys(const Member& member) {
  const auto& members = net_.measures[member.measure].members;
  if (!members.empty()) std::copy(members[member.row].begin(), members[member.row].end(), frame_.begin());
}

double RewardVariables::evaluate(std::uint32_t number, double now) {
  if (counted_ != nullptr) {
    const CountedMembers::Member& counted = (*counted_)[number];
    if (counted.plain) return static_cast<double>(counts_[counted.first]);
    if (counted.code != nullptr) {
      const auto word = counted.code->eval_counts(enabling_.evaluator(), std::span(counts_).subspan(counted.first, counted.size));
      return word ? value_of(members_[number], *word) : uncounted_(number, now);
    }
  }
  return value_in(*marking_, number, now);
}

double RewardVariables::value_in(const Marking& marking, std::uint32_t number, double now) {
  const Member& member = members_[number];
  set_keys(member);
  enabling_.evaluator().set_now(now);
  return value_of(member, compiled_[member.measure].value.eval(enabling_.evaluator(), frame_, &marking));
}

double RewardVariables::value_of(const Member& member, Word word) const {
  if (net_.measures[member.measure].kind != MeasureKind::passage) return real_of_word(word);
  return word != 0 ? 1 : 0;
}

// The value was the same until now. What was before the time from which on is measured is left out:
// the peak begins again there.
void RewardVariables::hold(Member& member, double now) {
  if (member.watched != kUnwatched) recording_.held(member.watched, member.since, now, member.value);
  if (now >= from_) {
    if (member.since < from_) member.peak = member.value;
    member.integral += member.value * (now - std::max(member.since, from_));
  }
  member.since = now;
}

void RewardVariables::renew(std::uint32_t number, double now) {
  Member& member = members_[number];
  member.noted = false;
  hold(member, now);
  member.value = evaluate(number, now);
  member.peak = std::max(member.peak, member.value);
  if (!member.reached && member.value != 0) member.reached = now;
}

void RewardVariables::settle_peaks(double now) {
  for (const std::uint32_t number : noted_peaks_) renew(number, now);
  noted_peaks_.clear();
}

void RewardVariables::leave_noted(double now) {
  for (const std::uint32_t number : restless_) note(number);
  for (const std::uint32_t number : noted_) renew(number, now);
  noted_.clear();
  settle_peaks(now);
}

std::optional<double> RewardVariables::value_of(const Measure& measure, const Member& member, double now) const {
  switch (measure.kind) {
    case MeasureKind::passage:
      return member.reached;
    case MeasureKind::peak:
      return now >= from_ ? std::optional(member.peak) : std::nullopt;
    case MeasureKind::integral:
      return member.integral;
    default:
      if (now > from_) return member.integral / (now - from_);
      return now == from_ ? std::optional(member.value) : std::nullopt;
  }
}

MeasureValues RewardVariables::finish(double now) {
  for (Member& member : members_) hold(member, now);
  MeasureValues values(net_.measures.size());
  for (std::size_t m = 0; m < values.size(); ++m) {
    const Measure& measure = net_.measures[m];
    values[m].resize(member_count(measure));
    if (measure.kind == MeasureKind::derived) continue;
    for (std::size_t row = 0; row < values[m].size(); ++row) {
      values[m][row] = compiled_[m].of_state ? value_of(measure, members_[compiled_[m].first + row], now) : firings_.value(m, row);
    }
  }
  recorded_ = recording_.finish(now);
  return values;
}

// State measures are told up to now before the recording is asked.
bool RewardVariables::has_enough(double now) {
  for (Member& member : members_) {
    if (member.watched != kUnwatched) hold(member, now);
  }
  return recording_.satisfied(now);
}

bool RewardVariables::looks_stopped(double now) {
  if (recording_.due(now) && has_enough(now)) return true;
  if (!stop_.valid() || (!stop_noted_ && !stop_always_)) return false;
  stop_noted_ = false;
  enabling_.evaluator().set_now(now);
  return stop_.eval(enabling_.evaluator(), frame_, marking_) != 0;
}

bool RewardVariables::stopped_now(double now) {
  stop_noted_ = true;
  return stopped(now);
}

}  // namespace petriloom
