// SPDX-License-Identifier: Apache-2.0
#include "cli/load/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>

#include "formats/loom/loom.h"
#include "formats/registry/table.h"
#include "generator/assembly/generate.h"

namespace petriloom::cli {

namespace {

/// All of stdin, which can be read only once; a net may be read again, with other values.
const std::string& standard_input(Session& session) {
  if (!session.standard_input)
    session.standard_input.emplace(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  return *session.standard_input;
}

/// Whether the first line that is not empty and no comment begins with a section of a description.
bool begins_as_description(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const bool empty = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (empty || line.starts_with('#') || line.starts_with("---") || line.starts_with("%YAML")) continue;
    const std::size_t colon = line.find(':');
    const std::vector<std::string_view> sections = description_sections();
    return std::find(sections.begin(), sections.end(), line.substr(0, colon)) != sections.end();
  }
  return false;
}

/// The format of a net on stdin: what begins as one of the formats in XML, else the net language.
const Format* format_of_text(std::string_view text) {
  constexpr std::size_t kMostLooked = 4096;
  const std::string_view beginning = text.substr(0, kMostLooked);
  const std::size_t first = beginning.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool xml = first != std::string_view::npos && beginning[first] == '<';
  if (xml && beginning.find("<pnml") != std::string_view::npos) return find_format("pnml");
  return find_format(xml ? "cpn" : "loom");
}

ReadResult read_standard_input(const std::string& name, const ReadOptions& read, Session& session) {
  const std::string& text = standard_input(session);
  const Format* const format = name.empty() ? format_of_text(text) : find_format(name);
  return read_net_text(shown_path("-"), text, *format, read);
}

}  // namespace

bool is_description(const std::string& path, Session& session) {
  if (path == kStandardInput) return begins_as_description(standard_input(session));
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

std::string shown_path(const std::string& path) { return path == kStandardInput ? "stdin" : path; }

DescriptionInput description_input(const std::string& path, const LoadOptions& options, Session& session) {
  DescriptionInput input;
  for (const auto& [key, value] : options.constants) {
    const auto given_by = options.given_by.find(key);
    input.settings.push_back({key, value});
    if (given_by != options.given_by.end()) input.settings.back().option = given_by->second;
  }
  if (path == kStandardInput) input.text = standard_input(session);
  return input;
}

void report(const Diagnostics& diagnostics, const Sources& sources, Session& session) {
  if (diagnostics.list().empty()) return;
  const std::string text = diagnostics.format(sources);
  if (diagnostics.has_errors()) {
    session.status.error(text);
  } else {
    session.status.note(text);
  }
}

namespace {

/// Adds the measures that options ask for to a net that was read.
void add_measures(const std::vector<std::string>& measures, ReadResult& result) {
  if (!result.net || measures.empty()) return;
  ReadResult more = with_measures(*result.net, measures, "--measure");
  result.net = std::move(more.net);
  result.sources = std::move(more.sources);
  result.diagnostics.append(more.diagnostics);
}

}  // namespace

namespace {

ReadResult read_file(const std::string& path, const LoadOptions& options, Session& session) {
  ReadOptions read;
  read.fold = options.fold;
  read.untimed = options.untimed;
  read.ignore_io = options.ignore_io;
  read.scenario = options.scenario;
  read.constants = options.constants;
  read.other_endings = {".yaml"};
  for (const std::string& root : session.roots) read.search_path.push_back(root + "/nets");
  const bool given =
      path == kStandardInput &&
      (options.format.empty() || (find_format(options.format) != nullptr && find_format(options.format)->read != nullptr));
  return given ? read_standard_input(options.format, read, session) : read_net(path, options.format, read);
}

}  // namespace

ReadSystem read_system(const std::string& path, const LoadOptions& options, Session& session) {
  session.status.progress("reading " + path);
  ReadSystem system;
  if (options.format.empty() && is_description(path, session)) {
    const GenerateOptions generating{session.roots, options.fold, description_input(path, options, session)};
    system.net = generate(shown_path(path), generating, &system.description);
  } else {
    system.net = read_file(path, options, session);
  }
  add_measures(options.measures, system.net);
  session.status.clear();
  return system;
}

ReadResult read_any(const std::string& path, const LoadOptions& options, Session& session) {
  return read_system(path, options, session).net;
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
