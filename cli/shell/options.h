// SPDX-License-Identifier: Apache-2.0
// The options of a command, declared once with their meaning; reading them, --help and error texts
// follow from that.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/exit_code.h"
#include "cli/shell/session.h"

namespace petriloom::cli {

using Arguments = std::span<const std::string>;

class OptionParser {
 public:
  /// `name`, `summary` and `example` show in --help. Every command has --quiet.
  OptionParser(std::string_view name, std::string_view summary, std::string_view example);
  ~OptionParser();
  OptionParser(const OptionParser&) = delete;
  OptionParser& operator=(const OptionParser&) = delete;

  /// A word that must be given, in the order of these calls.
  void positional(std::string_view name, std::string& target, std::string_view description);
  /// One word or more; after all others.
  void positionals(std::string_view name, std::vector<std::string>& target, std::string_view description);
  void flag(std::string_view name, bool& target, std::string_view description);
  /// A flag that may be given as NAME=VALUE; `target` becomes VALUE, or `standard` without one. It
  /// stays as it is if the flag is not given.
  void flag_with_value(std::string_view name, std::string_view standard, std::string& target, std::string_view description);
  void text(std::string_view name, std::string_view value, std::string& target, std::string_view description);
  /// May be given several times.
  void texts(std::string_view name, std::string_view value, std::vector<std::string>& target, std::string_view description);
  /// A whole number within low..high.
  void number(std::string_view name, std::string_view value, std::uint64_t& target, std::uint64_t low, std::uint64_t high,
              std::string_view description);
  /// Seconds: "60s", "3 ms", "2 min"; a number alone is in seconds. Must be above 0. `written`: the
  /// text, if it is given.
  void time(std::string_view name, std::string_view value, double& target, std::string_view description,
            std::string* written = nullptr);
  /// Bytes: "8G", "512M" (powers of 1024), "8 GB", "8 GiB"; a number alone is in bytes.
  void memory(std::string_view name, std::string_view value, std::uint64_t& target, std::string_view description);
  /// One of `names`; `target` becomes its position.
  void choice(std::string_view name, std::vector<std::string> names, std::size_t& target, std::string_view description);

  /// What `target` names in the end is a file, or a folder, that the command will write; empty and
  /// - are none. Whether that can be is looked at before the work begins: hours of it must not end
  /// in a folder that is not there.
  void writes(const std::string& target);
  void writes_folder(const std::string& target);

  /// Reads the arguments into the targets. Returns the exit code if the command is to end here:
  /// after --help, which goes to stdout, or after wrong usage, all of which is reported on stderr.
  std::optional<ExitCode> parse(Arguments arguments, Session& session);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace petriloom::cli
