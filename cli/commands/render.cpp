// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include "cli/load/net_options.h"
#include "cli/load/save.h"
#include "cli/shell/bounds.h"

namespace petriloom::cli {

ExitCode run_render(const Command& command, Arguments arguments, Session& session) {
  constexpr std::uint64_t kAllLevels = 1000;
  std::string in;
  std::string out;
  std::uint64_t depth = kAllLevels;
  std::size_t layout = 0;
  NetOptions of_net;
  Bounds bounds;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positional("NET", in, "the net, or a description");
  parser.text("-o,--output", "FILE", out, "the picture: .svg, .png, .pdf or .dot");
  parser.writes(out);
  parser.choice("--layout", {"auto", "author", "graphviz"}, layout,
                "where parts stand: as the author of the net drew them, or found by Graphviz; auto: the first, if the net says it");
  parser.number("--depth", "N", depth, 0, kAllLevels, "levels of modules to open; default all");
  of_net.add_to(parser);
  bounds.add_to(parser);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  if (out.empty()) {
    session.status.error("petriloom render: -o FILE is missing");
    return ExitCode::wrong;
  }

  bounds.hold();
  const auto load = of_net.load(session);
  const auto net = load ? load_net(in, *load, session) : std::nullopt;
  if (!net) return ExitCode::wrong;
  WriteOptions write;
  if (depth < kAllLevels) write.depth = static_cast<int>(depth);
  write.layout = static_cast<Layout>(layout);
  return save_net(*net, out, "", write, session) ? ExitCode::done : ExitCode::wrong;
}

}  // namespace petriloom::cli
