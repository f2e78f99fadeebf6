// SPDX-License-Identifier: Apache-2.0
#include "engine/net/suggest.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

namespace petriloom {

namespace {

constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kMostListed = 8;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours,
// each 1; case is free. Neither word is longer than kLongestWord.
std::size_t distance(std::string_view a, std::string_view b) {
  using Row = std::array<std::size_t, kLongestWord + 1>;
  Row before_last;
  Row last;
  Row current;
  std::iota(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(b.size()) + 1, std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestWord) continue;
    // Each letter too many is one to insert.
    const std::size_t least = std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (least >= best_distance) continue;
    const std::size_t d = distance(word, candidate);
    // A word of one letter is near only to itself in the other case.
    if (d < best_distance && d < std::max(word.size(), candidate.size())) {
      best = &candidate;
      best_distance = d;
    }
  }
  return best != nullptr ? *best : std::string{};
}

std::string suggest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  if (!near.empty()) return "did you mean '" + near + "'?";
  if (candidates.empty()) return {};
  std::string text = "one of: ";
  for (std::size_t i = 0; i < std::min(candidates.size(), kMostListed); ++i) text += (i > 0 ? ", " : "") + candidates[i];
  if (candidates.size() > kMostListed) text += ", ... (" + std::to_string(candidates.size()) + " in all)";
  return text;
}
std::string suggestion(const Diagnostics& diagnostics, std::string_view word,
                       const std::function<std::vector<std::string>()>& candidates) {
  if (diagnostics.error_count() >= Diagnostics::kMostKept) return {};
  const std::vector<std::string> names = candidates();
  return names.empty() ? std::string() : suggest(word, names);
}

}  // namespace petriloom
