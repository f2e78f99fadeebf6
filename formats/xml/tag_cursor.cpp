// SPDX-License-Identifier: Apache-2.0
#include "formats/xml/tag_cursor.h"

#include <algorithm>

namespace petriloom {

void TagCursor::behind(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  at_ = found == std::string_view::npos ? text_.size() : found + end.size();
}

// `<!DOCTYPE ...>`, in whose brackets declarations, comments and values with `>` may stand.
void TagCursor::behind_declaration() {
  int depth = 0;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '"' || c == '\'') {
      at_ = std::min(text_.find(c, at_), text_.size() - 1) + 1;
    } else if (c == '<' && text_.substr(at_).starts_with("!--")) {
      behind("-->");
    } else if (c == '<') {
      ++depth;
    } else if (c == '>' && --depth < 0) {
      return;
    }
  }
}

void TagCursor::behind_tag() {
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '>') return;
    if (c == '"' || c == '\'') at_ = std::min(text_.find(c, at_), text_.size() - 1) + 1;
  }
}

bool TagCursor::next() {
  while (true) {
    at_ = text_.find('<', at_);
    if (at_ == std::string_view::npos) {
      at_ = text_.size();
      return false;
    }
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) {
      behind("-->");
    } else if (rest.starts_with("<![CDATA[")) {
      behind("]]>");
    } else if (rest.starts_with("<!")) {
      ++at_;
      behind_declaration();
    } else if (rest.starts_with("<?")) {
      behind("?>");
    } else if (rest.starts_with("</")) {
      behind(">");
    } else {
      break;
    }
  }
  tag_ = at_;
  for (; counted_ < tag_; ++counted_) {
    if (text_[counted_] != '\n') continue;
    ++line_;
    line_start_ = counted_ + 1;
  }
  behind_tag();
  return true;
}

bool TagCursor::named(std::string_view local) const {
  const std::size_t begin = tag_ + 1;
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n/>", begin), text_.size());
  const std::string_view name = text_.substr(std::min(begin, end), end - std::min(begin, end));
  return name == local || (name.ends_with(local) && name[name.size() - local.size() - 1] == ':');
}

}  // namespace petriloom
