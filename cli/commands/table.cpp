// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/table.h"

#include <fmt/format.h>

#include <array>

#include "cli/commands/commands.h"
#include "engine/net/diagnostics.h"

namespace petriloom::cli {

namespace {

constexpr std::array kCommands{
    Command{"run", "generate, simulate, verify, render and report in one go", "petriloom run templates/coka16.yaml -o out",
            run_run},
    Command{"generate", "write the net of a description", "petriloom generate templates/coka16.yaml -o coka16.loom", run_generate},
    Command{"simulate", "predict times, energies and what else the net measures",
            "petriloom simulate templates/coka16.yaml --replications 10 --json -", run_simulate},
    Command{
        "explore", "simulate a system at many values of its keys, and tell which of them matter",
        "petriloom explore templates/cholesky-node.yaml --vary machine.node.cards=0..2 --vary application.tiles=4,8 --csv out.csv",
        run_explore},
    Command{"play", "play the token game: fire, undo, run until something holds", "petriloom play examples/philosophers/table.loom",
            run_play},
    Command{"solve", "exact numbers of a stochastic net: long run, until its end, or at a time",
            "petriloom solve examples/network/closed.loom --transient 10s", run_solve},
    Command{"verify", "prove or refute the properties of a net", "petriloom verify templates/coka-mini.yaml --ctl 'AF DONE'",
            run_verify},
    Command{"compare", "hold a worked example against the published figures that it is of", "petriloom compare coka --jobs 2",
            run_compare},
    Command{"convert", "read a net in one format and write it in another", "petriloom convert philosophers.pnml philosophers.loom",
            run_convert},
    Command{"tasks", "read a graph of tasks and write it as tables for the task runtime", "petriloom tasks graph.stg -o graph",
            run_tasks},
    Command{"render", "draw a net", "petriloom render templates/coka16.yaml -o coka16.svg --depth 1", run_render},
    Command{"check", "list what is wrong in nets and descriptions, and what nothing uses", "petriloom check net.loom --json -",
            run_check},
    Command{"fmt", "lay out files of the net language", "petriloom fmt nets/*.loom --check", run_fmt},
    Command{"lsp", "serve editors: messages, hints, definitions, completion", "petriloom lsp", run_lsp},
    Command{"formats", "list the formats and what they carry", "petriloom formats", run_formats},
};

std::string overview() {
  std::string text =
      "Petriloom weaves a Petri net from a description of an HPC system, then predicts and proves on that net.\n\n"
      "Usage: petriloom COMMAND [OPTIONS]     petriloom COMMAND --help     petriloom --version\n\nCommands:\n";
  for (const Command& command : kCommands) text += fmt::format("  {:<10} {}\n", command.name, command.summary);
  text += fmt::format("\nWherever a net is read, a description (.yaml) is taken too and generated first.\n\n{}\n", kExitCodesHelp);
  return text;
}

}  // namespace

ExitCode dispatch(Arguments arguments, Session& session) {
  if (arguments.empty()) {
    session.status.error(overview());
    return ExitCode::wrong;
  }
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    print(overview());
    return ExitCode::done;
  }
  if (name == "--version") {
    print("petriloom " PETRILOOM_VERSION "\n");
    return ExitCode::done;
  }
  std::vector<std::string> names;
  for (const Command& command : kCommands) {
    if (command.name == name) return command.run(command, arguments.subspan(1), session);
    names.emplace_back(command.name);
  }
  const std::string near = nearest(name, names);
  session.status.error(fmt::format("petriloom: unknown command '{}'{}\ncommands: {}", name,
                                   near.empty() ? "" : fmt::format("; did you mean '{}'?", near), fmt::join(names, ", ")));
  return ExitCode::wrong;
}

}  // namespace petriloom::cli
