// SPDX-License-Identifier: Apache-2.0
#include "engine/net/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace petriloom {

namespace {

constexpr std::array<std::string_view, 3> kSeverityNames{"error", "warning", "note"};

// Source lines longer than this are shown as a window around the column.
constexpr std::size_t kWidestLine = 160;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// What stands under or in place of a byte: control characters must not reach a terminal.
char printable(char c) { return (static_cast<unsigned char>(c) < 0x20U || c == 0x7F) ? ' ' : c; }

std::string excerpt(std::string_view line, const Location& where) {
  const std::size_t column = std::min<std::size_t>(where.column > 0 ? where.column - 1 : 0, line.size());
  std::size_t begin = line.size() > kWidestLine && column > kWidestLine / 2 ? column - kWidestLine / 2 : 0;
  std::size_t end = std::min(line.size(), begin + kWidestLine);
  while (begin < end && continues_character(line[begin])) ++begin;
  while (end < line.size() && end > begin && continues_character(line[end])) --end;

  const std::string number = std::to_string(where.line);
  const std::string margin(number.size() + 2, ' ');
  std::string text = fmt::format(" {} | {}", number, begin > 0 ? "..." : "");
  for (const char c : line.substr(begin, end - begin)) text += printable(c);
  text += end < line.size() ? "...\n" : "\n";
  if (where.column == 0) return text;
  text += margin + "| " + (begin > 0 ? "   " : "");
  for (std::size_t i = begin; i < column; ++i) {
    if (!continues_character(line[i])) text += ' ';
  }
  return text + "^\n";
}

}  // namespace

FileId Sources::add(std::string name, std::string text) {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i]->name == name && files_[i]->text == text) return FileId(i);
  }
  auto file = std::make_unique<File>();
  file->line_starts.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') file->line_starts.push_back(i + 1);
  }
  file->name = std::move(name);
  file->text = std::move(text);
  files_.push_back(std::move(file));
  return FileId(files_.size() - 1);
}

const std::string& Sources::name(FileId file) const { return files_.at(file.index())->name; }

const std::string& Sources::text(FileId file) const { return files_.at(file.index())->text; }

std::string_view Sources::line(FileId file, std::uint32_t number) const {
  if (file.index() >= files_.size()) return {};
  const File& source = *files_[file.index()];
  if (number == 0 || number > source.line_starts.size()) return {};
  const std::size_t begin = source.line_starts[number - 1];
  const std::size_t end = number < source.line_starts.size() ? source.line_starts[number] - 1 : source.text.size();
  std::string_view line = std::string_view(source.text).substr(begin, end - begin);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::string Sources::describe(const Location& where) const {
  if (!where.known() || where.file.index() >= files_.size()) return "(no location)";
  if (where.line == 0) return name(where.file);
  return fmt::format("{}:{}:{}", name(where.file), where.line, where.column);
}

void Sources::set_origins(FileId file, std::map<std::uint32_t, Location> origins) {
  files_.at(file.index())->made = true;
  files_[file.index()]->origins = std::move(origins);
}

bool Sources::made(FileId file) const { return file.index() < files_.size() && files_[file.index()]->made; }

bool Sources::shared(FileId file) const { return file.index() < files_.size() && files_[file.index()]->shared; }

Location Sources::origin(const Location& where) const {
  if (!made(where.file)) return where;
  const std::map<std::uint32_t, Location>& origins = files_[where.file.index()]->origins;
  std::size_t indent = std::string_view::npos;
  for (std::uint32_t number = where.line; number > 0; --number) {
    const std::string_view text = line(where.file, number);
    const std::size_t begin = text.find_first_not_of(' ');
    // A line that is indented less begins the block around those below it.
    if (begin == std::string_view::npos || begin >= indent) continue;
    if (const auto found = origins.find(number); found != origins.end()) return found->second;
    indent = begin;
  }
  return {};
}

void Diagnostics::keep(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++errors_;
  if (list_.size() < kMostKept) {
    list_.push_back(std::move(diagnostic));
    return;
  }
  if (diagnostic.severity != Severity::error) return;
  // Errors come before warnings: what is wrong must not be lost among what is only noted.
  const auto less =
      std::find_if(list_.rbegin(), list_.rend(), [](const Diagnostic& kept) { return kept.severity != Severity::error; });
  if (less != list_.rend()) *less = std::move(diagnostic);
}

void Diagnostics::error(const Location& where, std::string message, std::string help) {
  keep({Severity::error, where, std::move(message), std::move(help)});
}

void Diagnostics::warning(const Location& where, std::string message, std::string help) {
  keep({Severity::warning, where, std::move(message), std::move(help)});
}

void Diagnostics::append(const Diagnostics& other) {
  // The errors that `other` counted but did not keep are counted here too.
  std::size_t kept = 0;
  for (const Diagnostic& diagnostic : other.list_) {
    if (diagnostic.severity == Severity::error) ++kept;
    keep(diagnostic);
  }
  errors_ += other.errors_ - kept;
}

std::string Diagnostics::format(const Sources& sources) const {
  std::vector<const Diagnostic*> order;
  for (const Diagnostic& diagnostic : list_) order.push_back(&diagnostic);
  // Invalid file ids are the largest, so messages without a location come last.
  std::stable_sort(order.begin(), order.end(), [](const Diagnostic* a, const Diagnostic* b) { return a->where < b->where; });

  std::string text;
  std::size_t shown_errors = 0;
  const Diagnostic* last = nullptr;
  for (const Diagnostic* diagnostic : order) {
    if (diagnostic->severity == Severity::error) ++shown_errors;
    // A module that is instantiated often repeats its messages; once is enough.
    if (last != nullptr && std::tie(last->where, last->severity, last->message) ==
                               std::tie(diagnostic->where, diagnostic->severity, diagnostic->message)) {
      continue;
    }
    last = diagnostic;
    const Location& where = diagnostic->where;
    if (where.known()) text += sources.describe(where) + ": ";
    text += fmt::format("{}: {}\n", kSeverityNames[static_cast<std::size_t>(diagnostic->severity)], diagnostic->message);
    if (where.known() && where.line > 0) text += excerpt(sources.line(where.file, where.line), where);
    if (!diagnostic->help.empty()) text += fmt::format("  help: {}\n", diagnostic->help);
  }
  if (errors_ > shown_errors) text += fmt::format("... and {} more errors\n", errors_ - shown_errors);
  return text;
}

}  // namespace petriloom
