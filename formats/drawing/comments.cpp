// SPDX-License-Identifier: Apache-2.0
#include "formats/drawing/comments.h"

#include <utility>

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

std::string part_name(const Net& net, const Transition& transition, std::string_view part) {
  std::string name = path(net, transition.module);
  if (!name.empty()) name += ".";
  return std::string(part) + " of " + name + transition.name;
}

std::string arc_part(std::size_t k) { return "arc " + std::to_string(k + 1); }

std::vector<std::string> part_names(const Net& net, const Transition& transition) {
  std::vector<std::string> parts{"transition"};
  if (!transition.draws.empty()) parts.emplace_back("draw");
  if (!transition.guards.empty()) parts.emplace_back("guard");
  for (std::size_t k = 0; k < transition.arcs.size(); ++k) parts.push_back(arc_part(k));
  if (transition.delay.valid()) parts.emplace_back("delay");
  for (std::string& part : parts) part = part_name(net, transition, part);
  return parts;
}

Comments::Comments(const Net& net) {
  for (const auto& [heading, text] : net.notes) {
    const auto on = commented(heading);
    if (!on) continue;
    by_name_[std::string(*on)].push_back(comments_.size());
    comments_.push_back({std::string(*on), text});
  }
}

std::vector<std::string> Comments::take(const std::string& name) {
  std::vector<std::string> texts;
  const auto found = by_name_.find(name);
  if (name.empty() || found == by_name_.end()) return texts;
  for (const std::size_t k : found->second) {
    if (std::exchange(comments_[k].taken, true)) continue;
    texts.push_back(comments_[k].text);
  }
  return texts;
}

void Comments::leave_out(const Net& net, const Transition& transition) {
  if (empty()) return;
  for (const std::string& part : part_names(net, transition)) take(part);
}

std::vector<std::pair<std::string, std::string>> Comments::rest() const {
  std::vector<std::pair<std::string, std::string>> left;
  for (const Comment& comment : comments_) {
    if (!comment.taken) left.emplace_back(comment.on, comment.text);
  }
  return left;
}

}  // namespace petriloom::drawing
