// SPDX-License-Identifier: Apache-2.0
#include "cli/load.h"

#include <fmt/format.h>

#include <array>

#include "generator/generate.h"

namespace petriloom::cli {

bool is_description(const std::string& path) { return path.ends_with(".yaml") || path.ends_with(".yml"); }

void report(const Diagnostics& diagnostics, const Sources& sources, Session& session) {
  if (diagnostics.list().empty()) return;
  const std::string text = diagnostics.format(sources);
  if (diagnostics.has_errors()) {
    session.status.error(text);
  } else {
    session.status.note(text);
  }
}

ReadResult read_any(const std::string& path, const LoadOptions& options, Session& session) {
  session.status.progress("reading " + path);
  ReadResult result;
  if (options.format.empty() && is_description(path)) {
    result = generate(path, {session.roots, options.fold});
    if (!options.constants.empty()) {
      result.net.reset();
      result.diagnostics.error(
          {}, fmt::format("the constant `{}` cannot be given a value in a description", options.constants.begin()->first),
          "change the description, or `petriloom generate` the net first");
    }
  } else {
    ReadOptions read;
    read.fold = options.fold;
    read.untimed = options.untimed;
    read.scenario = options.scenario;
    read.constants = options.constants;
    for (const std::string& root : session.roots) read.search_path.push_back(root + "/nets");
    result = read_net(path, options.format, read);
  }
  session.status.clear();
  return result;
}

std::optional<Net> load_net(const std::string& path, const LoadOptions& options, Session& session) {
  ReadResult result = read_any(path, options, session);
  if (result.net && result.net->scenario != options.scenario) {
    session.status.error(
        fmt::format("{}: there is no scenario `{}`; only nets in the net language have scenarios", path, options.scenario));
    return std::nullopt;
  }
  report(result.diagnostics, *result.sources, session);
  return std::move(result.net);
}

std::vector<std::string> fold_names() { return {"auto", "always", "never"}; }

Fold fold_of(std::size_t position) {
  constexpr std::array kFolds{Fold::automatic, Fold::always, Fold::never};
  return kFolds[position];
}

std::vector<std::string> readable_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.read != nullptr) names.emplace_back(format.name);
  }
  return names;
}

std::vector<std::string> writable_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.write != nullptr) names.emplace_back(format.name);
  }
  return names;
}

}  // namespace petriloom::cli
