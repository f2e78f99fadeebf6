// SPDX-License-Identifier: Apache-2.0
// Which comments of a net stand before what they are on, where it is written.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/drawing/comments.h"

namespace petriloom::loom {

class PlacedComments {
 public:
  /// `functions` are those that are written.
  PlacedComments(const Net& net, const std::vector<const Function*>& functions);
  /// Whether a colour set, a function or a part of a transition with this name is written, so that
  /// its comments stand before it.
  [[nodiscard]] bool placed(std::string_view name) const { return names_.contains(name); }
  /// The comments on `name` that were not taken yet.
  std::vector<std::string> take(const std::string& name) { return comments_.take(name); }
  /// Those on a part of a transition.
  std::vector<std::string> take(const Transition& transition, std::string_view part);

 private:
  const Net& net_;
  drawing::Comments comments_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace petriloom::loom
