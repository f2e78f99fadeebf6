// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/interrupts.h"
#include "engine/net/limits.h"

int main(int count, char** values) {
  using namespace petriloom::cli;
  Session session;
  try {
    session.roots = find_roots();
    session.colour = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
    catch_interrupts();
    const std::vector<std::string> arguments(values + 1, values + count);
    return static_cast<int>(dispatch(arguments, session));
  } catch (const std::bad_alloc&) {
    session.status.error("petriloom: there is no more memory that it may use");
    return static_cast<int>(ExitCode::undecided);
  } catch (const petriloom::LimitReached& limit) {
    session.status.error("petriloom: " + petriloom::describe(limit.why()));
    return static_cast<int>(ExitCode::undecided);
  } catch (const std::exception& error) {
    session.status.error(std::string("petriloom: internal error: ") + error.what());
  }
  return static_cast<int>(ExitCode::internal);
}
