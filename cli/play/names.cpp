// SPDX-License-Identifier: Apache-2.0
#include "cli/play/names.h"

#include <algorithm>
#include <optional>

#include "engine/net/index_text.h"
#include "engine/text/parse_number.h"
#include "engine/trace/activities.h"

namespace petriloom::cli {

namespace {

constexpr std::size_t kMostWords = 100'000;   // more do not help anybody
constexpr std::uint64_t kMostIndices = 1000;  // shown of one array
constexpr std::uint64_t kMostSearched = 1'000'000;

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// The entries of "0..3, 5, (1, 2)".
std::vector<std::string> list_entries(const std::string& text) {
  std::vector<std::string> entries(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      entries.emplace_back();
    } else {
      entries.back() += c;
    }
  }
  return entries;
}

/// Whether an index is meant by what was typed between brackets.
bool index_meant(const std::string& typed, const std::string& index) {
  const std::string plain = without_blanks(index);
  for (const std::string& entry : list_entries(without_blanks(typed))) {
    if (entry == "*" || entry == plain) return true;
    const auto dots = entry.find("..");
    if (dots == std::string::npos) continue;
    const auto low = parse_number<long>(entry.substr(0, dots));
    const auto high = parse_number<long>(entry.substr(dots + 2));
    const auto value = parse_number<long>(plain);
    if (low && high && value && *low <= *value && *value <= *high) return true;
  }
  return false;
}

bool part_meant(const NamePart& typed, const NamePart& part) {
  if (typed.name != part.name || typed.indices.size() > part.indices.size()) return false;
  for (std::size_t k = 0; k < typed.indices.size(); ++k) {
    if (!index_meant(typed.indices[k], part.indices[k])) return false;
  }
  return true;
}

}  // namespace

std::vector<NamePart> name_parts(const std::string& name) {
  std::vector<NamePart> parts(1);
  int depth = 0;
  for (const char c : name) {
    if (c == ']' && --depth == 0) continue;
    if (depth < 0) return {};
    if (c == '[' && depth++ == 0) {
      parts.back().indices.emplace_back();
    } else if (depth > 0) {
      parts.back().indices.back() += c;
    } else if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back().name += c;
    }
  }
  return depth == 0 ? parts : std::vector<NamePart>();
}

bool NamePattern::fits(const std::string& name) const { return name_parts(name).size() == parts_.size() && contains(name); }

bool NamePattern::contains(const std::string& name) const {
  const std::vector<NamePart> parts = name_parts(name);
  if (parts_.empty() || parts_.size() > parts.size()) return false;
  return std::equal(parts_.begin(), parts_.end(), parts.begin(), part_meant);
}

GameNames::GameNames(const Net& net) : net_(net) {
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    places_.push_back(parts_of(net.places[p].module, net.places[p].name));
    if (words_.size() < kMostWords) words_.push_back(path(net, PlaceId(p)));
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    transitions_.push_back(parts_of(net.transitions[t].module, net.transitions[t].name));
    if (words_.size() < kMostWords) words_.push_back(path(net, TransitionId(t)));
  }
  for (const Measure& measure : net.measures) words_.push_back(indexed_path(net, measure.module, measure.name, {}));
  std::sort(words_.begin(), words_.end());
}

