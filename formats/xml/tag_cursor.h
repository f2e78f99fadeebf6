// SPDX-License-Identifier: Apache-2.0
// Where the start tags of an XML text stand. Parsers know their place only roughly, far into a line
// and near the end of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace petriloom {

/// Goes from start tag to start tag of a well-formed document without entities of its own, over all
/// else.
class TagCursor {
 public:
  explicit TagCursor(std::string_view text) : text_(text) {}
  /// Goes to the next start tag. False if there is none.
  bool next();
  /// Line of the `<` that `next` found, from 1.
  [[nodiscard]] std::uint32_t line() const { return line_; }
  /// Its column in bytes, from 1.
  [[nodiscard]] std::uint32_t column() const { return static_cast<std::uint32_t>(tag_ - line_start_) + 1; }
  /// Whether the tag that `next` found has this local name.
  [[nodiscard]] bool named(std::string_view local) const;

 private:
  void behind(std::string_view end);
  void behind_declaration();
  void behind_tag();

  std::string_view text_;
  std::size_t at_ = 0;          // where to go on
  std::size_t tag_ = 0;         // the `<`
  std::size_t counted_ = 0;     // up to where lines are counted
  std::size_t line_start_ = 0;  // of the line of `tag_`
  std::uint32_t line_ = 1;
};

}  // namespace petriloom
