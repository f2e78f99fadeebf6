// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/text_scan.h"

#include <algorithm>

namespace petriloom {

bool LineScan::next(std::string_view& line) {
  if (at_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  line = text_.substr(at_, end - at_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  at_ = end + 1;
  ++line_;
  return true;
}

Location LineScan::where(std::size_t column) const { return {file_, line_, static_cast<std::uint32_t>(column)}; }

std::vector<PlacedWord> LineScan::words(std::string_view line, std::size_t column) const {
  constexpr std::string_view kBlanks = " \t";
  std::vector<PlacedWord> all;
  std::size_t begin = line.find_first_not_of(kBlanks, column - 1);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    all.push_back({line.substr(begin, end - begin), where(begin + 1)});
    begin = line.find_first_not_of(kBlanks, end);
  }
  return all;
}

}  // namespace petriloom
