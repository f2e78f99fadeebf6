// SPDX-License-Identifier: Apache-2.0
// The page of `explore --report`.
#include <fmt/format.h>

#include "cli/explore/charts.h"
#include "cli/explore/write.h"
#include "cli/report/page.h"
#include "cli/shell/table.h"
#include "engine/text/wording.h"

namespace petriloom::cli::explore {

namespace {

constexpr std::size_t kMostShownRows = 1000;  // of a table; files have all

std::string keys_html(const Sweep& sweep) {
  std::vector<std::vector<std::string>> rows;
  for (const VariedKey& key : sweep.keys) {
    constexpr std::size_t kMostValues = 30;
    std::string values;
    for (std::size_t k = 0; k < std::min(key.values.size(), kMostValues); ++k)
      values += fmt::format("{}{}", k == 0 ? "" : ", ", escaped_html(key.values[k].text));
    if (key.values.size() > kMostValues) values += fmt::format(" ... {}", escaped_html(key.values.back().text));
    rows.push_back({breakable_html(key.key), std::to_string(key.values.size()), values});
  }
  return html_table({"key", ">values", "which"}, rows);
}

std::string sensitivities_html(const Findings& findings) {
  std::vector<std::vector<std::string>> rows;
  for (const Sensitivity& one : findings.sensitivities) {
    const VariedKey& key = findings.question.sweep.keys[one.key];
    const std::string& unit = findings.unit(one.measure);
    const bool first = rows.empty() || &one == findings.sensitivities.data() || (&one - 1)->measure != one.measure;
    rows.push_back({first ? breakable_html(one.measure) : "", breakable_html(key.key),
                    one.ratio ? fmt::format("{:.3g}", *one.ratio) : "", escaped_html(quantity(one.least, unit)),
                    escaped_html(key.values[one.least_at].text), escaped_html(quantity(one.largest, unit)),
                    escaped_html(key.values[one.largest_at].text), one.elasticity ? fmt::format("{:+.2f}", *one.elasticity) : ""});
  }
  return html_table({"measure", "key", ">ratio", ">least", "at", ">largest", "at", ">elasticity"}, rows);
}

std::string points_html(const Findings& findings, const std::vector<std::size_t>& which) {
  const Sweep& sweep = findings.question.sweep;
  std::vector<std::string> headings{">point"};
  for (const VariedKey& key : sweep.keys) headings.push_back((key.numeric() ? ">" : "") + breakable_html(key.key));
  for (const std::string& measure : findings.chief) headings.push_back(">" + breakable_html(measure));
  std::vector<std::vector<std::string>> rows;
  for (const std::size_t k : which) {
    const Row& row = findings.rows[k];
    const std::vector<std::size_t> at = sweep.at(row.point);
    std::vector<std::string>& cells = rows.emplace_back(std::vector<std::string>{std::to_string(row.point)});
    for (std::size_t key = 0; key < at.size(); ++key) cells.push_back(breakable_html(sweep.text(key, at)));
    for (const std::string& measure : findings.chief) {
      const Estimate* const value = row.find(measure);
      cells.push_back(value == nullptr ? "<span class=\"refuted\">none</span>"
                                       : escaped_html(estimate_text(*value, findings.unit(measure))));
    }
  }
  return html_table(headings, rows);
}

std::string wrong_html(const Findings& findings) {
  std::vector<std::vector<std::string>> rows;
  for (const Row& row : findings.rows) {
    if (row.error.empty() || rows.size() == kMostShownRows) continue;
    rows.push_back(
        {std::to_string(row.point), breakable_html(findings.question.sweep.describe(row.point)), breakable_html(row.error)});
  }
  return html_table({">point", "where", "what is wrong"}, rows);
}

std::string all_points_html(const Findings& findings) {
  std::vector<std::size_t> which;
  for (std::size_t k = 0; k < std::min(findings.rows.size(), kMostShownRows); ++k) which.push_back(k);
  std::string text = fmt::format("<details><summary>{}</summary>\n{}", counted(grouped(findings.rows.size()), "point"),
                                 points_html(findings, which));
  if (findings.rows.size() > kMostShownRows)
    text += fmt::format("<p class=\"quiet\">The first {}; --csv FILE has all.</p>\n", grouped(kMostShownRows));
  return text + "</details>\n";
}

}  // namespace

std::string findings_html(const Findings& findings, const std::vector<Picture>& pictures) {
  const Sweep& sweep = findings.question.sweep;
  std::string body = fmt::format("<p>{}", counted(grouped(sweep.size()), "point"));
  if (findings.rows.size() < sweep.size()) body += fmt::format(", {} of them run", grouped(findings.rows.size()));
  if (findings.wrong() > 0) body += fmt::format(", <span class=\"refuted\">{} wrong</span>", grouped(findings.wrong()));
  body += ".</p>\n<h2>What is varied</h2>\n" + keys_html(sweep);
  if (!findings.sensitivities.empty())
    body +=
        "<h2>What matters</h2>\n<p class=\"quiet\">Means over the other keys, at the value where they are least and where they are "
        "largest; elasticity: d log measure / d log key.</p>\n" +
        sensitivities_html(findings);
  if (!pictures.empty())
    body += "<h2>Pictures</h2>\n<p class=\"quiet\">Bars are 95 % intervals; what a point is shows where the pointer rests.</p>\n";
  for (const Picture& picture : pictures) {
    body += fmt::format("{}<p class=\"quiet\">{}{}<a href=\"{}\">{}</a></p>\n", picture.svg, picture.note,
                        picture.note.empty() ? "" : " ", escaped_html(picture.file), escaped_html(picture.file));
  }
  if (!findings.front.empty()) body += "<h2>Pareto set</h2>\n" + points_html(findings, findings.front);
  if (findings.wrong() > 0) body += "<h2>Wrong points</h2>\n" + wrong_html(findings);
  body += "<h2>Points</h2>\n" + all_points_html(findings);
  return html_page(shown_path(findings.question.path) + ": sweep", body);
}

}  // namespace petriloom::cli::explore
