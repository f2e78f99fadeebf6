// SPDX-License-Identifier: Apache-2.0
// Lines and columns while a text is split into words.
#pragma once

#include "engine/net/diagnostics.h"

namespace petriloom {

/// Where a reader is in a text. Begins at line 1, which starts at `line_start`.
struct LineCount {
  FileId file;
  const char* line_start;
  std::uint32_t line = 1;

  /// The location of a character of the line.
  [[nodiscard]] Location where(const char* at) const { return {file, line, static_cast<std::uint32_t>(at - line_start + 1)}; }
  /// Goes over the characters from `from` up to `to`, which may hold line ends.
  void pass(const char* from, const char* to) {
    for (const char* at = from; at < to; ++at) {
      if (*at != '\n') continue;
      ++line;
      line_start = at + 1;
    }
  }
};

/// The action of a PEGTL rule for what is passed over: blanks and comments.
struct PassedOver {
  template <typename Input, typename State>
  static void apply(const Input& in, State& state) {
    state.pass(in.begin(), in.end());
  }
};

}  // namespace petriloom
