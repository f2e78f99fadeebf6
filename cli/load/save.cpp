// SPDX-License-Identifier: Apache-2.0
#include "cli/load/save.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/load/load.h"
#include "cli/shell/output.h"
#include "formats/common/output_file.h"
#include "formats/registry/table.h"

namespace petriloom::cli {

namespace {

/// The format asked for; reports and returns null if there is no such format or it cannot be
/// written.
const Format* choose(const std::string& path, const std::string& name, Session& session) {
  const std::vector<const Format*> candidates = formats_of(path);
  if (name.empty() && candidates.size() > 1) {
    std::vector<std::string_view> sharing;
    for (const Format* each : candidates) sharing.push_back(each->name);
    session.status.error(
        fmt::format("petriloom: several formats have the ending of '{}'; say which is meant with --to or --format: {}", path,
                    fmt::join(sharing, ", ")));
    return nullptr;
  }
  const Format* format = name.empty() ? (path == "-" ? find_format("loom") : format_of(path)) : find_format(name);
  if (format != nullptr && format->write != nullptr) return format;
  if (format != nullptr) {
    session.status.error(fmt::format("petriloom: the format '{}' can be read but not written; writable: {}", format->name,
                                     fmt::join(writable_formats(), ", ")));
  } else if (name.empty()) {
    session.status.error(
        fmt::format("petriloom: the ending of '{}' names no format; give one of: {}", path, fmt::join(writable_formats(), ", ")));
  } else {
    session.status.error(fmt::format("petriloom: unknown format '{}'; {}", name, suggest(name, writable_formats())));
  }
  return nullptr;
}

}  // namespace

bool write_companions(const std::string& path, const WriteResult& result, Session& session) {
  return std::all_of(result.companions.begin(), result.companions.end(), [&](const Companion& companion) {
    return write_output(companion_path(path, companion.ending), companion.text, session);
  });
}

bool save_net(const Net& net, const std::string& path, const std::string& format, const WriteOptions& options, Session& session) {
  const Format* chosen = choose(path, format, session);
  if (chosen == nullptr) return false;
  session.status.progress("writing " + path);
  const WriteResult result = write_text(*chosen, net, options);
  session.status.clear();
  report(result.diagnostics, *net.sources, session);
  if (result.diagnostics.has_errors()) return false;
  if (!result.companions.empty() && (path == "-" || !output_target(path).replaced)) {
    session.status.error(fmt::format("petriloom: the format '{}' is several files, which {} cannot take", chosen->name,
                                     path == "-" ? "stdout" : "'" + path + "'"));
    return false;
  }
  return write_companions(path, result, session) && write_output(path, result.text, session);
}

}  // namespace petriloom::cli
