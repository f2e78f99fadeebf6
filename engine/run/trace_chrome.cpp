// SPDX-License-Identifier: Apache-2.0
#include "engine/run/trace_chrome.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/run/trace_names.h"
#include "engine/run/trace_position.h"

namespace petriloom {

namespace {

constexpr double kMicroseconds = 1e6;

std::string json(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

}  // namespace

ChromeTrace::ChromeTrace(const Net& net, std::ostream& out) : net_(net), out_(out) {
  out_ << "[";
  event(fmt::format(R"({{"name":"process_name","ph":"M","pid":0,"args":{{"name":{}}}}})", json(net.name)));
}

void ChromeTrace::event(const std::string& text) {
  out_ << (first_ ? "\n" : ",\n") << text;
  first_ = false;
}

std::size_t ChromeTrace::track(const std::string& instance) {
  const auto [at, added] = tracks_.try_emplace(instance, tracks_.size());
  if (added) {
    event(fmt::format(R"({{"name":"thread_name","ph":"M","pid":0,"tid":{},"args":{{"name":{}}}}})", at->second, json(instance)));
  }
  return at->second;
}

void ChromeTrace::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  flush();
  open_ = true;
  begin_ = end_ = now;
  name_ = net_[transition].name;
  binding_ = binding_text(net_, transition, binding, pool);
  track_ = track(instance_name(net_, transition, binding));
}

void ChromeTrace::put(double, double available, PlaceId, Word, std::int64_t) { end_ = std::max(end_, available); }

void ChromeTrace::taken(double, double, PlaceId, Word, std::int64_t) {}

void ChromeTrace::flush() {
  if (!open_) return;
  open_ = false;
  const std::string common = fmt::format(R"("name":{},"pid":0,"tid":{},"ts":{},"args":{{"binding":{}}})", json(name_), track_,
                                         begin_ * kMicroseconds, json(binding_));
  if (end_ > begin_) {
    event(fmt::format(R"({{"ph":"X","dur":{},{}}})", (end_ - begin_) * kMicroseconds, common));
  } else {
    event(fmt::format(R"({{"ph":"i","s":"t",{}}})", common));
  }
}

void ChromeTrace::finish(double) {
  flush();
  out_ << "\n]\n";
  out_.flush();
}

// The position, and the instances that have a track, in order of their numbers; each ends with a byte that no name has.
std::optional<std::string> ChromeTrace::save() {
  flush();
  std::string state = trace_position(out_) + '\0';
  std::vector<std::string> names(tracks_.size());
  for (const auto& [name, number] : tracks_) names[number] = name;
  for (const std::string& name : names) state += name + '\0';
  return state;
}

void ChromeTrace::load(std::string_view state) {
  tracks_.clear();
  for (bool position = true; !state.empty(); position = false) {
    const std::size_t end = std::min(state.find('\0'), state.size());
    const std::string_view part = state.substr(0, end);
    state.remove_prefix(std::min(end + 1, state.size()));
    position ? seek_trace(out_, part) : static_cast<void>(tracks_.emplace(part, tracks_.size()));
  }
  first_ = false;
}

}  // namespace petriloom
