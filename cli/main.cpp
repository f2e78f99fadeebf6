// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/commands/table.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/mpi_environment.h"
#include "engine/text/limits.h"

namespace petriloom::cli {

namespace {

ExitCode run_program(const std::vector<std::string>& arguments, Session& session) {
  try {
    session.roots = find_roots();
    session.colour = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr && !started_with_others();
    // All read the same input: what is worth noting of it one of them notes.
    if (started_as_worker()) session.status.be_quiet();
    catch_interrupts();
    return dispatch(arguments, session);
  } catch (const std::bad_alloc&) {
    session.status.error("petriloom: there is no more memory that it may use");
    return ExitCode::undecided;
  } catch (const LimitReached& limit) {
    session.status.error("petriloom: " + describe(limit.why()));
    return ExitCode::undecided;
  } catch (const std::exception& error) {
    session.status.error(std::string("petriloom: internal error: ") + error.what());
  }
  return ExitCode::internal;
}

}  // namespace

}  // namespace petriloom::cli

int main(int count, char** values) {
  using namespace petriloom::cli;
  open_standard_streams();
  Session session;
  ExitCode code = run_program({values + 1, values + count}, session);
  // What did not arrive was not done, whatever it said.
  if (const std::string problem = close_results(); !problem.empty()) {
    session.status.error("petriloom: " + problem);
    if (code != ExitCode::internal) code = ExitCode::wrong;
  }
  return static_cast<int>(code);
}
