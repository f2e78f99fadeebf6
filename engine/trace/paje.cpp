// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/paje.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/trace/colours.h"
#include "engine/trace/names.h"

namespace petriloom {

namespace {

constexpr const char* kHeader = R"(%EventDef PajeDefineContainerType 0
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineStateType 1
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineVariableType 2
%  Alias string
%  Type string
%  Name string
%  Color color
%EndEventDef
%EventDef PajeDefineEventType 3
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineLinkType 4
%  Alias string
%  Type string
%  StartContainerType string
%  EndContainerType string
%  Name string
%EndEventDef
%EventDef PajeDefineEntityValue 5
%  Alias string
%  Type string
%  Name string
%  Color color
%EndEventDef
%EventDef PajeCreateContainer 6
%  Time date
%  Alias string
%  Type string
%  Container string
%  Name string
%EndEventDef
%EventDef PajeDestroyContainer 7
%  Time date
%  Type string
%  Name string
%EndEventDef
%EventDef PajePushState 8
%  Time date
%  Type string
%  Container string
%  Value string
%EndEventDef
%EventDef PajePopState 9
%  Time date
%  Type string
%  Container string
%EndEventDef
%EventDef PajeSetVariable 10
%  Time date
%  Type string
%  Container string
%  Value double
%EndEventDef
%EventDef PajeNewEvent 11
%  Time date
%  Type string
%  Container string
%  Value string
%EndEventDef
%EventDef PajeStartLink 12
%  Time date
%  Type string
%  Container string
%  StartContainer string
%  Value string
%  Key string
%EndEventDef
%EventDef PajeEndLink 13
%  Time date
%  Type string
%  Container string
%  EndContainer string
%  Value string
%  Key string
%EndEventDef
)";

/// Between double quotes, which the format cannot hold itself.
std::string paje_text(std::string text) {
  std::replace(text.begin(), text.end(), '"', '\'');
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return '"' + text + '"';
}

/// Colours that differ for numbers that follow each other.
std::string paje_colour(std::size_t number) {
  constexpr std::array kColours{"0.33 0.63 0.85", "0.95 0.56 0.17", "0.35 0.70 0.35", "0.88 0.34 0.35", "0.58 0.40 0.74",
                                "0.55 0.34 0.29", "0.89 0.47 0.76", "0.74 0.74 0.13", "0.09 0.75 0.81", "0.50 0.50 0.50"};
  return fmt::format("\"{}\"", kColours[number % kColours.size()]);
}

// Picoseconds, so that times keep their order.
std::string paje_time(double seconds) { return fmt::format("{:.12f}", seconds); }

}  // namespace

PajeTrace::PajeTrace(const Net& net, std::ostream& out)
    : net_(net), out_(out), pool_(&net.pool), linked_(net.places.size(), false), server_(net) {
  out_ << kHeader << "0 TN 0 \"Net\"\n0 TI TN \"Instance\"\n0 TL TI \"Lane\"\n1 S TL \"Activity\"\n3 E TI \"Firing\"\n"
       << "4 L TN TI TI \"Token\"\n";
  for (std::size_t p = 0; p < net.places.size(); ++p)
    out_ << fmt::format("2 V{} TI {} {}\n", p, paje_text(path(net, PlaceId(p))), paje_colour(p));
  out_ << fmt::format("6 {} N TN 0 {}\n", paje_time(0), paje_text(net.name));
  find_links();
  mark();
}

// Where a transition uses a place of another module, the place may lie between two instances.
void PajeTrace::find_links() {
  for (const Transition& transition : net_.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (net_[arc.place].module != transition.module) linked_[arc.place.index()] = true;
    }
  }
}

void PajeTrace::mark() {
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& some : net_.places[p].initial) add(0, PlaceId(p), some.colour, some.count);
  }
}

PajeTrace::Instance& PajeTrace::instance(const std::string& name, double now) {
  const auto [at, added] = instances_.try_emplace(name);
  if (added) {
    at->second.number = instances_.size();
    out_ << fmt::format("6 {} I{} TI N {}\n", paje_time(now), at->second.number, paje_text(name));
  }
  return at->second;
}

const std::string& PajeTrace::value(TransitionId transition, char kind) {
  const auto [at, added] = values_.try_emplace({transition, kind});
  if (added) {
    at->second = fmt::format("{}{}", kind, transition.index());
    out_ << fmt::format("5 {} {} {} {}\n", at->second, kind, paje_text(path(net_, transition)), paje_colour(transition.index()));
  }
  return at->second;
}

