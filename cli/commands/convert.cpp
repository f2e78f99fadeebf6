// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include "cli/load/net_options.h"
#include "cli/load/save.h"
#include "cli/shell/bounds.h"
#include "engine/unfold/unfold.h"

namespace petriloom::cli {

ExitCode run_convert(const Command& command, Arguments arguments, Session& session) {
  std::string in;
  std::string out;
  std::string from;
  std::string to;
  NetOptions of_net;
  WriteOptions write;
  bool unfolding = false;
  UnfoldOptions unfold_options;
  Bounds bounds;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positional("IN", in, "the net, or a description");
  parser.positional("OUT", out, "the file to write; - is stdout");
  parser.writes(out);
  parser.text("--from", "NAME", from, "format of IN; by default by its ending");
  parser.text("--to", "NAME", to, "format of OUT; by default by its ending");
  of_net.add_to(parser);
  parser.flag("--untimed", write.untimed, "leave time out where a format or the net cannot carry it");
  parser.flag("--allow-lossy", write.allow_lossy, "leave out what OUT's format cannot carry, and list it, instead of refusing");
  parser.flag("--unfold", unfolding, "write the place/transition net that a coloured net unfolds to");
  parser.flag("--drop-constant", unfold_options.drop_constant_places, "--unfold without places whose marking never changes");
  parser.flag("--merge-alike", unfold_options.merge_alike, "--unfold with colours that behave alike as one");
  bounds.add_to(parser);
  if (const auto ended = parser.parse(arguments, session)) return *ended;

  bounds.hold();
  std::optional<LoadOptions> load = of_net.load(session);
  if (!load) return ExitCode::wrong;
  load->format = from;
  load->untimed = write.untimed;
  std::optional<Net> net = load_net(in, *load, session);
  if (!net) return ExitCode::wrong;
  if (unfolding || unfold_options.drop_constant_places || unfold_options.merge_alike) {
    unfold_options.untimed = write.untimed;
    session.status.progress("unfolding " + in);
    Unfolding unfolded = unfold(*net, unfold_options);
    session.status.clear();
    report(unfolded.diagnostics, *net->sources, session);
    if (!unfolded.net) return ExitCode::wrong;
    net = std::move(unfolded.net);
  }
  return save_net(*net, out, to, write, session) ? ExitCode::done : ExitCode::wrong;
}

}  // namespace petriloom::cli
