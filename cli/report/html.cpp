// SPDX-License-Identifier: Apache-2.0
#include "cli/report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/bars.h"
#include "cli/report/gantt.h"
#include "cli/report/page.h"
#include "cli/report/time_spent_html.h"
#include "cli/report/timeline.h"
#include "cli/results/results_json.h"
#include "cli/results/verdicts.h"
#include "cli/shell/table.h"
#include "engine/text/name_groups.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

namespace {

std::string shown(const std::optional<double>& value, std::string_view unit) {
  return value ? escaped_html(quantity(*value, unit)) : "<span class=\"quiet\">not measured</span>";
}

/// Figures of runs that are stuck are of a part: that goes before all else.
std::string stuck_text(const Study& study) {
  if (study.simulation.dead_ends == 0) return "";
  std::string text =
      "<p><strong>The simulated run is stuck: nothing can happen any more, and the net is not through. All that follows is of the "
      "part up to there.</strong>";
  for (const std::string& reason : study.why_stuck) text += " Note: " + escaped_html(reason) + ".";
  return text + "</p>\n";
}

std::string figure_table(const Study& study) {
  std::vector<std::vector<std::string>> rows;
  for (const Figure& figure : study.figures) {
    rows.push_back({figure.name, shown(figure.simulated, figure.unit),
                    figure.half_width > 0 ? escaped_html(quantity(figure.half_width, figure.unit)) : "",
                    figure.analytic ? escaped_html(quantity(*figure.analytic, figure.unit)) : "", figure.difference_text()});
  }
  return "<h2>Headline figures</h2>\n" +
         html_table({"figure", ">simulated", ">&plusmn; 95 %", ">closed form", ">difference"}, rows) +
         fmt::format("<p class=\"quiet\">The simulation ended ({}) at {} of model time after {}.</p>\n",
                     ended_text(study.simulation), quantity(study.simulation.time.mean, "s"),
                     counted(grouped(study.simulation.firings), "firing"));
}

/// What a table says of a node.
std::vector<std::string> node_cells(const NodeFigure& node) {
  std::vector<std::string> cells;
  for (const Figure* figure : {&node.time, &node.energy}) {
    cells.push_back(shown(figure->simulated, figure->unit));
    cells.push_back(figure->analytic ? escaped_html(quantity(*figure->analytic, figure->unit)) : "");
    cells.push_back(figure->difference_text());
  }
  return cells;
}

/// "from 1.1 s (node[3]) to 1.4 s (node[0]), 1.2 s on average", of what was measured.
std::string range_text(const Study& study, Figure NodeFigure::*which) {
  const NodeFigure* least = nullptr;
  const NodeFigure* most = nullptr;
  double sum = 0;
  std::size_t number = 0;
  for (const NodeFigure& node : study.nodes) {
    const auto& value = (node.*which).simulated;
    if (!value) continue;
    sum += *value;
    ++number;
    if (least == nullptr || *value < *(least->*which).simulated) least = &node;
    if (most == nullptr || *value > *(most->*which).simulated) most = &node;
  }
  if (number == 0) return "not measured";
  const auto of = [&](const NodeFigure& node) {
    return fmt::format("{} (node[{}])", quantity(*(node.*which).simulated, (node.*which).unit), node.node);
  };
  return fmt::format("from {} to {}, {} on average", of(*least), of(*most),
                     quantity(sum / static_cast<double>(number), (least->*which).unit));
}

std::string node_section(const Study& study) {
  constexpr std::size_t kRowsShown = 24;
  if (study.nodes.empty()) return {};
  std::vector<NamedRow> named;
  for (const NodeFigure& node : study.nodes)
    named.push_back({fmt::format("node[{}]", node.node), fmt::format("{}", fmt::join(node_cells(node), "\n"))});
  std::vector<Bar> times;
  std::vector<Bar> energies;
  std::vector<std::vector<std::string>> rows;
  for (const NameGroup& group : name_groups(named)) {
    const NodeFigure& node = study.nodes[group.members.front()];
    if (node.time.simulated) times.push_back({group.label(), *node.time.simulated, node.time.analytic.value_or(0)});
    if (node.energy.simulated) energies.push_back({group.label(), *node.energy.simulated, node.energy.analytic.value_or(0)});
    rows.push_back({breakable_html(group.label())});
    for (std::string& cell : node_cells(node)) rows.back().push_back(std::move(cell));
  }
  std::string charts;
  if (!times.empty()) {
    charts += "<h3>Time of an iteration</h3>\n" + bars_html(times, "s") +
              "<p class=\"legend\">Bars: simulated. Lines: closed form.</p>\n";
  }
  if (!energies.empty()) charts += "<h3>Energy of the run</h3>\n" + bars_html(energies, "J");
  charts += html_table(
      {"node", ">time, simulated", ">closed form", ">difference", ">energy, simulated", ">closed form", ">difference"}, rows);
  std::string text = "<h2>Nodes</h2>\n";
  if (rows.size() <= kRowsShown) return text + charts;
  text += fmt::format("<p>Time of an iteration {}.<br>Energy of the run {}.</p>\n", range_text(study, &NodeFigure::time),
                      range_text(study, &NodeFigure::energy));
  return text + fmt::format("<details><summary>{} that differ</summary>\n{}</details>\n",
                            grouped(rows.size()) + " nodes or groups of nodes", charts);
}

/// What draws how much of the energy of the run.
std::string energy_section(const Study& study) {
  double all = 0;
  for (const EnergyOfPart& one : study.energies) all += one.joule;
  if (!(all > 0)) return {};
  std::vector<std::vector<std::string>> rows;
  for (const EnergyOfPart& one : study.energies)
    rows.push_back(
        {escaped_html(one.part), escaped_html(quantity(one.joule, "J")), fmt::format("{:.1f} %", one.joule / all * 100)});
  return "<h2>Energy by component</h2>\n" + html_table({"component", ">energy", ">of all"}, rows);
}

/// The chart of activities, drawn for a wide and for a narrow column.
std::string activity_section(const Activities& activities) {
  std::string text = "<h3>Activities</h3>\n";
  struct Width {
    const char* name;
    double pixels;
  };
  for (const auto& [name, pixels] : {Width{"wide", 900}, Width{"narrow", 380}}) {
    GanttStyle style;
    style.title = fmt::format("{} of model time", quantity(activities.end, "s"));
    style.width = pixels;
    text += fmt::format("<div class=\"net {}\">\n{}</div>\n", name, gantt_svg(activities, style));
  }
  return text;
}

/// What the first run did over time.
std::string time_section(const Study& study) {
  constexpr std::size_t kMostStrips = 12;
  std::string text;
  const std::string busy = study.time.utilisation ? utilisation_html(*study.time.utilisation, kMostStrips) : "";
  const std::string waiting = study.time.utilisation ? queues_html(*study.time.utilisation, kMostStrips) : "";
  if (!busy.empty())
    text +=
        "<h3>Utilisation</h3>\n<p class=\"legend\">Share of what a module has to work with (cores, lanes, engines: tokens at the "
        "start of the places that it takes from and gives back to) that is taken, all instances together. Of modules without such "
        "places: share of the most activities that were ever going on.</p>\n" +
        busy;
  if (!waiting.empty())
    text +=
        "<h3>Queues</h3>\n<p class=\"legend\">Tokens that wait in places which are empty at the start, each with a scale of its "
        "own.</p>\n" +
        waiting;
  if (!study.activities.list.empty()) text += activity_section(study.activities);
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
  for (const MarkedPlace& place : witness.final_marking)
    rows.push_back({breakable_html(place.place), breakable_html(place.tokens)});
  return text + "<p>It reaches the marking</p>\n" + html_table({"place", "tokens"}, rows);
}

std::string refutation(const VerdictRow& row, const Sources& sources) {
  const PropertyResult& property = *row.first;
  std::string text = fmt::format("<h3>{}: refuted</h3>\n", breakable_html(property.name));
  if (!property.formula.empty()) text += fmt::format("<p><code>{}</code></p>\n", escaped_html(property.formula));
  if (row.number > 1) text += fmt::format("<p>The same, with other numbers, for all of {}.</p>\n", breakable_html(row.label));
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
  for (const VerdictRow& row : verdict_rows(properties, fairness)) {
    const PropertyResult& property = *row.first;
    const std::string_view verdict = verdict_name(property.verdict);
    rows.push_back({fmt::format("<span class=\"{0}\">{0}</span>", verdict), breakable_html(row.label),
                    "<code>" + escaped_html(property.formula) + "</code>", escaped_html(property.method), grouped(property.states),
                    breakable_html(note_text(property, fairness))});
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
  for (const std::string& line :
       {time_left_out_text(result, net), abstract_text(result), fairness_text(result), advice_text(result, subject)}) {
    if (!line.empty()) text += "<p>" + escaped_html(line) + "</p>\n";
  }
  for (const VerdictRow& row : refuted_rows(result, *net.sources)) text += refutation(row, *net.sources);
  return text;
}

std::string picture_section(const Study& study) {
  // The picture is a document of its own; inside HTML only its element may stand.
  const auto start = study.picture.find("<svg");
  if (start == std::string::npos) return {};
  const auto file = std::find_if(study.exports.begin(), study.exports.end(), [](const Export& one) { return one.format == "svg"; });
  return fmt::format(
      "<h2>The net</h2>\n<div class=\"net\">\n{0}</div>\n<p class=\"quiet\">In full size: <a href=\"{1}\">{1}</a></p>\n",
      study.picture.substr(start), escaped_html(file == study.exports.end() ? "" : file->file));
}

std::string export_section(const Study& study) {
  std::vector<std::vector<std::string>> rows;
  for (const Export& one : study.exports) {
    const std::string link = fmt::format("<a href=\"{0}\">{0}</a>", escaped_html(one.file));
    const std::string reason = one.refused.empty() ? one.note : "refused: " + one.refused;
    rows.push_back({escaped_html(one.format),
                    (one.refused.empty() ? link + " " : "") + "<span class=\"quiet\">" + breakable_html(reason) + "</span>"});
  }
  return "<h2>Files</h2>\n" + html_table({"format", "file"}, rows);
}

}  // namespace

std::string study_html(const Study& study) {
  std::string body = fmt::format(
      "<p>From {}: {}, {}, {}.</p>\n", escaped_html(study.description), counted(grouped(study.net.places.size()), "place"),
      counted(grouped(study.net.transitions.size()), "transition"), counted(grouped(study.net.modules.size()), "module"));
  body += stuck_text(study) + figure_table(study) + node_section(study) + energy_section(study) +
          time_spent_html(study.simulation, study.time) + time_section(study);
  for (const Verification& one : study.verifications) body += verification_section(one.subject, one.net, one.result);
  return html_page(study.name, body + picture_section(study) + export_section(study));
}

std::string verification_html(const std::string& subject, const Net& net, const VerifyResult& result) {
  return html_page(net.name, verification_section(subject, net, result));
}

}  // namespace petriloom::cli
