// SPDX-License-Identifier: Apache-2.0
#include "formats/drawing/comments.h"

namespace petriloom::drawing {

namespace {

constexpr std::string_view kComment = "comment";
constexpr std::string_view kCommentOn = "comment on ";

}  // namespace

std::string comment_heading(std::string_view name) { return std::string(name.empty() ? kComment : kCommentOn) + std::string(name); }

std::optional<std::string_view> commented(std::string_view heading) {
  if (heading == kComment) return std::string_view();
  if (!heading.starts_with(kCommentOn)) return std::nullopt;
  return heading.substr(kCommentOn.size());
}

Comments::Comments(const Net& net) {
  for (const auto& [heading, text] : net.notes) {
    if (const auto on = commented(heading)) comments_.push_back({std::string(*on), text});
  }
}

std::vector<std::string> Comments::take(std::string_view name) {
  std::vector<std::string> texts;
  for (Comment& comment : comments_) {
    if (name.empty() || comment.taken || comment.on != name) continue;
    comment.taken = true;
    texts.push_back(comment.text);
  }
  return texts;
}

std::vector<std::pair<std::string, std::string>> Comments::rest() const {
  std::vector<std::pair<std::string, std::string>> left;
  for (const Comment& comment : comments_) {
    if (!comment.taken) left.emplace_back(comment.on, comment.text);
  }
  return left;
}

}  // namespace petriloom::drawing
