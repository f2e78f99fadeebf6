// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/convert.h"

#include "cli/load.h"
#include "cli/save.h"

namespace petriloom::cli {

ExitCode run_convert(const Command& command, Arguments arguments, Session& session) {
  std::string in;
  std::string out;
  std::string from;
  std::string to;
  std::size_t fold = 0;
  WriteOptions write;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positional("IN", in, "the net, or a description");
  parser.positional("OUT", out, "the file to write; - is stdout");
  parser.text("--from", "NAME", from, "format of IN; by default by its ending");
  parser.text("--to", "NAME", to, "format of OUT; by default by its ending");
  parser.choice("--fold", fold_names(), fold, "whether arrays of instances become colours (net language, descriptions)");
  parser.flag("--untimed", write.untimed, "leave time out where a format or the net cannot carry it");
  parser.flag("--allow-lossy", write.allow_lossy, "leave out what OUT's format cannot carry, and list it, instead of refusing");
  if (const auto ended = parser.parse(arguments, session)) return *ended;

  const auto net = load_net(in, {from, fold_of(fold), write.untimed}, session);
  if (!net) return ExitCode::wrong;
  return save_net(*net, out, to, write, session) ? ExitCode::done : ExitCode::wrong;
}

}  // namespace petriloom::cli
