// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <unistd.h>

#include "cli/lsp/frames.h"
#include "cli/lsp/server.h"
#include "cli/shell/interrupts.h"

namespace petriloom::cli {

namespace {

void send(std::vector<std::string>& messages) {
  for (const std::string& message : messages) write_frame(message);
  messages.clear();
}

}  // namespace

ExitCode run_lsp(const Command& command, Arguments arguments, Session& session) {
  bool stdio = false;
  OptionParser parser(command.name, command.summary, command.example);
  parser.flag("--stdio", stdio, "over stdin and stdout; there is no other way, and editors like to say so");
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  keep_results();  // an orderly end is one with an answer to the last question
  heed_within_a_second();
  std::vector<std::string> search_path;
  for (const std::string& root : session.roots) search_path.push_back(root + "/nets");
  Server server(search_path);
  FrameReader reader(STDIN_FILENO);
  std::vector<std::string> out;
  std::string content;
  while (!server.ended()) {
    const FrameReader::Outcome outcome = reader.next(content);
    if (outcome == FrameReader::Outcome::ended) {
      server.tell(out);
      send(out);
      break;
    }
    if (outcome == FrameReader::Outcome::malformed) {
      out.push_back(failure_reply({"null", ErrorCode::parse, content}));
    } else {
      server.handle(content, out);
    }
    send(out);
    // While an editor sends faster than a net is read, only the last state of a text is looked at.
    if (server.ended() || reader.waiting()) continue;
    server.tell(out);
    send(out);
  }
  return server.orderly() ? ExitCode::done : ExitCode::wrong;
}

}  // namespace petriloom::cli
