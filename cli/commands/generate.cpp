// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>

#include "cli/load/net_options.h"
#include "cli/load/save.h"
#include "cli/shell/bounds.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

ExitCode run_generate(const Command& command, Arguments arguments, Session& session) {
  std::string description;
  std::string file = "-";
  std::string format;
  NetOptions of_net;
  WriteOptions write;
  Bounds bounds;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positional("DESC", description, "the description (YAML); - is stdin");
  parser.text("-o,--output", "FILE", file, "where the net goes; - (default) is stdout");
  parser.writes(file);
  parser.text("--format", "NAME", format, "its format; by default by the ending of FILE, for stdout loom");
  of_net.add_fold_and_set_to(parser);
  parser.flag("--allow-lossy", write.allow_lossy, "leave out what the format cannot carry, and list it, instead of refusing");
  bounds.add_to(parser);
  if (const auto ended = parser.parse(arguments, session)) return *ended;

  if (!is_description(description, session)) {
    session.status.error(
        fmt::format("petriloom generate: '{}' is not a description: its name ends in neither .yaml nor .yml", description));
    return ExitCode::wrong;
  }
  bounds.hold();
  const auto load = of_net.load(session);
  const auto net = load ? load_net(description, *load, session) : std::nullopt;
  if (!net) return ExitCode::wrong;
  if (!save_net(*net, file, format, write, session)) return ExitCode::wrong;
  if (file != "-") {
    session.status.note(fmt::format("{}: {}, {}, {}", file, counted(std::to_string(net->places.size()), "place"),
                                    counted(std::to_string(net->transitions.size()), "transition"),
                                    counted(std::to_string(net->modules.size()), "module")));
  }
  return ExitCode::done;
}

}  // namespace petriloom::cli
