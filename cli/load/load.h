// SPDX-License-Identifier: Apache-2.0
// How every command gets its net, and how it says what is wrong with the input.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "cli/shell/session.h"
#include "formats/common/format.h"
#include "generator/reading/read_description.h"

namespace petriloom::cli {

struct LoadOptions {
  std::string format;  ///< empty: by the ending of the file's name
  Fold fold = Fold::automatic;
  /// Leave time out where the net has no counterpart of it.
  bool untimed = false;
  std::string scenario = {};  ///< empty: none
  /// As ReadOptions::constants; of a description: values by path of keys.
  std::map<std::string, std::string> constants = {};
  /// The option that gave one of them; --set gave the others.
  std::map<std::string, std::string> given_by = {};
  /// To be added, as `with_measures` reads them.
  std::vector<std::string> measures = {};
  bool ignore_io = false;  ///< as ReadOptions::ignore_io
};

/// The path that stands for stdin.
inline constexpr std::string_view kStandardInput = "-";

/// Whether a file is a description, by its ending; what stands on stdin by its first line that says
/// something.
[[nodiscard]] bool is_description(const std::string& path, Session& session);
/// What a description is read from besides its files.
[[nodiscard]] DescriptionInput description_input(const std::string& path, const LoadOptions& options, Session& session);
/// The name of a file in messages, and of what is named after it.
[[nodiscard]] std::string shown_path(const std::string& path);

/// A net that was read, and what it was made of if that was a description.
struct ReadSystem {
  ReadResult net;
  std::optional<Description> description = {};  ///< absent of a net, and if it has errors
};
/// As `read_any`, which gives the net alone.
ReadSystem read_system(const std::string& path, const LoadOptions& options, Session& session);
/// Reads a net, or generates it if `path` is a description, and reports nothing. The path `-` is
/// stdin, read once: a description, a net in XML, or else one in the net language, if no format is
/// given.
ReadResult read_any(const std::string& path, const LoadOptions& options, Session& session);
/// The same; all that is wrong is reported, and nothing is returned then.
std::optional<Net> load_net(const std::string& path, const LoadOptions& options, Session& session);

/// Shows diagnostics on stderr; warnings only unless quiet.
void report(const Diagnostics& diagnostics, const Sources& sources, Session& session);

/// The choices of --fold, and what each stands for by position.
std::vector<std::string> fold_names();
Fold fold_of(std::size_t position);

/// The names of the formats that can be read or written.
std::vector<std::string> readable_formats();
std::vector<std::string> writable_formats();

}  // namespace petriloom::cli
