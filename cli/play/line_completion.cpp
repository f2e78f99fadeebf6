// SPDX-License-Identifier: Apache-2.0
#include "cli/play/line_completion.h"

#include <algorithm>

#include "cli/play/commands.h"
#include "engine/trace/names.h"

namespace petriloom::cli {

namespace {

std::string blanks_left_out(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// What follows in `text` on `begun`, which is written with other blanks; nothing if it begins
/// otherwise.
std::optional<std::string> rest_of(const std::string& text, const std::string& begun) {
  const std::string wanted = blanks_left_out(begun);
  std::size_t matched = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (matched == wanted.size()) return text.substr(at);
    if (text[at] == ' ') continue;
    if (text[at] != wanted[matched]) return std::nullopt;
    ++matched;
  }
  return matched == wanted.size() ? std::optional<std::string>("") : std::nullopt;
}

std::vector<std::string> commands_from(const std::string& word) {
  std::vector<std::string> found;
  for (const PlayCommand& command : play_commands()) {
    if (command.name.starts_with(word)) found.emplace_back(command.name);
  }
  return found;
}

}  // namespace

std::vector<std::string> LineCompletion::binding(const std::string& before, const std::string& word) const {
  const auto blank = before.find(' ');
  std::set<std::string> found;
  for (const Choice& choice : game_.choices(std::numeric_limits<std::size_t>::max()).list) {
    if (choice.waits) continue;
    const std::string name = texts_.name(choice.transition, choice.binding);
    if (blank == std::string::npos) {
      if (name.starts_with(word)) found.insert(name);
      continue;
    }
    if (!NamePattern(before.substr(0, blank)).fits(name)) continue;
    // The library replaces the last word alone.
    const std::string colours = binding_text(net_, choice.transition, choice.binding, game_.pool());
    std::optional<std::string> rest = rest_of(colours, before.substr(blank) + word);
    if (!rest || colours.empty()) continue;
    if (word.empty()) rest->erase(0, rest->find_first_not_of(' '));
    found.insert(word + *rest);
  }
  return {found.begin(), found.end()};
}

std::vector<std::string> LineCompletion::words(const std::string& line, const std::string& word) const {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos) return commands_from(word);
  const auto end = line.find_first_of(" \t", begin);
  const std::string command = line.substr(begin, end == std::string::npos ? end : end - begin);
  const auto next = end == std::string::npos ? end : line.find_first_not_of(" \t", end);
  const std::string before = next == std::string::npos ? std::string() : line.substr(next);
  if (command == "help" || command == "h") return commands_from(word);
  if (command == "fire" || command == "f") return binding(before, word);
  std::vector<std::string> found;
  const bool run = command == "run" || command == "r";
  if (run && before.empty()) return {"until"};
  if ((command == "marking" || command == "m" || command == "enabled" || command == "e") &&
      std::string_view("all").starts_with(word))
    found.emplace_back("all");
  for (std::string& name : names_.completions(word)) found.push_back(std::move(name));
  return found;
}

}  // namespace petriloom::cli
