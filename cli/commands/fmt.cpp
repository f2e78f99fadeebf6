// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <iterator>

#include "cli/load/load.h"
#include "cli/shell/interrupts.h"
#include "engine/text/byte_order_mark.h"
#include "formats/common/input_file.h"
#include "formats/common/output_file.h"
#include "formats/source/layout.h"

namespace petriloom::cli {

namespace {

struct FmtOptions {
  std::vector<std::string> files;
  bool check = false;
  bool to_stdout = false;
};

std::string text_of(const std::string& path, std::string& error) {
  if (path == "-") {
    std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    if (std::ferror(stdin) != 0) error = "stdin cannot be read";
    drop_byte_order_mark(text);
    return text;
  }
  return read_file(path, ReadOptions().most_bytes, error);
}

/// Writes over a file; what is read once, as a pipe is, cannot be written over.
std::string replace(const std::string& path, const std::string& text) {
  if (const OutputTarget target = output_target(path); target.problem.empty() && !target.replaced) {
    return fmt::format("petriloom fmt: '{}' is no regular file; --stdout lays it out to stdout", path);
  }
  const NotNow whole;  // what is written is written to its end
  return write_file(path, text);
}

/// Lays out one file. False if that failed, or if it is not laid out and was only to be checked.
bool lay_out(const std::string& path, const FmtOptions& options, Session& session) {
  std::string error;
  std::string text = text_of(path, error);
  if (!error.empty()) {
    session.status.error(fmt::format("petriloom fmt: {}", error));
    return false;
  }
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add(path == "-" ? "(stdin)" : path, std::move(text));
  const std::optional<std::string> made = source::formatted(sources, file, diagnostics);
  report(diagnostics, sources, session);
  if (!made) return false;
  const bool same = *made == sources.text(file);
  if (options.check) {
    if (!same) print(sources.name(file) + "\n");
    return same;
  }
  if (options.to_stdout || path == "-") {
    print(*made);
    return true;
  }
  if (same) return true;
  const std::string problem = replace(path, *made);
  if (!problem.empty()) session.status.error(problem);
  if (problem.empty()) print(path + "\n");
  return problem.empty();
}

}  // namespace

ExitCode run_fmt(const Command& command, Arguments arguments, Session& session) {
  FmtOptions options;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positionals("FILE", options.files, "files of the net language; - is stdin, laid out to stdout");
  parser.flag("--check", options.check, "write nothing; list the files that are laid out otherwise, and exit 2 if there are any");
  parser.flag("--stdout", options.to_stdout, "write to stdout instead of over the file");
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  bool good = true;
  for (const std::string& path : options.files) good = lay_out(path, options, session) && good;
  return good ? ExitCode::done : ExitCode::wrong;
}

}  // namespace petriloom::cli
