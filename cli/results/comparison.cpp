// SPDX-License-Identifier: Apache-2.0
#include "cli/results/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <numeric>

#include "cli/shell/table.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

namespace {

constexpr std::size_t kWidestName = 32;  // of a variant, as the title of a column
constexpr std::size_t kMostNamed = 12;   // measures that one variant alone has

std::string table_of(const Comparison& comparison, Observed observed, const std::string& what, const std::string& first,
                     const std::string& second, bool antithetic, const Shown& shown, bool colour) {
  std::vector<const Difference*> all;
  for (const Difference& one : comparison.measures) {
    if (one.observed == observed) all.push_back(&one);
  }
  Listed listed;
  listed.rows.resize(all.size());
  std::iota(listed.rows.begin(), listed.rows.end(), std::size_t{0});
  if (observed != Observed::no) {
    listed = list_rows(
        all.size(), shown.given(), [&](std::size_t k) { return all[k]->in_total; },
        [&](std::size_t k) { return all[k]->difference.mean; });
  }
  Table table({what, ">" + first, ">" + second, ">difference", ">± 95 %", ">change", antithetic ? ">pairs" : ">runs"});
  for (const std::size_t k : listed.rows) {
    const Difference& one = *all[k];
    const bool known = one.difference.n > 0;
    // An interval that leaves out 0 says which is larger.
    const bool sure = one.difference.n > 1 && std::abs(one.difference.mean) > one.difference.half_width;
    const auto change = known ? relative_change(one.first.mean, one.second.mean, one.first.half_width) : std::nullopt;
    table.add({one.name, known ? quantity(one.first.mean, one.unit) : std::string("none"),
               known ? quantity(one.second.mean, one.unit) : std::string("none"),
               Cell(known ? quantity(one.difference.mean, one.unit) : std::string(), sure ? Paint::strong : Paint::plain),
               one.difference.n > 1 ? quantity(one.difference.half_width, one.unit) : std::string(),
               change ? percent_text(*change) : std::string(), std::to_string(one.difference.n)});
  }
  return table.empty() ? "" : "\n" + table.text(colour) + left_out_text(listed, what + "s");
}

}  // namespace

std::pair<std::string, std::string> variant_names(const Variant& first, const Variant& second) {
  namespace fs = std::filesystem;
  const auto named = [](const fs::path& file, const Variant& variant) {
    return variant.scenario.empty() ? file.string() : file.string() + ":" + variant.scenario;
  };
  const fs::path one = fs::absolute(first.file).lexically_normal();
  const fs::path other = fs::absolute(second.file).lexically_normal();
  std::pair<std::string, std::string> names{named(one.filename(), first), named(other.filename(), second)};
  if (names.first == names.second && one != other) {
    const auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    const auto rest = [](fs::path::iterator from, const fs::path& file) {
      return std::accumulate(from, file.end(), fs::path(),
                             [](const fs::path& folder, const fs::path& part) { return folder / part; });
    };
    names = {named(rest(a, one), first), named(rest(b, other), second)};
  }
  if (!first.settings.empty()) names.first += fmt::format(" with {}", fmt::join(first.settings, ", "));
  if (!second.settings.empty()) names.second += fmt::format(" with {}", fmt::join(second.settings, ", "));
  return names;
}

std::string comparison_text(const Comparison& comparison, const std::string& first_name, const std::string& second_name,
                            bool antithetic, const Shown& shown, bool colour) {
  const std::string runs = comparison.first.time.n == 1 && !antithetic
                               ? std::string("one run of each\n")
                               : fmt::format("same numbers, {} {}\n", comparison.first.time.n,
                                             antithetic ? "antithetic pairs of runs each" : "runs each");
  const bool fit = std::max(first_name.size(), second_name.size()) <= kWidestName && first_name != second_name;
  const std::string first = fit ? first_name : "first";
  const std::string second = fit ? second_name : "second";
  std::string text = fmt::format("first: {}\nsecond: {}\n{}", first_name, second_name, runs);
  if (fit) text = fmt::format("{} against {}: {}", second, first, runs);
  if (first_name == second_name) text = fmt::format("{} against itself: {}", first_name, runs);
  for (const auto& [name, result] : {std::pair(first, &comparison.first), std::pair(second, &comparison.second)}) {
    if (result->dead_ends > 0)
      text += fmt::format("{} is stuck in {}: its figures are of the part up to there\n", name, counted(result->dead_ends, "run"));
  }
  const std::pair<Observed, const char*> parts[] = {
      {Observed::no, "measure"}, {Observed::place, "place"}, {Observed::transition, "transition"}};
  for (const auto& [observed, what] : parts) text += table_of(comparison, observed, what, first, second, antithetic, shown, colour);
  const std::vector<std::string>& alone = comparison.only_in_one;
  if (alone.empty()) return text;
  const auto named = alone.begin() + static_cast<std::ptrdiff_t>(std::min(alone.size(), kMostNamed));
  text += fmt::format("\nin one of them only: {}", fmt::join(alone.begin(), named, ", "));
  if (named != alone.end()) text += fmt::format(" and {} more (--json has all)", alone.end() - named);
  text += '\n';
  return text;
}

}  // namespace petriloom::cli
