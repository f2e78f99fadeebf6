// SPDX-License-Identifier: Apache-2.0
// Comments of a net, as its author wrote them. Kept in the notes of the net: those among the
// declarations, and those of the parts of transitions.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::drawing {

/// The heading of the note of a comment: "comment on NAME"; "comment" without a name.
std::string comment_heading(std::string_view name);
/// What a comment is on, "" if on nothing that has a name; nothing if the note is no comment.
std::optional<std::string_view> commented(std::string_view heading);

/// What a comment inside of a transition of that module is on: "guard of PATH". Parts are "guard",
/// "draw", "delay", those that `arc_part` gives, and "transition" for the whole.
std::string part_name(const Net& net, const Transition& transition, std::string_view part);
/// The part that is the arc at this position.
std::string arc_part(std::size_t k);
/// The names of the parts that a transition has, as `part_name` gives them.
std::vector<std::string> part_names(const Net& net, const Transition& transition);

/// The comments of a net, for writers that put each before the declaration that it is on.
class Comments {
 public:
  explicit Comments(const Net& net);
  /// Those on `name` that were not taken yet.
  std::vector<std::string> take(const std::string& name);
  /// Takes those on the parts of a transition.
  void leave_out(const Net& net, const Transition& transition);
  /// Whether there are any.
  [[nodiscard]] bool empty() const { return comments_.empty(); }
  /// Those that nobody took, each with the name that it is on.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> rest() const;

 private:
  struct Comment {
    std::string on, text;
    bool taken = false;
  };
  std::vector<Comment> comments_;
  std::map<std::string, std::vector<std::size_t>> by_name_;
};

}  // namespace petriloom::drawing
