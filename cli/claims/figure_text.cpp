// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/figure_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/results/results_json.h"
#include "engine/text/parse_number.h"
#include "engine/text/real_text.h"

namespace petriloom::cli::claims {

namespace {

std::string quoted(const std::string& name) { return "'" + name + "'"; }

std::string type_of(const Axis& axis) {
  return axis.kind == Axis::Kind::words ? quoted(axis.name) : axis.kind == Axis::Kind::whole ? "int" : "real";
}

std::string value_text(const Axis& axis, const AxisValue& value) {
  if (axis.kind == Axis::Kind::words) return quoted(value.text);
  if (axis.kind == Axis::Kind::real) return real_text(*parse_number<double>(value.text));
  return value.text.starts_with('-') ? "(" + value.text + ")" : value.text;
}

}  // namespace

bool is_verdict(const Run& run, const Figure& figure) {
  const bool fact = figure.of == "states" || figure.of == "edges" || figure.of == "dead_markings";
  return run.question == Question::verify && !fact;
}

std::string values_text(const Axis& axis) {
  std::vector<std::string> values;
  for (const AxisValue& value : axis.values) {
    if (!value.left_out) values.push_back(value_text(axis, value));
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

std::string lacking_value(const Run& run, const Axis& axis) { return fmt::format("no run of {} at such {}", run.name, axis.name); }

namespace {

std::string axis_text(const Axis& axis) {
  if (axis.kind == Axis::Kind::words) return fmt::format("colour {} = enum {{ {} }};\n", quoted(axis.name), values_text(axis));
  return fmt::format("const {} : list of {} = [{}];\n", quoted(axis.name), type_of(axis), values_text(axis));
}

std::string figures_type(const Run& run) { return quoted("figures of " + run.name); }
std::string no_run_of(const Run& run) { return quoted("no run of " + run.name) + "(0)"; }

std::string record_text(const Run& run, const Point& point, std::size_t run_number, std::size_t point_number,
                        std::span<const Moved> moved) {
  if (point.figures.empty()) return no_run_of(run);
  std::vector<std::string> fields;
  for (std::size_t k = 0; k < run.figures.size(); ++k) {
    const FigureValue& figure = point.figures[k];
    if (!figure.missing.empty()) return no_run_of(run);
    double value = figure.mean;
    for (const Moved& one : moved) {
      if (one.place.run == run_number && one.place.point == point_number && one.place.figure == k)
        value += one.by * figure.half_width;
    }
    fields.push_back(fmt::format("{} = {}", quoted(run.figures[k].name),
                                 figure.verdict ? std::string(verdict_name(*figure.verdict)) : real_text(value)));
  }
  return fmt::format("{{{}}}", fmt::join(fields, ", "));
}

/// A choice by the axes from `axis` on; `point` counts through all points in their order.
std::string choice_text(const Claims& claims, const Run& run, std::size_t axis, const std::vector<std::string>& records,
                        std::size_t& point) {
  if (axis == run.axes.size()) return records[point++];
  const Axis& of = claims.axes[run.axes[axis]];
  std::string text = fmt::format("(case v{} of ", axis);
  const char* separator = "";
  for (const AxisValue& value : of.values) {
    if (value.left_out) continue;
    text += fmt::format("{}{} => {}", separator, value_text(of, value), choice_text(claims, run, axis + 1, records, point));
    separator = " | ";
  }
  if (of.kind != Axis::Kind::words) text += fmt::format(" | _ => {}(0)", quoted(lacking_value(run, of)));
  return text + ")";
}

std::string endless_text(const std::string& name, const std::string& type) {
  return fmt::format("fun {}(n : int) : {} = {}(n + 1);\n", quoted(name), type, quoted(name));
}

/// A colour set of the figures of a run, the functions without an end, and the run.
std::string run_text(const Claims& claims, std::size_t number, const Figures* figures, std::span<const Moved> moved) {
  const Run& run = claims.runs[number];
  const std::string type = figures_type(run);
  std::vector<std::string> fields;
  for (const Figure& figure : run.figures) {
    fields.push_back(fmt::format("{} : {}", quoted(figure.name), is_verdict(run, figure) ? "verdict" : "real"));
  }
  // Without figures the run is wrong, which is told; a record has a field.
  if (fields.empty()) fields.emplace_back("'no figure' : real");
  std::string text = fmt::format("colour {} = record {{ {} }};\n", type, fmt::join(fields, ", "));
  text += endless_text("no run of " + run.name, type);
  for (const std::size_t axis : run.axes) {
    if (claims.axes[axis].kind != Axis::Kind::words) text += endless_text(lacking_value(run, claims.axes[axis]), type);
  }
  std::vector<std::string> parameters;
  for (std::size_t k = 0; k < run.axes.size(); ++k)
    parameters.push_back(fmt::format("v{} : {}", k, type_of(claims.axes[run.axes[k]])));
  std::string body = no_run_of(run);
  if (figures != nullptr && !(*figures)[number].empty()) {
    std::vector<std::string> records;
    for (std::size_t point = 0; point < (*figures)[number].size(); ++point)
      records.push_back(record_text(run, (*figures)[number][point], number, point, moved));
    std::size_t point = 0;
    body = choice_text(claims, run, 0, records, point);
  }
  return text + fmt::format("fun {}({}) : {} = {};\n", quoted(run.name), fmt::join(parameters, ", "), type, body);
}

}  // namespace

FigureText figure_text(const Claims& claims, const Figures* figures, std::span<const Moved> moved) {
  FigureText result;
  const auto add = [&](const std::string& text, const Location& asked) {
    const auto line = static_cast<std::uint32_t>(std::count(result.text.begin(), result.text.end(), '\n') + 1);
    const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
    for (std::uint32_t k = 0; k < lines; ++k) result.origins[line + k] = asked;
    result.text += text;
  };
  add("colour verdict = enum { holds, refuted, undecided };\n", {});
  for (const Axis& axis : claims.axes) add(axis_text(axis), axis.where);
  for (std::size_t k = 0; k < claims.runs.size(); ++k) add(run_text(claims, k, figures, moved), claims.runs[k].where);
  // A block of YAML begins behind the line of its key, and keeps its lines.
  Location where = claims.definitions.where;
  const std::string_view text = claims.definitions.text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    add(std::string(text.substr(begin, end - begin)) + "\n", where);
    ++where.line;
    begin = end + 1;
  }
  return result;
}

std::string binding_text(const Claims& claims, const Binding& binding) {
  std::string text;
  for (std::size_t k = 0; k < claims.axes.size(); ++k) {
    const Axis& axis = claims.axes[k];
    const auto bound = std::find_if(binding.begin(), binding.end(), [&](const auto& one) { return one.first == k; });
    if (bound != binding.end()) {
      text += fmt::format("let {} = {} in ", quoted(axis.name), value_text(axis, axis.values[bound->second]));
    } else if (axis.kind != Axis::Kind::words) {
      // A net keeps no constants by their names.
      text += fmt::format("let {} = ([{}] : list of {}) in ", quoted(axis.name), values_text(axis), type_of(axis));
    }
  }
  return text + "(";
}

}  // namespace petriloom::cli::claims
