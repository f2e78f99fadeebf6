// SPDX-License-Identifier: Apache-2.0
#include "cli/report/html.h"

#include <fmt/format.h>

#include "cli/report/bars.h"
#include "cli/report/gantt.h"
#include "cli/report/timeline.h"
#include "cli/results_json.h"
#include "cli/table.h"
#include "cli/verdicts.h"
#include "engine/net/wording.h"

namespace petriloom::cli {

namespace {

constexpr std::string_view kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid #d0d7de; }
table { border-collapse: collapse; } th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
th { color: #57606a; font-weight: 500; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.holds { color: #116329; } .refuted { color: #a40e26; font-weight: 600; } .undecided { color: #7d4e00; }
.net { overflow: auto; max-height: 40rem; border: 1px solid #d0d7de; } .net svg { display: block; }
.bars text { font-size: 12px; fill: #1b1f24; } .bars rect { fill: #54a0d8; } .bars line { stroke: #a40e26; stroke-width: 2; }
p.legend, .quiet { color: #57606a; }
)";

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
      escaped_html(title), kStyle, body);
}

/// A table; a heading that starts with '>' heads a column of numbers. Cells are HTML already.
std::string html_table(const std::vector<std::string>& headings, const std::vector<std::vector<std::string>>& rows) {
  const auto number = [&](std::size_t k) { return headings[k].starts_with('>') ? " class=\"number\"" : ""; };
  std::string text = "<table>\n<tr>";
  for (std::size_t k = 0; k < headings.size(); ++k) {
    text += fmt::format("<th{}>{}</th>", number(k), headings[k].substr(headings[k].starts_with('>') ? 1 : 0));
  }
  text += "</tr>\n";
  for (const auto& row : rows) {
    text += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) text += fmt::format("<td{}>{}</td>", number(k), row[k]);
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string shown(const std::optional<double>& value, std::string_view unit) {
  return value ? escaped_html(quantity(*value, unit)) : "<span class=\"quiet\">not measured</span>";
}

std::string difference(const Figure& figure) {
  const auto percent = figure.difference();
  return percent ? fmt::format("{:+.2f} %", *percent) : "";
}

std::string figure_table(const Study& study) {
  std::vector<std::vector<std::string>> rows;
  for (const Figure& figure : study.figures) {
    rows.push_back({figure.name, shown(figure.simulated, figure.unit),
                    figure.half_width > 0 ? escaped_html(quantity(figure.half_width, figure.unit)) : "",
                    figure.analytic ? escaped_html(quantity(*figure.analytic, figure.unit)) : "", difference(figure)});
  }
  return "<h2>Headline figures</h2>\n" +
         html_table({"figure", ">simulated", ">&plusmn; 95 %", ">closed form", ">difference"}, rows) +
         fmt::format("<p class=\"quiet\">The simulation ended ({}) at {} of model time after {}.</p>\n",
                     ended_name(study.simulation.ended), quantity(study.simulation.time.mean, "s"),
                     counted(grouped(study.simulation.firings), "firing"));
}

std::string node_section(const Study& study) {
  if (study.nodes.empty()) return {};
  std::vector<Bar> times;
  std::vector<Bar> energies;
  std::vector<std::vector<std::string>> rows;
  for (const NodeFigure& node : study.nodes) {
    if (node.time.simulated) times.push_back({node.node, *node.time.simulated, node.time.analytic.value_or(0)});
    if (node.energy.simulated) energies.push_back({node.node, *node.energy.simulated, node.energy.analytic.value_or(0)});
    rows.push_back({escaped_html(node.node), shown(node.time.simulated, "s"),
                    node.time.analytic ? escaped_html(quantity(*node.time.analytic, "s")) : "", difference(node.time),
                    shown(node.energy.simulated, "J"),
                    node.energy.analytic ? escaped_html(quantity(*node.energy.analytic, "J")) : "", difference(node.energy)});
  }
  std::string text = "<h2>Nodes</h2>\n";
  if (!times.empty()) {
    text +=
        "<h3>Time of an iteration</h3>\n" + bars_svg(times, "s") + "<p class=\"legend\">Bars: simulated. Lines: closed form.</p>\n";
  }
  if (!energies.empty()) text += "<h3>Energy of the run</h3>\n" + bars_svg(energies, "J");
  return text + html_table({"node", ">time, simulated", ">closed form", ">difference", ">energy, simulated", ">closed form",
                            ">difference"},
                           rows);
}

/// What the first run did over time.
std::string time_section(const Study& study) {
  constexpr std::size_t kMostStrips = 12;
  std::string text;
  const std::string busy = utilisation_svg(study.levels, kMostStrips);
  const std::string waiting = queues_svg(study.levels, kMostStrips);
  if (!busy.empty())
    text +=
        "<h3>Utilisation</h3>\n<p class=\"legend\">Share of what was ever busy at once that is busy, all instances of a module "
        "together.</p>\n" +
        busy;
  if (!waiting.empty())
    text +=
        "<h3>Queues</h3>\n<p class=\"legend\">Tokens that wait in places which are empty at the start, each with a scale of its "
        "own.</p>\n" +
        waiting;
  if (!study.activities.list.empty()) {
    GanttStyle style;
    style.title = fmt::format("{} of model time", quantity(study.activities.end, "s"));
    text += "<h3>Activities</h3>\n<div class=\"net\">\n" + gantt_svg(study.activities, style) + "</div>\n";
  }
  return text.empty() ? text : "<h2>Over time</h2>\n" + text;
}

std::string steps(const Witness& witness) {
  std::string text = "<ol>\n";
  for (std::size_t k = 0; k < witness.steps.size(); ++k) {
    const WitnessStep& step = witness.steps[k];
    text +=
        fmt::format("<li>{}{} <span class=\"quiet\">{}</span></li>\n", witness.loop == k ? "<em>from here on for ever:</em> " : "",
                    escaped_html(step.name), escaped_html(step.binding));
  }
  text += "</ol>\n";
  if (witness.final_marking.empty()) return text;
  std::vector<std::vector<std::string>> rows;
  for (const MarkedPlace& place : witness.final_marking) rows.push_back({escaped_html(place.place), escaped_html(place.tokens)});
  return text + "<p>It reaches the marking</p>\n" + html_table({"place", "tokens"}, rows);
}

std::string refutation(const PropertyResult& property, const Sources& sources) {
  std::string text = fmt::format("<h3>{}: refuted</h3>\n", escaped_html(property.name));
  if (!property.formula.empty()) text += fmt::format("<p><code>{}</code></p>\n", escaped_html(property.formula));
  if (property.asked.line > 0) text += fmt::format("<p>Asked for at {}.</p>\n", escaped_html(sources.describe(property.asked)));
  if (!property.blame.empty()) {
    text += "<p>Suspects, most likely first</p>\n<ol>\n";
    for (const Blame& blame : property.blame) text += fmt::format("<li>{}</li>\n", escaped_html(blame_text(blame, sources)));
    text += "</ol>\n";
  }
  if (property.witness) text += "<details><summary>Witness</summary>\n" + steps(*property.witness) + "</details>\n";
  return text;
}

std::string property_table(const std::vector<const PropertyResult*>& properties, Fairness fairness) {
  std::vector<std::vector<std::string>> rows;
  for (const PropertyResult* property : properties) {
    const std::string_view verdict = verdict_name(property->verdict);
    rows.push_back({fmt::format("<span class=\"{0}\">{0}</span>", verdict), escaped_html(property->name),
                    "<code>" + escaped_html(property->formula) + "</code>", escaped_html(property->method),
                    grouped(property->states), escaped_html(note_text(*property, fairness))});
  }
  return html_table({"verdict", "property", "formula", "method", ">states", "note"}, rows);
}

/// What is decided in full; what is undecided behind a line that says how much of it there is.
std::string verification_section(const std::string& subject, const Net& net, const VerifyResult& result) {
  std::vector<const PropertyResult*> decided;
  std::vector<const PropertyResult*> undecided;
  for (const PropertyResult& property : result.properties) {
    (property.verdict == Verdict::undecided ? undecided : decided).push_back(&property);
  }
  std::string text = fmt::format("<h2>Verified: {}</h2>\n<p>{}</p>\n", escaped_html(subject), space_text(result.state_space));
  if (!decided.empty()) text += property_table(decided, result.fairness);
  if (!undecided.empty()) {
    text += fmt::format("<details><summary class=\"undecided\">{} undecided within the limits</summary>\n", undecided.size());
    text += property_table(undecided, result.fairness) + "</details>\n";
  }
  for (const std::string& line : {time_left_out_text(result, net), fairness_text(result), advice_text(result, subject)}) {
    if (!line.empty()) text += "<p>" + escaped_html(line) + "</p>\n";
  }
  for (const PropertyResult& property : result.properties) {
    if (property.verdict == Verdict::refuted) text += refutation(property, *net.sources);
  }
  return text;
}

std::string picture_section(const Study& study) {
  // The picture is a document of its own; inside HTML only its element may stand.
  const auto start = study.picture.find("<svg");
  if (start == std::string::npos) return {};
  return "<h2>The net</h2>\n<div class=\"net\">\n" + study.picture.substr(start) + "</div>\n";
}

std::string export_section(const Study& study) {
  std::vector<std::vector<std::string>> rows;
  for (const Export& one : study.exports) {
    const std::string link = fmt::format("<a href=\"{0}\">{0}</a>", escaped_html(one.file));
    const std::string reason = one.refused.empty() ? one.note : "refused: " + one.refused;
    rows.push_back({escaped_html(one.format),
                    (one.refused.empty() ? link + " " : "") + "<span class=\"quiet\">" + escaped_html(reason) + "</span>"});
  }
  return "<h2>Files</h2>\n" + html_table({"format", "file"}, rows);
}

}  // namespace

std::string study_html(const Study& study) {
  std::string body = fmt::format(
      "<p>From {}: {}, {}, {}.</p>\n", escaped_html(study.description), counted(grouped(study.net.places.size()), "place"),
      counted(grouped(study.net.transitions.size()), "transition"), counted(grouped(study.net.modules.size()), "module"));
  body += figure_table(study) + node_section(study) + time_section(study);
  for (const Verification& one : study.verifications) body += verification_section(one.subject, one.net, one.result);
  return page(study.name, body + picture_section(study) + export_section(study));
}

std::string verification_html(const std::string& subject, const Net& net, const VerifyResult& result) {
  return page(net.name, verification_section(subject, net, result));
}

}  // namespace petriloom::cli
