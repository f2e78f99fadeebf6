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

ChromeTrace::ChromeTrace(const Net& net, std::ostream& out) : net_(net), out_(out), server_(net) {
  out_ << "[";
  event(fmt::format(R"({{"name":"process_name","ph":"M","pid":0,"args":{{"name":{}}}}})", json(net.name)));
}

void ChromeTrace::event(const std::string& text) {
  out_ << (first_ ? "\n" : ",\n") << text;
  first_ = false;
}

/// The thread in the file for a track of a row.
std::size_t ChromeTrace::thread(const std::string& row, std::size_t track) {
  std::vector<std::size_t>& threads = rows_[row].threads;
  if (track == threads.size()) {
    threads.push_back(threads_++);
    const std::string name = track == 0 ? row : fmt::format("{} #{}", row, track + 1);
    event(fmt::format(R"({{"name":"thread_name","ph":"M","pid":0,"tid":{},"args":{{"name":{}}}}})", threads.back(), json(name)));
  }
  return threads[track];
}

void ChromeTrace::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  flush();
  open_ = true;
  begin_ = end_ = now;
  name_ = net_[transition].name;
  binding_ = binding_text(net_, transition, binding, pool);
  instance_ = instance_name(net_, transition, binding);
  pool_ = &pool;
  server_.fired(transition);
}

void ChromeTrace::put(double, double available, PlaceId, Word, std::int64_t) { end_ = std::max(end_, available); }

void ChromeTrace::taken(double, double, PlaceId place, Word colour, std::int64_t count) {
  server_.taken(place, colour, count, *pool_);
}

void ChromeTrace::flush() {
  if (!open_) return;
  open_ = false;
  const bool lasts = end_ > begin_;
  const std::string row = server_.row(instance_);
  const std::size_t at = thread(row, lasts ? rows_[row].tracks.take(begin_, end_) : 0);
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

// The position, then for each row its name, tracks and threads; each ends with a byte that no
// name has.
std::optional<std::string> ChromeTrace::save() {
  flush();
  std::string state = trace_position(out_) + '\0';
  for (const auto& [name, one] : rows_)
    state += name + '\0' + one.tracks.save() + '\0' + fmt::format("{}", fmt::join(one.threads, " ")) + '\0';
  return state;
}

void ChromeTrace::load(std::string_view state) {
  const auto next = [&state] {
    const std::size_t end = std::min(state.find('\0'), state.size());
    std::string part(state.substr(0, end));
    state.remove_prefix(std::min(end + 1, state.size()));
    return part;
  };
  rows_.clear();
  threads_ = 0;
  seek_trace(out_, next());
  while (!state.empty()) {
    Row& one = rows_[next()];
    one.tracks.load(next());
    std::istringstream threads(next());
    for (std::size_t thread = 0; threads >> thread; ++threads_) one.threads.push_back(thread);
  }
  first_ = false;
}

}  // namespace petriloom