void PajeTrace::add(double now, PlaceId place, Word colour, std::int64_t count) {
  const std::size_t number = instance(instance_name(net_, place, colour, *pool_), now).number;
  std::int64_t& tokens = tokens_[{place, number}];
  tokens += count;
  out_ << fmt::format("10 {} V{} I{} {}\n", paje_time(now), place.index(), number, tokens);
}

void PajeTrace::end_states(double now) {
  for (; !ends_.empty() && ends_.top().time <= now; ends_.pop())
    out_ << fmt::format("9 {} S {}\n", paje_time(ends_.top().time), ends_.top().track);
}

void PajeTrace::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  flush();
  end_states(now);
  pool_ = &pool;
  open_ = true;
  begin_ = end_ = now;
  transition_ = transition;
  instance_ = instance_name(net_, transition, binding);
  instance(instance_, now);
  server_.fired(transition);
}

void PajeTrace::put(double now, double available, PlaceId place, Word colour, std::int64_t count) {
  end_ = std::max(end_, available);
  add(now, place, colour, count);
  if (!linked_[place.index()]) return;
  const std::size_t from = instance(instance_, now).number;
  sent_[{place, colour, available}].push_back({++links_, from, count, true});
  out_ << fmt::format("12 {} L N I{} {} {}\n", paje_time(now), from, paje_text(path(net_, place)), links_);
}

// A link ends with the value with which it began.
void PajeTrace::end_link(double now, const Sent& sent, std::size_t to, PlaceId place) {
  out_ << fmt::format("13 {} L N I{} {} {}\n", paje_time(now), to, paje_text(path(net_, place)), sent.link);
}

void PajeTrace::taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) {
  add(now, place, colour, -count);
  server_.taken(place, colour, count, *pool_);
  const auto found = sent_.find({place, colour, arrival});
  if (found == sent_.end()) return;
  const std::size_t to = instance(instance_, now).number;
  while (count > 0 && !found->second.empty()) {
    Sent& sent = found->second.front();
    if (sent.open) end_link(now, sent, to, place);
    sent.open = false;
    const std::int64_t some = std::min(count, sent.count);
    sent.count -= some;
    count -= some;
    if (sent.count == 0) found->second.pop_front();
  }
  if (found->second.empty()) sent_.erase(found);
}

void PajeTrace::flush() {
  if (!open_) return;
  open_ = false;
  Instance& where = instance(instance_, begin_);
  if (end_ <= begin_) {
    const std::string& what = value(transition_, 'E');
    out_ << fmt::format("11 {} E I{} {}\n", paje_time(begin_), where.number, what);
    return;
  }
  const std::string name = server_.row(instance_);
  Row& row = where.rows[name];
  const std::size_t number = row.tracks.take(begin_, end_);
  const bool made = number < row.numbers.size();
  if (!made) row.numbers.push_back(where.tracks_made++);
  const std::string track = fmt::format("I{}_{}", where.number, row.numbers[number]);
  if (!made) {
    out_ << fmt::format("6 {} {} TL I{} {}\n", paje_time(begin_), track, where.number,
                        paje_text(fmt::format("{} #{}", name, number + 1)));
  }
  const std::string& what = value(transition_, 'S');
  out_ << fmt::format("8 {} S {} {}\n", paje_time(begin_), track, what);
  ends_.push({end_, ++states_, track});
}

void PajeTrace::move_colours(FunctionRef<Word(PlaceId, Word)> moved) {
  server_.move_colours(moved);
  rename_colours(sent_, moved);
}

void PajeTrace::finish(double now) {
  flush();
  end_states(now);
  // What lasts longer than the run ends with it.
  for (; !ends_.empty(); ends_.pop()) out_ << fmt::format("9 {} S {}\n", paje_time(now), ends_.top().track);
  std::vector<std::pair<Sent, PlaceId>> open;
  for (const auto& [key, list] : sent_) {
    for (const Sent& sent : list) {
      if (sent.open) open.emplace_back(sent, std::get<PlaceId>(key));
    }
  }
  std::sort(open.begin(), open.end(), [](const auto& a, const auto& b) { return a.first.link < b.first.link; });
  for (const auto& [sent, place] : open) end_link(now, sent, sent.from, place);
  for (const auto& [name, one] : instances_) {
    for (std::size_t track = 0; track < one.tracks_made; ++track)
      out_ << fmt::format("7 {} TL I{}_{}\n", paje_time(now), one.number, track);
    out_ << fmt::format("7 {} TI I{}\n", paje_time(now), one.number);
  }
  out_ << fmt::format("7 {} TN N\n", paje_time(now));
  out_.flush();
}

}  // namespace petriloom
