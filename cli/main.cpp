// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "cli/command.h"

int main(int count, char** values) {
  using namespace petriloom::cli;
  Session session;
  try {
    session.roots = find_roots();
    session.colour = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
    catch_interrupts();
    const std::vector<std::string> arguments(values + 1, values + count);
    return static_cast<int>(dispatch(arguments, session));
  } catch (const std::exception& error) {
    session.status.error(std::string("petriloom: internal error: ") + error.what());
  }
  return static_cast<int>(ExitCode::internal);
}
