// SPDX-License-Identifier: Apache-2.0
// How a command is called off from outside: Ctrl-C, SIGTERM, time that is up (docs/limits.md).
//
// While nothing has been found that could be kept (reading, generating, drawing ...), the program
// ends at once, with the exit code `undecided`: no library that it calls need know of it. From
// `keep_results` on, loops ask `interrupted` and end in good order.
#pragma once

#include "cli/shell/exit_code.h"

namespace petriloom::cli {

/// From now on Ctrl-C and SIGTERM are heeded as above. The second one ends the program at once,
/// whatever it does.
void catch_interrupts();

/// From now on there are results to keep, and loops that poll; or a conversation that goes on.
void keep_results();

/// In a conversation, which has no limit of time: from now on the program also ends a second after
/// an interrupt that nobody has heeded by then. An expression may never come to its end.
void heed_within_a_second();

/// Nothing ends the program at once for as long as this lives; what was asked for meanwhile is done
/// then.
class NotNow {
 public:
  NotNow();
  ~NotNow();
  NotNow(const NotNow&) = delete;
  NotNow& operator=(const NotNow&) = delete;
};

/// Whether Ctrl-C was pressed.
[[nodiscard]] bool interrupted();

/// What Ctrl-C asked for is done; the next one asks again.
void forget_interrupt();

/// Ends the program at once in so many seconds of wall time, unless results are kept then.
void end_after(double seconds);

}  // namespace petriloom::cli
