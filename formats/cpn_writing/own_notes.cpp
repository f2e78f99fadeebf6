// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/own_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::cpn {
namespace {

constexpr std::string_view kHead = "(* petriloom 1\n";
constexpr std::string_view kTail = "*)";

// `*` is escaped so that no name ends the comment.
std::string note_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\' || c == '*') result += '\\';
    result += c;
  }
  return result + '"';
}

// Takes a quoted text off the front of `rest`.
std::optional<std::string> take_quoted(std::string_view& rest) {
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (!rest.starts_with('"')) return std::nullopt;
  std::string text;
  for (std::size_t k = 1; k < rest.size(); ++k) {
    if (rest[k] == '"') {
      rest.remove_prefix(k + 1);
      return text;
    }
    if (rest[k] == '\\' && ++k < rest.size()) {
      text += rest[k] == 'n' ? '\n' : rest[k];
    } else if (k < rest.size()) {
      text += rest[k];
    }
  }
  return std::nullopt;
}

}  // namespace

std::string text_of(const OwnNotes& notes) {
  std::string text(kHead);
  for (const OwnNotes::Transition& each : notes.transitions) {
    text += fmt::format("transition {} {}{}\n", note_text(each.page), note_text(each.name), each.weight ? " weight" : "");
  }
  for (const OwnNotes::Variable& each : notes.variables) {
    text += fmt::format("variable {} {}\n", note_text(each.declared), note_text(each.name));
  }
  for (const OwnNotes::Label& each : notes.labels) {
    text += fmt::format("label {} {}\n", note_text(each.declared), note_text(each.name));
  }
  return text + std::string(kTail);
}

std::optional<OwnNotes> read_own_notes(std::string_view declaration) {
  if (!declaration.starts_with(kHead)) return std::nullopt;
  OwnNotes notes;
  declaration.remove_prefix(kHead.size());
  for (std::size_t end = declaration.find('\n'); end != std::string_view::npos; end = declaration.find('\n')) {
    std::string_view line = declaration.substr(0, end);
    declaration.remove_prefix(end + 1);
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view what = line.substr(0, blank);
    line.remove_prefix(blank);
    std::optional<std::string> first = take_quoted(line);
    std::optional<std::string> second = first ? take_quoted(line) : std::nullopt;
    if (!second) return std::nullopt;
    if (what == "transition") notes.transitions.push_back({std::move(*first), std::move(*second), line == " weight"});
    if (what == "variable") notes.variables.push_back({std::move(*first), std::move(*second)});
    if (what == "label") notes.labels.push_back({std::move(*first), std::move(*second)});
  }
  return notes;
}

NotedNames::NotedNames(const OwnNotes& notes) {
  for (std::size_t k = 0; k < notes.transitions.size(); ++k) {
    found_.emplace(std::pair(notes.transitions[k].page, notes.transitions[k].name), Found{k, notes.transitions[k].weight});
  }
  for (const OwnNotes::Variable& each : notes.variables) variables_.emplace(each.declared, each.name);
  for (const OwnNotes::Label& each : notes.labels) labels_.emplace(each.declared, each.name);
}

std::optional<NotedNames::Found> NotedNames::find(const std::string& page, const std::string& name) const {
  const auto found = found_.find({page, name});
  return found == found_.end() ? std::nullopt : std::optional(found->second);
}

const std::string& NotedNames::name_of(const std::string& declared) const {
  const auto found = variables_.find(declared);
  return found == variables_.end() ? declared : found->second;
}

}  // namespace petriloom::cpn
