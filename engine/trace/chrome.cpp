// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/chrome.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "engine/trace/names.h"
#include "engine/trace/position.h"

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

/// The track of a lane of the instance of the firing that is written.
std::size_t ChromeTrace::track(std::size_t lane) {
  std::vector<std::size_t>& tracks = instances_[instance_].tracks;
  if (lane == tracks.size()) {
    tracks.push_back(tracks_++);
    const std::string name = lane == 0 ? instance_ : fmt::format("{} #{}", instance_, lane + 1);
    event(fmt::format(R"({{"name":"thread_name","ph":"M","pid":0,"tid":{},"args":{{"name":{}}}}})", tracks.back(), json(name)));
  }
  return tracks[lane];
}

void ChromeTrace::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  flush();
  open_ = true;
  begin_ = end_ = now;
  name_ = net_[transition].name;
  binding_ = binding_text(net_, transition, binding, pool);
  instance_ = instance_name(net_, transition, binding);
}

void ChromeTrace::put(double, double available, PlaceId, Word, std::int64_t) { end_ = std::max(end_, available); }

void ChromeTrace::taken(double, double, PlaceId, Word, std::int64_t) {}

void ChromeTrace::flush() {
  if (!open_) return;
  open_ = false;
  const bool lasts = end_ > begin_;
  const std::size_t at = track(lasts ? instances_[instance_].lanes.take(begin_, end_) : 0);
  const std::string common = fmt::format(R"("name":{},"pid":0,"tid":{},"ts":{},"args":{{"binding":{}}})", json(name_), at,
                                         begin_ * kMicroseconds, json(binding_));
  if (lasts) {
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

// The position, then for each instance its name, lanes and tracks; each ends with a byte that no name has.
std::optional<std::string> ChromeTrace::save() {
  flush();
  std::string state = trace_position(out_) + '\0';
  for (const auto& [name, one] : instances_)
    state += name + '\0' + one.lanes.save() + '\0' + fmt::format("{}", fmt::join(one.tracks, " ")) + '\0';
  return state;
}

void ChromeTrace::load(std::string_view state) {
  const auto next = [&state] {
    const std::size_t end = std::min(state.find('\0'), state.size());
    std::string part(state.substr(0, end));
    state.remove_prefix(std::min(end + 1, state.size()));
    return part;
  };
  instances_.clear();
  tracks_ = 0;
  seek_trace(out_, next());
  while (!state.empty()) {
    Instance& one = instances_[next()];
    one.lanes.load(next());
    std::istringstream tracks(next());
    for (std::size_t track = 0; tracks >> track; ++tracks_) one.tracks.push_back(track);
  }
  first_ = false;
}

}  // namespace petriloom
