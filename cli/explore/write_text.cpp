// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/explore/write.h"
#include "cli/shell/table.h"
#include "engine/text/quote.h"
#include "engine/text/wording.h"

namespace petriloom::cli::explore {

namespace {

constexpr std::size_t kMostRows = 50;  // in the terminal; files have all

std::string point_table(const Findings& findings, const std::vector<std::size_t>& which, bool colour) {
  const Sweep& sweep = findings.question.sweep;
  std::vector<std::string> headings{">point"};
  for (const VariedKey& key : sweep.keys) headings.push_back((key.numeric() ? ">" : "") + key.key);
  for (const std::string& measure : findings.chief) headings.push_back(">" + measure);
  const bool errors = std::any_of(which.begin(), which.end(), [&](std::size_t k) { return !findings.rows[k].error.empty(); });
  if (errors) headings.emplace_back("error");
  Table table(headings);
  for (const std::size_t k : which) {
    const Row& row = findings.rows[k];
    const std::vector<std::size_t> at = sweep.at(row.point);
    std::vector<Cell> cells{std::to_string(row.point)};
    for (std::size_t key = 0; key < at.size(); ++key) cells.emplace_back(sweep.text(key, at));
    for (const std::string& measure : findings.chief) {
      const Estimate* const value = row.find(measure);
      cells.emplace_back(value == nullptr ? "-" : estimate_text(*value, findings.unit(measure)));
    }
    constexpr std::size_t kWide = 80;
    if (errors) cells.emplace_back(row.error.empty() ? "" : quote(row.error, kWide), Paint::bad);
    table.add(std::move(cells));
  }
  return table.text(colour);
}

std::string sensitivity_table(const Findings& findings, bool colour) {
  Table table({"measure", "key", ">ratio", ">least", "at", ">largest", "at", ">elasticity"});
  std::string last;
  for (const Sensitivity& one : findings.sensitivities) {
    const VariedKey& key = findings.question.sweep.keys[one.key];
    const std::string& unit = findings.unit(one.measure);
    table.add({{one.measure == last ? "" : one.measure, Paint::strong},
               key.key,
               one.ratio ? fmt::format("{:.3g}", *one.ratio) : "-",
               quantity(one.least, unit),
               key.values[one.least_at].text,
               quantity(one.largest, unit),
               key.values[one.largest_at].text,
               one.elasticity ? fmt::format("{:+.2f}", *one.elasticity) : "-"});
    last = one.measure;
  }
  return table.text(colour);
}

}  // namespace

std::string estimate_text(const Estimate& value, const std::string& unit) {
  const std::string mean = quantity(value.mean, unit);
  if (!(value.half_width > 0)) return mean;
  const double share = std::abs(value.half_width / value.mean);
  return share < 1 ? fmt::format("{} ± {:.2g} %", mean, 100 * share)
                   : fmt::format("{} ± {}", mean, quantity(value.half_width, unit));
}

std::string findings_text(const Findings& findings, bool colour) {
  std::vector<std::size_t> first;
  for (std::size_t k = 0; k < std::min(findings.rows.size(), kMostRows); ++k) first.push_back(k);
  const std::uint64_t size = findings.question.sweep.size();
  std::string text = fmt::format("{}: {}", shown_path(findings.question.path), counted(grouped(size), "point"));
  if (findings.rows.size() < size) text += fmt::format(", {} of them run", grouped(findings.rows.size()));
  if (findings.wrong() > 0) text += fmt::format(", {} wrong", grouped(findings.wrong()));
  text += "\n\n" + point_table(findings, first, colour);
  if (findings.rows.size() > kMostRows)
    text += fmt::format("... and {} more: --csv FILE has all\n", grouped(findings.rows.size() - kMostRows));
  if (!findings.sensitivities.empty())
    text += "\nWhat matters: means over the other keys\n\n" + sensitivity_table(findings, colour);
  if (!findings.objectives.empty()) {
    text += "\nPareto set: no point is better in one of";
    for (const Objective& one : findings.objectives)
      text += fmt::format("{} {} ({} is better)", &one == findings.objectives.data() ? "" : ",", one.measure,
                          one.larger ? "larger" : "smaller");
    text += " and not worse in the others\n\n" + point_table(findings, findings.front, colour);
  }
  return text;
}

}  // namespace petriloom::cli::explore
