// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <map>
#include <set>

#include "cli/explore/write.h"
#include "formats/common/csv.h"

namespace petriloom::cli::explore {

namespace {

std::string estimate_cells(const Estimate* value) {
  if (value == nullptr) return ",,,";
  return value->n == 0 ? ",,,0" : fmt::format(",{},{},{}", value->mean, value->half_width, value->n);
}

}  // namespace

std::vector<std::string> point_columns(const Findings& findings) {
  std::vector<std::string> names{"point"};
  for (const VariedKey& key : findings.question.sweep.keys) names.push_back(key.key);
  names.insert(names.end(), {std::string(kTime), "time half_width", "time n", "ended", "error"});
  if (!findings.objectives.empty()) names.emplace_back("pareto");
  return names;
}

void make_different(std::vector<std::string>& names) {
  std::set<std::string> taken;
  const auto folded = [](std::string name) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
  };
  for (std::string& name : names) {
    const std::string first = name;
    for (int number = 2; !taken.insert(folded(name)).second; ++number) name = fmt::format("{} ({})", first, number);
  }
}

std::string findings_csv(const Findings& findings) {
  const Sweep& sweep = findings.question.sweep;
  const bool pareto = !findings.objectives.empty();
  std::vector<std::string> headings = point_columns(findings);
  for (const MeasureColumn& column : findings.columns) {
    for (const char* more : {"", " half_width", " n"}) headings.push_back(column.name + more);
  }
  make_different(headings);
  std::string text;
  for (const std::string& heading : headings) text += (text.empty() ? "" : ",") + csv_field(heading);
  text += "\n";
  const std::set<std::size_t> front(findings.front.begin(), findings.front.end());
  for (std::size_t k = 0; k < findings.rows.size(); ++k) {
    const Row& row = findings.rows[k];
    text += std::to_string(row.point);
    const std::vector<std::size_t> at = sweep.at(row.point);
    for (std::size_t key = 0; key < at.size(); ++key) text += "," + csv_field(sweep.text(key, at));
    text += estimate_cells(row.ended.empty() ? nullptr : &row.time);
    text += fmt::format(",{},{}{}", row.ended, csv_field(row.error), pareto ? front.contains(k) ? ",1" : ",0" : "");
    std::map<std::string_view, const Estimate*> values;
    for (const RowMeasure& measure : row.measures) values.emplace(measure.name, &measure.value);
    for (const MeasureColumn& column : findings.columns) {
      const auto found = values.find(column.name);
      text += estimate_cells(found == values.end() ? nullptr : found->second);
    }
    text += "\n";
  }
  return text;
}

}  // namespace petriloom::cli::explore
