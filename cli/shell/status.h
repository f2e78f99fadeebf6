// SPDX-License-Identifier: Apache-2.0
// The one way in which progress and messages reach stderr.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace petriloom::cli {

/// Progress and messages on stderr. On a terminal progress is one line that is rewritten; elsewhere
/// it is a plain line now and then.
class Status {
 public:
  /// Looks at stderr to decide on how to show progress.
  Status();
  ~Status();
  Status(const Status&) = delete;
  Status& operator=(const Status&) = delete;

  /// Progress and notes are left out; errors are not.
  void be_quiet() { quiet_ = true; }
  /// What is going on now. May be called often; most calls show nothing.
  void progress(std::string_view text);
  /// Ends the progress line, if one is shown.
  void clear();
  /// A line that is worth keeping, left out when quiet.
  void note(std::string_view text);
  /// Diagnostics and what else must be seen; ends with a line end if it does not have one.
  void error(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  bool quiet_ = false;
  bool terminal_ = false;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace petriloom::cli
