// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "cli/load/scenario_messages.h"
#include "formats/loom/loom.h"
#include "formats/source/check_source.h"
#include "formats/source/width.h"

namespace petriloom::cli {

namespace {

constexpr std::string_view kScheme = "file://";

int severity_of(Severity severity) { return static_cast<int>(severity) + 1; }

/// The word at a place, for the underline of a message.
std::size_t word_length(std::string_view line, std::size_t start) {
  std::size_t end = start;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_')) ++end;
  return std::max<std::size_t>(end - start, 1);
}

Range range_in(const Sources& sources, const Location& where, std::size_t length) {
  if (where.line == 0) return {};
  const std::string_view line = sources.line(where.file, where.line);
  const std::size_t start = std::min<std::size_t>(where.column > 0 ? where.column - 1 : 0, line.size());
  const std::size_t end = std::min(line.size(), start + length);
  return {{where.line - 1, source::utf16_of(line.substr(0, start))}, {where.line - 1, source::utf16_of(line.substr(0, end))}};
}

/// What elaboration finds: without a scenario, and in each that the text declares.
void append_of_net(const std::string& path, const loom::Loaded& files, const std::shared_ptr<Sources>& sources, ReadOptions options,
                   Diagnostics& diagnostics) {
  const ReadResult plain = loom::read_loaded(path, files, sources, options, {});
  diagnostics.append(plain.diagnostics);
  if (!plain.net) return;
  for (const std::string& scenario : plain.net->scenarios) {
    options.scenario = scenario;
    add_of_scenario(loom::read_loaded(path, files, sources, options, {}).diagnostics, scenario, diagnostics);
  }
}

Range underline(const Sources& sources, const Location& where) {
  if (where.line == 0) return {};
  const std::string_view line = sources.line(where.file, where.line);
  return range_in(sources, where, word_length(line, std::min<std::size_t>(where.column > 0 ? where.column - 1 : 0, line.size())));
}

}  // namespace

std::string path_of_uri(const std::string& uri) {
  if (!uri.starts_with(kScheme)) return uri;
  const std::size_t start = uri.find('/', kScheme.size());
  std::string path;
  for (std::size_t i = start == std::string::npos ? uri.size() : start; i < uri.size(); ++i) {
    unsigned byte = 0;
    const bool escaped = uri[i] == '%' && i + 2 < uri.size();
    if (escaped && std::from_chars(uri.data() + i + 1, uri.data() + i + 3, byte, 16).ptr == uri.data() + i + 3) {
      path += static_cast<char>(byte);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path.substr(0, path.find('\0'));
}

std::string uri_of_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::string text = error ? path : absolute.lexically_normal().string();
  std::string uri(kScheme);
  for (const char c : text) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return uri;
}

Analysis::Analysis(const std::string& path, const std::string& content, const ReadOptions& options)
    : files(loom::load_files(path, content, options, sources, diagnostics)), index(source::index_of(files, sources)) {
  text = sources.text(files.main);
  tokens = source::tokens_of(text);
  statements = source::statements_of(tokens);
  lines_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines_.push_back(i + 1);
  }
}

std::size_t Analysis::offset(const Position& position) const {
  if (position.line >= lines_.size()) return text.size();
  const std::string_view line = sources.line(files.main, static_cast<std::uint32_t>(position.line + 1));
  return lines_[position.line] + source::bytes_before(line, position.character);
}

Location Analysis::location(const Position& position) const {
  const std::size_t at = offset(position);
  const std::size_t line = std::min(position.line, lines_.size() - 1);
  return {files.main, static_cast<std::uint32_t>(line + 1), static_cast<std::uint32_t>(at - lines_[line] + 1)};
}

Position Analysis::position(std::size_t offset) const {
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset);
  const auto line = static_cast<std::size_t>(next - lines_.begin()) - 1;
  return {line, source::utf16_of(text.substr(lines_[line], offset - lines_[line]))};
}

Range Analysis::range(const Location& where, std::size_t length) const { return range_in(sources, where, length); }

std::vector<const source::Statement*> Analysis::around(std::size_t offset) const {
  std::vector<const source::Statement*> found;
  const std::vector<source::Statement>* list = &statements;
  while (list != nullptr) {
    const std::vector<source::Statement>* inner = nullptr;
    for (const source::Statement& statement : *list) {
      const source::Token& last = tokens[statement.end - 1];
      if (offset < start(tokens[statement.begin])) break;
      const bool ended = last.is(";") || statement.close != source::kNone;
      if (ended && offset >= start(last) + last.text.size()) continue;
      const bool open_end = !ended && statement.end < tokens.size() && offset > start(tokens[statement.end]);
      if (open_end) continue;
      found.push_back(&statement);
      if (statement.block() && offset > start(tokens[statement.open])) inner = &statement.inner;
      break;
    }
    list = inner;
  }
  return found;
}

std::size_t Analysis::scope_at(std::size_t offset) const {
  std::size_t scope = 0;
  for (const source::Statement* statement : around(offset)) {
    if (!statement->block()) continue;
    for (std::size_t i = statement->begin; i < std::min(statement->begin + 3, statement->open); ++i) {
      const auto declared = index.at(location(position(start(tokens[i]))));
      if (!declared || index.names[*declared].inner == source::kNoScope) continue;
      if (index.names[*declared].where == location(position(start(tokens[i])))) scope = index.names[*declared].inner;
    }
  }
  return scope;
}

std::vector<Message> messages_of(const std::string& path, const std::string& text, const ReadOptions& options) {
  const auto sources = std::make_shared<Sources>();
  Diagnostics diagnostics;
  const loom::Loaded files = loom::load_files(path, text, options, *sources, diagnostics);
  if (!diagnostics.has_errors()) {
    append_of_net(path, files, sources, options, diagnostics);
    if (!diagnostics.has_errors()) source::check_source(source::index_of(files, *sources), files, diagnostics);
  }
  std::vector<Message> messages;
  for (const Diagnostic& diagnostic : diagnostics.list()) {
    Message message;
    message.severity = severity_of(diagnostic.severity);
    message.text = diagnostic.message + (diagnostic.help.empty() ? "" : "\n" + diagnostic.help);
    const bool here = diagnostic.where.file == files.main;
    if (here) message.range = underline(*sources, diagnostic.where);
    if (!here && diagnostic.where.known()) {
      message.text = sources->describe(diagnostic.where) + ": " + message.text;
      message.related_uri = uri_of_path(sources->name(diagnostic.where.file));
      message.related_range = underline(*sources, diagnostic.where);
    }
    messages.push_back(std::move(message));
  }
  std::stable_sort(messages.begin(), messages.end(), [](const Message& a, const Message& b) {
    return std::pair(a.range.start.line, a.range.start.character) < std::pair(b.range.start.line, b.range.start.character);
  });
  return messages;
}

}  // namespace petriloom::cli
