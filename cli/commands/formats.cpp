// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/formats.h"

#include <fmt/format.h>

#include "cli/table.h"
#include "formats/format.h"

namespace petriloom::cli {

ExitCode run_formats(const Command& command, Arguments arguments, Session& session) {
  OptionParser parser(command.name, command.summary, command.example);
  if (const auto ended = parser.parse(arguments, session)) return *ended;

  Table table({"format", "endings", "read", "write", "what it is", "carries"});
  for (const Format& format : formats()) {
    table.add({std::string(format.name), fmt::format("{}", fmt::join(format.endings, " ")), format.read != nullptr ? "yes" : "no",
               format.write != nullptr ? "yes" : "no", std::string(format.description), std::string(format.carries)});
  }
  print(table.text(session.colour));
  return ExitCode::done;
}

}  // namespace petriloom::cli
