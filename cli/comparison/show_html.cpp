// SPDX-License-Identifier: Apache-2.0
// The page of `compare --report`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/claims/points.h"
#include "cli/comparison/show.h"
#include "cli/report/page.h"
#include "cli/results/results_json.h"

namespace petriloom::cli::claims {

namespace {

std::string_view style_of(const ClaimRow& row) {
  if (!row.as_expected) return "refuted";
  return row.kind == Verdict::reproduced ? "holds" : "undecided";
}

std::string claim_table(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows;
  for (const Judged& judged : comparison.judged) {
    for (const ClaimRow& row : rows_of(comparison.claims, judged)) {
      const std::string verdict = row.name.empty()
                                      ? escaped_html(row.verdict)
                                      : fmt::format("<span class=\"{}\">{}</span>", style_of(row), escaped_html(row.verdict));
      rows.push_back({breakable_html(row.name), escaped_html(row.where), escaped_html(row.published), escaped_html(row.here),
                      escaped_html(row.interval), escaped_html(row.bound), verdict});
    }
  }
  return html_table({"claim", "where", "published", "here", "95 %", "bound", "verdict"}, rows);
}

std::string claim_section(const Judged& judged) {
  const Claim& claim = *judged.claim;
  std::string text = fmt::format("<h3>{}</h3>\n<p>{}</p>\n<p class=\"quiet\">{}</p>\n", escaped_html(claim.name),
                                 escaped_html(claim.says), escaped_html(claim.source));
  if (claim.value) text += fmt::format("<p><code>{}</code></p>\n", escaped_html(claim.value->text));
  text +=
      fmt::format("<p>{}{}{}</p>\n", judgement_text(judged.judgement), judged.note.empty() ? "" : ": ", escaped_html(judged.note));
  return text;
}

std::string run_section(const Claims& claims, const Run& run, const std::vector<Point>& points) {
  std::vector<std::string> headings;
  for (const std::size_t axis : run.axes) headings.push_back(claims.axes[axis].name);
  for (const Figure& figure : run.figures) headings.push_back(">" + escaped_html(figure.name));
  std::vector<std::vector<std::string>> rows;
  for (const Point& point : points) {
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t k = 0; k < run.axes.size(); ++k)
      row.push_back(escaped_html(claims.axes[run.axes[k]].values[point.at[k]].text));
    for (std::size_t k = 0; k < run.figures.size(); ++k) {
      const FigureValue* value = k < point.figures.size() ? &point.figures[k] : nullptr;
      if (value == nullptr || !value->missing.empty()) {
        row.emplace_back("<span class=\"quiet\">none</span>");
      } else if (value->verdict) {
        row.emplace_back(verdict_name(*value->verdict));
      } else {
        row.push_back(
            fmt::format("{:.6g}{}", value->mean, value->half_width > 0 ? fmt::format(" &plusmn; {:.2g}", value->half_width) : ""));
      }
    }
  }
  return fmt::format("<details><summary>{}: {}</summary>\n{}</details>\n", escaped_html(run.name), breakable_html(run.net.text),
                     html_table(headings, rows));
}

}  // namespace

std::string comparison_html(const Comparison& comparison) {
  const Claims& claims = comparison.claims;
  std::string body = claims.about.empty() ? "" : fmt::format("<p>{}</p>\n", escaped_html(claims.about));
  body += fmt::format("<p>{}.</p>\n<h2>Claims</h2>\n", summary_of(comparison)) + claim_table(comparison);
  if (!comparison.left_out.empty())
    body += fmt::format("<p class=\"quiet\">Left out by --quick: {}.</p>\n", fmt::join(comparison.left_out, ", "));
  body += "<h2>What they say</h2>\n";
  for (const Judged& judged : comparison.judged) body += claim_section(judged);
  if (!comparison.runs.empty()) body += "<h2>Runs</h2>\n<p class=\"quiet\">Figures in SI units.</p>\n";
  for (const std::size_t run : comparison.runs) body += run_section(claims, claims.runs[run], comparison.figures[run]);
  return html_page(claims.name + ": published and here", body);
}

}  // namespace petriloom::cli::claims
