// SPDX-License-Identifier: Apache-2.0
// Comments among the declarations of a net, as its author wrote them. Kept in the notes of the net.
#pragma once

#include <cstddef>
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

/// The comments of a net, for writers that put each before the declaration that it is on.
class Comments {
 public:
  explicit Comments(const Net& net);
  /// Those on `name` that were not taken yet.
  std::vector<std::string> take(std::string_view name);
  /// Those that nobody took, each with the name that it is on.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> rest() const;

 private:
  struct Comment {
    std::string on, text;
    bool taken = false;
  };
  std::vector<Comment> comments_;
};

}  // namespace petriloom::drawing
