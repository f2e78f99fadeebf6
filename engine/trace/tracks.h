// SPDX-License-Identifier: Apache-2.0
// Puts activities that overlap on tracks side by side, as viewers want no two at once on one track.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <queue>
#include <sstream>
#include <string>
#include <vector>

namespace petriloom {

/// The tracks of one instance. Activities are entered in order of their beginning.
class Tracks {
 public:
  /// The lowest track on which nothing lasts beyond `begin`; it is taken until `end` (s).
  std::size_t take(double begin, double end) {
    while (!busy_.empty() && busy_.top().end <= begin) {
      free_.push(busy_.top().track);
      busy_.pop();
    }
    std::size_t track = size_;
    if (free_.empty()) {
      ++size_;
    } else {
      track = free_.top();
      free_.pop();
    }
    busy_.push({end, track});
    return track;
  }
  /// What `load` needs to go on from here.
  [[nodiscard]] std::string save() const {
    std::string text = std::to_string(size_);
    for (auto busy = busy_; !busy.empty(); busy.pop()) text += fmt::format(" {} {}", busy.top().track, busy.top().end);
    return text;
  }
  /// Takes up what `save` said; tracks that are not busy are free.
  void load(const std::string& text) {
    std::istringstream words(text);
    words >> size_;
    std::vector<bool> taken(size_, false);
    for (Busy one; words >> one.track >> one.end && one.track < size_;) {
      busy_.push(one);
      taken[one.track] = true;
    }
    for (std::size_t track = 0; track < size_; ++track) {
      if (!taken[track]) free_.push(track);
    }
  }
  /// Tracks that were needed so far.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Busy {
    double end = 0;
    std::size_t track = 0;
    friend bool operator>(const Busy& a, const Busy& b) { return a.end != b.end ? a.end > b.end : a.track > b.track; }
  };
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy_;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> free_;
  std::size_t size_ = 0;
};

}  // namespace petriloom
