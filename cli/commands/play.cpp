// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/load/net_options.h"
#include "cli/play/line_reader.h"
#include "cli/play/player.h"
#include "cli/shell/interrupts.h"

namespace petriloom::cli {

namespace {

/// Commands until the end; a wrong one ends a script, but not the game of a person.
ExitCode play(Player& player, Session& session) {
  LineReader lines([&player](const std::string& line, const std::string& word) { return player.complete(line, word); });
  player.introduce();
  std::size_t number = 0;
  while (!player.quitting()) {
    const auto line = lines.next("> ");
    if (!line && lines.interactive() && interrupted()) {  // Ctrl-C drops the line
      forget_interrupt();
      print("\n");
      continue;
    }
    if (!line) break;
    ++number;
    const bool right = player.obey(*line);
    if (lines.interactive()) continue;
    if (!right) {
      session.status.error(fmt::format("petriloom play: line {}: {}", number, *line));
      return ExitCode::wrong;
    }
    if (interrupted()) return ExitCode::undecided;
  }
  if (!lines.interactive() && std::ferror(stdin) != 0) {
    session.status.error("petriloom play: stdin cannot be read");
    return ExitCode::wrong;
  }
  if (lines.interactive() && !player.quitting()) print("\n");
  return lines.interactive() ? ExitCode::done : player.code();
}

}  // namespace

ExitCode run_play(const Command& command, Arguments arguments, Session& session) {
  std::string path;
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  NetOptions of_net;
  std::string from;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positional("NET", path, "the net, or a description");
  parser.number("--seed", "S", seed, 0, UINT64_MAX, "seed of the random numbers, as for simulate; default 1");
  parser.number("--replication", "R", replication, 0, UINT64_MAX, "which of the replications of simulate to follow; default 0");
  parser.text("--from", "FILE", from, "goes on from a state that play or simulate has saved");
  of_net.add_to(parser);
  if (const auto ended = parser.parse(arguments, session)) return *ended;

  if (path == kStandardInput) {
    session.status.error("petriloom play: stdin is where the commands of the game come from, and so not the net");
    return ExitCode::wrong;
  }
  const auto load = of_net.load(session);
  const auto net = load ? load_net(path, *load, session) : std::nullopt;
  if (!net) return ExitCode::wrong;
  keep_results();
  heed_within_a_second();
  try {
    Player player(*net, seed, replication, session);
    if (!from.empty() && !player.start_from(from)) return ExitCode::wrong;
    return play(player, session);
  } catch (const EvalError& error) {
    Diagnostics diagnostics;
    diagnostics.error(error.where(), error.what());
    report(diagnostics, *net->sources, session);
    return ExitCode::wrong;
  }
}

}  // namespace petriloom::cli
