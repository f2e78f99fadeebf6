// SPDX-License-Identifier: Apache-2.0
// Max-min fair speeds as their definition says it: all rise together until something is full.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "engine/net/colour.h"

namespace petriloom::test {

/// A place and a colour.
using SlowResource = std::pair<std::size_t, Word>;

struct SlowFlow {
  std::map<SlowResource, std::int64_t> uses;  ///< for each unit of speed
  double limit = std::numeric_limits<double>::infinity();
  double speed = -1;  ///< not known yet if below 0
};

/// Work that goes on at a speed until that is another one.
struct SlowWork {
  double work = 0;                                       ///< left at `since`
  double since = 0;                                      ///< s
  double speed = -1;                                     ///< none yet if below 0
  double due = std::numeric_limits<double>::infinity();  ///< s: when it is done

  [[nodiscard]] double left(double now) const;
  void go_on(double now, double with);
};

/// Gives all flows their speeds.
void fill_progressively(std::vector<SlowFlow>& flows, const std::function<std::int64_t(const SlowResource&)>& capacity);

}  // namespace petriloom::test