GameNames::Parts GameNames::parts_of(ModuleId module, const std::string& name) const {
  Parts parts;
  const auto add = [&](const std::string& text) {
    const std::vector<NamePart> written = name_parts(text);
    parts.push_back({written.size() == 1 ? written[0] : NamePart{text, {}}, {}});
  };
  add(name);
  for (; module.valid() && net_[module].parent.valid(); module = net_[module].parent) {
    add(net_[module].name);
    const std::vector<ColourSetId>& sets = net_[module].indices;
    parts.back().sets.assign(sets.begin() + static_cast<std::ptrdiff_t>(net_[net_[module].parent].indices.size()), sets.end());
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

void GameNames::for_each_index(ColourSetId set, const std::function<bool(const std::string& text)>& told) const {
  const ColourSet& colours = net_.colours[set];
  const std::uint64_t count = std::min<std::uint64_t>(colours.size(), kMostSearched);
  for (std::uint64_t k = 0; k < count; ++k) {
    if (!told(index_text(net_.colours, set, colours.low + static_cast<Word>(k), net_.pool))) return;
  }
}

bool GameNames::index_of(const std::string& index, ColourSetId set) const {
  bool found = false;
  for_each_index(set, [&](const std::string& text) {
    found = index_meant(index, text);
    return !found;
  });
  return found;
}

bool GameNames::has(const Part& part, const NamePart& typed) const {
  const std::size_t own = part.written.indices.size();
  if (typed.indices.size() > own + part.sets.size()) return false;
  NamePart first = typed;
  first.indices.resize(std::min(own, first.indices.size()));
  if (!part_meant(first, part.written)) return false;
  for (std::size_t k = own; k < typed.indices.size(); ++k) {
    if (!index_of(typed.indices[k], part.sets[k - own])) return false;
  }
  return true;
}

bool GameNames::begins(const Parts& parts, const std::vector<NamePart>& typed) const {
  if (typed.empty() || typed.size() > parts.size()) return false;
  return std::equal(typed.begin(), typed.end(), parts.begin(),
                    [this](const NamePart& one, const Part& part) { return has(part, one); });
}

bool GameNames::place_or_module(const std::string& name) const {
  const std::vector<NamePart> typed = name_parts(name);
  return std::any_of(places_.begin(), places_.end(), [&](const Parts& parts) { return begins(parts, typed); });
}

bool GameNames::transition(const std::string& name) const {
  const std::vector<NamePart> typed = name_parts(name);
  return std::any_of(transitions_.begin(), transitions_.end(),
                     [&](const Parts& parts) { return parts.size() == typed.size() && begins(parts, typed); });
}

std::string GameNames::near(const std::string& name) const { return nearest(without_indices(name), words_); }

void GameNames::complete_index(const std::string& word, std::set<std::string>& found) const {
  const auto open = word.rfind('[');
  const std::string before = word.substr(0, open);
  const std::string begun = word.substr(open + 1);
  const std::vector<NamePart> typed = name_parts(before);
  if (typed.empty()) return;
  for (const std::vector<Parts>* list : {&places_, &transitions_}) {
    for (const Parts& parts : *list) {
      if (!begins(parts, typed)) continue;
      const Part& last = parts[typed.size() - 1];
      const std::size_t given = typed.back().indices.size();
      const std::size_t own = last.written.indices.size();
      if (given < own && last.written.indices[given].starts_with(begun))
        found.insert(before + "[" + last.written.indices[given] + "]");
      if (given < own || given - own >= last.sets.size()) continue;
      for_each_index(last.sets[given - own], [&](const std::string& text) {
        if (text.starts_with(begun)) found.insert(before + "[" + text + "]");
        return found.size() < kMostIndices;
      });
    }
  }
}

std::vector<std::string> GameNames::completions(const std::string& word) const {
  std::set<std::string> found;
  const auto open = word.rfind('[');
  const auto closed = word.rfind(']');
  if (open != std::string::npos && (closed == std::string::npos || closed < open)) complete_index(word, found);
  const std::string head = closed == std::string::npos ? std::string() : word.substr(0, closed + 1);
  const std::string plain = without_indices(head);
  for (const std::string& name : words_) {
    if (name.starts_with(word)) found.insert(name);
    // Behind an index the name goes on as it does without.
    if (!head.empty() && name.starts_with(plain + word.substr(head.size()))) found.insert(head + name.substr(plain.size()));
  }
  for (const Parts& parts : places_) {
    if (head.empty() && !parts[0].sets.empty() && parts[0].written.name.starts_with(word))
      found.insert(parts[0].written.name + "[");
  }
  return {found.begin(), found.end()};
}

}  // namespace petriloom::cli
